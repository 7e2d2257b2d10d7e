"""Requests in the form of OpenAI's chat completions, with each server's quirks from its profile."""

from __future__ import annotations

from typing import Any

from reode.llm.messages import Origin, Request, Text, Thinking, ToolCall, ToolResult
from reode.llm.profiles import Profile
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.names import NameMap
from reode.llm.schema.tools import WireTools
from reode.llm.wire.history import Target, Turn, prepare
from reode.llm.wire.prepared import Mode, Prepared, write_tools

Json = dict[str, Any]


def write_request(
    request: Request, profile: Profile, origin: Origin, mode: Mode, cache: SchemaCache
) -> Prepared:
    """Return the arguments of `chat.completions.create`."""
    wire = write_tools(request, profile, mode, cache)
    target = Target(origin, flatten_foreign=profile.foreign_calls == "flatten")
    turns = prepare(request.messages, target)
    messages = _system(request, profile)
    for turn in turns:
        messages += _messages(turn, profile, wire.names)
    cap = mode.max_tokens_param or profile.max_tokens_param
    body: Json = {"model": origin.model, "messages": messages, cap: mode.max_output}
    extra: Json = dict(profile.extra_body)
    if wire.tools and not (request.tool_choice == "none" and "none" not in profile.tool_choice):
        body |= _tools(request, wire, profile)
    effort = request.effort or mode.effort
    if effort and profile.effort_param == "reasoning_effort":
        body["reasoning_effort"] = effort
    if _streams(mode.stream or profile.stream, has_tools="tools" in body):
        body["stream"] = True
        if profile.stream_options:
            body["stream_options"] = {"include_usage": True}
        if profile.tool_stream and "tools" in body:
            extra["tool_stream"] = True
    return Prepared(body, extra, wire.names, wire.strict, wire.lost)


def _streams(policy: str, *, has_tools: bool) -> bool:
    return policy == "always" or (policy == "without_tools" and not has_tools)


def _tools(request: Request, wire: WireTools, profile: Profile) -> Json:
    body: Json = {"tools": list(wire.tools)}
    choice = request.tool_choice
    if choice in ("none", "required") and choice in profile.tool_choice:
        body["tool_choice"] = choice
    elif choice not in ("auto", "none", "required") and "named" in profile.tool_choice:
        function = {"name": wire.names.wire(choice)}
        body["tool_choice"] = {"type": "function", "function": function}
    if wire.strict and profile.parallel_tool_calls:
        body["parallel_tool_calls"] = False
    return body


def _system(request: Request, profile: Profile) -> list[Json]:
    texts = [text for text in request.system if text.strip()]
    if profile.system_mode == "one" and texts:
        texts = ["\n\n".join(texts)]
    return [{"role": "system", "content": text} for text in texts]


def _messages(turn: Turn, profile: Profile, names: NameMap) -> list[Json]:
    text = "\n\n".join(p.text for p in turn.parts if isinstance(p, Text))
    if turn.role == "assistant":
        return [_assistant(turn, text, profile, names)]
    messages: list[Json] = [
        {"role": "tool", "tool_call_id": p.call_id, "content": _result_text(p)}
        for p in turn.parts
        if isinstance(p, ToolResult)
    ]
    return [*messages, {"role": "user", "content": text}] if text else messages


def _result_text(result: ToolResult) -> str:
    """Return a result's text; the protocol has no mark for a failed one, so the text says it."""
    if result.is_error and not result.text.lower().startswith("error"):
        return f"Error: {result.text}"
    return result.text


def _assistant(turn: Turn, text: str, profile: Profile, names: NameMap) -> Json:
    calls = [p for p in turn.parts if isinstance(p, ToolCall)]
    message: Json = {"role": "assistant"}
    if text:
        message["content"] = text
    elif profile.empty_content != "omit":
        message["content"] = None if profile.empty_content == "null" else ""
    if calls:
        message["tool_calls"] = [_call(call, names) for call in calls]
    thoughts = [p.text for p in turn.parts if isinstance(p, Thinking)]
    replayed = profile.reasoning_replay == "always" or (
        profile.reasoning_replay == "tool_turns" and calls
    )
    if thoughts and replayed and profile.reasoning_in != "none":
        message[profile.reasoning_in] = "\n".join(thoughts)
    return message


def _call(call: ToolCall, names: NameMap) -> Json:
    """Return a call; arguments that could not be read go back as an empty object."""
    raw = call.raw_args if call.args is not None and call.raw_args.strip() else "{}"
    function = {"name": names.wire(call.name), "arguments": raw}
    return {**call.extra, "id": call.id, "type": "function", "function": function}
