"""The provider-neutral conversation: parts, messages, tools and requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from reode.facts.usage import Usage


class Role(StrEnum):
    """Who speaks. The system prompt is no message: it stands in `Request.system`."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Stop(StrEnum):
    """Why the model stopped."""

    END = "end"
    TOOLS = "tools"
    MAX_TOKENS = "max_tokens"
    CONTEXT = "context"
    REFUSAL = "refusal"
    PAUSE = "pause"
    UNKNOWN = "unknown"


class Problem(StrEnum):
    """Why a tool call can't be run as it came."""

    BAD_JSON = "bad_json"
    TRUNCATED = "truncated"
    SCHEMA = "schema"
    UNKNOWN_TOOL = "unknown_tool"


class Effect(StrEnum):
    """Whether a tool changes anything; a writing tool's arguments are never coerced."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a message came from; `endpoint` is the base URL, `response_id` the server's own."""

    provider: str
    model: str
    endpoint: str
    response_id: str = ""

    def same_source(self, other: Origin | None) -> bool:
        """Tell whether signatures and reasoning may be sent from one to the other."""
        return other is not None and (self.provider, self.model, self.endpoint) == (
            other.provider,
            other.model,
            other.endpoint,
        )


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's reasoning; `signature` (for a redacted one: its data) is replayed unmodified."""

    text: str
    signature: str = ""
    redacted: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """The provider's own words for a refusal, and its category where one is given."""

    text: str
    category: str = ""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call; `args` is None exactly when `problem` says why they can't be read.

    `id` is ours (nine letters and digits, unique in a conversation), `raw_args` the text as it
    came, `extra` what the provider wants back untouched (a thought signature, for instance).
    `from_text` marks a call that the model wrote as text.
    """

    id: str
    name: str
    raw_args: str
    args: Mapping[str, Any] | None = None
    problem: Problem | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    from_text: bool = False


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answered to the call with id `call_id`."""

    call_id: str
    name: str
    text: str
    is_error: bool = False


Part = Text | Thinking | Refusal | ToolCall | ToolResult


@dataclass(frozen=True, slots=True)
class Message:
    """One turn; an assistant's has `origin`, `stop` and `usage`, `stop_raw` is the server's word."""

    role: Role
    parts: tuple[Part, ...]
    origin: Origin | None = None
    stop: Stop | None = None
    stop_raw: str = ""
    usage: Usage | None = None

    @property
    def text(self) -> str:
        """The text parts, joined with a blank line."""
        return "\n\n".join(p.text for p in self.parts if isinstance(p, Text) and p.text)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """The tool calls in their order."""
        return tuple(p for p in self.parts if isinstance(p, ToolCall))

    @property
    def results(self) -> tuple[ToolResult, ...]:
        """The tool results in their order."""
        return tuple(p for p in self.parts if isinstance(p, ToolResult))


def user(text: str) -> Message:
    """Return a user's message of one text."""
    return Message(Role.USER, (Text(text),))


def tool_results(results: tuple[ToolResult, ...]) -> Message:
    """Return the one message that answers every call of a turn."""
    return Message(Role.TOOL, results)


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it; `schema` is the raw JSON Schema of its arguments, verbatim."""

    name: str
    description: str
    schema: Mapping[str, Any]
    args_model: type[BaseModel] | None = None
    effect: Effect = Effect.WRITE


#: A tool may also be given in a provider's own form; it passes unchanged to that provider.
Tool = ToolSpec | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """All that one model call says.

    `tool_choice` is `auto`, `none`, `required` or a tool's name. `max_output` is in tokens, None
    for the model's own maximum. `effort` is `low`, `medium` or `high`, None for the provider's
    default. `cache_hint` is the index of the message that ends the stable project context.
    """

    system: tuple[str, ...]
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    tool_choice: str = "auto"
    max_output: int | None = None
    effort: str | None = None
    cache_hint: int | None = None
