"""The events of a run as server-sent events, each with what the page shows of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from typing import Any

from reode.cli.event_lines import weight
from reode.cli.log import RunWatcher, log_line, parse_event, read_from
from reode.cli.progress import Progress
from reode.cli.terminal import plain
from reode.report.digest import Round
from reode.report.plots import errors_plot
from reode.run.store import StoredRun

#: Seconds between two looks at the log, and between two signs of life.
_LOOK, _ALIVE = 0.2, 10.0


async def follow(run: StoredRun, after: int) -> AsyncIterator[str]:
    """Yield the events after number `after`, then new ones, then `end` when the run is over.

    A browser that goes away cancels this; nothing is left running.
    """
    folded, offset, rest = _Folded(after), 0, b""
    spoken, is_over = time.monotonic(), RunWatcher(run)
    while True:
        over = is_over()
        chunk = read_from(run.event_log, offset)
        offset += len(chunk)
        *lines, rest = (rest + chunk).split(b"\n")
        for message in folded.take(lines):
            spoken = time.monotonic()
            yield message
        if over and not chunk:
            yield f"event: end\ndata: {run.status()}\n\n"
            return
        if time.monotonic() - spoken > _ALIVE:
            spoken = time.monotonic()
            yield ": alive\n\n"
        if not chunk:
            await asyncio.sleep(_LOOK)


class _Folded:
    """What the events so far come to."""

    def __init__(self, after: int) -> None:
        self._after, self._progress = after, Progress()
        self._rounds: list[Round] = []

    def take(self, lines: list[bytes]) -> Iterator[str]:
        """Yield a message for every event that the page has not seen."""
        for line in lines:
            event = parse_event(line)
            if event is None:
                continue
            message = self._message(event)
            if event["seq"] > self._after:
                yield f"id: {event['seq']}\ndata: {json.dumps(message)}\n\n"

    def _message(self, event: dict[str, Any]) -> dict[str, Any]:
        kind, data = event["event"], event["data"]
        now = datetime.fromisoformat(event["time"]).timestamp()
        self._progress.take(kind, data, now)
        if kind == "build-finished" and self._progress.purpose == "validate":
            failing = data["tests"].get("failed", 0)
            number = len(self._rounds) + 1
            self._rounds.append(Round(number, data["errors"], failing, data["phase"], ""))
        return {
            "kind": kind,
            "weight": int(weight(kind)),
            "text": plain(log_line(event)),
            "step": self._progress.step,
            "status": plain(self._progress.line(now)),
            "plot": errors_plot(self._rounds) if kind == "build-finished" and self._rounds else "",
        }
