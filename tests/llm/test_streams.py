from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reode.llm.assembler import Reading, assemble
from reode.llm.errors import BadResponseError, StreamTruncatedError
from reode.llm.messages import Message, Origin, Stop
from reode.llm.wire import anthropic_reply, openai_reply
from tests.llm.properties import parts_of

_TOOLS: dict[str, Any] = {"a_tool": {}, "b_tool": {}}
READING = Reading(Origin("p", "m", "e"), _TOOLS, think_tags=("think",))
_TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).filter(str.strip)
_CALLS = st.lists(
    st.tuples(st.sampled_from(sorted(_TOOLS)), st.dictionaries(_TEXT, _TEXT, max_size=2)),
    max_size=3,
)


@st.composite
def answers(draw: st.DrawFn) -> dict[str, Any]:
    calls = draw(_CALLS)
    return {
        "thinking": draw(st.just("") | _TEXT),
        "text": draw(_TEXT if not calls else st.just("") | _TEXT),
        "calls": [(n, json.dumps(a, ensure_ascii=draw(st.booleans()))) for n, a in calls],
        "cut": draw(st.booleans()),
        "usage": draw(st.booleans()),
    }


def _split(draw: st.DrawFn, text: str) -> list[str]:
    at = sorted(draw(st.lists(st.integers(0, len(text)), max_size=4)))
    edges = [0, *at, len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


def openai_plain(answer: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer["text"] or None}
    if answer["thinking"]:
        message["reasoning_content"] = answer["thinking"]
    if answer["calls"]:
        message["tool_calls"] = [
            {"id": f"c{i}", "type": "function", "function": {"name": n, "arguments": a}}
            for i, (n, a) in enumerate(answer["calls"])
        ]
    reason = "length" if answer["cut"] else ("tool_calls" if answer["calls"] else "stop")
    data = {"id": "r", "choices": [{"message": message, "finish_reason": reason}]}
    return (
        {**data, "usage": {"prompt_tokens": 9, "completion_tokens": 3}} if answer["usage"] else data
    )


def openai_chunks(draw: st.DrawFn, answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        return {"id": "r", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _split(draw, answer["thinking"]):
        yield chunk({"reasoning_content": piece})
    for piece in _split(draw, answer["text"]):
        yield chunk({"content": piece})
    later: list[list[dict[str, Any]]] = []
    for i, (name, args) in enumerate(answer["calls"]):
        function = {"name": name, "arguments": ""}
        yield chunk({"tool_calls": [{"index": i, "id": f"c{i}", "function": function}]})
        later.append([{"index": i, "function": {"arguments": p}} for p in _split(draw, args)])
    while any(later):
        queue = draw(st.sampled_from([q for q in later if q]))
        yield chunk({"tool_calls": [queue.pop(0)]})
    whole = openai_plain(answer)
    yield chunk({}, whole["choices"][0]["finish_reason"])
    if answer["usage"]:
        yield {"id": "r", "choices": [], "usage": whole["usage"]}


def anthropic_plain(answer: dict[str, Any]) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if answer["thinking"]:
        content.append({"type": "thinking", "thinking": answer["thinking"], "signature": "s"})
    if answer["text"]:
        content.append({"type": "text", "text": answer["text"]})
    for i, (name, args) in enumerate(answer["calls"]):
        content.append({"type": "tool_use", "id": f"c{i}", "name": name, "input": json.loads(args)})
    stop = "max_tokens" if answer["cut"] else ("tool_use" if answer["calls"] else "end_turn")
    usage = {"input_tokens": 5, "cache_read_input_tokens": 4, "output_tokens": 3}
    return {"id": "r", "content": content, "stop_reason": stop, "usage": usage}


def anthropic_events(draw: st.DrawFn, answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    whole = anthropic_plain(answer)
    start = {**whole["usage"], "output_tokens": 1}
    yield {"type": "message_start", "message": {"id": "r", "usage": start}}
    for index, block in enumerate(whole["content"]):
        kind = block["type"]
        empty = {"text": "", "thinking": "", "signature": "", "input": {}}
        shown = {k: empty.get(k, v) for k, v in block.items()}
        yield {"type": "content_block_start", "index": index, "content_block": shown}
        forms = {"text": "text_delta", "thinking": "thinking_delta"}
        text = json.dumps(block["input"], ensure_ascii=False) if kind == "tool_use" else block[kind]
        for piece in _split(draw, text):
            if kind == "tool_use":
                delta = {"type": "input_json_delta", "partial_json": piece}
            else:
                delta = {"type": forms[kind], kind: piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        if kind == "thinking":
            delta = {"type": "signature_delta", "signature": "s"}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": whole["stop_reason"]},
        "usage": {"output_tokens": 3},
    }
    yield {"type": "message_stop"}


def _same(left: Message, right: Message) -> None:
    assert parts_of(left) == parts_of(right)
    assert left.parts == right.parts
    assert (left.stop, left.origin) == (right.stop, right.origin)
    assert left.usage is not None
    assert right.usage is not None
    ours, theirs = left.usage, right.usage
    assert (ours.input_total, ours.cache_read, ours.output) == (
        theirs.input_total,
        theirs.cache_read,
        theirs.output,
    )


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_p08_openais_two_forms_of_one_answer_are_equal(data: st.DataObject) -> None:
    answer = data.draw(answers())
    chunks = data.draw(st.composite(lambda draw: list(openai_chunks(draw, answer)))())
    streamed = assemble(openai_reply.read_stream(chunks), READING)
    _same(streamed, assemble(openai_reply.read_response(openai_plain(answer)), READING))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_p08_anthropics_two_forms_of_one_answer_are_equal(data: st.DataObject) -> None:
    answer = data.draw(answers())
    answer["calls"] = [
        (n, json.dumps(json.loads(a), ensure_ascii=False)) for n, a in answer["calls"]
    ]
    events = data.draw(st.composite(lambda draw: list(anthropic_events(draw, answer)))())
    streamed = assemble(anthropic_reply.read_stream(events), READING)
    _same(streamed, assemble(anthropic_reply.read_response(anthropic_plain(answer)), READING))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_p08_any_two_chunkings_give_the_same_message(data: st.DataObject) -> None:
    answer = data.draw(answers())
    for build, read in (
        (openai_chunks, openai_reply.read_stream),
        (anthropic_events, anthropic_reply.read_stream),
    ):
        chunkings = st.composite(lambda draw, build=build: list(build(draw, answer)))()
        one, two = data.draw(chunkings), data.draw(chunkings)
        assert assemble(read(one), READING) == assemble(read(two), READING)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_stream_cut_at_any_event_is_never_an_answer(data: st.DataObject) -> None:
    answer = data.draw(answers())
    for build, read, terminal in (
        (openai_chunks, openai_reply.read_stream, "finish_reason"),
        (anthropic_events, anthropic_reply.read_stream, "stop_reason"),
    ):
        whole = data.draw(st.composite(lambda draw, build=build: list(build(draw, answer)))())
        ends = next(i for i, e in enumerate(whole) if f'"{terminal}": "' in json.dumps(e))
        cut = data.draw(st.integers(0, ends))
        with pytest.raises(StreamTruncatedError):
            assemble(read(whole[:cut]), READING)


def test_p07_openai_text_tool_text_and_thinking() -> None:
    def chunk(**delta: Any) -> dict[str, Any]:
        return {"choices": [{"delta": delta}]}

    call = {"index": 0, "id": "x", "function": {"name": "a_tool", "arguments": "{}"}}
    chunks = [
        chunk(reasoning_content="hm"),
        chunk(content="one"),
        chunk(tool_calls=[call]),
        chunk(content="two"),
        {"choices": [{"delta": {}, "finish_reason": "tool_calls"}]},
    ]
    message = assemble(openai_reply.read_stream(chunks), READING)
    assert parts_of(message) == [
        ("Thinking", "hm"),
        ("Text", "one"),
        ("call a_tool", "{}"),
        ("Text", "two"),
    ]


@pytest.mark.parametrize(
    "data", [None, "<html>", [], {}, {"choices": []}, {"choices": None}, {"choices": [1]},
             {"choices": [{}]}, {"content": "x"}]
)  # fmt: skip
def test_what_is_no_answer_is_said_to_be_none(data: Any) -> None:
    with pytest.raises(BadResponseError):
        assemble(openai_reply.read_response(data), READING)
    with pytest.raises(BadResponseError):
        assemble(anthropic_reply.read_response(data), READING)


def test_unknown_events_and_blocks_are_not_fatal() -> None:
    events = [
        {"type": "message_start", "message": {"id": "r"}},
        {"type": "from_the_future", "x": 1},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "hologram"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "beam"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "a"}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "citations_delta"}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
    ]
    message = assemble(anthropic_reply.read_stream(events), READING)
    assert (message.text, message.stop) == ("a", Stop.END)


def test_usage_is_overwritten_in_anthropics_stream_and_never_added() -> None:
    events = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 7, "output_tokens": 1}}},
        {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 5}},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"output_tokens": 9},
        },
    ]
    usage = assemble(anthropic_reply.read_stream(events), READING).usage
    assert usage is not None
    assert (usage.input_total, usage.output) == (7, 9)
