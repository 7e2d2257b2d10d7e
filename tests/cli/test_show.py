"""`show`, `log`, `runs`, `history` and `report` on stored runs, as people and programs see them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from reode.cli.prompts import call_lines
from reode.cli.terminal import plain
from reode.llm.messages import Message, Request, Role, Text, ToolCall, ToolResult
from reode.llm.transcript import message_to_json, request_to_json
from reode.run.store import RunStore
from tests.report.sample_run import RUN_ID, happenings, log_lines, store_run


def _without_home(text: str, home: Path) -> str:
    return text.replace(str(home), "HOME")


def test_j09_show_of_a_finished_run(reode: Any, home: Path, snapshot: SnapshotAssertion) -> None:
    store_run(home)
    ended = reode("show", "latest")
    assert ended.code == 0
    assert _without_home(ended.out, home) == snapshot
    assert ended.out.splitlines()[-1].startswith(f"run {RUN_ID} · next: git merge")


def test_j09_log_of_a_finished_run(reode: Any, home: Path, snapshot: SnapshotAssertion) -> None:
    store_run(home)
    assert reode("log", RUN_ID).out == snapshot
    assert len(reode("log", RUN_ID, "-v").out.splitlines()) == len(happenings()) + 1


def test_report_is_written_in_three_forms(
    reode: Any, home: Path, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    store_run(home)
    assert reode("report", "latest").out == snapshot
    page = tmp_path / "run.html"
    assert reode("report", "latest", "--format", "html", "-o", page).code == 0
    assert page.read_text().startswith("<!doctype html>")
    data = json.loads(reode("report", "latest", "--format", "json").out)
    assert data["run_id"] == RUN_ID


def test_j09_a_killed_run_is_shown_as_interrupted_with_the_command_that_resumes_it(
    reode: Any, home: Path
) -> None:
    store_run(home, events=happenings()[:14], finished=False)
    resume = f"reode resume {RUN_ID}"
    for command in (("show", "latest"), ("log", "latest"), ("runs",)):
        ended = reode(*command)
        assert ended.code == 0
        assert "interrupted" in ended.out
        assert ended.out.splitlines()[-1].endswith(resume)
    assert "6 errors" not in reode("show", "latest").out
    assert reode("runs", "--json").data["runs"][0]["status"] == "interrupted"


def test_j09_a_run_of_another_process_is_running_and_log_f_shows_its_events_within_a_second(
    home: Path, reode: Any, request: pytest.FixtureRequest
) -> None:
    run = store_run(home, events=happenings()[:5], finished=False)
    lines = list(log_lines())[5:]
    seen: list[tuple[float, str]] = []
    with run.locked():
        assert reode("runs", "--json").data["runs"][0]["status"] == "running"
        follower = subprocess.Popen(
            [sys.executable, "-u", "-m", "reode", "log", RUN_ID, "-f", "--json"],
            stdout=subprocess.PIPE,
            text=True,
        )
        request.addfinalizer(lambda: (follower.kill(), follower.wait()))
        assert follower.stdout is not None
        stream = follower.stdout
        reader = threading.Thread(
            target=lambda: seen.extend((time.monotonic(), line) for line in stream)
        )
        reader.start()
        _wait(lambda: len(seen) == 5)
        written = []
        for line in (lines[0], lines[-1]):
            with run.event_log.open("a") as log:
                log.write(json.dumps(line) + "\n")
            written.append(time.monotonic())
            _wait(lambda: len(seen) == 5 + len(written))
        reader.join(5)
        assert follower.wait(5) == 0
        stream.close()
    delays = [seen[5 + n][0] - moment for n, moment in enumerate(written)]
    assert max(delays) < 1.0
    assert json.loads(seen[-1][1])["event"] == "run-finished"


def _wait(condition: Any) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def test_a_half_written_last_line_is_passed_over(reode: Any, home: Path) -> None:
    run = store_run(home, events=happenings()[:4], finished=False)
    with run.event_log.open("ab") as log:
        log.write(b'{"schema_version": 1, "event": "no')
    assert len(reode("log", "latest", "--json").data["events"]) == 4


def test_show_names_what_a_node_did_in_a_round(reode: Any, home: Path) -> None:
    store_run(home)
    events = reode("show", RUN_ID, "--node", "validate", "--iteration", "1", "--json").data[
        "events"
    ]
    assert [e["event"] for e in events] == [
        "node-started", "build-started", "build-progress", "build-finished", "node-finished",
    ]  # fmt: skip
    wrong = reode("show", RUN_ID, "--node", "frob")
    assert wrong.code == 2
    assert "validate" in wrong.err


def test_show_gives_prompts_and_diff(reode: Any, home: Path) -> None:
    run = store_run(home)
    call = ToolCall("abcdefghi", "read_file", '{"path": "pom.xml"}', {"path": "pom.xml"})
    asked = Request(
        system=("You repair builds.",),
        messages=(
            Message(Role.USER, (Text("The build fails."),)),
            Message(Role.ASSISTANT, (call,)),
            Message(Role.TOOL, (ToolResult("abcdefghi", "read_file", "<project/>"),)),
        ),
    )
    answer = Message(Role.ASSISTANT, (Text("Lombok is too old."),))
    place = run.folder / "transcripts" / f"{'t' * 64}.json"
    place.parent.mkdir()
    exchange = {"request": request_to_json(asked), "answer": message_to_json(answer)}
    place.write_text(json.dumps(exchange))
    shown = reode("show", RUN_ID, "--prompt").out
    for text in (
        "You repair builds.", "The build fails.", '→ read_file {"path": "pom.xml"}',
        "← read_file: <project/>", "Lombok is too old.", "(the transcript was not kept)",
    ):  # fmt: skip
        assert text in shown
    assert "+import java.util.Base64;" in reode("show", RUN_ID, "--diff").out


def test_a_conversation_is_shown_once_however_often_it_was_sent() -> None:
    def exchange(*texts: str) -> dict[str, Any]:
        messages = tuple(Message(Role.USER, (Text(text),)) for text in texts)
        answer = Message(Role.ASSISTANT, (Text("yes"),))
        asked = request_to_json(Request(system=("rules",), messages=messages))
        return {"request": asked, "answer": message_to_json(answer)}

    call = {"model": "m", "tier": 0, "input_tokens": 1, "output_tokens": 1, "cost": None}
    calls = [{**call, "exchange": exchange("one")}, {**call, "exchange": exchange("one", "two")}]
    text = "\n".join(plain(line) for line in call_lines(calls))
    assert text.count("rules") == text.count("one") == text.count("two") == 1


@pytest.mark.parametrize(
    "command",
    [("runs",), ("show", RUN_ID), ("log", RUN_ID), ("config",), ("doctor",), ("show", "nope")],
)
def test_j09_json_prints_exactly_one_object(reode: Any, home: Path, command: Any) -> None:
    store_run(home)
    envelope = json.loads(reode(*command, "--json").out)
    assert envelope["schema_version"] == 1
    assert envelope["command"] == command[0]
    assert ("data" in envelope) != ("error" in envelope)


def test_j09_migrate_data_holds_what_the_interface_promises(reode: Any, home: Path) -> None:
    store_run(home)
    data = reode("show", RUN_ID, "--json").data
    promised = {
        "run_id", "verdict", "reason", "target", "base_commit", "head_commit", "branch",
        "worktree", "gates", "tests", "maven_runs", "llm_calls", "cost", "changed_files",
        "changed_lines", "seconds",
    }  # fmt: skip
    assert promised <= data.keys()
    assert {"id", "passed", "detail"} <= data["gates"][0].keys()
    assert data["tests"]["before"]["total"] == data["tests"]["after"]["total"] == 16
    assert data["seconds"].keys() == {"total", "maven"}


def test_a_damaged_run_does_not_hide_the_others(reode: Any, home: Path) -> None:
    store_run(home)
    broken = RunStore(home).place("01JBROKEN00000000000000000").folder
    broken.mkdir()
    (broken / "request.json").write_text("{")
    shown = reode("runs").out
    assert re.search(r"01JBROKEN\w+  damaged", shown)
    assert f"{RUN_ID}  migrated_unproven" in shown
