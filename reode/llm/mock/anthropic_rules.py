"""What Anthropic's Messages API refuses, as far as it is known in public."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from reode.llm.mock.rejection import Rejection, need
from reode.llm.mock.schema_rules import plain_fault, strict_anthropic_fault, strict_fields

Json = Mapping[str, Any]
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ID = re.compile(r"[a-zA-Z0-9_-]+")
_KNOWN = frozenset(
    "model max_tokens messages system tools tool_choice thinking stream output_config metadata"  # noqa: SIM905
    " stop_sequences service_tier container cache_control".split()
)
_MOST_BREAKPOINTS = 4
_MOST_STRICT = 20
_MOST_OPTIONAL = 24


def signature(model: str, thinking: str) -> str:
    """Return the signature of a thinking block: bound to the model and to every character."""
    return hashlib.sha256(f"mock:{model}:{thinking}".encode()).hexdigest()


def check_request(body: Json, headers: Mapping[str, str]) -> None:
    """Raise Rejection for what the API refuses."""
    key = headers.get("authorization", "") or headers.get("x-api-key", "")
    if not key or key.endswith("bad-key"):
        raise Rejection("invalid x-api-key", 401, "authentication_error")
    for name in ("model", "max_tokens", "messages"):
        need(name in body, f"{name}: Field required")
    for name in ("temperature", "top_p", "top_k"):
        need(name not in body, f"`{name}` is not supported by this model")
    unknown = sorted(set(body) - _KNOWN)
    need(not unknown, f"{unknown[:1]}: Extra inputs are not permitted")
    _check_tools(body.get("tools") or [])
    _check_messages(body)
    _check_cache(body)


def _check_tools(tools: list[Json]) -> None:
    strict = [t for t in tools if t.get("strict")]
    need(len(strict) <= _MOST_STRICT, "Too many strict tools: the compiled grammar is too large")
    optional = sum(strict_fields(t.get("input_schema", {})) for t in strict)
    need(optional <= _MOST_OPTIONAL, "Schemas contain too many optional parameters for strict mode")
    names: set[str] = set()
    for index, tool in enumerate(tools):
        place = f"tools.{index}"
        need(tool.get("type", "custom") != "function", f"{place}: Input tag 'function' is unknown")
        need("name" in tool, f"{place}.custom.name: Field required")
        need("input_schema" in tool, f"{place}.custom.input_schema: Field required")
        need(
            _NAME.fullmatch(tool["name"]),
            f"{place}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,64}}$'",
        )
        need(tool["name"] not in names, "tools: Tool names must be unique.")
        names.add(tool["name"])
        fault = plain_fault(tool["input_schema"])
        if tool.get("strict") and not fault:
            fault = strict_anthropic_fault(tool["input_schema"])
        need(not fault, f"{place}.custom.input_schema: {fault}")


def _check_messages(body: Json) -> None:
    messages = body["messages"]
    need(messages, "messages: at least one message is required")
    need(messages[0]["role"] == "user", 'messages: first message must use the "user" role')
    need(
        messages[-1]["role"] != "assistant",
        "This model does not support assistant message prefill. "
        "The conversation must end with a user message.",
    )
    open_calls: list[str] = []
    for index, message in enumerate(messages):
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        need(blocks, f"messages.{index}: all messages must have non-empty content")
        for block in blocks:
            _check_block(index, block, body)
        if message["role"] == "assistant":
            _check_thinking_first(index, blocks, body)
            need(not open_calls, _unanswered(index, open_calls))
            open_calls = [b["id"] for b in blocks if b["type"] == "tool_use"]
            need(len(set(open_calls)) == len(open_calls), "`tool_use` ids must be unique")
        else:
            _check_results(index, blocks, open_calls)
            open_calls = []
    need(not open_calls, _unanswered(len(messages), open_calls))


def _unanswered(index: int, ids: list[str]) -> str:
    return (
        f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately "
        f"after: {', '.join(ids)}."
    )


def _check_block(index: int, block: Json, body: Json) -> None:
    kind = block.get("type")
    if kind == "text":
        need(block["text"], "messages: text content blocks must be non-empty")
        need(block["text"].strip(), "text content blocks must contain non-whitespace text")
    elif kind == "tool_use":
        need(_ID.fullmatch(block["id"]), f"messages.{index}: `id` does not match the pattern")
        need(_NAME.fullmatch(block["name"]), f"messages.{index}: `name` does not match the pattern")
        need(isinstance(block["input"], Mapping), "tool_use.input: Input should be an object")
    elif kind == "thinking":
        good = block.get("signature") == signature(body["model"], block["thinking"])
        need(good, f"messages.{index}: Invalid `signature` in `thinking` block")
    elif kind == "redacted_thinking":
        good = block.get("data") == signature(body["model"], "redacted")
        need(good, f"messages.{index}: Invalid `data` in `redacted_thinking` block")
    else:
        need(kind == "tool_result", f"messages.{index}: Input tag {kind!r} is unknown")


def _check_thinking_first(index: int, blocks: list[Json], body: Json) -> None:
    on = (body.get("thinking") or {}).get("type") in ("enabled", "adaptive")
    calls = any(b["type"] == "tool_use" for b in blocks)
    if on and calls and blocks[0]["type"] not in ("thinking", "redacted_thinking"):
        raise Rejection(
            f"messages.{index}.content.0.type: Expected `thinking` or `redacted_thinking`, but "
            f"found `{blocks[0]['type']}`."
        )


def _check_results(index: int, blocks: list[Json], open_calls: list[str]) -> None:
    answered = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
    for call_id in answered:
        need(
            call_id in open_calls,
            f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {call_id}",
        )
    need(len(set(answered)) == len(answered), f"messages.{index}: duplicate `tool_result` blocks")
    need(set(answered) == set(open_calls), _unanswered(index, open_calls))
    kinds = [b["type"] for b in blocks]
    first_other = next((i for i, k in enumerate(kinds) if k != "tool_result"), len(kinds))
    need("tool_result" not in kinds[first_other:], "tool_result blocks must come first")


def _check_cache(body: Json) -> None:
    marks: list[str] = []
    blocks = [*(body.get("tools") or ())]
    system = body.get("system")
    blocks += system if isinstance(system, list) else []
    for message in body["messages"]:
        blocks += message["content"] if isinstance(message["content"], list) else []
    for block in blocks:
        mark = block.get("cache_control")
        if mark:
            need(block.get("type") != "thinking", "thinking: cache_control is not allowed")
            marks.append(mark.get("ttl", "5m"))
    need(
        len(marks) <= _MOST_BREAKPOINTS,
        f"A maximum of {_MOST_BREAKPOINTS} blocks with cache_control may be provided. "
        f"Found {len(marks)}.",
    )
    need(
        sorted(marks, key=lambda ttl: ttl != "1h") == marks,
        "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
    )
