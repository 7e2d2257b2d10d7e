"""One fixture per fault that another adapter had in public; each file is named after the issue.

`answer`: what a server sent, streamed and plain, and the message it must become.
`schema`: a tool's schema and what each dialect must or must not make of it.
`request`: a conversation that every strict server must accept, in every dialect.
`error`: an error body and its meaning. `names`, `result`, `own-thinking`: see the tests.
The fault list's last line, the edit tool's matching, belongs to the room that edits.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import tool

from reode.llm import errors
from reode.llm.assembler import Reading, assemble
from reode.llm.classify import Failure, classify
from reode.llm.errors import UnsupportedSchemaError
from reode.llm.messages import (
    Message,
    Origin,
    Request,
    Role,
    Thinking,
    ToolCall,
    ToolResult,
    tool_results,
    user,
)
from reode.llm.mock.anthropic_rules import signature
from reode.llm.schema.families import family
from reode.llm.toolspec import bound_tool
from reode.llm.transcript import message_from_json
from reode.llm.wire import anthropic_reply, openai_reply
from tests.llm.kit import DIALECTS, FLAT, PING, READ, FakeTime, origin_of, profile_of
from tests.llm.properties import check_dialect, check_names, parts_of
from tests.llm.test_history import check, write

FIXTURES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "conformance").glob("*.json"))
}
_READERS: dict[str, Any] = {"anthropic": anthropic_reply, "openai": openai_reply}


def of_kind(kind: str) -> list[str]:
    names = [name for name, data in FIXTURES.items() if data["kind"] == kind]
    assert names
    return names


def _read(data: dict[str, Any], form: str) -> Message:
    reading = Reading(
        Origin("p", "m", "e"),
        {"read_file": READ.schema, "ping": PING.schema},
        think_tags=("think",),
        text_tool_calls=data.get("text_tool_calls", False),
        cap=data.get("cap"),
    )
    reader = _READERS[data["wire"]]
    read = reader.read_stream if form == "stream" else reader.read_response
    return assemble(read(data[form]), reading)


@pytest.mark.parametrize("form", ["stream", "plain"])
@pytest.mark.parametrize("name", of_kind("answer"))
def test_answer(name: str, form: str) -> None:
    data = FIXTURES[name]
    if data[form] is None:
        assert form == "plain"
        return
    if "error" in data:
        with pytest.raises(getattr(errors, data["error"])):
            _read(data, form)
        return
    message = _read(data, form)
    assert message.stop == data["stop"]
    if "parts" in data:
        assert parts_of(message) == [tuple(p) for p in data["parts"]]
    if "kinds" in data:
        assert [type(p).__name__ for p in message.parts] == data["kinds"]
    if "args" in data:
        assert [c.args for c in message.calls] == data["args"]
    if "problems" in data:
        assert [c.problem for c in message.calls] == data["problems"]
    else:
        assert all(c.problem is None for c in message.calls)
    assert len({c.id for c in message.calls}) == len(message.calls)
    assert all(c.from_text == data.get("from_text", False) for c in message.calls)
    for key, value in data.get("usage", {}).items():
        assert getattr(message.usage, key) == value, key


@pytest.mark.parametrize("name", of_kind("schema"))
def test_schema(name: str) -> None:
    data = FIXTURES[name]
    for dialect, keyword in data.get("unsupported", {}).items():
        with pytest.raises(UnsupportedSchemaError) as caught:
            family(dialect).normalize(data["schema"])
        assert caught.value.keyword == keyword
    for dialect in {*data.get("contains", {}), *data.get("lacks", {})}:
        result = check_dialect(dialect, data["schema"])
        assert result is not None, dialect
        text = json.dumps(result.schema)
        for piece in data.get("contains", {}).get(dialect, ()):
            assert piece in text, dialect
        for piece in data.get("lacks", {}).get(dialect, ()):
            assert piece not in text, dialect


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", of_kind("request"))
def test_request(name: str, dialect: str) -> None:
    data = FIXTURES[name]
    messages = tuple(message_from_json(m) for m in data["messages"])
    request = Request(("s1", "s2"), messages, (READ, FLAT), cache_hint=data.get("cache_hint"))
    prepared = write(request, profile_of(dialect), origin_of(dialect))
    check(dialect, prepared)
    text = json.dumps(prepared.body)
    for piece in data.get("contains", ()):
        assert piece in text
    for piece in data.get("lacks", ()):
        assert piece not in text


@pytest.mark.parametrize("name", of_kind("error"))
def test_error(name: str) -> None:
    data = FIXTURES[name]
    error = classify(
        Failure(data["provider"], data["status"], data["body"], headers=data.get("headers", {}))
    )
    assert type(error).__name__ == data["expect"]
    if "tries" in data:
        assert error.tries == data["tries"]
    if "retry_after" in data:
        assert error.retry_after == data["retry_after"]
    if data.get("waits") is False:
        clock = FakeTime()

        def attempt(_number: int) -> None:
            raise error

        with pytest.raises(type(error)):
            clock.retrying().run(attempt, float("inf"))
        assert clock.slept == []


@pytest.mark.parametrize("name", of_kind("names"))
def test_names(name: str) -> None:
    check_names(FIXTURES[name]["names"])


@pytest.mark.parametrize("name", of_kind("result"))
def test_result(name: str) -> None:
    data = FIXTURES[name]

    @tool
    def look() -> Any:
        """Look."""
        return data["value"]

    text = bound_tool(look).run({})
    for piece in data["contains"]:
        assert piece in text


@pytest.mark.parametrize("name", of_kind("own-thinking"))
def test_own_thinking_comes_back_before_its_calls(name: str) -> None:
    assert FIXTURES[name]["kind"] == "own-thinking"
    own = origin_of("anthropic")
    thought = Thinking("hm", signature(own.model, "hm"))
    call = ToolCall("aaaaaaaa1", "read_file", "{}", {})
    messages = (
        user("go"),
        Message(Role.ASSISTANT, (thought, call), own),
        tool_results((ToolResult("aaaaaaaa1", "read_file", "x"),)),
    )
    prepared = write(Request((), messages), profile_of("anthropic", thinking="adaptive"), own)
    check("anthropic", prepared)
    assert prepared.body["messages"][1]["content"][0]["type"] == "thinking"
