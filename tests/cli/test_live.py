"""The live view: what the line says, when it speaks, and what it never does."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from reode.cli.event_lines import Weight, event_line
from reode.cli.live import LiveView
from reode.cli.progress import Progress
from reode.cli.terminal import plain
from reode.events import BuildStarted, Event, NodeStarted, RunStarted
from tests.report.sample_run import RUN_ID, happenings, log_lines


class _Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def _show(
    stream: io.StringIO, events: Iterable[Event], logs: Path = Path("/none"), **more: object
) -> str:
    with LiveView(stream, logs_of=lambda _: logs, **more) as view:  # type: ignore[arg-type]
        for event in events:
            view.emit(event)
    return stream.getvalue()


def test_j09_the_line_says_step_build_jdk_errors_time_money_and_silence() -> None:
    progress = Progress()
    events = list(log_lines())
    for event in events[:24]:
        progress.take(event["event"], event["data"], 0.0)
    progress.cost = 0.12
    for event in events[24:25]:
        progress.take(event["event"], event["data"], 0.0)
    progress.errors = [41, 6]
    line = plain(progress.line(151, last_output=3.2))
    assert line == (
        "validate 2/12 · mvn surefire:test @ shop · JDK 25 · 41→6 errors · 02:31 · "
        "$0.12/5.00 · last output 3s"
    )


def test_an_unknown_price_is_shown_as_unknown() -> None:
    progress = Progress()
    for event in log_lines():
        progress.take(event["event"], event["data"], 0.0)
    assert "$?/5.00" in plain(progress.line(1))


def test_without_a_model_call_no_money_is_shown() -> None:
    progress = Progress()
    for event in list(log_lines())[:16]:
        progress.take(event["event"], event["data"], 0.0)
    assert "$" not in plain(progress.line(1))


def test_elsewhere_than_on_a_terminal_the_lines_are_plain() -> None:
    shown = _show(io.StringIO(), happenings())
    assert "\x1b" not in shown
    assert "\r" not in shown
    assert shown.splitlines()[0].endswith("uncommitted changes stay out: notes.txt")
    assert "validate: mvn clean verify on JDK 25" in shown


def test_a_terminal_gets_one_live_line_that_goes_away_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = _show(_Terminal(), happenings())
    assert "\x1b[2K" in shown  # the line is erased
    assert "\x1b[?25h" in shown  # and the cursor comes back
    assert "fixed by" in shown


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = _show(_Terminal(), happenings())
    assert "\x1b[32m" not in shown
    assert "\x1b[31m" not in shown


def test_quiet_shows_only_what_must_not_be_missed() -> None:
    shown = _show(io.StringIO(), happenings(), shown=Weight.ALWAYS)
    assert len(shown.splitlines()) == 2
    assert "stay out" in shown
    assert "nearly used up" in shown


def test_verbose_shows_every_goal() -> None:
    shown = _show(io.StringIO(), happenings(), shown=Weight.DETAIL)
    assert "surefire:test @ shop" in shown
    assert len(shown.splitlines()) == len(happenings())


def test_j09_a_silent_build_is_told_by_a_heartbeat_with_the_age_of_its_output(
    tmp_path: Path,
) -> None:
    (tmp_path / "mvn-001-baseline.log").write_text("[INFO] Scanning")
    stream = io.StringIO()
    started = RunStarted("shop", 25, 25, "25", "Maven", run_id=RUN_ID, max_iterations=12)
    events = [started, NodeStarted("explore", 0)]
    build = BuildStarted("clean verify", 17, "mvn-001-baseline.log", "baseline")
    with LiveView(stream, logs_of=lambda _: tmp_path, heartbeat=0.2) as view:
        for event in (*events, build):
            view.emit(event)
        time.sleep(0.9)
    beats = [line for line in stream.getvalue().splitlines() if "last output" in line]
    assert len(beats) >= 2
    assert "explore · mvn clean verify · JDK 17" in beats[0]


def test_a_closed_terminal_does_not_end_a_run() -> None:
    class Closed(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(5, "Input/output error")

    with LiveView(Closed(), logs_of=lambda _: Path("/none")) as view:
        for event in happenings():
            view.emit(event)


def test_brackets_in_texts_stay_as_they_are() -> None:
    data = {"text": "[build] [/red] [INFO] ok"}
    stream = io.StringIO()
    with LiveView(stream, logs_of=lambda _: Path("/none")) as view:
        view.say(event_line("note", data))
    assert "[build] [/red] [INFO] ok" in stream.getvalue()


def test_an_event_of_a_later_version_is_shown_not_refused() -> None:
    assert plain(event_line("moon-landed", {"on": 1})) == "moon-landed {'on': 1}"
    assert "fix-applied" in plain(event_line("fix-applied", {"half": "known"}))


@pytest.mark.parametrize(("ok", "says"), [(True, "ran"), (False, "failed")])
def test_a_run_of_recipes_is_not_told_as_a_build(ok: bool, says: str) -> None:
    data = {"ok": ok, "phase": "done", "errors": 0, "tests": {"total": 0}, "seconds": 15.2}
    line = plain(event_line("build-finished", {**data, "purpose": "recipes", "jdk": 17}))
    assert line == f"recipes {says} on JDK 17 · 15 s"
