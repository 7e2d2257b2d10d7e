"""Answers of chat completions as events: what OpenAI promises, and what its imitators send."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.facts.usage import Usage
from reode.llm.errors import BadResponseError
from reode.llm.events import (
    Event,
    Ignored,
    PartDelta,
    PartEnd,
    PartExtra,
    PartKind,
    PartStart,
    ResponseId,
    StopSeen,
    UsageSeen,
)
from reode.llm.messages import Stop

Json = Mapping[str, Any]
STOPS = {
    "stop": Stop.END,
    "eos": Stop.END,
    "tool_calls": Stop.TOOLS,
    "function_call": Stop.TOOLS,
    "length": Stop.MAX_TOKENS,
    "max_tokens": Stop.MAX_TOKENS,
    "model_context_window_exceeded": Stop.CONTEXT,
    "content_filter": Stop.REFUSAL,
    "sensitive": Stop.REFUSAL,
    "refusal": Stop.REFUSAL,
}
_CALL_KEYS = frozenset({"id", "index", "type", "function"})
#: Where servers put reasoning; the first that is filled counts.
_REASONING = ("reasoning_content", "reasoning")


def read_usage(data: Json) -> Usage:
    """Return the usage; `prompt_tokens` already includes what came from the cache."""
    prompt = data.get("prompt_tokens_details") or {}
    answer = data.get("completion_tokens_details") or {}
    cached = prompt.get("cached_tokens", data.get("prompt_cache_hit_tokens"))
    total = data.get("prompt_tokens")
    if cached is not None and total is not None and not 0 <= cached <= total:
        cached = None
    return Usage(
        input_total=total,
        cache_read=cached,
        cache_write=prompt.get("cache_write_tokens"),
        output=data.get("completion_tokens"),
        reasoning=answer.get("reasoning_tokens"),
        raw=dict(data),
    )


@dataclass(slots=True)
class _Call:
    part: int
    id: str
    args: str = ""


@dataclass(slots=True)
class StreamReader:
    """Turns chunks into events; `read` for each chunk, `close` at the end of the stream."""

    _parts: int = 0
    _text: tuple[PartKind, int] | None = None
    _calls: list[_Call] = field(default_factory=list)
    _by_index: dict[int, _Call] = field(default_factory=dict)
    _stop: str | None = None
    _usage: Json | None = None
    _named: bool = False

    def read(self, chunk: Json) -> Iterator[Event]:
        """Yield what one chunk says; deltas after the finish reason count for nothing."""
        if not self._named and chunk.get("id"):
            self._named = True
            yield ResponseId(str(chunk["id"]))
        if chunk.get("usage"):
            self._usage = chunk["usage"]
        choices = chunk.get("choices") or ()
        for choice in choices[:1]:
            delta = choice.get("delta") or choice.get("message") or {}
            if self._stop is None:
                yield from self._delta(delta)
            elif _says_something(delta):
                yield Ignored("delta after the finish reason")
            reason = choice.get("finish_reason")
            if reason and self._stop is None:
                self._stop = str(reason)
            if choice.get("usage"):
                self._usage = choice["usage"]

    def close(self) -> Iterator[Event]:
        """Yield the end; no stop where no finish reason came."""
        yield from self._end_text()
        for call in self._calls:
            yield PartEnd(call.part)
        if self._usage is not None:
            yield UsageSeen(read_usage(self._usage))
        if self._stop is not None:
            yield StopSeen(STOPS.get(self._stop, Stop.UNKNOWN), self._stop)

    def _delta(self, delta: Json) -> Iterator[Event]:
        reasoning = next((delta[k] for k in _REASONING if delta.get(k)), "")
        yield from self._say(PartKind.THINKING, reasoning)
        yield from self._say(PartKind.TEXT, _text(delta.get("content")))
        yield from self._say(PartKind.REFUSAL, delta.get("refusal"))
        for call in delta.get("tool_calls") or ():
            yield from self._tool(call)
        legacy = delta.get("function_call")
        if legacy:
            yield from self._tool({"index": 0, "function": legacy})

    def _say(self, kind: PartKind, text: Any) -> Iterator[Event]:
        if not isinstance(text, str) or not text:
            return
        if self._text is None or self._text[0] is not kind:
            yield from self._end_text()
            self._text = kind, self._parts
            self._parts += 1
            yield PartStart(self._text[1], kind)
        yield PartDelta(self._text[1], text)

    def _end_text(self) -> Iterator[Event]:
        if self._text is not None:
            yield PartEnd(self._text[1])
            self._text = None

    def _tool(self, delta: Json) -> Iterator[Event]:
        function = delta.get("function") or {}
        name, args = str(function.get("name") or ""), _arguments(function.get("arguments"))
        call = self._known(delta.get("index"), str(delta.get("id") or ""), name)
        extra = {k: v for k, v in delta.items() if k not in _CALL_KEYS and v is not None}
        if call is None:
            if not name:
                yield Ignored("arguments of no call")
                return
            yield from self._end_text()
            call = self._new(delta)
            yield PartStart(call.part, PartKind.TOOL, name=name, extra=extra)
        elif extra:
            yield PartExtra(call.part, extra)
        if args:
            call.args += args
            yield PartDelta(call.part, args)

    def _new(self, delta: Json) -> _Call:
        call = _Call(self._parts, str(delta.get("id") or ""))
        self._parts += 1
        self._calls.append(call)
        if isinstance(delta.get("index"), int):
            self._by_index[delta["index"]] = call
        return call

    def _known(self, index: Any, call_id: str, name: str) -> _Call | None:
        """Return the open call that a delta goes on with, None where it begins a new one.

        Index first; an index that comes again with another id, or with a name once its arguments
        are complete, begins a new call. Without an index a new id or a name begins one.
        """
        if isinstance(index, int):
            call = self._by_index.get(index)
            if call is None or (call_id and call.id and call_id != call.id):
                return None
            if name and not call_id and _is_complete(call.args):
                return None
            return call
        if call_id:
            return next((c for c in self._calls if c.id == call_id), None)
        return None if name or not self._calls else self._calls[-1]


def _is_complete(args: str) -> bool:
    try:
        json.loads(args)
    except json.JSONDecodeError:
        return False
    return True


def _arguments(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _text(content: Any) -> str:
    """Return a content's text; some servers send a list of parts where a string is promised."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def _says_something(delta: Json) -> bool:
    keys = ("content", "tool_calls", "refusal", *_REASONING)
    return any(delta.get(key) for key in keys)


def read_stream(chunks: Iterable[Json]) -> Iterator[Event]:
    """Yield the events of a whole stream."""
    reader = StreamReader()
    for chunk in chunks:
        yield from reader.read(chunk)
    yield from reader.close()


def read_response(data: Any) -> Iterator[Event]:
    """Yield the events of a whole answer; BadResponseError where it is none.

    The SDK checks nothing: a web page, an error with status 200 and an answer without choices
    all come through it.
    """
    if not isinstance(data, Mapping):
        raise BadResponseError("the answer is no JSON object")
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise BadResponseError("the answer has no choices")
    message = choices[0].get("message")
    if not isinstance(message, Mapping):
        raise BadResponseError("the answer's choice has no message")
    calls = [{**call, "index": i} for i, call in enumerate(message.get("tool_calls") or ())]
    reader = StreamReader()
    yield from reader.read({"id": data.get("id"), "usage": data.get("usage")})
    choice = {**choices[0], "message": {**message, "tool_calls": calls}}
    yield from reader.read({"choices": [choice]})
    yield from reader.close()
