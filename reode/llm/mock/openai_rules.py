"""What chat completions servers refuse: OpenAI itself, and the quirks of its imitators."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.llm.mock.rejection import Rejection, need
from reode.llm.mock.schema_rules import openapi_fault, plain_fault, strict_openai_fault

Json = Mapping[str, Any]
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Mode:
    """How one server behaves.

    `reasons`: answers carry reasoning that must come back with calls. `signs`: calls carry a
    signature that must come back. `window`: tokens beyond which the prompt is cut silently.
    `tool_stream`: calls are lost in streams unless asked for.
    """

    name: str
    cap_param: str = "max_tokens"
    strict: bool = False
    stream_options: bool = True
    choices: frozenset[str] = frozenset({"auto", "none", "required", "named"})
    one_system: bool = False
    needs_user: bool = False
    id_pattern: str = r".+"
    reasons: bool = False
    signs: bool = False
    openapi: bool = False
    window: int | None = None
    tool_stream: bool = False
    bare_deltas: bool = False
    refused: frozenset[str] = field(default_factory=frozenset)


MODES = {
    mode.name: mode
    for mode in (
        Mode("openai", cap_param="max_completion_tokens", strict=True),
        Mode(
            "glm",
            stream_options=False,
            choices=frozenset({"auto"}),
            needs_user=True,
            tool_stream=True,
            refused=frozenset({"name"}),
        ),
        Mode("deepseek", reasons=True),
        Mode("mistral", stream_options=False, id_pattern=r"[a-zA-Z0-9]{9}"),
        Mode("qwen", one_system=True),
        Mode("gemini", signs=True, openapi=True),
        Mode("ollama", window=4096, bare_deltas=True, one_system=True),
        Mode("generic"),
    )
}
#: The signature that Gemini mode gives with a call, and wants back.
SIGNATURE = {"google": {"thought_signature": "bW9jayBzaWduYXR1cmU="}}


def reasoning_for(text: str) -> str:
    """Return the reasoning that DeepSeek mode gives, and wants back unchanged."""
    return text or "The mock server thinks."


def check_request(body: Json, headers: Mapping[str, str], mode: Mode) -> None:
    """Raise Rejection for what a server of this mode refuses."""
    if headers.get("authorization", "").endswith("bad-key"):
        raise Rejection("Incorrect API key provided.", 401, "invalid_request_error")
    for name in ("model", "messages"):
        need(name in body, f"Missing required parameter: '{name}'.")
    other = {"max_tokens", "max_completion_tokens"} - {mode.cap_param}
    for name in other:
        need(
            name not in body,
            f"Unsupported parameter: '{name}' is not supported with this model. "
            f"Use '{mode.cap_param}' instead.",
        )
    need(
        mode.stream_options or "stream_options" not in body, "stream_options: unsupported parameter"
    )
    need("stream_options" not in body or body.get("stream"), "stream_options needs stream=true")
    _check_choice(body, mode)
    _check_tools(body.get("tools"), mode)
    _check_messages(body["messages"], mode)


def _check_choice(body: Json, mode: Mode) -> None:
    if "tool_choice" not in body:
        return
    need(body.get("tools"), "'tool_choice' is only allowed when 'tools' are specified.")
    choice = body["tool_choice"]
    kind = choice if isinstance(choice, str) else "named"
    need(kind in mode.choices, f"tool_choice {kind!r} is not supported, only auto")


def _check_tools(tools: list[Json] | None, mode: Mode) -> None:
    need(tools is None or tools, "[] is too short - 'tools'")
    names: set[str] = set()
    for index, tool in enumerate(tools or ()):
        place = f"tools[{index}]"
        need(tool.get("type"), f"Missing required parameter: '{place}.type'.")
        need(tool["type"] == "function", f"Invalid value: '{tool['type']}'. Supported: 'function'.")
        function = tool.get("function") or {}
        name = function.get("name", "")
        need(_NAME.fullmatch(name), f"Invalid '{place}.function.name': string does not match")
        need(name not in names, f"Duplicate tool name {name!r}")
        names.add(name)
        schema = function.get("parameters", {"type": "object", "properties": {}})
        fault = plain_fault(schema)
        if function.get("strict") is not None:
            need(mode.strict, f"{place}.function.strict: unsupported parameter")
            fault = fault or (strict_openai_fault(schema) if function["strict"] else "")
        fault = fault or (openapi_fault(schema) if mode.openapi else "")
        need(not fault, f"Invalid schema for function '{name}': {fault}")


def _check_messages(messages: list[Json], mode: Mode) -> None:
    need(messages, "[] is too short - 'messages'")
    roles = [m["role"] for m in messages]
    if mode.needs_user:
        need("user" in roles, "messages must contain at least one user message")
    if mode.one_system:
        need("system" not in roles[1:], "System message must be at the beginning.")
    open_calls: list[str] = []
    for index, message in enumerate(messages):
        for key in mode.refused:
            need(key not in message, f"messages[{index}].{key}: unsupported field")
        if message["role"] == "tool":
            call_id = message.get("tool_call_id", "")
            need(
                call_id in open_calls,
                "messages with role 'tool' must be a response to a preceeding message with "
                "'tool_calls'.",
            )
            open_calls.remove(call_id)
            continue
        need(not open_calls, _unanswered(open_calls))
        if message["role"] == "assistant":
            open_calls = _check_assistant(index, message, mode)
        else:
            need(message.get("content"), f"messages[{index}].content: must not be empty")
    need(not open_calls, _unanswered(open_calls))


def _unanswered(ids: list[str]) -> str:
    return (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to "
        f"each 'tool_call_id'. The following tool_call_ids did not have response messages: {ids}"
    )


def _check_assistant(index: int, message: Json, mode: Mode) -> list[str]:
    calls = message.get("tool_calls")
    need(calls is None or calls, f"Invalid 'messages[{index}].tool_calls': empty array.")
    need(message.get("content") or calls, f"messages[{index}]: an assistant must say something")
    if calls and mode.reasons:
        need(
            message.get("reasoning_content"),
            "The `reasoning_content` in the thinking mode must be passed back to the API.",
        )
    ids = []
    for call in calls or ():
        _check_call(call, mode)
        ids.append(call["id"])
    need(len(set(ids)) == len(ids), "Duplicate tool call ids")
    return ids


def _check_call(call: Json, mode: Mode) -> None:
    need(call.get("type") == "function", "tool_calls[].type must be 'function'")
    need(
        re.fullmatch(mode.id_pattern, call["id"]),
        f"Tool call id was {call['id']} but must be a-z, A-Z, 0-9, with a length of 9.",
    )
    need(_NAME.fullmatch(call["function"]["name"]), "Invalid function name in tool_calls")
    try:
        args = json.loads(call["function"]["arguments"])
    except json.JSONDecodeError:
        raise Rejection("Invalid JSON in tool_calls[].function.arguments") from None
    need(isinstance(args, Mapping), "tool_calls[].function.arguments must be an object")
    if mode.signs:
        need(
            call.get("extra_content") == SIGNATURE,
            "Function call is missing a thought_signature in functionCall parts.",
        )
