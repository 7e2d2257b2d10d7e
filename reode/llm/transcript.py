"""Messages and requests as JSON-plain data, and the removal of keys from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from reode.facts.usage import Usage
from reode.llm.messages import (
    Effect,
    Message,
    Origin,
    Part,
    Problem,
    Refusal,
    Request,
    Role,
    Stop,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    ToolSpec,
)

_PARTS: dict[str, type[Any]] = {
    "text": Text,
    "thinking": Thinking,
    "refusal": Refusal,
    "tool_call": ToolCall,
    "tool_result": ToolResult,
}
_KINDS = {cls: kind for kind, cls in _PARTS.items()}
#: Shapes of well-known secrets; values of the environment's keys are removed as well.
_SECRET = re.compile(
    r"\b(?:sk-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{30,}|gh[pousr]_[A-Za-z0-9]{30,}"
    r"|github_pat_[A-Za-z0-9_]{30,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16})"
)
_REDACTED = "[redacted]"


def part_to_json(part: Part) -> dict[str, Any]:
    """Return one part with its `kind`."""
    data: dict[str, Any] = {"kind": _KINDS[type(part)]}
    for field in fields(part):
        value = getattr(part, field.name)
        data[field.name] = dict(value) if isinstance(value, Mapping) else value
    return data


def part_from_json(data: Mapping[str, Any]) -> Part:
    """Read what `part_to_json` wrote; KeyError for an unknown kind."""
    values = {k: v for k, v in data.items() if k != "kind"}
    if values.get("problem") is not None:
        values["problem"] = Problem(values["problem"])
    part: Part = _PARTS[data["kind"]](**values)
    return part


def message_to_json(message: Message) -> dict[str, Any]:
    """Return a message as JSON-plain data; `message_from_json` gives an equal one back."""
    origin = message.origin
    return {
        "role": message.role.value,
        "parts": [part_to_json(p) for p in message.parts],
        "origin": {f.name: getattr(origin, f.name) for f in fields(origin)} if origin else None,
        "stop": message.stop.value if message.stop else None,
        "stop_raw": message.stop_raw,
        "usage": message.usage.to_json() if message.usage else None,
    }


def message_from_json(data: Mapping[str, Any]) -> Message:
    """Read what `message_to_json` wrote."""
    return Message(
        role=Role(data["role"]),
        parts=tuple(part_from_json(p) for p in data["parts"]),
        origin=Origin(**data["origin"]) if data.get("origin") else None,
        stop=Stop(data["stop"]) if data.get("stop") else None,
        stop_raw=data.get("stop_raw", ""),
        usage=Usage.from_json(data["usage"]) if data.get("usage") else None,
    )


def _tool_to_json(tool: Tool) -> dict[str, Any]:
    if not isinstance(tool, ToolSpec):
        return {"raw": dict(tool)}
    return {
        "name": tool.name,
        "description": tool.description,
        "schema": dict(tool.schema),
        "effect": tool.effect.value,
    }


def _tool_from_json(data: Mapping[str, Any]) -> Tool:
    if "raw" in data:
        return dict(data["raw"])
    return ToolSpec(data["name"], data["description"], data["schema"], None, Effect(data["effect"]))


def request_to_json(request: Request) -> dict[str, Any]:
    """Return a request as JSON-plain data; a tool's args model is not part of it."""
    return {
        "system": list(request.system),
        "messages": [message_to_json(m) for m in request.messages],
        "tools": [_tool_to_json(t) for t in request.tools],
        "tool_choice": request.tool_choice,
        "max_output": request.max_output,
        "effort": request.effort,
        "cache_hint": request.cache_hint,
    }


def request_from_json(data: Mapping[str, Any]) -> Request:
    """Read what `request_to_json` wrote."""
    return Request(
        system=tuple(data["system"]),
        messages=tuple(message_from_json(m) for m in data["messages"]),
        tools=tuple(_tool_from_json(t) for t in data.get("tools", ())),
        tool_choice=data.get("tool_choice", "auto"),
        max_output=data.get("max_output"),
        effort=data.get("effort"),
        cache_hint=data.get("cache_hint"),
    )


def redact_text(text: str, secrets: Iterable[str] = ()) -> str:
    """Replace each of `secrets` (of eight characters or more) and every well-known key shape."""
    for secret in secrets:
        if len(secret) >= 8:
            text = text.replace(secret, _REDACTED)
    return _SECRET.sub(_REDACTED, text)


def redact(data: Any, secrets: Iterable[str] = ()) -> Any:
    """Return JSON-plain `data` with `redact_text` applied to every string in it."""
    known = tuple(secrets)
    if isinstance(data, str):
        return redact_text(data, known)
    if isinstance(data, Mapping):
        return {redact_text(str(k), known): redact(v, known) for k, v in data.items()}
    if isinstance(data, list | tuple):
        return [redact(v, known) for v in data]
    return data


def redact_message(message: Message, secrets: Iterable[str] = ()) -> Message:
    """Return the message without keys."""
    return message_from_json(redact(message_to_json(message), secrets))


def redact_request(request: Request, secrets: Iterable[str] = ()) -> Request:
    """Return the request without keys; its tools stay as they are, args models included."""
    known = tuple(secrets)
    return replace(
        request,
        system=tuple(redact_text(s, known) for s in request.system),
        messages=tuple(redact_message(m, known) for m in request.messages),
    )
