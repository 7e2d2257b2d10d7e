"""`reode migrate` around the run itself: exit codes, streams, summary, reports, notification."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from reode.cli.migrate import exit_code
from reode.errors import BuildToolError
from reode.facts.record import EndReason
from reode.facts.scorecard import Verdict
from reode.rules import level_too_low
from reode.run.migration import Migrations, Wish
from reode.run.store import RunStore
from tests.report.sample_run import RUN_ID, happenings, store_run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def played(home: Path, monkeypatch: pytest.MonkeyPatch) -> list[Wish]:
    """Let a migration play the sample run; return what was wished for."""
    wishes: list[Wish] = []

    def start(self: Migrations, wish: Wish) -> dict[str, Any]:
        wishes.append(wish)
        run = store_run(home)
        for event in happenings():
            for sink in self.sinks:
                sink.emit(event)
        record = run.record()
        assert record is not None
        return record

    monkeypatch.setattr(Migrations, "start", start)
    return wishes


@pytest.mark.parametrize(
    ("verdict", "reason", "strict", "code"),
    [
        ("migrated", "all_gates", True, 0),
        ("migrated_unproven", "not_judged", False, 0),
        ("migrated_unproven", "not_judged", True, 1),
        ("partial", "tests_failing", False, 1),
        ("gave_up", "stuck", False, 1),
        ("gave_up", "project_unreadable", False, 3),
        ("gave_up", "model_unusable", False, 4),
        ("partial", "iteration_limit", False, 124),
        ("gave_up", "time_limit", False, 124),
    ],
)
def test_j09_the_exit_code_is_one_that_ci_can_trust(
    verdict: str, reason: str, strict: bool, code: int
) -> None:
    record = {"verdict": Verdict(verdict), "reason": EndReason(reason)}
    assert exit_code(record, strict=strict) == code


def test_j09_with_json_stdout_is_one_object_and_progress_goes_to_stderr(
    reode: Any, played: list[Wish]
) -> None:
    ended = reode("migrate", ".", "--to", "25", "--json")
    assert ended.code == 0
    assert ended.data["run_id"] == RUN_ID
    assert "fixed by" in ended.err
    assert "fixed by" not in ended.out
    assert played == [Wish(".", 25, 25)]


def test_the_summary_ends_with_run_id_and_next_command(reode: Any, played: list[Wish]) -> None:
    ended = reode("migrate", ".", "--to", "25", "--strict")
    assert ended.code == 1
    assert ended.out.splitlines()[-1] == f"run {RUN_ID} · next: git merge reode/{RUN_ID}"
    assert ended.err.splitlines()[0].endswith("uncommitted changes stay out: notes.txt")


def test_quiet_prints_the_verdict_and_the_way_on(reode: Any, played: list[Wish]) -> None:
    ended = reode("migrate", ".", "--to", "25", "-q")
    assert len(ended.out.splitlines()) == 3
    assert ended.out.startswith("migrated_unproven")


def test_reports_are_written_into_the_folder_of_the_run(
    reode: Any, home: Path, played: list[Wish]
) -> None:
    reode("migrate", ".", "--to", "25")
    folder = RunStore(home).place(RUN_ID).folder
    assert {p.name for p in folder.glob("report.*")} == {"report.md", "report.html", "report.json"}


def test_a_command_is_notified_with_json_on_its_stdin(
    reode: Any, played: list[Wish], tmp_path: Path
) -> None:
    told = tmp_path / "told.json"
    assert reode("migrate", ".", "--to", "25", "--notify", f"cat > '{told}'").code == 0
    message = json.loads(told.read_text())
    assert message["run_id"] == RUN_ID
    assert message["verdict"] == "migrated_unproven"


def test_a_failing_notification_is_said_and_changes_nothing(reode: Any, played: list[Wish]) -> None:
    ended = reode("migrate", ".", "--to", "25", "--notify", "exit 7")
    assert ended.code == 0
    assert "--notify ended with 7" in ended.err


def test_an_error_in_the_middle_names_the_command_that_goes_on(
    reode: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(self: Migrations, wish: Wish) -> dict[str, Any]:
        for event in happenings()[:4]:
            self.sinks[0].emit(event)
        raise BuildToolError("Maven vanished")

    monkeypatch.setattr(Migrations, "start", start)
    ended = reode("migrate", ".", "--to", "25")
    assert ended.code == 3
    assert f"`reode resume {RUN_ID}`" in ended.err.splitlines()[-1]


@pytest.mark.e2e
def test_rules_of_ones_own_are_checked_before_there_is_a_run(
    reode: Any, played: list[Wish], tmp_path: Path, home: Path
) -> None:
    folder = tmp_path / "rules"
    missing = reode("migrate", ".", "--to", "21", "--rules", folder)
    assert missing.code == 2
    folder.mkdir()
    assert reode("migrate", ".", "--to", "21", "--rules", folder).code == 2
    own = Path(level_too_low.__file__).read_text(encoding="utf-8")
    (folder / "own_level.py").write_text(own, encoding="utf-8")
    assert reode("migrate", ".", "--to", "21", "--rules", folder).code == 0
    assert played[-1].rules_folder == str(folder)
    (folder / "bad.py").write_text("def (:\n")
    assert reode("migrate", ".", "--to", "21", "--rules", folder).code == 2
    assert len(played) == 1


def test_the_smallest_change_is_asked_for_by_flag_or_variable(
    reode: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def start(self: Migrations, wish: Wish) -> dict[str, Any]:
        seen.append(self.settings.minimise)
        raise BuildToolError("enough")

    monkeypatch.setattr(Migrations, "start", start)
    reode("migrate", ".", "--to", "21")
    reode("migrate", ".", "--to", "21", "--minimise")
    monkeypatch.setenv("REODE_MINIMISE", "true")
    reode("migrate", ".", "--to", "21")
    assert seen == [False, True, True]


def test_j09_ctrl_c_ends_after_the_step_and_resume_finishes(tmp_path: Path) -> None:
    """Interrupt a real run, look at it from outside, resume it, and read the result."""
    place = tmp_path / "repo"
    shutil.copytree(ROOT / "e2e_projects" / "payroll-plain", place)
    for command in ("init -q -b main", "add -A", "-c user.name=t -c user.email=t@t commit -qm s"):
        subprocess.run(["git", *command.split()], cwd=place, check=True)
    (place / "notes.txt").write_text("not committed")
    environment = _environment(tmp_path / "home")

    def call(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "reode", *words]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=600
        )

    command = [sys.executable, "-m", "reode", "migrate", str(place), "--to", "17", "--no-llm"]
    run = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert run.stderr is not None
    assert "notes.txt" in run.stderr.readline()
    for line in run.stderr:
        if "baseline: mvn" in line:
            break
    run.send_signal(signal.SIGINT)
    rest = run.stderr.read()
    assert run.wait(300) == 130
    assert "stopping after the current step" in rest
    assert "reode resume" in rest.splitlines()[-1]
    run.stderr.close()
    assert json.loads(call("runs", "--json").stdout)["data"]["runs"][0]["status"] == "interrupted"
    resumed = call("resume", "latest", "--json")
    assert resumed.returncode == 0, resumed.stderr
    data = json.loads(resumed.stdout)["data"]
    assert data["verdict"].startswith("migrated")
    assert "goes on" in resumed.stderr
    assert len(json.loads(call("history", "latest", "--json").stdout)["data"]["checkpoints"]) > 6


def _environment(home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("REODE_")}
    return kept | {"REODE_HOME": str(home), "PYTHONPATH": str(ROOT)}


@pytest.mark.e2e
def test_j09_twice_ctrl_c_ends_at_once(tmp_path: Path) -> None:
    environment = _environment(tmp_path / "home")
    place = tmp_path / "plain"
    shutil.copytree(ROOT / "e2e_projects" / "payroll-plain", place)
    command = [sys.executable, "-m", "reode", "migrate", str(place), "--to", "17", "--no-llm"]
    run = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert run.stderr is not None
    for line in run.stderr:
        if "baseline: mvn" in line:
            break
    for _ in range(2):
        run.send_signal(signal.SIGINT)
        time.sleep(0.3)
    start = time.monotonic()
    assert run.wait(30) == 130
    assert time.monotonic() - start < 10
    run.stderr.close()
