"""The live view of a run: one status line on a terminal, plain lines and a heartbeat elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from rich.live import Live
from rich.text import Text

from reode.cli.amounts import clock
from reode.cli.event_lines import Weight, event_line, weight
from reode.cli.progress import Progress
from reode.cli.terminal import FAINT, Line, open_console, styled
from reode.events import Event

#: A reader never waits longer than this for a sign of life, in seconds.
HEARTBEAT = 15.0
_REFRESH = 4
#: What the status line of a terminal says already, and what the summary at the end will say.
_IN_STATUS = frozenset({"build-started"})
_IN_SUMMARY = frozenset({"gate-judged", "run-finished"})


class LiveView:
    """A sink that shows events as they come; use it as a context manager.

    `logs_of` returns the folder of a run's build logs by run id. On a terminal the last line is
    alive: it shows step, build, errors, time, money and the age of the build's last output.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        logs_of: Callable[[str], Path],
        shown: Weight = Weight.USUAL,
        heartbeat: float = HEARTBEAT,
    ) -> None:
        """Prepare a view on `stream`; events that matter less than `shown` are left out."""
        self._console = open_console(stream)
        self._logs_of = logs_of
        self._shown = shown
        self._heartbeat = heartbeat
        self._progress = Progress()
        self._lock = threading.RLock()
        self._end = threading.Event()
        self._spoken = time.monotonic()
        self._live: Live | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Start the status line or the heartbeat."""
        if self._shown is Weight.ALWAYS:
            return self
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._live = Live(
                get_renderable=self._status,
                console=self._console,
                refresh_per_second=_REFRESH,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        else:
            self._thread = threading.Thread(target=self._beat, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the status line away."""
        self._end.set()
        if self._live is not None:
            self._live.stop()
        if self._thread is not None:
            self._thread.join()

    @property
    def run_id(self) -> str:
        """The run that is shown, "" before it began."""
        return self._progress.run_id

    def emit(self, event: Event) -> None:
        """Take one event; a closed terminal is no reason to end a run."""
        data, now = asdict(event), time.monotonic()
        with self._lock:
            self._progress.take(event.kind, data, now)
            if self._is_shown(event.kind):
                self.say(event_line(event.kind, data))

    def say(self, line: Line) -> None:
        """Print a line of its own, with the time since the start."""
        now = time.monotonic()
        passed = clock(now - (self._progress.started or now))
        with self._lock:
            self._spoken = now
            try:
                self._console.print(styled(((f"{passed}  ", FAINT), *line)))
            except OSError:
                self._shown = Weight.ALWAYS

    def _is_shown(self, kind: str) -> bool:
        if weight(kind) > self._shown or self._shown is Weight.DETAIL:
            return weight(kind) <= self._shown
        said = _IN_SUMMARY if self._live is None else _IN_SUMMARY | _IN_STATUS
        return kind not in said

    def _status(self) -> Text:
        now = time.monotonic()
        text = styled(self._progress.line(now, last_output=self._output_age()))
        text.no_wrap, text.overflow = True, "ellipsis"
        return text

    def _beat(self) -> None:
        while not self._end.wait(min(1.0, self._heartbeat / 4)):
            now = time.monotonic()
            with self._lock:
                if now - self._spoken >= self._heartbeat:
                    self.say(self._progress.line(now, last_output=self._output_age()))

    def _output_age(self) -> float | None:
        """Return how old the last output of the running build is, in seconds."""
        progress = self._progress
        if not (progress.building and progress.run_id):
            return None
        try:
            changed = (self._logs_of(progress.run_id) / progress.log).stat().st_mtime
        except OSError:
            return None
        return max(0.0, time.time() - changed)
