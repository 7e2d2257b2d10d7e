"""The facts of the two SDKs that this layer relies on: an upgrade that changes one fails here."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import anthropic
import httpx2
import openai
import pytest

_SSE = {"content-type": "text/event-stream"}


def _transport(content: bytes, headers: dict[str, str], seen: list[Any]) -> httpx2.MockTransport:
    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(200, content=content, headers=headers)

    return httpx2.MockTransport(answer)


def claude(content: bytes, headers: dict[str, str] = _SSE, seen: list[Any] | None = None) -> Any:
    transport = _transport(content, headers, [] if seen is None else seen)
    http = httpx2.Client(transport=transport)
    return anthropic.Anthropic(api_key="k", base_url="http://x", max_retries=0, http_client=http)


def gpt(content: bytes, headers: dict[str, str] = _SSE) -> Any:
    http = httpx2.Client(transport=_transport(content, headers, []))
    return openai.OpenAI(api_key="k", base_url="http://x", max_retries=0, http_client=http)


def _sse(*events: dict[str, Any], named: bool = False) -> bytes:
    lines = [
        (f"event: {event['type']}\n" if named else "") + f"data: {json.dumps(event)}\n\n"
        for event in events
    ]
    return "".join(lines).encode()


_ARGS: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
_START = {
    "type": "message_start",
    "message": {
        "id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
        "stop_reason": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    },
}  # fmt: skip


def test_the_versions_are_of_the_pinned_majors() -> None:
    assert version("anthropic").split(".")[0] == "2"
    assert version("openai").split(".")[0] == "3"


def test_anthropic_sends_a_bearer_key_and_its_api_version() -> None:
    seen: list[Any] = []
    with claude(_sse(_START, named=True), seen=seen).messages.create(
        **_ARGS, max_tokens=5, stream=True
    ) as stream:
        list(stream)
    assert seen[0].headers["authorization"] == "Bearer k"
    assert "x-api-key" not in seen[0].headers
    assert seen[0].headers["anthropic-version"] == "2026-10-21"


def test_anthropic_has_no_sampling_arguments() -> None:
    known = inspect.signature(claude(b"").messages.create).parameters
    assert not {"temperature", "top_p", "top_k"} & known.keys()
    assert {"thinking", "output_config", "tools", "tool_choice", "extra_body"} <= known.keys()


def test_anthropic_refuses_a_long_answer_that_is_not_streamed() -> None:
    with pytest.raises(ValueError, match="Streaming is required"):
        claude(b"{}").messages.create(**_ARGS, max_tokens=64_000)


def test_anthropic_names_a_mid_stream_error_by_its_type_and_status_200() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with (
        claude(_sse(_START, error, named=True)).messages.create(
            **_ARGS, max_tokens=5, stream=True
        ) as stream,
        pytest.raises(anthropic.APIStatusError) as caught,
    ):
        list(stream)
    assert caught.value.status_code == 200
    assert caught.value.type == "overloaded_error"


def test_anthropics_raw_stream_ends_silently_without_its_terminal_event() -> None:
    with claude(_sse(_START, named=True)).messages.create(
        **_ARGS, max_tokens=5, stream=True
    ) as stream:
        assert [event.type for event in stream] == ["message_start"]


def test_anthropic_parses_an_unknown_block_as_another_class_with_its_own_type() -> None:
    body = {**_START["message"], "content": [{"type": "hologram", "beam": 1}], "stop_reason": "x"}
    message = claude(
        json.dumps(body).encode(), {"content-type": "application/json"}
    ).messages.create(**_ARGS, max_tokens=5)
    assert message.content[0].type == "hologram"
    dumped = message.model_dump(exclude_unset=True, warnings=False)
    assert dumped["content"][0] == {"type": "hologram", "beam": 1}


def test_openai_checks_nothing_of_an_answer() -> None:
    body = {"choices": [{"message": {"reasoning_content": "hm", "tool_calls": [
        {"id": "x", "function": {"name": "t", "arguments": {"a": 1}}}]}, "finish_reason": "sensitive"}]}  # fmt: skip
    answer = gpt(
        json.dumps(body).encode(), {"content-type": "application/json"}
    ).chat.completions.create(**_ARGS)
    assert answer.model_dump(exclude_unset=True, warnings=False) == body


def test_openai_gives_a_web_page_as_text() -> None:
    page = gpt(b"<html>", {"content-type": "text/html"}).chat.completions.create(**_ARGS)
    assert page == "<html>"


def test_openais_stream_ends_silently_without_done() -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "a", "odd": 1}}]}
    with gpt(_sse(chunk)).chat.completions.create(**_ARGS, stream=True) as stream:
        chunks = list(stream)
    assert chunks[0].model_dump(exclude_unset=True, warnings=False) == chunk


def test_openai_raises_a_mid_stream_error_without_a_status() -> None:
    error = {"error": {"message": "no", "code": "server_error"}}
    with (
        gpt(_sse(error)).chat.completions.create(**_ARGS, stream=True) as stream,
        pytest.raises(openai.APIError) as caught,
    ):
        list(stream)
    assert caught.value.code == "server_error"
    assert not hasattr(caught.value, "status_code")


@pytest.mark.parametrize("build", [claude, gpt])
def test_both_take_their_own_http_client_with_hooks(build: Callable[..., Any]) -> None:
    module: Any = anthropic if build is claude else openai
    with module.DefaultHttpxClient(event_hooks={"response": [lambda _: None]}) as client:
        assert isinstance(client, httpx2.Client)
    assert module.Omit is not None


def test_anthropics_own_helper_still_repairs_cut_arguments() -> None:
    """Why the raw stream is used: the helper hides that a call was cut."""
    block = {"type": "tool_use", "id": "t", "name": "edit", "input": {}}
    delta = {"type": "input_json_delta", "partial_json": '{"path": "pom.xml", "li'}
    events = [
        _START,
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
    ]
    with claude(_sse(*events, named=True)).messages.stream(**_ARGS, max_tokens=5) as stream:
        message = stream.get_final_message()
    assert message.content[0].input == {"path": "pom.xml"}
    assert message.stop_reason is None
