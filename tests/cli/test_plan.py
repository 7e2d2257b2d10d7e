"""`reode plan` and `migrate --plan`: what is shown, that nothing changes, what a plan can say."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from reode.cli.options import checked_level
from reode.cli.plan_file import wish_of
from reode.errors import UsageError
from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.run.planning import find_plan
from reode.run.reach import find_reach
from reode.run.store import RunStore

POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>1.7</maven.compiler.source>
    <maven.compiler.target>1.7</maven.compiler.target>
    <spring>5.2.4.RELEASE</spring>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.springframework</groupId>
      <artifactId>spring-core</artifactId>
      <version>${spring}</version>
    </dependency>
  </dependencies>
</project>
"""


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit of fixed id, and an uncommitted file."""
    root = tmp_path / "shop"
    root.mkdir()
    (root / "pom.xml").write_text(POM.replace("\n", "\r\n"), newline="")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_DATE", "2026-03-04T12:00:00Z")
        monkeypatch.setenv(f"GIT_{name}_NAME", "t")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "t@localhost")
    for command in ("init -q -b main", "add -A", "-c core.autocrlf=false commit -q -m start"):
        subprocess.run(["git", *command.split()], cwd=root, check=True)
    (root / "notes.txt").write_text("not committed")
    return root


def _state(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_j07_plan_shows_chain_diff_and_what_is_uncertain(
    reode: Any, shop: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shop)
    shown = reode("plan", ".", "--to", "25").out
    assert shown == snapshot
    assert shown.splitlines()[0].startswith("note: HEAD is planned")


def test_j07_plan_changes_nothing(reode: Any, shop: Path) -> None:
    before = _state(shop)
    assert reode("plan", shop, "--to", "25").code == 0
    assert _state(shop) == before


def test_the_diff_of_a_plan_applies_to_the_tree_and_keeps_line_ends(home: Path, shop: Path) -> None:
    plan = find_plan(str(shop), Target(25, 25), RunStore(home))
    for step in plan.steps:
        subprocess.run(["git", "apply", "-"], input=step.diff.encode(), cwd=shop, check=True)
    text = (shop / "pom.xml").read_bytes()
    assert b"<maven.compiler.source>25<" in text
    assert text.count(b"\n") == text.count(b"\r\n")


def test_j11_the_level_says_what_is_reached_and_what_the_next_costs(shop: Path) -> None:
    reach = find_reach(ProjectView.at(shop), Target(25, 25))
    assert reach.highest == 21  # Spring 5.3 reads class files up to 65
    assert reach.next_level == 22
    (needed,) = reach.next_limits
    assert (needed.artifact, needed.used) == ("org.springframework:spring-core", "5.2.4.RELEASE")
    assert needed.next_version.startswith("6.")
    assert find_reach(ProjectView.at(shop), Target(25, 17)).limits == ()


def test_j11_a_project_without_readers_of_class_files_reaches_everything() -> None:
    view = ProjectView.of({"pom.xml": POM.replace("spring-core", "nothing")})
    reach = find_reach(view, Target(25, 25))
    assert (reach.highest, reach.next_level) == (25, None)


def _saved(reode: Any, shop: Path, place: Path) -> dict[str, Any]:
    assert reode("plan", shop, "--to", "25", "--release", "21", "--save", place).code == 0
    data: dict[str, Any] = json.loads(place.read_text())
    return data


def test_a_removed_step_stays_removed(reode: Any, shop: Path, tmp_path: Path) -> None:
    place = tmp_path / "plan.json"
    data = _saved(reode, shop, place)
    assert "level_too_low" in data["offered"]
    data["steps"] = [step for step in data["steps"] if step["step"] != "level_too_low"]
    place.write_text(json.dumps(data))
    wish = wish_of(str(shop), None, None, place, use_models=False, check=checked_level)
    assert (wish.jdk, wish.release) == (25, 21)
    assert wish.removed_steps == ("level_too_low",)


def test_an_untouched_plan_removes_nothing_and_json_output_is_a_plan_too(
    reode: Any, shop: Path, tmp_path: Path
) -> None:
    place = tmp_path / "plan.json"
    _saved(reode, shop, place)
    wish = wish_of(str(shop), 25, None, place, use_models=True, check=checked_level)
    assert wish.removed_steps == ()
    place.write_text(reode("plan", shop, "--to", "25", "--json").out)
    assert wish_of(str(shop), None, None, place, use_models=True, check=checked_level).jdk == 25


def test_a_step_written_into_a_plan_is_an_error(reode: Any, shop: Path, tmp_path: Path) -> None:
    place = tmp_path / "plan.json"
    data = _saved(reode, shop, place)
    data["steps"].append({"step": "lombok_too_old"})
    place.write_text(json.dumps(data))
    with pytest.raises(UsageError, match="was not offered"):
        wish_of(str(shop), None, None, place, use_models=False, check=checked_level)


def test_sarif_has_a_result_for_every_step_and_file(reode: Any, shop: Path, tmp_path: Path) -> None:
    place = tmp_path / "plan.sarif"
    assert reode("plan", shop, "--to", "25", "--sarif", place).code == 0
    log = json.loads(place.read_text())
    jsonschema.validate(log, _SARIF)
    (run,) = log["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert run["results"]
    assert {result["ruleId"] for result in run["results"]} <= known
    place_of_first = run["results"][0]["locations"][0]["physicalLocation"]
    assert place_of_first["artifactLocation"]["uri"] == "pom.xml"
    assert place_of_first["region"]["startLine"] == 7  # the first level in the pom


#: The parts of SARIF 2.1.0 that a reader can't do without.
_SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "tool": {"required": ["driver"]},
                    "results": {
                        "items": {
                            "required": ["message"],
                            "properties": {"level": {"enum": ["none", "note", "warning", "error"]}},
                        }
                    },
                },
            },
        },
    },
}
