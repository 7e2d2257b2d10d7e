"""Real Maven runs on tiny projects."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reode.build.classfile import class_levels
from reode.build.fetch_maven import fetch_maven
from reode.build.jdk import find_jdks
from reode.build.maven import Maven, find_maven
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.diagnostic import Phase
from reode.facts.tally import TestStatus

PROJECTS = Path(__file__).parent / "projects"
pytestmark = [pytest.mark.e2e, pytest.mark.enable_socket]


@pytest.fixture(scope="module")
def maven(tmp_path_factory: pytest.TempPathFactory) -> Maven:
    return find_maven(PROJECTS, tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def newest() -> Jdk:
    return max((j for j in find_jdks() if j.has_compiler), key=lambda jdk: jdk.feature)


def copy(name: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(PROJECTS / name, tmp_path / name))


def kinds(outcome: BuildOutcome) -> dict[str, str]:
    return {str(d.test).rsplit("#", 1)[-1]: str(d.kind) for d in outcome.diagnostics}


def test_j05_tests_are_counted_and_their_failures_explained(
    tmp_path: Path, maven: Maven, newest: Jdk
) -> None:
    root = copy("unit", tmp_path)
    lines: list[str] = []
    outcome = maven.run(
        ["clean", "test"], root=root, jdk=newest, log=tmp_path / "log", on_line=lines.append
    )
    assert (outcome.ok, outcome.phase, outcome.exit_code) == (False, Phase.TEST, 1)
    assert outcome.tests.counts() == {"total": 6, "passed": 2, "failed": 3, "skipped": 1}
    assert kinds(outcome) == {
        "wrongExpectation": "test-assertion",
        "needsServer": "environment-connection",
        "reachesIntoTheJdk": "inaccessible-object",
    }
    environment = {r.key.method for r in outcome.tests.results if r.environment}
    assert environment == {"needsServer"}
    assert any("Building unit" in line for line in lines)
    assert {c.major for c in class_levels(root)} == {52}
    assert BuildOutcome.from_json(outcome.to_json()) == outcome


def test_jvm_options_reach_the_fork(tmp_path: Path, maven: Maven, newest: Jdk) -> None:
    root = copy("unit", tmp_path)
    outcome = maven.run(
        ["test"],
        root=root,
        jdk=newest,
        log=tmp_path / "log",
        properties={"maven.test.failure.ignore": "true", "test": "AdderTest#reachesIntoTheJdk"},
        jvm_options="--add-opens=java.base/java.lang=ALL-UNNAMED",
    )
    assert outcome.ok
    assert [(r.key.method, r.status) for r in outcome.tests.results] == [
        ("reachesIntoTheJdk", TestStatus.PASSED)
    ]


def test_a_hanging_fork_dies_with_the_build(tmp_path: Path, maven: Maven, newest: Jdk) -> None:
    root = copy("unit", tmp_path)
    outcome = maven.run(
        ["test"],
        root=root,
        jdk=newest,
        log=tmp_path / "log",
        silence=12,
        properties={"argLine": "-Dhang=true", "test": "AdderTest#hangsWhenAsked"},
    )
    assert (outcome.ended, outcome.phase) == ("silent", Phase.TEST)
    assert next(d.kind for d in outcome.diagnostics) == "timeout"
    assert not [p for p in command_lines() if str(root) in p]


def command_lines() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            found.append((entry / "cmdline").read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return found


def test_effective_models_of_a_reactor(tmp_path: Path, maven: Maven, newest: Jdk) -> None:
    models = maven.effective_poms(copy("reactor", tmp_path), newest)
    assert sorted(models) == [".", "core", "web"]
    assert b"<maven.compiler.source>8</maven.compiler.source>" in models["web"]
    assert b"<artifactId>reactor-core</artifactId>" in models["core"]


def test_the_pinned_maven_is_fetched_and_runs(tmp_path: Path, newest: Jdk) -> None:
    home = fetch_maven(tmp_path / "cache")
    maven = Maven(str(home / "bin" / "mvn"), "pinned")
    root = copy("reactor", tmp_path)
    outcome = maven.run(["validate"], root=root, jdk=newest, log=tmp_path / "log")
    assert (outcome.ok, outcome.phase) == (True, Phase.DONE)
