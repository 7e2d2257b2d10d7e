"""`reode rules` lists, shows and tests, for people and for programs."""

import json
from pathlib import Path

from typer.testing import CliRunner

from reode.cli.rules import app

RUNNER = CliRunner()


def test_list_names_every_rule() -> None:
    result = RUNNER.invoke(app, ["list"])
    assert result.exit_code == 0
    assert "level_too_low" in result.stdout


def test_j09_list_prints_one_json_object() -> None:
    result = RUNNER.invoke(app, ["list", "--json"])
    data = json.loads(result.stdout)
    assert data["schema_version"] == 1
    assert data["command"] == "rules list"
    assert {"id", "title", "when", "kinds"} <= set(data["data"]["rules"][0])


def test_show_gives_the_source_and_the_cases() -> None:
    result = RUNNER.invoke(app, ["show", "lombok_too_old"])
    assert "https://projectlombok.org" in result.stdout
    assert "keeps" in result.stdout


def test_test_checks_every_case() -> None:
    result = RUNNER.invoke(app, ["test", "jvm_config_dead_option", "--json"])
    data = json.loads(result.stdout)["data"]
    assert result.exit_code == 0
    assert data["passed"] is True
    assert len(data["cases"]) >= 4


def test_test_fails_where_a_case_does_not_hold(tmp_path: Path) -> None:
    (tmp_path / "lazy.py").write_text(
        '"""Title.\n\nSymptom: s\nCause: c\nSource: https://x.org\n"""\n'
        "from reode.rules.cases import changes, keeps, pom\n"
        "from reode.rules.rule import Rule, When\n"
        "rule = Rule(find=lambda situation: [], when=When.CERTAIN)\n"
        'CASES = [changes(pom(), pom("<url>x</url>"), title="t"), keeps(pom(), title="k")]\n',
        encoding="utf-8",
    )
    result = RUNNER.invoke(app, ["test", "lazy", "--rules", str(tmp_path)])
    assert result.exit_code == 1
    assert "FAIL t" in result.stdout
    assert "1 of 2 cases hold" in result.stdout


def test_show_names_recipes_and_their_licence() -> None:
    shown = RUNNER.invoke(app, ["show", "spring_boot_type_moved"]).output
    assert "org.openrewrite.java.ChangeType" in shown
    assert "(Apache-2.0)" in shown
    assert "rewrite-maven-plugin:6.46.1" in shown
    data = json.loads(RUNNER.invoke(app, ["show", "spring_boot_type_moved", "--json"]).output)
    assert data["data"]["recipes"] == ["`org.openrewrite.java.ChangeType` 8.89.0 (Apache-2.0)"]
