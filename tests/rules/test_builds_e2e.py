"""Rules proved by real builds: each tiny project fails without its rule and passes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.build.jdk import find_jdks
from reode.build.maven import Maven, find_maven
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.tally import TestStatus
from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes
from reode.rules.rule import Situation
from tests.rules.tiny_projects import PROJECTS, TinyProject

#: Enough for one failure, one package to open after another, and the proof.
_MAX_BUILDS = 6

pytestmark = pytest.mark.e2e


def _jdk(feature: int) -> Jdk:
    found = [jdk for jdk in find_jdks() if jdk.feature == feature and jdk.has_compiler]
    if not found:
        pytest.skip(f"no JDK {feature} here")
    return found[0]


def _write(root: Path, project: TinyProject) -> None:
    for path, text in project.files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


class _Run:
    """One project on one JDK: build, let the rules look, build again."""

    def __init__(self, root: Path, jdk: Jdk, maven: Maven, goals: tuple[str, ...]) -> None:
        self.root, self.jdk, self.maven, self.goals = root, jdk, maven, goals
        self.fired: list[str] = []

    def build(self) -> BuildOutcome:
        log = self.root.parent / "build.log"
        return self.maven.run(self.goals, root=self.root, jdk=self.jdk, log=log)

    def repair(self, outcome: BuildOutcome | None = None) -> bool:
        feature = self.jdk.feature
        view = ProjectView.at(self.root, jdk=feature)
        diagnostics = outcome.diagnostics if outcome else ()
        situation = Situation(view, Target(feature, feature), diagnostics)
        done = apply_deterministic_fixes(situation)
        for rule, edits in done:
            self.fired.append(rule.id)
            for edit in edits:
                (self.root / edit.path).write_bytes(edit.content or b"")
        return bool(done)


@pytest.mark.parametrize(
    ("name", "feature"),
    [(name, jdk) for name, project in sorted(PROJECTS.items()) for jdk in project.jdks],
)
def test_a_rule_makes_its_project_build(name: str, feature: int, tmp_path: Path) -> None:
    project, root = PROJECTS[name], tmp_path / name
    _write(root, project)
    run = _Run(root, _jdk(feature), find_maven(root, tmp_path / "cache"), project.goals)
    run.repair()
    outcome = run.build()
    for _ in range(_MAX_BUILDS):
        if outcome.ok or not run.repair(outcome):
            break
        outcome = run.build()
    assert outcome.ok, [d.message for d in outcome.diagnostics]
    assert {project.rule, *project.also} <= set(run.fired)
    assert outcome.tests.count(TestStatus.PASSED) == project.tests
    assert not run.repair(), "a second migration changes nothing"
