"""One thing that `reode doctor` looked at, and how it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How an item is: `fail` keeps REODE from working, `warn` may, `info` is only told."""

    OK = "ok"
    INFO = "info"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that was looked at; `remedy` is one sentence, "" where nothing is wrong."""

    group: str
    name: str
    health: Health
    detail: str
    remedy: str = ""

    def to_json(self) -> dict[str, str]:
        """Return JSON-plain data."""
        return {
            "group": self.group,
            "name": self.name,
            "status": str(self.health),
            "detail": self.detail,
            "remedy": self.remedy,
        }
