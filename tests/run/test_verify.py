"""`reode verify` with real Maven builds, and what surrounds the comparison."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from reode.cli import verify as command
from reode.errors import UsageError
from reode.facts.target import Target
from reode.project.git import Git
from reode.project.tree_copy import copy_tree, uncommitted
from reode.run.build_products import read_archives, read_coverage
from reode.run.machine import find_machine
from reode.run.verify import VerifyRequest, Workshop, verify
from reode.settings import Settings

PAYROLL = Path(__file__).parents[2] / "e2e_projects" / "payroll-plain"
TEST = "src/test/java/com/example/payroll/TaxClassTest.java"
Run = Callable[..., Result]


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("REODE_HOME", str(tmp_path / "home"))
    app = typer.Typer()
    app.callback()(lambda: None)
    for one in command.COMMANDS:
        one.mount(app)

    def run(base: Path, migrated: Path, *flags: str) -> Result:
        arguments = ["verify", "--base", str(base), "--migrated", str(migrated), *flags]
        return CliRunner().invoke(app, arguments)

    return run


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small real project with one test that needs a server nobody runs."""
    folder = tmp_path_factory.mktemp("payroll") / "base"
    shutil.copytree(PAYROLL, folder)
    place = folder / "src/test/java/com/example/payroll/ServerTest.java"
    place.write_text(
        dedent("""\
        package com.example.payroll;

        import org.junit.Test;

        public class ServerTest {
            @Test
            public void answers() throws Exception {
                new java.net.Socket("127.0.0.1", 1).close();
            }
        }
        """),
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def baseline(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stored outcome of one real build of the base."""
    home = tmp_path_factory.mktemp("baseline")
    machine = find_machine(base, Target(17, 17), Settings(), home / "cache")
    copy_tree(base, home / "copy")
    outcome = machine.maven.run(
        ["clean", "verify"],
        root=home / "copy",
        jdk=machine.jdk,
        log=home / "log",
        properties={"maven.test.failure.ignore": "true"},
    )
    assert outcome.ok
    path = home / "baseline.json"
    path.write_text(json.dumps(outcome.to_json()), encoding="utf-8")
    return path


def _migrated(base: Path, folder: Path, *, level: str = "17") -> Path:
    shutil.copytree(base, folder)
    _change(folder / "pom.xml", ".source>1.7<", f".source>{level}<")
    _change(folder / "pom.xml", ".target>1.7<", f".target>{level}<")
    return folder


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _data(result: Result) -> dict[str, Any]:
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    data: dict[str, Any] = json.loads(result.stdout)["data"]
    return data


def _gate(data: dict[str, Any], name: str) -> dict[str, Any]:
    gate: dict[str, Any] = next(g for g in data["gates"] if g["id"] == name)
    return gate


def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(str(path.relative_to(folder)).encode() + path.read_bytes())
    return digest.hexdigest()


@pytest.mark.e2e
def test_j05_an_honest_migration_with_both_builds(
    run_command: Run, base: Path, tmp_path: Path
) -> None:
    migrated = _migrated(base, tmp_path / "migrated")
    before = _hash(base), _hash(migrated)

    result = run_command(base, migrated, "--to", "17", "--criteria", "migrationbench", "--json")

    data = _data(result)
    assert result.exit_code == 0
    assert data["answer"] == "passed_unproven"
    assert {g["id"] for g in data["gates"] if g["status"] == "failed"} == set()
    assert _gate(data, "build")["status"] == "unknown"
    assert "ServerTest" in _gate(data, "build")["proofs"][0]["text"]
    assert _gate(data, "level")["detail"].startswith("all ")
    assert (data["builds"], data["tests"]["before"]) == (2, data["tests"]["after"])
    assert [c["holds"] for c in data["migrationbench"]] == [False, True, True, True, False]
    assert (_hash(base), _hash(migrated)) == before


@pytest.mark.e2e
def test_j05_the_report_fits_one_screen_and_strict_fails_the_unproven(
    run_command: Run, base: Path, baseline: Path, tmp_path: Path
) -> None:
    migrated = _migrated(base, tmp_path / "migrated")
    flags = ("--to", "17", "--baseline", str(baseline), "--strict")

    result = run_command(base, migrated, *flags)

    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("passed_unproven  Java 17, class files 17; 1 build")
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 170


def _keep_the_old_level(tree: Path) -> None:
    _change(tree / "pom.xml", ".source>17<", ".source>8<")
    _change(tree / "pom.xml", ".target>17<", ".target>8<")


def _delete_a_test(tree: Path) -> None:
    (tree / TEST).unlink()


def _ignore_a_test(tree: Path) -> None:
    _change(tree / TEST, "    @Test\n", "    @Test @org.junit.Ignore\n")


def _skip_by_a_profile(tree: Path) -> None:
    profile = (
        "<profiles><profile><id>x</id><activation><property><name>!never</name></property>"
        "</activation><properties><skipTests>true</skipTests></properties></profile></profiles>"
    )
    _change(tree / "pom.xml", "</project>", f"{profile}</project>")


def _break_the_code(tree: Path) -> None:
    _change(tree / "src/main/java/com/example/payroll/Money.java", "class Money", "class Money {")


def _leave_the_machine(tree: Path) -> None:
    _change(tree / TEST, "    @Test\n", "    static { System.exit(0); }\n    @Test\n")


def _exclude_from_compilation(tree: Path) -> None:
    plugin = (
        "<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration>"
        "<testExcludes><testExclude>**/TaxClassTest.java</testExclude></testExcludes>"
        "</configuration></plugin></plugins></build>"
    )
    _change(tree / "pom.xml", "</project>", f"{plugin}</project>")


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("cheat", "gates"),
    [
        (_keep_the_old_level, {"level"}),
        (_delete_a_test, {"level", "tests-kept", "tests-honest"}),
        (_ignore_a_test, {"tests-kept", "tests-honest"}),
        (_skip_by_a_profile, {"build", "tests-kept"}),
        (_break_the_code, {"build", "level", "tests-kept"}),
        (_leave_the_machine, {"tests-kept", "tests-honest"}),
        (_exclude_from_compilation, {"build", "level", "tests-kept"}),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
def test_j05_a_real_build_shows_the_cheat(
    *,
    run_command: Run,
    base: Path,
    baseline: Path,
    tmp_path: Path,
    cheat: Callable[[Path], None],
    gates: set[str],
) -> None:
    migrated = _migrated(base, tmp_path / "migrated")
    cheat(migrated)

    result = run_command(base, migrated, "--to", "17", "--baseline", str(baseline), "--json")

    data = _data(result)
    assert (result.exit_code, data["answer"]) == (1, "failed")
    assert gates <= {g["id"] for g in data["gates"] if g["status"] == "failed"}


@pytest.mark.e2e
def test_j05_without_a_baseline_the_sources_are_the_measure(
    run_command: Run, base: Path, tmp_path: Path
) -> None:
    stored = tmp_path / "baseline.json"
    stored.write_text("null", encoding="utf-8")
    migrated = _migrated(base, tmp_path / "migrated")

    data = _data(run_command(base, migrated, "--to", "17", "--baseline", str(stored), "--json"))

    assert data["answer"] == "passed_unproven"
    kept = _gate(data, "tests-kept")
    assert kept["status"] == "unknown"
    assert kept["detail"].startswith("no baseline: 8 of 8 test methods")
    assert any("nothing builds before" in note for note in data["notes"])


def test_j05_a_folder_without_a_pom_is_a_usage_error(tmp_path: Path) -> None:
    request = VerifyRequest(tmp_path, tmp_path, Target(17, 17))

    with pytest.raises(UsageError, match=r"no pom\.xml"):
        verify(request, Workshop.__new__(Workshop))


def test_j05_a_damaged_baseline_or_map_is_a_usage_error(
    run_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "_workshop", lambda *_, **__: None)
    (tmp_path / "pom.xml").write_text("<project/>", encoding="utf-8")
    damaged = tmp_path / "x.json"
    damaged.write_text("[1", encoding="utf-8")

    for flag in ("--renames", "--baseline"):
        result = run_command(tmp_path, tmp_path, "--to", "17", flag, str(damaged))
        assert isinstance(result.exception, UsageError)


def test_j05_a_copy_holds_neither_output_nor_ignored_files_but_packages_named_target(
    tmp_path: Path,
) -> None:
    tree = tmp_path / "tree"
    for path in ("pom.xml", "target/x.jar", "src/main/java/target/A.java", "out.log", ".gitignore"):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text("*.log\ntarget/*.jar\n", encoding="utf-8")

    copy_tree(tree, tmp_path / "plain")
    Git.create(tree).close()
    copy_tree(tree, tmp_path / "cloned")

    assert not (tmp_path / "plain/target").exists()
    assert (tmp_path / "plain/src/main/java/target/A.java").exists()
    assert not (tmp_path / "cloned/out.log").exists()
    assert (tmp_path / "cloned/src/main/java/target/A.java").exists()


def test_j05_uncommitted_work_stands_out_unless_it_is_the_whole_migration(tmp_path: Path) -> None:
    base, migrated = tmp_path / "base", tmp_path / "migrated"
    for folder in (base, migrated):
        folder.mkdir()
        (folder / "pom.xml").write_text("<project/>", encoding="utf-8")
    git = Git.create(migrated)
    git.run("add", "-A")
    git.run("commit", "-q", "-m", "start")
    (migrated / "pom.xml").write_text("<project></project>", encoding="utf-8")

    assert uncommitted(migrated, base) == ()
    assert uncommitted(base, base) is None
    git.run("commit", "-q", "-a", "-m", "migrated")
    (migrated / "notes.txt").write_text("x", encoding="utf-8")
    (migrated / "pom.xml").write_text("<project> </project>", encoding="utf-8")
    assert uncommitted(migrated, base) == ("notes.txt", "pom.xml")
    git.close()


def test_j05_coverage_and_archives_are_read_from_what_the_build_left(tmp_path: Path) -> None:
    report = tmp_path / "core/target/site/jacoco/jacoco.xml"
    report.parent.mkdir(parents=True)
    (tmp_path / "core/pom.xml").write_text("<project/>", encoding="utf-8")
    report.write_text(
        '<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd"><report name="x">'
        '<counter type="LINE" missed="25" covered="75"/></report>',
        encoding="utf-8",
    )
    (tmp_path / "core/target/core-1.0-SNAPSHOT.jar").write_bytes(b"no zip")
    (tmp_path / "core/target/core-1.0-SNAPSHOT-sources.jar").write_bytes(b"no zip")

    coverage = read_coverage(tmp_path)

    assert coverage is not None
    assert coverage.percent == 75.0
    assert set(read_archives(tmp_path)) == {"core/core.jar", "core/core-sources.jar"}
