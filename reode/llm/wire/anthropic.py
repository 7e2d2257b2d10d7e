"""Requests in the form of Anthropic's Messages API."""

from __future__ import annotations

from typing import Any

from reode.llm.messages import Origin, Part, Request, Text, Thinking, ToolCall, ToolResult
from reode.llm.profiles import Profile
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.names import NameMap
from reode.llm.wire.history import Target, Turn, prepare
from reode.llm.wire.prepared import Mode, Prepared, write_tools

_EPHEMERAL = {"type": "ephemeral"}
Block = dict[str, Any]


def write_request(
    request: Request, profile: Profile, origin: Origin, mode: Mode, cache: SchemaCache
) -> Prepared:
    """Return the arguments of `messages.create`; no sampling parameter is ever among them."""
    wire = write_tools(request, profile, mode, cache)
    thinks = bool(profile.thinking)
    target = Target(origin, flatten_foreign=thinks or profile.foreign_calls == "flatten")
    turns = prepare(request.messages, target, cache_hint=request.cache_hint)
    body: dict[str, Any] = {
        "model": origin.model,
        "max_tokens": mode.max_output,
        "messages": [_message(turn, wire.names, profile, last=turn is turns[-1]) for turn in turns],
    }
    system = [{"type": "text", "text": text} for text in request.system if text.strip()]
    if system:
        body["system"] = _marked(system, profile)
    if wire.tools:
        body["tools"] = _marked([dict(tool) for tool in wire.tools], profile)
        if request.tool_choice != "auto":
            body["tool_choice"] = _choice(request.tool_choice, wire.names, thinks=thinks)
    if thinks:
        body["thinking"] = {"type": profile.thinking}
    effort = request.effort or mode.effort
    if effort and profile.effort_param == "output_config":
        body["output_config"] = {"effort": effort}
    if (mode.stream or profile.stream) != "never":
        body["stream"] = True
    return Prepared(body, dict(profile.extra_body), wire.names, wire.strict, wire.lost)


def _marked(blocks: list[Block], profile: Profile) -> list[Block]:
    """Put a cache breakpoint on the last block."""
    if profile.cache_control:
        blocks[-1]["cache_control"] = dict(_EPHEMERAL)
    return blocks


def _choice(choice: str, names: NameMap, *, thinks: bool) -> Block:
    """Return a tool choice; with thinking on only `auto` and `none` are accepted."""
    if choice == "none":
        return {"type": "none"}
    if thinks:
        return {"type": "auto"}
    return {"type": "any"} if choice == "required" else {"type": "tool", "name": names.wire(choice)}


def _message(turn: Turn, names: NameMap, profile: Profile, *, last: bool) -> dict[str, Any]:
    blocks = [_block(part, names) for part in turn.parts]
    if profile.cache_control:
        if turn.hint_at is not None:
            blocks[turn.hint_at]["cache_control"] = dict(_EPHEMERAL)
        if last:
            blocks[-1]["cache_control"] = dict(_EPHEMERAL)
    return {"role": turn.role, "content": blocks}


def _block(part: Part, names: NameMap) -> Block:
    match part:
        case Text():
            return {"type": "text", "text": part.text}
        case Thinking(redacted=True):
            return {"type": "redacted_thinking", "data": part.signature}
        case Thinking():
            return {"type": "thinking", "thinking": part.text, "signature": part.signature}
        case ToolCall():
            args = dict(part.args) if part.args is not None else {}
            return {"type": "tool_use", "id": part.id, "name": names.wire(part.name), "input": args}
        case ToolResult():
            return _result(part)
        case _:
            return {"type": "text", "text": part.text}


def _result(result: ToolResult) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": result.call_id}
    if result.text.strip():
        block["content"] = [{"type": "text", "text": result.text}]
    if result.is_error:
        block["is_error"] = True
    return block
