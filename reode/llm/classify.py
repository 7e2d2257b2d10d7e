"""Tells what a provider's error means: by its code, then its status, then its words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from reode.llm.errors import (
    AuthError,
    BadResponseError,
    ContextWindowError,
    InvalidRequestError,
    ModelError,
    ModelNotFoundError,
    ModelTimeoutError,
    OverloadedError,
    QuotaError,
    RateLimitedError,
    SchemaRejectedError,
    ServerError,
)

_LONGEST_MESSAGE = 300

#: Codes and types that mean one thing wherever they appear. The numbers are GLM's.
_BY_CODE: dict[str, type[ModelError]] = {
    "authentication_error": AuthError,
    "permission_error": AuthError,
    "invalid_api_key": AuthError,
    "1000": AuthError,
    "1001": AuthError,
    "1002": AuthError,
    "1003": AuthError,
    "1004": AuthError,
    "billing_error": QuotaError,
    "1113": QuotaError,
    "not_found_error": ModelNotFoundError,
    "model_not_found": ModelNotFoundError,
    "1211": ModelNotFoundError,
    "rate_limit_error": RateLimitedError,
    "rate_limit_exceeded": RateLimitedError,
    "1302": RateLimitedError,
    "1303": RateLimitedError,
    "overloaded_error": OverloadedError,
    "1305": OverloadedError,
    "context_length_exceeded": ContextWindowError,
    "request_too_large": ContextWindowError,
    "1261": ContextWindowError,
    "timeout_error": ModelTimeoutError,
    "api_error": ServerError,
    "server_error": ServerError,
}
_BY_STATUS: dict[int, type[ModelError]] = {
    401: AuthError,
    402: QuotaError,
    403: AuthError,
    404: ModelNotFoundError,
    408: ModelTimeoutError,
    409: ServerError,
    413: ContextWindowError,
    429: RateLimitedError,
    503: OverloadedError,
    504: ModelTimeoutError,
    529: OverloadedError,
}
#: Words about a limit per minute or about the answer's length: never about the prompt's.
_NOT_CONTEXT = re.compile(
    r"throttl|rate limit|per minute|per day|too many requests|please wait"
    r"|max_(?:completion_)?tokens(?:`|'|\"|:)?\s*(?:\(|is|:|too large|cannot|must|exceeds|>)"
    r"|unsupported parameter",
    re.IGNORECASE,
)
_RATE = re.compile(r"throttl|rate limit|per minute|too many requests|please wait", re.IGNORECASE)
_CONTEXT = re.compile(
    r"prompt is too long|exceeds? max(?:imum)? (?:context )?length|context (?:length|window|size)"
    r"|maximum context|input is too long|input length|reduce the length|too many (?:input )?tokens"
    r"|exceeds? the (?:available )?context",
    re.IGNORECASE,
)
_SCHEMA = re.compile(
    r"schema|grammar|additionalproperties|\$ref|function_declarations|strict", re.IGNORECASE
)
_CAP = re.compile(r"max_completion_tokens|max_tokens", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Failure:
    """What is known of a failed call; `status` is None inside a stream."""

    provider: str
    status: int | None = None
    body: Any = None
    message: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None


def classify(failure: Failure) -> ModelError:
    """Return the error of a failed call; total over any status and any body."""
    codes, text = _read_body(failure.body)
    text = text or failure.message
    kind = _kind(failure, codes, text)
    shown = " ".join(text.split())[:_LONGEST_MESSAGE] or "no message"
    status = f" ({failure.status})" if failure.status else ""
    headers = {str(k).lower(): str(v) for k, v in failure.headers.items()}
    return kind(
        f"{failure.provider}{status}: {shown}",
        status=failure.status,
        code=codes[0] if codes else "",
        retry_after=retry_after(headers, failure.now),
        request_id=headers.get("request-id", headers.get("x-request-id", "")),
    )


def _kind(failure: Failure, codes: list[str], text: str) -> type[ModelError]:
    known = _by_code(failure.provider, codes) or _BY_STATUS.get(failure.status or 0)
    if known is not None:
        return known
    status = failure.status or 0
    if status >= 500:
        return ContextWindowError if _is_context(text) else ServerError
    return BadResponseError if status in (0, 200) and not text else _by_words(text, status)


def _by_code(provider: str, codes: list[str]) -> type[ModelError] | None:
    if any(code.endswith("spend_limit_reached") for code in codes):
        return QuotaError
    if "insufficient_quota" in codes:
        # Others use these words for a limit per minute (2389-research/tracker #547).
        return QuotaError if provider == "openai" else RateLimitedError
    return next((_BY_CODE[code] for code in codes if code in _BY_CODE), None)


def _by_words(text: str, status: int) -> type[ModelError]:
    if _RATE.search(text):
        return RateLimitedError
    if _is_context(text):
        return ContextWindowError
    if _SCHEMA.search(text):
        return SchemaRejectedError
    return InvalidRequestError if 400 <= status < 500 else BadResponseError


def _is_context(text: str) -> bool:
    return bool(_CONTEXT.search(text)) and not _NOT_CONTEXT.search(text)


def wants_other_cap(error: ModelError, current: str) -> str:
    """Return the token cap parameter that a rejection asks for, empty if it asks for none."""
    if not isinstance(error, InvalidRequestError) or not _CAP.search(error.message):
        return ""
    text = error.message.lower()
    if "unsupported" not in text and "not supported" not in text and "unknown" not in text:
        return ""
    other = "max_completion_tokens" if current == "max_tokens" else "max_tokens"
    return other if re.search(rf"\b{current}\b", text) else ""


def _read_body(body: Any) -> tuple[list[str], str]:
    """Return the codes (most telling first) and the text of an error body, whatever its form."""
    if isinstance(body, bytes):
        body = body.decode("utf-8", "replace")
    if isinstance(body, str):
        try:
            parsed = json.loads(body)
        except (json.JSONDecodeError, RecursionError):
            return [], body
        return _read_body(parsed) if isinstance(parsed, Mapping | list) else ([], body)
    if isinstance(body, list) and body:
        return _read_body(body[0])
    if not isinstance(body, Mapping):
        return [], ""
    inner = body.get("error")
    if isinstance(inner, Mapping):
        codes, text = _read_body(inner)
        return codes, text or _string(body.get("message"))
    details = body.get("details")
    error_code = details.get("error_code") if isinstance(details, Mapping) else None
    found = [_string(v) for v in (error_code, body.get("code"), body.get("type"))]
    text = _string(body.get("message")) or _string(body.get("detail")) or _string(inner)
    return [code for code in found if code], text


def _string(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds a server asks to wait: `retry-after-ms`, seconds, or an HTTP date."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, IndexError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None
