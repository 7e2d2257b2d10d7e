"""The one retry loop: which errors, how often, how long to wait, and never past the deadline."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from reode.llm.errors import ModelError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Retrying:
    """Full jitter over `base · factor^n` seconds up to `cap`; a server's wish up to its own cap.

    `clock`, `sleep` and `uniform` are handed in so that tests take no time.
    """

    base: float = 1.0
    factor: float = 2.0
    cap: float = 60.0
    retry_after_cap: float = 600.0
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    uniform: Callable[[float, float], float] = random.uniform

    def run(self, attempt: Callable[[int], T], deadline: float) -> T:
        """Return what `attempt(number)` returns, trying again as the error's class allows.

        The last error is raised, with `attempts` set: when its tries are used up, when the server
        asks for a longer wait than the cap, or when the wait would pass `deadline`.
        """
        number = 0
        while True:
            number += 1
            try:
                return attempt(number)
            except ModelError as error:
                error.attempts = number
                wait = self._wait(error, number)
                if wait is None or self.clock() + wait >= deadline:
                    raise
            self.sleep(wait)

    def _wait(self, error: ModelError, number: int) -> float | None:
        """Return the seconds to wait before the next try, None where there is none."""
        if number >= error.tries:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.retry_after_cap else None
        return self.uniform(0.0, min(self.cap, self.base * self.factor ** (number - 1)))
