"""Rules are found because their file is there, and malformed ones are refused."""

from pathlib import Path

import pytest

from reode.errors import RuleError
from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes, detect_fix_patterns
from reode.rules.cases import check_case, diagnostic
from reode.rules.discovery import find_rules, parse_doc, rule_by_id
from reode.rules.rule import Situation, When

ROOT = Path(__file__).resolve().parents[2]
_DOC = '"""Title.\n\nSymptom: s.\nCause: c\n    goes on.\nSource: https://x.org\n"""\n'
_RULE = """\
from reode.rules.cases import keeps, pom
from reode.rules.rule import Rule, When

rule = Rule(find=lambda situation: [], when=When.CERTAIN)
CASES = [keeps(pom(), title="nothing")]
"""


def _write(folder: Path, name: str, text: str) -> Path:
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def _worked_example(number: int) -> str:
    page = (ROOT / "docs/adding-a-rule.md").read_text(encoding="utf-8")
    return page.split("```python\n")[number].split("```")[0]


def test_every_module_with_a_rule_is_found_in_order() -> None:
    rules = find_rules()
    assert len(rules) >= 25
    assert [(r.order, r.id) for r in rules] == sorted((r.order, r.id) for r in rules)
    files = {path.stem for path in (ROOT / "reode/rules").glob("*.py")}
    assert {rule.id for rule in rules} <= files


def test_a_diagnosed_rule_names_the_kinds_it_waits_for() -> None:
    assert all(rule.kinds for rule in find_rules() if rule.when is When.DIAGNOSED)


def test_kinds_are_names_of_the_taxonomy() -> None:
    from reode.build.kinds import Kind

    known = {str(kind) for kind in Kind}
    assert {kind for rule in find_rules() for kind in rule.kinds} <= known


def test_a_users_folder_is_loaded_only_when_asked(tmp_path: Path) -> None:
    folder = _write(tmp_path, "mine", _DOC + _RULE)
    assert "mine" in {rule.id for rule in find_rules(folder)}
    assert "mine" not in {rule.id for rule in find_rules()}


@pytest.mark.parametrize(("number", "name"), [(1, "debug_level_refused"), (2, "acme_client_moved")])
def test_the_worked_examples_of_the_guide_are_rules_that_hold(
    number: int, name: str, tmp_path: Path
) -> None:
    rule = rule_by_id(name, _write(tmp_path, name, _worked_example(number)))
    assert len(rule.cases) >= 2
    assert not any(check_case(rule, case) for case in rule.cases)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('"""Only a title."""\n' + _RULE, "lacks Symptom"),
        (_DOC + _RULE.replace('keeps(pom(), title="nothing")', ""), "no case"),
        (_DOC + "x = 1\n", "has no `rule`"),
        (_DOC + "1 / 0\n", "can't be loaded"),
    ],
)
def test_a_malformed_rule_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        find_rules(_write(tmp_path, "mine", text))


def test_a_user_may_not_take_the_id_of_another_rule(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="id of another"):
        find_rules(_write(tmp_path, "level_too_low", _DOC + _RULE))


def test_an_unknown_rule_is_an_error_of_the_user() -> None:
    with pytest.raises(RuleError, match="no_such_rule"):
        rule_by_id("no_such_rule")


def test_a_docstring_is_split_into_its_parts() -> None:
    doc = parse_doc(_DOC.strip('"\n'))
    assert doc == {
        "Title": "Title.",
        "Symptom": "s.",
        "Cause": "c goes on.",
        "Source": "https://x.org",
    }


_POM = b"""<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId>
  <artifactId>a</artifactId>
  <version>1</version>
  <packaging>war</packaging>
</project>
"""


def test_j06_rules_build_on_each_other_and_come_to_rest() -> None:
    view = ProjectView.of({"pom.xml": _POM}, jdk=25)
    done = apply_deterministic_fixes(Situation(view, Target(25, 25)))
    assert [rule.id for rule, _ in done] == ["level_too_low", "plugin_too_old"]
    for _, edits in done:
        view = view.with_edits(edits)
    assert b"3.4.0" in view.read("pom.xml")
    assert b"maven.compiler.source" in view.read("pom.xml")
    assert apply_deterministic_fixes(Situation(view, Target(25, 25))) == []


def test_patterns_are_detected_without_changing_anything() -> None:
    view = ProjectView.of({"pom.xml": _POM}, jdk=17)
    found = detect_fix_patterns(Situation(view, Target(17, 17)))
    assert [rule.id for rule, _ in found] == ["level_too_low", "plugin_too_old"]
    assert view.read("pom.xml") == _POM


def test_a_diagnosed_rule_sleeps_until_its_diagnostic() -> None:
    rule = rule_by_id("inaccessible_object")
    view = ProjectView.of({"pom.xml": _POM})
    evidence = {"module": "java.base", "package": "java.lang", "verb": "opens"}
    told = (diagnostic("inaccessible-object", evidence=evidence),)
    assert not rule.is_awake(Situation(view, Target(17, 17)))
    assert rule.is_awake(Situation(view, Target(17, 17), told))
    assert not rule.is_awake(Situation(view, Target(11, 11), told))


def test_a_root_pom_that_maven_cannot_read_breaks_no_rule() -> None:
    view = ProjectView.of({"pom.xml": b"<project><a></project>", ".mvn/jvm.config": b"-d64\n"})
    told = tuple(diagnostic(kind) for rule in find_rules() for kind in rule.kinds)
    found = detect_fix_patterns(Situation(view, Target(17, 17), told))
    assert [rule.id for rule, _ in found] == ["jvm_config_dead_option"]


def test_diagnostics_without_any_detail_break_no_rule() -> None:
    view = ProjectView.of({"pom.xml": _POM})
    told = tuple(diagnostic(kind) for rule in find_rules() for kind in rule.kinds)
    for rule, edits in detect_fix_patterns(Situation(view, Target(25, 25), told)):
        assert all(edit.content for edit in edits), rule.id


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import sys\nsys.exit(0)\n", "ends the program"),
        (_DOC + _RULE + "CASES = 5\n", "no list of cases"),
        (_DOC + _RULE + "CASES = [*CASES, 5]\n", "no list of cases"),
        (_DOC + _RULE.replace("CERTAIN)", 'CERTAIN, order="a")'), "whole number"),
        (_DOC + _RULE.replace("find=lambda situation: []", "find=None"), "function `find`"),
        (_DOC + _RULE.replace("when=When.CERTAIN", 'when="soon"'), "a When"),
    ],
)
def test_a_clumsy_file_is_refused_with_what_to_do(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(RuleError, match=says) as caught:
        find_rules(_write(tmp_path, "mine", text))
    assert "--rules" in caught.value.hint


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    """Whoever names the wrong folder must not believe that the rules were asked."""
    with pytest.raises(RuleError, match="holds no rule"):
        find_rules(tmp_path)
