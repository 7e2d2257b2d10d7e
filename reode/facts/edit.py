"""What a fix wants to change, and what a finding knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Edit:
    """The whole new content of one file (None: the file goes), and why.

    `path` is relative to the repository, with `/`; `reason` is one sentence for the reviewer.
    """

    path: str
    content: bytes | None
    reason: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """One link of a chain: what was seen and where (`file:line`, an artifact, a setting)."""

    what: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause with its chain of evidence, symptom first; `rule` names the fix that is known.

    `certain` is true where the breakage needs no build to be known. `uncertain` says in words
    what could not be told.
    """

    id: str
    title: str
    chain: tuple[Evidence, ...] = ()
    rule: str | None = None
    certain: bool = False
    uncertain: str = ""

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data."""
        return {
            "id": self.id,
            "title": self.title,
            "chain": [[e.what, e.where] for e in self.chain],
            "rule": self.rule,
            "certain": self.certain,
            "uncertain": self.uncertain,
        }


@dataclass(frozen=True, slots=True)
class Transform:
    """One commit of a run: who made it, why, and what it changed.

    `by` is `rule:<id>` or `model:<name>`; `files` are relative paths; `lines` counts added plus
    removed lines; `cost` is in US dollars, None where the price is unknown.
    """

    id: str
    by: str
    reason: str
    commit: str
    files: tuple[str, ...]
    lines: int
    cost: float | None = 0.0
    evidence: Mapping[str, str] = field(default_factory=dict)
