"""Ctrl-C and SIGTERM: once ends after the current step, twice ends at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event as Flag
from types import FrameType


@dataclass(slots=True)
class Stopper:
    """Whether the user wants the run to end, and how soon.

    `drain` asks for an end after the current step; `now` also ends the running build.
    """

    drain: Flag = field(default_factory=Flag)
    now: Flag = field(default_factory=Flag)
    on_first: Callable[[], None] = lambda: None

    def ask(self) -> None:
        """Take one request to stop; the second one means at once."""
        if self.drain.is_set():
            self.now.set()
            return
        self.drain.set()
        self.on_first()

    def ask_now(self) -> None:
        """Take a request to stop at once."""
        self.drain.set()
        self.now.set()

    @contextmanager
    def handling_signals(self) -> Iterator[None]:
        """Take SIGINT and SIGTERM while the block runs; only the main thread can."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        old = {
            signal.SIGINT: signal.signal(signal.SIGINT, self._on_interrupt),
            signal.SIGTERM: signal.signal(signal.SIGTERM, self._on_terminate),
        }
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    def _on_interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.ask()

    def _on_terminate(self, _number: int, _frame: FrameType | None) -> None:
        self.ask_now()
