"""Limits of money, calls, tokens and time, asked before each call of a model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reode.errors import LimitReached
from reode.facts.usage import Usage

#: Share of a limit at which the user is warned once.
WARN_AT = 0.8


@dataclass(frozen=True, slots=True)
class Spent:
    """What is used up: US dollars of known prices, calls (and those of unknown price), tokens."""

    cost: float = 0.0
    calls: int = 0
    unpriced_calls: int = 0
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class LimitWarning:
    """A limit is nearly reached: `name` is cost, calls, tokens or seconds."""

    name: str
    used: float
    limit: float


def _ignore(_warning: LimitWarning) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Budget:
    """Counts what model calls use; None means no limit. Safe to share between threads.

    `max_cost` is in US dollars, `max_seconds` runs from the budget's creation. Calls of unknown
    price count as calls and tokens, never as money, and never end a run by themselves.
    `already` carries what an earlier process of the same run has used.
    """

    max_cost: float | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_seconds: float | None = None
    on_warning: Callable[[LimitWarning], None] = _ignore
    clock: Callable[[], float] = time.monotonic
    already: Spent = field(default_factory=Spent)
    _start: float = field(init=False)
    _cost: float = field(init=False)
    _calls: int = field(init=False)
    _unpriced: int = field(init=False)
    _tokens: int = field(init=False)
    _warned: set[str] = field(init=False, default_factory=set)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._start = self.clock() - self.already.seconds
        self._cost, self._calls = self.already.cost, self.already.calls
        self._unpriced, self._tokens = self.already.unpriced_calls, self.already.tokens

    @property
    def spent(self) -> Spent:
        """What is used up until now."""
        with self._lock:
            return Spent(
                self._cost, self._calls, self._unpriced, self._tokens, self.clock() - self._start
            )

    def seconds_left(self) -> float | None:
        """Seconds until the time limit (not below zero), None without one."""
        if self.max_seconds is None:
            return None
        return max(0.0, self.max_seconds - self.spent.seconds)

    def check(self) -> None:
        """Raise LimitReached where a limit is used up; warn once when one is at 80 %."""
        spent = self.spent
        for name, used, limit in self._limits(spent):
            if used >= limit:
                raise LimitReached(
                    f"the limit of model {_SAYS[name].format(limit)} is used up",
                    hint="Raise the limit and resume the run.",
                )
            if used >= WARN_AT * limit and name not in self._warned:
                self._warned.add(name)
                self.on_warning(LimitWarning(name, used, limit))

    def add(self, usage: Usage | None) -> None:
        """Count one call; None where the server reported nothing."""
        usage = usage or Usage()
        with self._lock:
            self._calls += 1
            self._tokens += usage.tokens
            if usage.cost is None:
                self._unpriced += 1
            else:
                self._cost += usage.cost

    def _limits(self, spent: Spent) -> list[tuple[str, float, float]]:
        pairs = (
            ("cost", spent.cost, self.max_cost),
            ("calls", spent.calls, self.max_calls),
            ("tokens", spent.tokens, self.max_tokens),
            ("seconds", spent.seconds, self.max_seconds),
        )
        return [(name, used, limit) for name, used, limit in pairs if limit is not None]


_SAYS = {
    "cost": "money (${:.2f})",
    "calls": "calls ({})",
    "tokens": "tokens ({})",
    "seconds": "time ({:.0f} s)",
}
