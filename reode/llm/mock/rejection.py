"""A refusal of a mock server."""

from __future__ import annotations

from typing import Any


class Rejection(Exception):  # noqa: N818 - the word of the trade
    """The request is not accepted; `status` and `kind` go into the error body."""

    def __init__(
        self, message: str, status: int = 400, kind: str = "invalid_request_error"
    ) -> None:
        """Keep what the client will read."""
        super().__init__(message)
        self.message = message
        self.status = status
        self.kind = kind


def need(condition: object, message: str, status: int = 400) -> None:
    """Raise Rejection unless the condition holds."""
    if not condition:
        raise Rejection(message, status)


def anthropic_error(rejection: Rejection) -> dict[str, Any]:
    """Return the body of a refusal in Anthropic's form."""
    error = {"type": rejection.kind, "message": rejection.message}
    return {"type": "error", "error": error, "request_id": "req_mock"}


def openai_error(rejection: Rejection) -> dict[str, Any]:
    """Return the body of a refusal in OpenAI's form."""
    error = {"message": rejection.message, "type": rejection.kind, "param": None, "code": None}
    return {"error": error}
