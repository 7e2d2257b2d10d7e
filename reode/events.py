"""What happens in a run, as frozen events, and the sinks that take them."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Protocol

#: Version of the event schema; a reader refuses a greater one.
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events; `kind` names the event in the log."""

    kind: ClassVar[str] = "event"


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    """A run began, or went on after a break (`resumed`); the limits are None or 0 where unset."""

    kind: ClassVar[str] = "run-started"
    source: str
    target: int
    release: int
    jdk: str
    build_tool: str
    resumed: bool = False
    run_id: str = ""
    max_iterations: int = 0
    max_cost: float | None = None


@dataclass(frozen=True, slots=True)
class NodeStarted(Event):
    """A node of the graph began."""

    kind: ClassVar[str] = "node-started"
    node: str
    iteration: int


@dataclass(frozen=True, slots=True)
class NodeFinished(Event):
    """A node of the graph ended; `seconds` is wall time."""

    kind: ClassVar[str] = "node-finished"
    node: str
    iteration: int
    seconds: float
    summary: str = ""


@dataclass(frozen=True, slots=True)
class BuildStarted(Event):
    """A Maven run began; `log` is the file its output goes to."""

    kind: ClassVar[str] = "build-started"
    goals: str
    jdk: int
    log: str
    purpose: str


@dataclass(frozen=True, slots=True)
class BuildProgress(Event):
    """Maven reached another goal or module."""

    kind: ClassVar[str] = "build-progress"
    goal: str
    module: str


@dataclass(frozen=True, slots=True)
class BuildFinished(Event):
    """A Maven run ended; `purpose` and `jdk` are those of its start."""

    kind: ClassVar[str] = "build-finished"
    ok: bool
    phase: str
    errors: int
    tests: dict[str, int]
    seconds: float
    purpose: str = ""
    jdk: int = 0


@dataclass(frozen=True, slots=True)
class FixApplied(Event):
    """A rule's or a model's edits were committed."""

    kind: ClassVar[str] = "fix-applied"
    by: str
    reason: str
    commit: str
    files: list[str]
    lines: int


@dataclass(frozen=True, slots=True)
class FixRefused(Event):
    """Edits were not made: a guard refused them, or they broke the pom."""

    kind: ClassVar[str] = "fix-refused"
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ChangeTried(Event):
    """The result was tried without one of its changes: `dropped` where nothing needs it."""

    kind: ClassVar[str] = "change-tried"
    by: str
    reason: str
    commit: str
    lines: int
    dropped: bool
    why: str


@dataclass(frozen=True, slots=True)
class RouteChosen(Event):
    """The router decided where the run goes, and why."""

    kind: ClassVar[str] = "route-chosen"
    route: str
    reason: str
    iteration: int


@dataclass(frozen=True, slots=True)
class ModelCalled(Event):
    """A model was asked; `cost` is None where the price is unknown.

    `seconds` is the time until the answer, retries included. `error` names the kind of a failure
    ("" for an answer); `from_file` answers were read from a transcript, and nobody was paid.
    """

    kind: ClassVar[str] = "model-called"
    model: str
    tier: int
    call_ok: bool
    input_tokens: int
    output_tokens: int
    cost: float | None
    seconds: float
    transcript: str = ""
    error: str = ""
    from_file: bool = False


@dataclass(frozen=True, slots=True)
class LimitWarning(Event):
    """Four fifths of a limit are used: `iterations`, `time`, `cost`, `calls` or `tokens`."""

    kind: ClassVar[str] = "limit-warning"
    limit: str
    used: float
    allowed: float


@dataclass(frozen=True, slots=True)
class GateJudged(Event):
    """A gate of the final check gave its answer."""

    kind: ClassVar[str] = "gate-judged"
    gate: str
    status: str
    detail: str


@dataclass(frozen=True, slots=True)
class Note(Event):
    """Something a reader should know that is no step of its own."""

    kind: ClassVar[str] = "note"
    text: str


@dataclass(frozen=True, slots=True)
class RunFinished(Event):
    """The run ended with a verdict."""

    kind: ClassVar[str] = "run-finished"
    verdict: str
    reason: str
    detail: str


class Sink(Protocol):
    """Takes events; never raises for a full disk or a closed terminal."""

    def emit(self, event: Event) -> None:
        """Take one event."""


@dataclass(slots=True)
class Fanout:
    """Hands each event to several sinks, in order."""

    sinks: tuple[Sink, ...]

    def emit(self, event: Event) -> None:
        """Hand the event on."""
        for sink in self.sinks:
            sink.emit(event)


class CallbackSink:
    """Hands each event to a function."""

    def __init__(self, function: Callable[[Event], None]) -> None:
        """Keep the function."""
        self._function = function

    def emit(self, event: Event) -> None:
        """Call the function."""
        self._function(event)


class WarnOnce:
    """Hands each event on, but a warning about a limit only once a run."""

    def __init__(self, sink: Sink, log: Path) -> None:
        """Keep the sink; warnings in the event log at `log` were given by an earlier process."""
        self._sink = sink
        self._said = {
            (event["data"]["limit"], event["data"]["allowed"])
            for event in read_events(log)
            if event.get("event") == LimitWarning.kind
        }

    def emit(self, event: Event) -> None:
        """Hand the event on, unless it repeats a warning; a raised limit is another one."""
        if isinstance(event, LimitWarning):
            limit = (event.limit, event.allowed)
            if limit in self._said:
                return
            self._said.add(limit)
        self._sink.emit(event)


class EventLog:
    """Append-only `events.jsonl`: one event a line, numbered through all processes of a run."""

    def __init__(self, path: Path, run_id: str) -> None:
        """Open the log at `path`; numbering goes on after the last whole line."""
        self._path = path
        self._run = run_id
        self._lock = threading.Lock()
        self._sequence = _last_sequence(path)

    def emit(self, event: Event) -> None:
        """Append the event and hand it to the operating system at once."""
        with self._lock:
            self._sequence += 1
            line = json.dumps(
                {
                    "schema_version": SCHEMA_VERSION,
                    "run": self._run,
                    "seq": self._sequence,
                    "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
                    "event": event.kind,
                    "data": asdict(event),
                },
                ensure_ascii=False,
            )
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(descriptor, (line + "\n").encode("utf-8", "replace"))
            finally:
                os.close(descriptor)


def read_events(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the events of a log; a half-written last line (a killed writer) is passed over."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event


def _last_sequence(path: Path) -> int:
    last = 0
    for event in read_events(path):
        last = max(last, int(event.get("seq", 0)))
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        with path.open("ab") as stream:
            stream.write(b"\n" if path.stat().st_size else b"")
    return last
