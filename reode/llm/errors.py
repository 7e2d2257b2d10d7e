"""What can go wrong with a provider: one class per cause, with its retry rule and its way out.

ProviderError (reode.errors, exit code 4)
└── ModelError                    everything below; carries status, code, attempts, …
    ├── UnconfiguredError         no key, no endpoint
    │   └── UnknownModelError     no rule knows the model's name
    ├── AuthError                 401, 403
    ├── ModelNotFoundError        404
    ├── QuotaError                402, spent quota: closed for the rest of the run
    ├── RateLimitedError          429                                         retried
    ├── OverloadedError           503, 529, a mid-stream overload             retried
    ├── ServerError               other 5xx, 408, 409                         retried
    ├── ModelTimeoutError         no answer within the deadline               retried
    ├── ConnectionFailedError     refused, reset, cut                         retried
    ├── StreamTruncatedError      the stream ended without its terminal event retried
    ├── BadResponseError          not what the protocol promises              retried
    ├── ContextWindowError        the prompt is too long
    ├── PromptTruncatedError      the server cut the prompt silently
    ├── InvalidRequestError       400, 422
    │   └── SchemaRejectedError   a tool's schema was not accepted
    ├── RefusalError              the model declined
    └── ScriptError               a scripted model has no reply for this prompt
UnsupportedSchemaError            a schema can't be said in a provider's dialect
SandboxError                      a tool was asked for what it may never do
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from reode.errors import ProviderError, ReodeError

if TYPE_CHECKING:
    from reode.llm.messages import Message


class WayOut(StrEnum):
    """What the caller can do about an error that retrying did not cure."""

    OTHER_TIER = "other_tier"
    WAIT = "wait"
    SHRINK = "shrink"
    CONFIGURE = "configure"
    GIVE_UP = "give_up"


class ModelError(ProviderError):
    """A call of a model failed; `tries` is how often such a failure may be tried in all.

    `status` is the HTTP status, `code` the server's own code, `retry_after` seconds, `attempts`
    how many calls were made, `model` and `provider` who was asked.
    """

    tries: ClassVar[int] = 1
    way_out: ClassVar[WayOut] = WayOut.OTHER_TIER

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        status: int | None = None,
        code: str = "",
        retry_after: float | None = None,
        request_id: str = "",
    ) -> None:
        """Keep the cause, and what the server said about it."""
        super().__init__(message, hint=hint)
        self.status = status
        self.code = code
        self.retry_after = retry_after
        self.request_id = request_id
        self.attempts = 1
        self.model = ""
        self.provider = ""


class UnconfiguredError(ModelError):
    """A key or an endpoint is missing."""

    way_out = WayOut.CONFIGURE


class UnknownModelError(UnconfiguredError):
    """No rule knows the model's name and no endpoint is given for it."""

    default_hint = "Write provider/model, or give the endpoint with REODE_BASE_URL."


class AuthError(ModelError):
    """The key was not accepted."""

    way_out = WayOut.CONFIGURE


class ModelNotFoundError(ModelError):
    """The endpoint has no such model."""

    way_out = WayOut.CONFIGURE


class QuotaError(ModelError):
    """The account's quota or spend limit is used up; asking again in this run is useless."""

    default_hint = "Top up the account or raise its limit, or name another model."


class RateLimitedError(ModelError):
    """Too many requests for now."""

    tries = 5
    way_out = WayOut.WAIT


class OverloadedError(ModelError):
    """The provider has no capacity at the moment."""

    tries = 5
    way_out = WayOut.WAIT


class ServerError(ModelError):
    """The provider failed."""

    tries = 3


class ModelTimeoutError(ModelError):
    """No answer came in time."""

    tries = 3


class ConnectionFailedError(ModelError):
    """The connection was refused, reset or cut."""

    tries = 3
    default_hint = "Check the endpoint and the network."


class StreamTruncatedError(ModelError):
    """The stream ended without saying so."""

    tries = 3


class BadResponseError(ModelError):
    """The answer is not what the protocol promises (a web page, no choices, an error with 200)."""

    tries = 3


class ContextWindowError(ModelError):
    """The prompt does not fit the model's context window."""

    way_out = WayOut.SHRINK


class PromptTruncatedError(ModelError):
    """The server counted far fewer tokens than were sent: it cut the prompt silently."""

    way_out = WayOut.CONFIGURE
    default_hint = "Raise the server's context length (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH)."


class InvalidRequestError(ModelError):
    """The provider did not accept the request."""


class SchemaRejectedError(InvalidRequestError):
    """The provider did not accept a tool's schema."""


class RefusalError(ModelError):
    """The model declined to answer; `reply` is the whole message."""

    def __init__(self, message: str, *, reply: Message, category: str = "") -> None:
        """Keep the reply: its tokens were paid for."""
        super().__init__(message, code=category)
        self.reply = reply


class ScriptError(ModelError):
    """A scripted model has no reply for this prompt."""

    way_out = WayOut.GIVE_UP
    default_hint = "Look at the script's next line and at what it expects of the prompt."


class UnsupportedSchemaError(ReodeError, ValueError):
    """A schema can't be said in a dialect; `path` is a JSON pointer, `keyword` the obstacle."""

    def __init__(self, path: str, keyword: str, why: str = "") -> None:
        """Name the place."""
        super().__init__(f"{keyword} at {path or '/'} can't be expressed{': ' if why else ''}{why}")
        self.path = path
        self.keyword = keyword


class SandboxError(ReodeError):
    """A tool was asked for what it may never do; this ends the attempt, no model may argue."""
