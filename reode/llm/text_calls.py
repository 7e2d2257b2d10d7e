"""Reads tool calls that a model wrote as text, where no structured call came.

Three forms are known (hermes-agent-evolution #1170, openclaude #1791): JSON in `<tool_call>`,
GLM's `<arg_key>`/`<arg_value>` pairs, and Qwen coder's `<function=…><parameter=…>`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_FUNCTION = re.compile(r"<function=([^>\s]+)>(.*?)</function>", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^>\s]+)>\n?(.*?)\n?</parameter>", re.DOTALL)
_PAIR = re.compile(r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)</arg_value>", re.DOTALL)
_NAMED_JSON = re.compile(r"([\w.-]+)\s*(\{.*\})", re.DOTALL)

Schemas = Mapping[str, Mapping[str, Any]]


def find_text_calls(text: str, tools: Schemas) -> tuple[str, list[tuple[str, str]]]:
    """Return the text without calls, and the calls as (name, raw arguments).

    Only offered tools count; a text with any other stays as it is and has no calls.
    """
    found: list[tuple[str, str]] = []
    pattern = _CALL if _CALL.search(text) else _FUNCTION
    for match in pattern.finditer(text):
        whole = match.group(1) if pattern is _CALL else match.group()
        call = _read(whole, tools)
        if call is None or call[0] not in tools:
            return text, []
        found.append(call)
    return (pattern.sub("", text).strip() if found else text), found


def _read(body: str, tools: Schemas) -> tuple[str, str] | None:
    function = _FUNCTION.search(body)
    if function:
        name, pairs = function.group(1), _PARAMETER.findall(function.group(2))
        return name, _arguments(pairs, tools.get(name, {}))
    if body.startswith("{"):
        return _from_json(body)
    named = _NAMED_JSON.fullmatch(body)
    if named:
        return named.group(1), named.group(2)
    name = body.split("<arg_key>", 1)[0].strip()
    return (name, _arguments(_PAIR.findall(body), tools.get(name, {}))) if name else None


def _from_json(body: str) -> tuple[str, str] | None:
    try:
        data = json.loads(body)
    except json.JSONDecodeError:
        return None
    if not isinstance(data, dict) or not isinstance(data.get("name"), str):
        return None
    args = data.get("arguments", data.get("parameters", {}))
    return data["name"], args if isinstance(args, str) else json.dumps(args, ensure_ascii=False)


def _arguments(pairs: list[tuple[str, str]], schema: Mapping[str, Any]) -> str:
    """Return the arguments as JSON: text stays text unless the schema wants something else."""
    args = {}
    for key, value in pairs:
        known = schema.get("properties", {}).get(key.strip(), {})
        args[key.strip()] = value if known.get("type") == "string" else _value(value)
    return json.dumps(args, ensure_ascii=False)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
