"""J01: every sample project is migrated by rules alone, and the result stands outside REODE."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from reode.build.classfile import class_levels
from reode.build.environment import clean_environment
from reode.build.jdk import choose_jdk, find_jdks
from reode.build.maven import find_maven
from reode.build.reports import read_tests
from reode.errors import JdkMissingError
from reode.facts.build import Jdk
from reode.facts.tally import TestStatus
from reode.facts.target import Target

pytestmark = pytest.mark.e2e

SAMPLES = Path(__file__).resolve().parents[2] / "e2e_projects"
MANIFEST = tomllib.loads((SAMPLES / "manifest.toml").read_text(encoding="utf-8"))
PROJECTS: dict[str, dict[str, Any]] = {p["name"]: p for p in MANIFEST["project"]}
RUNS = [(name, target) for name, p in PROJECTS.items() for target in p["targets"]]
#: A migration may touch more lines than one by hand, but not many.
LINES_FACTOR = 1.5


def _jdk(target: int) -> Jdk:
    try:
        return choose_jdk(find_jdks(), Target(target, target))
    except JdkMissingError:
        pytest.skip(f"no JDK for Java {target} on this machine")


def _repository(name: str, folder: Path) -> Path:
    shutil.copytree(SAMPLES / name, folder)
    for command in (["init", "-q", "-b", "main"], ["add", "-A", "-f"], ["commit", "-qm", "first"]):
        identity = [
            "-c",
            "user.name=T",
            "-c",
            "user.email=t@localhost",
            "-c",
            "core.autocrlf=false",
        ]
        subprocess.run(["git", *identity, *command], cwd=folder, check=True)
    return folder


def reode(*arguments: str, home: Path) -> tuple[int, dict[str, Any]]:
    """Run the command line as a user does; return exit code and `data` (or `error`)."""
    done = subprocess.run(
        [sys.executable, "-m", "reode", *arguments, "--json"],
        env={**os.environ, "REODE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    envelope = json.loads(done.stdout)
    return done.returncode, envelope.get("data") or envelope["error"]


@pytest.mark.parametrize(("name", "target"), RUNS, ids=[f"{n}-{t}" for n, t in RUNS])
def test_j01_j05_j06_rules_alone_migrate_the_sample(name: str, target: int, tmp_path: Path) -> None:
    jdk, project = _jdk(target), PROJECTS[name]
    repository = _repository(name, tmp_path / "user")
    code, data = reode(
        "migrate", str(repository), "--to", str(target), "--no-llm", home=tmp_path / "home"
    )
    assert data.get("verdict") in _right_verdicts(project), json.dumps(data, indent=1)[:6000]
    assert code == 0
    assert data["llm_calls"] == 0
    assert data["maven_runs"] <= 4 + _opens(data)
    assert data["changed_lines"] <= LINES_FACTOR * project["hand_lines"] + 2
    _check_outside(Path(data["worktree"]), jdk, target, project["tests"][str(target)])


def _right_verdicts(project: dict[str, Any]) -> set[str]:
    """The manifest names the weakest verdict that is right; a stronger one is right too."""
    return {"migrated", project["verdict"]}


def _opens(data: dict[str, Any]) -> int:
    return sum("inaccessible_object" in t["by"] for t in data["transforms"])


def _check_outside(tree: Path, jdk: Jdk, target: int, tests: int) -> None:
    """Build the result with plain Maven, and count tests and class-file levels."""
    maven = find_maven(tree, tree.parent / "cache")
    done = subprocess.run(
        [maven.program, "-B", "-q", "clean", "test"],
        cwd=tree,
        env=clean_environment({"JAVA_HOME": jdk.home}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert read_tests(tree).count(TestStatus.PASSED) == tests
    levels = {f.major for f in class_levels(tree)}
    assert levels == {target + 44}


@pytest.mark.parametrize("name", ["payroll-plain", "claims-jaxb"])
def test_a_second_migration_changes_nothing(name: str, tmp_path: Path) -> None:
    _jdk(17)
    repository, home = _repository(name, tmp_path / "user"), tmp_path / "home"
    _, first = reode("migrate", str(repository), "--to", "17", home=home)
    subprocess.run(["git", "merge", "-q", first["branch"]], cwd=repository, check=True)
    code, second = reode("migrate", str(repository), "--to", "17", home=home)
    assert (code, second["verdict"]) == (0, "migrated")
    assert second["head_commit"] == second["base_commit"]
    assert second["changed_lines"] == 0


def test_j03_the_checkout_stays_and_undo_takes_everything_back(tmp_path: Path) -> None:
    _jdk(17)
    repository, home = _repository("payroll-plain", tmp_path / "user"), tmp_path / "home"
    (repository / "notes.txt").write_text("not committed")
    status = ["git", "status", "--porcelain", "--branch"]
    before = subprocess.run(status, cwd=repository, capture_output=True, check=True).stdout
    _, data = reode("migrate", str(repository), "--to", "17", home=home)
    assert subprocess.run(status, cwd=repository, capture_output=True, check=True).stdout == before
    log = ["git", "log", "--format=%(trailers:key=Reode-Rule,valueonly)", data["branch"], "-1"]
    assert subprocess.run(
        log, cwd=repository, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert reode("undo", data["run_id"], home=home)[0] == 0
    refs = ["git", "for-each-ref", "--format=%(refname)"]
    left = subprocess.run(refs, cwd=repository, capture_output=True, text=True, check=True).stdout
    assert left.split() == ["refs/heads/main"]
    assert not Path(data["worktree"]).exists()
