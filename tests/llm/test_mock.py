"""The mock servers refuse what the real ones refuse; each rule has a request that breaks it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from reode.llm.mock import anthropic_rules, openai_rules
from reode.llm.mock.answer import sample
from reode.llm.mock.anthropic_rules import signature
from reode.llm.mock.openai_rules import MODES, SIGNATURE
from reode.llm.mock.rejection import Rejection
from reode.llm.mock.schema_rules import (
    openapi_fault,
    plain_fault,
    strict_anthropic_fault,
    strict_openai_fault,
)

_HEADERS = {"authorization": "Bearer k"}
_SCHEMA: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "string"}}}
_CLOSED = {**_SCHEMA, "additionalProperties": False, "required": ["a"]}


def _use(call_id: str, name: str = "t") -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": {}}


def _result(call_id: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id}


def _text(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, **more}


def _user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks) or "hi"}


def _claude(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def _body(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 9, "messages": list(messages) or [_user()], **more}


def _tool(**more: Any) -> dict[str, Any]:
    return {"name": "t", "input_schema": _SCHEMA, **more}


_MARK = {"cache_control": {"type": "ephemeral"}}
_HOUR = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
_THOUGHT = {"type": "thinking", "thinking": "hm", "signature": signature("m", "hm")}

ANTHROPIC: dict[str, dict[str, Any]] = {
    "max_tokens: Field required": {"model": "m", "messages": [_user()]},
    "temperature": _body(temperature=0),
    "Extra inputs": _body(frequency_penalty=1),
    "should match pattern": _body(tools=[_tool(name="a b")]),
    "must be unique": _body(tools=[_tool(), _tool()]),
    "'function' is unknown": _body(tools=[{"type": "function", "function": {}}]),
    "can't be resolved": _body(
        tools=[_tool(input_schema={**_SCHEMA, "items": {"$ref": "#/$defs/No"}})]
    ),
    "additionalProperties": _body(tools=[_tool(strict=True)]),
    "Too many strict": _body(
        tools=[_tool(name=f"t{n}", strict=True, input_schema=_CLOSED) for n in range(21)]
    ),
    "without `tool_result`": _body(_user(), _claude(_use("x")), _user(_text("a"))),
    "unexpected `tool_use_id`": _body(_user(_result("x"))),
    "must come first": _body(_user(), _claude(_use("x")), _user(_text("a"), _result("x"))),
    "non-empty": _body(_user(_text(""))),
    "non-whitespace": _body(_user(_text(" "))),
    "Invalid `signature`": _body(_user(), _claude({**_THOUGHT, "thinking": "edited"}), _user()),
    "Expected `thinking`": _body(
        _user(), _claude(_use("x")), _user(_result("x")), thinking={"type": "adaptive"}
    ),
    "prefill": _body(_user(), _claude(_text("a"))),
    "first message": _body(_claude(_text("a")), _user()),
    "A maximum of 4": _body(_user(*[_text("a", **_MARK)] * 5)),
    "must not come after": _body(_user(_text("a", **_MARK), _text("b", **_HOUR))),
    "ids must be unique": _body(_user(), _claude(_use("x"), _use("x")), _user(_result("x"))),
    "duplicate `tool_result`": _body(
        _user(), _claude(_use("x")), _user(_result("x"), _result("x"))
    ),
}


@pytest.mark.parametrize("words", ANTHROPIC)
def test_the_anthropic_mock_refuses(words: str) -> None:
    with pytest.raises(Rejection) as caught:
        anthropic_rules.check_request(deepcopy(ANTHROPIC[words]), _HEADERS)
    assert words in caught.value.message


def test_the_anthropic_mock_accepts_a_whole_conversation() -> None:
    body = _body(
        _user(_text("go", **_HOUR)),
        _claude(_THOUGHT, _use("x")),
        _user(_result("x"), _text("next", **_MARK)),
        tools=[_tool(strict=True, input_schema=_CLOSED)],
        thinking={"type": "adaptive"},
    )
    anthropic_rules.check_request(body, _HEADERS)
    with pytest.raises(Rejection) as caught:
        anthropic_rules.check_request(body, {})
    assert caught.value.status == 401


def _call(call_id: str = "aaaaaaaa1", args: str = "{}", **more: Any) -> dict[str, Any]:
    function = {"name": "t", "arguments": args}
    return {"id": call_id, "type": "function", "function": function, **more}


def _chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages) or [{"role": "user", "content": "a"}], **more}


def _function(schema: Any = _SCHEMA, name: str = "t", **more: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": schema, **more}}


_U = {"role": "user", "content": "a"}
_SYS = {"role": "system", "content": "s"}
_DONE = {"role": "tool", "tool_call_id": "aaaaaaaa1", "content": "x"}


def _said(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


OPENAI: list[tuple[str, str, dict[str, Any]]] = [
    ("openai", "tools[0].type", _chat(tools=[_tool()])),
    ("openai", "use 'max_completion_tokens'", _chat(max_tokens=9)),
    ("generic", "use 'max_tokens'", _chat(max_completion_tokens=9)),
    ("openai", "name", _chat(tools=[_function(name="x" * 65)])),
    ("openai", "duplicate tool", _chat(tools=[_function(), _function()])),
    ("openai", "additionalproperties", _chat(tools=[_function(strict=True)])),
    ("openai", "must be a response", _chat(_U, _DONE)),
    ("openai", "did not have response", _chat(_U, _said(_call()), _U)),
    ("openai", "duplicate tool call ids", _chat(_U, _said(_call(), _call()), _DONE)),
    ("openai", "invalid json", _chat(_U, _said(_call(args="{")), _DONE)),
    ("openai", "only allowed when", _chat(tool_choice="none")),
    ("openai", "must say something", _chat(_U, {"role": "assistant", "content": None}, _U)),
    ("openai", "empty array", _chat(_U, {**_said(), "content": "x"}, _U)),
    ("openai", "stream=true", _chat(stream_options={"include_usage": True})),
    ("glm", "strict: unsupported", _chat(tools=[_function(strict=True)])),
    ("glm", "stream_options", _chat(stream=True, stream_options={})),
    ("glm", "only auto", _chat(tools=[_function()], tool_choice="required")),
    ("glm", "at least one user", _chat(_SYS)),
    ("glm", "name: unsupported", _chat({**_U, "name": "n"})),
    ("mistral", "length of 9", _chat(_U, _said(_call("call_1")), _DONE)),
    ("deepseek", "reasoning_content", _chat(_U, _said(_call()), _DONE)),
    ("gemini", "thought_signature", _chat(_U, _said(_call()), _DONE)),
    ("gemini", "unknown name", _chat(tools=[_function({**_SCHEMA, "$defs": {}})])),
    ("qwen", "at the beginning", _chat(_SYS, _SYS, _U)),
]


@pytest.mark.parametrize(("mode", "words", "body"), OPENAI, ids=range(len(OPENAI)))
def test_the_chat_mock_refuses(mode: str, words: str, body: dict[str, Any]) -> None:
    with pytest.raises(Rejection) as caught:
        openai_rules.check_request(body, _HEADERS, MODES[mode])
    assert words in caught.value.message.lower() or words in caught.value.message


@pytest.mark.parametrize("mode", MODES)
def test_the_chat_mock_accepts_a_whole_conversation(mode: str) -> None:
    more = {"extra_content": SIGNATURE} if mode == "gemini" else {}
    said = _said(_call(**more), **({"reasoning_content": "hm"} if mode == "deepseek" else {}))
    body = _chat(_SYS, _U, said, _DONE, tools=[_function()])
    openai_rules.check_request(body, _HEADERS, MODES[mode])


@pytest.mark.parametrize(
    ("check", "schema"),
    [
        (strict_openai_fault, {**_CLOSED, "properties": {"a": {}}}),
        (strict_openai_fault, {**_CLOSED, "properties": {"a": {"type": "array"}}}),
        (strict_openai_fault, {**_CLOSED, "properties": {"a": {"oneOf": []}}}),
        (strict_openai_fault, {**_CLOSED, "properties": {"a": {"type": "string", "default": 1}}}),
        (strict_openai_fault, {**_CLOSED, "required": []}),
        (strict_openai_fault, {**_CLOSED, "properties": {"a": {"$ref": "#", "description": ""}}}),
        (strict_anthropic_fault, {**_CLOSED, "properties": {"a": {"type": ["string", "null"]}}}),
        (strict_anthropic_fault, {**_CLOSED, "properties": {"a": {"minimum": 1}}}),
        (openapi_fault, {**_SCHEMA, "additionalProperties": False}),
        (openapi_fault, {**_SCHEMA, "properties": {"a": {"enum": [1]}}}),
        (plain_fault, {"type": "string"}),
    ],
)
def test_a_schema_rule_refuses(check: Any, schema: Any) -> None:
    assert check(schema)
    assert not check(_SCHEMA if check is openapi_fault else _CLOSED)


def test_a_made_up_value_fits_its_schema() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"$ref": "#/$defs/A"},
            "b": {"type": "array", "items": {"type": "integer", "minimum": 3}, "minItems": 2},
            "c": {"anyOf": [{"type": "null"}, {"type": "boolean"}]},
            "d": {"enum": ["x", "y"]},
            "e": {"const": 4},
            "f": {"type": "number"},
        },
        "required": ["a", "b", "c", "d", "e", "f"],
        "$defs": {"A": {"type": "string", "minLength": 2}},
    }
    assert sample(schema, schema) == {
        "a": "xx",
        "b": [3, 3],
        "c": True,
        "d": "x",
        "e": 4,
        "f": 1.0,
    }
