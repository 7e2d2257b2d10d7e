from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.llm import errors as e
from reode.llm.classify import Failure, classify, retry_after, wants_other_cap


def _error(message: str = "", **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, **fields}}


CASES: list[tuple[str, int | None, Any, type[e.ModelError]]] = [
    ("anthropic", 401, _error("invalid x-api-key", type="authentication_error"), e.AuthError),
    ("anthropic", 403, _error("no", type="permission_error"), e.AuthError),
    ("openai", 401, _error("Incorrect API key", code="invalid_api_key"), e.AuthError),
    ("anthropic", 402, _error("pay"), e.QuotaError),
    ("anthropic", 404, _error("model: x", type="not_found_error"), e.ModelNotFoundError),
    ("any", 408, None, e.ModelTimeoutError),
    ("anthropic", 413, _error("too big", type="request_too_large"), e.ContextWindowError),
    ("anthropic", 429, _error("slow", type="rate_limit_error"), e.RateLimitedError),
    ("openai", 429, _error("quota", code="insufficient_quota"), e.QuotaError),
    ("other", 429, _error("INSUFFICIENT QUOTA", code="insufficient_quota"), e.RateLimitedError),
    (
        "anthropic",
        429,
        _error("limit", type="rate_limit_error", details={"error_code": "contract_spend_limit_reached"}),
        e.QuotaError,
    ),
    ("any", 500, "<html>oops", e.ServerError),
    ("any", 502, None, e.ServerError),
    ("any", 503, None, e.OverloadedError),
    ("any", 504, None, e.ModelTimeoutError),
    ("anthropic", 529, _error("Overloaded", type="overloaded_error"), e.OverloadedError),
    ("anthropic", 200, _error("Overloaded", type="overloaded_error"), e.OverloadedError),
    ("zai", None, _error("busy", code="1305"), e.OverloadedError),
    ("zai", 400, _error("Prompt exceeds max length", code="1261"), e.ContextWindowError),
    ("zai", 429, _error("balance", code="1113"), e.QuotaError),
    ("openai", 400, _error("x", code="context_length_exceeded"), e.ContextWindowError),
    ("anthropic", 400, _error("prompt is too long: 210000 tokens > 200000"), e.ContextWindowError),
    ("local", 400, _error("the request exceeds the available context size"), e.ContextWindowError),
    ("bedrock", 400, _error("Too many tokens, please wait before trying again."), e.RateLimitedError),
    (
        "any",
        400,
        _error("max_tokens: 300000 > 64000, which is the maximum context allowed"),
        e.InvalidRequestError,
    ),
    ("any", 400, _error("max_tokens is too large: 99999. context length"), e.InvalidRequestError),
    ("any", 400, _error("Invalid schema for function 'x'"), e.SchemaRejectedError),
    ("any", 400, _error("compiled grammar is too large"), e.SchemaRejectedError),
    ("any", 422, {"detail": "field required"}, e.InvalidRequestError),
    ("any", 200, None, e.BadResponseError),
    ("any", None, {"message": "strange"}, e.BadResponseError),
    ("google", 400, [{"error": {"code": 400, "message": "Invalid JSON payload"}}], e.InvalidRequestError),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "status", "body", "kind"), CASES)
def test_what_an_error_means(
    provider: str, status: int | None, body: Any, kind: type[e.ModelError]
) -> None:
    error = classify(Failure(provider, status, body))
    assert type(error) is kind
    assert error.status == status


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "type", "details", "detail"]), inner
        )
    ),
    max_leaves=8,
)


@given(
    st.none() | st.integers(0, 999),
    _JSON,
    st.text(),
    st.dictionaries(st.sampled_from(["retry-after", "Retry-After-Ms", "request-id"]), st.text()),
)
def test_classify_is_total(
    status: int | None, body: Any, message: str, headers: dict[str, str]
) -> None:
    error = classify(Failure("p", status, body, message, headers))
    assert isinstance(error, e.ModelError)
    assert error.exit_code == 4
    assert error.tries >= 1
    assert error.retry_after is None or error.retry_after >= 0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.1"}, 0.1),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 01 Jan 2025 00:00:30 GMT"}, 30.0),
        ({"retry-after": "Tue, 31 Dec 2024 00:00:00 GMT"}, 0.0),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_a_server_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers, datetime(2025, 1, 1, tzinfo=UTC)) == seconds


def test_the_cap_parameter_is_read_from_the_refusal() -> None:
    error = classify(
        Failure(
            "openai",
            400,
            _error("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        )
    )
    assert wants_other_cap(error, "max_tokens") == "max_completion_tokens"
    assert wants_other_cap(e.InvalidRequestError("max_tokens is too large"), "max_tokens") == ""
    assert wants_other_cap(e.ServerError("unsupported max_tokens"), "max_tokens") == ""
