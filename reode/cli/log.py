"""`reode log`: the events of a run, also of one that runs in another process."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.cli.event_lines import Weight, event_line, weight
from reode.cli.options import AsJson, Command, Panel, RunName, Verbose
from reode.cli.terminal import FAINT, STRONG, WARN, Line, print_lines
from reode.events import SCHEMA_VERSION
from reode.facts.record import RunStatus
from reode.run.store import RunStore, StoredRun

#: Seconds between two looks at the log, and of quiet before the run's state is looked at.
_LOOK, _QUIET = 0.2, 2.0


def log(
    run: RunName,
    *,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Wait for what comes.")] = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Print the events of a run, also while it runs in another process.

    With --json the events are one object; with --json -f each event is one line as it comes.
    """
    from reode.settings import read_settings

    stored = RunStore(read_settings().settings.home).find(run)
    if as_json and not follow:
        events = list(_wanted(follow_events(stored.event_log, lambda: True), verbose=True))
        data = {"run_id": stored.run_id, "status": str(stored.status()), "events": events}
        print_json("log", data)
        return
    is_over = RunWatcher(stored) if follow else lambda: True
    for event in _wanted(follow_events(stored.event_log, is_over), verbose=verbose or as_json):
        if as_json:
            sys.stdout.write(json.dumps(event, ensure_ascii=False) + "\n")
        else:
            print_lines([log_line(event)])
        sys.stdout.flush()
    if not as_json:
        print_lines([end_line(stored)])


def follow_events(path: Path, is_over: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """Yield the events of a log as whole lines come in, until `is_over()` and none is left."""
    rest, offset, finished = b"", 0, False
    while True:
        done = finished or is_over()
        chunk = read_from(path, offset)
        offset += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            event = parse_event(line)
            if event is not None:
                yield event
                finished = finished or event["event"] == "run-finished"
        if done and not chunk:
            return
        if not chunk:
            time.sleep(_LOOK)


def read_from(path: Path, offset: int) -> bytes:
    """Return what a file holds from `offset` on, nothing where it is not there yet."""
    try:
        with path.open("rb") as stream:
            stream.seek(offset)
            return stream.read()
    except FileNotFoundError:
        return b""


def parse_event(line: bytes) -> dict[str, Any] | None:
    """Return the event of a line, None where the line is none."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and "event" in event and "data" in event else None


def _wanted(events: Iterator[dict[str, Any]], *, verbose: bool) -> Iterator[dict[str, Any]]:
    most = Weight.DETAIL if verbose else Weight.USUAL
    return (event for event in events if weight(event["event"]) <= most)


class RunWatcher:
    """Tells whether a run is over; asks the run's lock only now and then."""

    def __init__(self, run: StoredRun) -> None:
        """Watch a stored run."""
        self._run, self._next = run, time.monotonic() + _QUIET
        self._over = run.status() is not RunStatus.RUNNING

    def __call__(self) -> bool:
        """Return whether no process works on the run any more."""
        now = time.monotonic()
        if not self._over and now >= self._next:
            self._next = now + _QUIET
            self._over = self._run.status() is not RunStatus.RUNNING
        return self._over


def log_line(event: dict[str, Any]) -> Line:
    """Return an event with its local time; one of a newer schema is shown as it is."""
    kind, data = event["event"], event["data"]
    known = event.get("schema_version", 0) <= SCHEMA_VERSION
    line = event_line(kind, data) if known else (f"{kind} {data}",)
    return ((f"{_time(event.get('time', ''))}  ", FAINT), *line)


def _time(text: str) -> str:
    try:
        return datetime.fromisoformat(text).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return "--:--:--"


def end_line(run: StoredRun) -> Line:
    """Return the last line below a run's events: where it stands and the next command."""
    status = run.status()
    if status is RunStatus.INTERRUPTED:
        command = f"reode resume {run.run_id}"
        return (("interrupted", WARN), f" · run {run.run_id} · next: ", (command, STRONG))
    if status is RunStatus.RUNNING:
        command = f"reode log {run.run_id} -f"
        return (("running", WARN), f" · run {run.run_id} · next: ", (command, STRONG))
    return (f"run {run.run_id} · next: ", (f"reode show {run.run_id}", STRONG))


COMMANDS = (
    Command(
        "log",
        log,
        Panel.WATCH,
        (
            "reode log latest -f         follow a run from another terminal",
            "reode log latest -v         every step and goal",
            "reode log latest --json -f  one JSON event a line",
        ),
    ),
)
