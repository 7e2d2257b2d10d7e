"""What happens while an answer arrives, the same for every provider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from reode.facts.usage import Usage
from reode.llm.messages import Stop


class PartKind(StrEnum):
    """What a part of an answer is."""

    TEXT = "text"
    THINKING = "thinking"
    TOOL = "tool"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class PartStart:
    """A part begins; `name` and `extra` belong to a tool call, `category` to a refusal."""

    part: int
    kind: PartKind
    name: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    redacted: bool = False
    category: str = ""


@dataclass(frozen=True, slots=True)
class PartDelta:
    """More of a part's text: of a tool call, its arguments."""

    part: int
    text: str


@dataclass(frozen=True, slots=True)
class PartSignature:
    """More of a thinking part's signature."""

    part: int
    text: str


@dataclass(frozen=True, slots=True)
class PartExtra:
    """What the provider wants back with a tool call."""

    part: int
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PartEnd:
    """A part is complete."""

    part: int


@dataclass(frozen=True, slots=True)
class ResponseId:
    """The server's own name of the answer."""

    id: str


@dataclass(frozen=True, slots=True)
class UsageSeen:
    """The usage so far; a later one replaces it."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class StopSeen:
    """The answer is complete; `raw` is the server's word, `why` its explanation."""

    stop: Stop
    raw: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ignored:
    """Something that no protocol page knows: noted, not fatal."""

    what: str


Event = (
    PartStart
    | PartDelta
    | PartSignature
    | PartExtra
    | PartEnd
    | ResponseId
    | UsageSeen
    | StopSeen
    | Ignored
)
