"""What model calls used: tokens and money, with the unknown kept unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self


def _sum(left: int | None, right: int | None) -> int | None:
    """Add two counts; a missing one adds nothing, two missing ones stay missing."""
    if left is None or right is None:
        return right if left is None else left
    return left + right


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and cost of one or more model calls; None means that the server did not say.

    `input_total` counts every input token, cached ones included; `cache_read` and `cache_write`
    are parts of it. `output` includes `reasoning`. `cost` is in US dollars, None where the price
    is unknown. `raw` is the server's own usage object.
    """

    input_total: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    reasoning: int | None = None
    cost: float | None = None
    raw: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def zero(cls) -> Self:
        """Return the usage of no call at all, the start of a sum."""
        return cls(0, 0, 0, 0, 0, 0.0)

    @property
    def tokens(self) -> int:
        """Input plus output tokens, as far as they are known."""
        return (self.input_total or 0) + (self.output or 0)

    def plus(self, other: Usage) -> Usage:
        """Return the sum; its cost is unknown as soon as one cost is. `raw` is dropped."""
        known = self.cost is not None and other.cost is not None
        return Usage(
            input_total=_sum(self.input_total, other.input_total),
            cache_read=_sum(self.cache_read, other.cache_read),
            cache_write=_sum(self.cache_write, other.cache_write),
            output=_sum(self.output, other.output),
            reasoning=_sum(self.reasoning, other.reasoning),
            cost=(self.cost or 0.0) + (other.cost or 0.0) if known else None,
        )

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data."""
        return {
            "input_total": self.input_total,
            "cache_read": self.cache_read,
            "cache_write": self.cache_write,
            "output": self.output,
            "reasoning": self.reasoning,
            "cost": self.cost,
            "raw": dict(self.raw),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read what `to_json` wrote; unknown keys are ignored."""
        return cls(**{k: v for k, v in data.items() if k in cls.__dataclass_fields__})  # type: ignore[arg-type]
