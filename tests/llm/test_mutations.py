"""Each deliberate fault of MUTATIONS.md must be seen by a check; without it the check passes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from reode.llm import args as args_module
from reode.llm import assembler, classify
from reode.llm.args import ArgsError
from reode.llm.messages import (
    Message,
    Origin,
    Problem,
    Request,
    Role,
    Stop,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    tool_results,
    user,
)
from reode.llm.mock.rejection import Rejection
from reode.llm.schema import cache, names, objects, refs, walk
from reode.llm.schema.families import _FAMILIES, Family, family
from reode.llm.schema.walk import nodes
from reode.llm.wire import anthropic_reply, history, openai_reply
from tests.llm.kit import EDIT, READ, origin_of, profile_of
from tests.llm.properties import (
    check_arrival_order,
    check_dialect,
    check_names,
    check_property_names,
    check_refused,
)
from tests.llm.test_assembler import BROKEN, END, READING, TEXT, TOOL, part
from tests.llm.test_conformance import test_answer as conformance_answer
from tests.llm.test_history import check, write

Patch = Callable[[], Any]
#: A check that sees a fault fails as an assertion, a refusal, or (24) as the error it guards from.
_SEEN = (AssertionError, Rejection, pytest.fail.Exception, ArgsError, KeyError, TypeError)


def _patch(target: Any, name: str, value: Any) -> Patch:
    return lambda: mock.patch.object(target, name, value)


# --- assembler --------------------------------------------------------------------------------


def _feed_ended(self: Any, event: Any) -> None:
    part_ = self._parts.setdefault(
        event.part, assembler._Open(assembler.PartStart(event.part, TEXT))
    )
    if isinstance(event, assembler.PartDelta):
        part_.text.append(event.text)
    if isinstance(event, assembler.PartEnd):
        part_.ended = True


_FEED = assembler.Assembler.feed


def _feed_twice(self: Any, event: Any) -> None:
    if isinstance(event, assembler.PartStart):
        self._parts.pop(event.part, None)
    _FEED(self, event)


def _feed_after_stop(self: Any, event: Any) -> None:
    stop, self._stop = self._stop, None
    _FEED(self, event)
    self._stop = self._stop or stop


_FINISHED = assembler.Assembler._finished


def _merge_text(self: Any, *, truncated: bool) -> list[Any]:
    parts = _FINISHED(self, truncated=truncated)
    text = "".join(p.text for p in parts if isinstance(p, Text))
    first = next((i for i, p in enumerate(parts) if isinstance(p, Text)), None)
    kept = [p for p in parts if not isinstance(p, Text)]
    if first is not None:
        kept.insert(first, Text(text))
    return kept


_MESSAGE = assembler.Assembler.message


def _ends_anyway(self: Any) -> Message:
    self._stop = self._stop or END
    return _MESSAGE(self)


def _text_tool_text() -> None:
    events = [*part(0, TEXT, "a"), *part(1, TOOL, "{}", name="ping"), *part(2, TEXT, "b"), END]
    check_arrival_order(events, READING, [("Text", "a"), ("call ping", "{}"), ("Text", "b")])


def _broken(*marks: str) -> Callable[[], None]:
    def run() -> None:
        for name, events in BROKEN.items():
            if name.startswith(marks):
                check_refused(events, READING)

    return run


def _fixture(*names_: str) -> Callable[[], None]:
    def run() -> None:
        for name in names_:
            for form in ("stream", "plain"):
                conformance_answer(name, form)

    return run


# --- wire -------------------------------------------------------------------------------------


def _first_call(self: Any, index: Any, _id: str, _name: str) -> Any:
    if isinstance(index, int):
        return self._by_index.get(index)
    return self._calls[0] if self._calls else None


class _Late(openai_reply.StreamReader):
    def read(self, chunk: Mapping[str, Any]) -> Iterator[Any]:
        stop, self._stop = self._stop, None
        yield from super().read(chunk)
        self._stop = self._stop or stop


def _no_cache(data: Mapping[str, Any]) -> Any:
    usage = openai_reply.read_usage({})
    return replace(usage, input_total=data.get("input_tokens"), output=data.get("output_tokens"))


# --- schema -----------------------------------------------------------------------------------

_OPTIONAL = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
             "required": ["a"]}  # fmt: skip
_KEYWORDS = {
    "type": "object",
    "properties": {"default": {"type": "string"}, "if": {"type": "string"}},
}
_BESIDE = {
    "type": "object",
    "properties": {"x": {"$ref": "#/$defs/A", "description": "where exactly"}},
    "$defs": {"A": {"type": "object", "properties": {}}},
}


@contextmanager
def _with_steps(name: str, change: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Iterator[None]:
    before: Family = family(name)
    _FAMILIES[name] = replace(before, steps=change(before.steps))
    try:
        yield
    finally:
        _FAMILIES[name] = before


def _without(step: Any) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    return lambda steps: tuple(s for s in steps if s is not step)


def _swapped(step: Any, other: Any) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    return lambda steps: tuple(other if s is step else s for s in steps)


def _inline_emptying(schema: Any) -> Any:
    return refs.inline_refs({**schema, "$defs": {n: {} for n in schema.get("$defs", ())}})


def _drop_siblings(schema: Any) -> Any:
    return walk.rewrite(schema, lambda n, _: {"$ref": n["$ref"]} if "$ref" in n else n)


def _spoils(schema: Any) -> Any:
    schema["properties"].clear()
    return schema


def _naive(schema: Any) -> Any:
    """Drop keywords wherever they stand, names of properties included."""
    if isinstance(schema, dict):
        return {k: _naive(v) for k, v in schema.items() if k not in ("if", "then", "else")}
    return [_naive(v) for v in schema] if isinstance(schema, list) else schema


def _recursion_kept() -> None:
    for name in ("gemini", "generic"):
        result = check_dialect(name, dict(EDIT.schema))
        if result is not None:
            said = [node.keys() - {"description", "nullable"} for _, node in nodes(result.schema)]
            assert all(said), "a schema was emptied"


def _siblings_kept() -> None:
    result = check_dialect("openai_strict", _BESIDE)
    assert result is not None
    assert "where exactly" in json.dumps(result.schema)


def _cache_copies() -> None:
    known = cache.SchemaCache()
    known.normalize(family("openai"), READ.schema)
    known.normalize(family("openai"), READ.schema).schema.clear()
    assert known.normalize(family("openai"), READ.schema).schema


# --- history ----------------------------------------------------------------------------------


def _conversation() -> None:
    own = origin_of("anthropic")
    calls = tuple(ToolCall(f"aaaaaaaa{i}", "read_file", "{}", {}) for i in range(2))
    messages = (
        user("go"),
        Message(Role.ASSISTANT, (Thinking("hm", "foreign"), *calls), Origin("o", "m", "e")),
        tool_results((ToolResult("aaaaaaaa1", "read_file", "x"),)),
        user("next"),
    )
    check("anthropic", write(Request((), messages), profile_of("anthropic"), own))


_EXCHANGE = history._exchange


def _unanswered(message: Any, results: Any, target: Any, taken: Any) -> list[Any]:
    turns = _EXCHANGE(message, results, target, taken)
    for turn in turns[1:]:
        turn.parts = [p for p in turn.parts if p.text != "not executed"]
    return turns


def _replays(message: Any, results: Any, target: Any, taken: Any) -> list[Any]:
    turns = _EXCHANGE(message, results, target, taken)
    turns[0].parts = [p for p in message.parts if isinstance(p, Thinking)] + turns[0].parts
    return turns


_APPEND = history._append


def _text_first(turns: Any, turn: Any) -> None:
    if turns and turns[-1].role == turn.role == "user":
        turns[-1].parts = turn.parts + turns[-1].parts
        return
    _APPEND(turns, turn)


# --- arguments and errors ---------------------------------------------------------------------


def _lenient(raw: str, _schema: Any = None) -> Any:
    value, _ = json.JSONDecoder().raw_decode(raw)
    return value


def _strict_args() -> None:
    for raw in ('{"a": 1, "a": 2}', '{"a": NaN}', '{"a": 1} x'):
        assert args_module.read_call("1", "t", raw).problem is Problem.BAD_JSON, raw


def _nulls() -> None:
    given = {"path": "a", "count": None}
    assert args_module.validate_args(EDIT, given) == {"path": "a"}


def _total() -> None:
    for body in (None, [], {"error": 3}, {"error": {"code": {}}}, b"\xff", {"details": []}):
        assert classify.classify(classify.Failure("p", 400, body)).exit_code == 4


def _brittle(body: Any) -> Any:
    return [body["error"]["code"]], body["error"]["message"]


def _cut_whole() -> None:
    events = [
        *part(0, TOOL, '{"path": "pom.xml"}', name="read_file"),
        assembler.StopSeen(Stop.MAX_TOKENS, "length"),
    ]
    assert assembler.assemble(events, READING).calls[0].problem is Problem.TRUNCATED


def _names_stay_apart() -> None:
    long = "x" * 80
    check_names([long + "_read", long + "_write"])
    assert names.wire_name(long + "_read") != names.wire_name(long + "_write")


MUTANTS: dict[str, tuple[Patch, Callable[[], None]]] = {
    "1 delta after the end": (
        _patch(assembler.Assembler, "_feed_part", _feed_ended), _broken("I2")),
    "2 a part starts twice": (_patch(assembler.Assembler, "feed", _feed_twice), _broken("I1")),
    "3 open at the stop": (
        _patch(assembler.Assembler, "_check_ended", lambda _self: None), _broken("I3")),
    "4 after the stop": (_patch(assembler.Assembler, "feed", _feed_after_stop), _broken("I4")),
    "5 text merged before the tool": (
        _patch(assembler.Assembler, "_finished", _merge_text), _text_tool_text),
    "6 no terminal event": (
        _patch(assembler.Assembler, "message", _ends_anyway),
        _fixture("term-llm-955-no-terminal-event")),
    "7 a cut call is executed": (
        _patch(assembler, "read_call",
               lambda *a, **k: args_module.read_call(*a, **{**k, "truncated": False})),
        _cut_whole),
    "8 a closing tag alone leaks": (
        _patch(assembler, "split_think", lambda text, _tags, inside=False: ([Text(text)], inside)),
        _fixture("pydantic-ai-4740-closing-tag-only")),
    "9 a missing index is the first call": (
        _patch(openai_reply.StreamReader, "_known", _first_call),
        _fixture("openai-python-2806-index-missing")),
    "10 deltas after the finish reason": (
        _patch(openai_reply, "StreamReader", _Late), _fixture("pydantic-ai-5757-delta-after-done")),
    "11 usage without the cache": (
        _patch(anthropic_reply, "read_usage", _no_cache),
        _fixture("litellm-9812-cache-tokens-anthropic")),
    "12 required is not filled": (
        lambda: _with_steps("openai_strict", _without(objects.require_all_nullable)),
        lambda: check_dialect("openai_strict", _OPTIONAL)),
    "13 recursion is emptied": (
        lambda: _with_steps("gemini", _swapped(refs.inline_refs, _inline_emptying)),
        _recursion_kept),
    "14 names taken for keywords": (
        lambda: _with_steps("openai", lambda steps: (*steps, _naive)),
        lambda: check_property_names("openai", _KEYWORDS)),
    "15 siblings are dropped": (
        lambda: _with_steps("openai_strict", _swapped(refs.wrap_ref_siblings, _drop_siblings)),
        _siblings_kept),
    "16 a step changes its input": (
        lambda: _with_steps("openai", lambda steps: (_spoils, *steps)),
        lambda: check_dialect("openai", {**_OPTIONAL, "properties": {"a": {"type": "string"}}})),
    "17 names are cut without a hash": (
        _patch(names, "wire_name", lambda name: names._ILLEGAL.sub("_", name)[:64]),
        _names_stay_apart),
    "18 the cache hands out its own": (_patch(cache, "deepcopy", lambda x: x), _cache_copies),
    "19 a call without a result": (_patch(history, "_exchange", _unanswered), _conversation),
    "20 foreign thinking is replayed": (_patch(history, "_exchange", _replays), _conversation),
    "21 results after text": (_patch(history, "_append", _text_first), _conversation),
    "22 lenient JSON": (_patch(args_module, "read_args", _lenient), _strict_args),
    "23 nulls reach the tool": (
        _patch(args_module, "restore_nulls", lambda value, _s, _r: value), _nulls),
    "24 an unknown body raises": (_patch(classify, "_read_body", _brittle), _total),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_the_fault_is_seen(name: str) -> None:
    mutate, seen_by = MUTANTS[name]
    seen_by()
    with mutate(), pytest.raises(_SEEN):
        seen_by()
    seen_by()


def test_the_list_and_the_mutants_agree() -> None:
    text = (Path(__file__).parent / "MUTATIONS.md").read_text(encoding="utf-8")
    listed = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    assert listed[1:] == [name.split()[0] for name in MUTANTS]
    assert len(MUTANTS) >= 10
