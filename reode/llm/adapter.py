"""What every model looks like to a caller, and what is counted and recorded around a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from reode.facts.usage import Usage
from reode.llm.budget import Budget
from reode.llm.messages import Message, Request
from reode.llm.transcript import redact_message, redact_request


@runtime_checkable
class Adapter(Protocol):
    """A model with its provider, endpoint and dialect; nothing of these shows outside.

    `context_window` and `max_output` are in tokens.
    """

    @property
    def model(self) -> str:
        """The name by which the model was asked for."""

    @property
    def provider(self) -> str:
        """The provider's name, as in `providers.toml`."""

    @property
    def context_window(self) -> int:
        """Tokens of prompt and answer together."""

    @property
    def max_output(self) -> int:
        """The longest answer."""

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        """Return the model's answer; `deadline` is a `time.monotonic()` value.

        Raises a `reode.llm.errors.ModelError` after the retries its class allows, and
        LimitReached before a call that the budget does not allow.
        """


@dataclass(frozen=True, slots=True)
class Attempt:
    """One HTTP call: one line of the call log. `error` is an error class's name or empty."""

    model: str
    provider: str
    number: int
    request_id: str
    prompt_sha256: str
    seconds: float
    stop: str
    error: str
    usage: Usage | None

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data."""
        return {
            "model": self.model,
            "provider": self.provider,
            "number": self.number,
            "request_id": self.request_id,
            "prompt_sha256": self.prompt_sha256,
            "seconds": round(self.seconds, 3),
            "stop": self.stop,
            "error": self.error,
            "usage": self.usage.to_json() if self.usage else None,
        }


Record = Callable[[Request, Message], None]


def _no_record(_request: Request, _message: Message) -> None:
    """Record nothing."""


def _no_attempt(_attempt: Attempt) -> None:
    """Log nothing."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The caller's view of the calls: its budget, its transcript and its call log.

    `record` receives each request with its answer, keys removed; `attempt` one line per HTTP call.
    """

    budget: Budget = field(default_factory=Budget)
    record: Record = _no_record
    attempt: Callable[[Attempt], None] = _no_attempt
    secrets: tuple[str, ...] = ()

    def answered(self, request: Request, message: Message) -> None:
        """Hand a finished exchange over to `record`."""
        if self.record is not _no_record:
            self.record(
                redact_request(request, self.secrets), redact_message(message, self.secrets)
            )
