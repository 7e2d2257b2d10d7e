"""Estimates tokens without a network, and learns from what the servers count."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from reode.llm.messages import Request, ToolCall
from reode.llm.schema.cache import canonical
from reode.llm.schema.tools import spec_of

#: UTF-8 bytes per token before anything is known of a model; low, so that the guess is high.
BYTES_PER_TOKEN = 3.2
PER_MESSAGE = 8
#: Part of the context window that stays free because an estimate is one.
RESERVE = 0.15
_WEIGHT = 0.3
_LEAST, _MOST = 0.4, 2.5


def estimate_text(text: str) -> int:
    """Return the estimated tokens of a text."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def estimate_request(request: Request) -> int:
    """Return the estimated tokens of a request's input: system, messages, tools."""
    texts: list[str] = [*request.system]
    for message in request.messages:
        texts += [p.raw_args if isinstance(p, ToolCall) else p.text for p in message.parts]
    for spec in map(spec_of, request.tools):
        texts.append(f"{spec.name} {spec.description} {canonical(spec.schema)}")
    return _total(texts) + PER_MESSAGE * (len(request.system) + len(request.messages))


def _total(texts: Iterable[str]) -> int:
    return math.ceil(sum(len(t.encode("utf-8", "replace")) for t in texts) / BYTES_PER_TOKEN)


@dataclass(slots=True)
class TokenMeter:
    """Estimates corrected per model by a moving average of counted over estimated tokens."""

    ratios: dict[str, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def estimate(self, model: str, request: Request) -> int:
        """Return the corrected estimate of a request's input tokens."""
        return math.ceil(estimate_request(request) * self.ratios.get(model, 1.0))

    def observe(self, model: str, request: Request, counted: int | None) -> None:
        """Learn from a counted request; small ones and missing counts teach nothing."""
        guess = estimate_request(request)
        if not counted or guess < 100:
            return
        ratio = min(_MOST, max(_LEAST, counted / guess))
        with self._lock:
            before = self.ratios.get(model, 1.0)
            self.ratios[model] = before + _WEIGHT * (ratio - before)

    def fits(self, model: str, request: Request, window: int, answer: int) -> bool:
        """Tell whether a request and its answer fit a context window, reserve included."""
        return self.estimate(model, request) * (1 + RESERVE) + answer <= window
