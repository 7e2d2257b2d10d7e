"""Answers of Anthropic's Messages API as events; each block is told by its `type`, never its class."""

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
    PartKind,
    PartSignature,
    PartStart,
    ResponseId,
    StopSeen,
    UsageSeen,
)
from reode.llm.messages import Stop

Json = Mapping[str, Any]
STOPS = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "tool_use": Stop.TOOLS,
    "max_tokens": Stop.MAX_TOKENS,
    "model_context_window_exceeded": Stop.CONTEXT,
    "refusal": Stop.REFUSAL,
    "pause_turn": Stop.PAUSE,
}
_KINDS = {
    "text": PartKind.TEXT,
    "thinking": PartKind.THINKING,
    "redacted_thinking": PartKind.THINKING,
    "tool_use": PartKind.TOOL,
}
_DELTAS = {"text_delta": "text", "input_json_delta": "partial_json", "thinking_delta": "thinking"}


def read_usage(data: Json) -> Usage:
    """Return the usage; the server's `input_tokens` excludes what the cache read and wrote."""
    plain = data.get("input_tokens")
    read, written = data.get("cache_read_input_tokens"), data.get("cache_creation_input_tokens")
    total = None if plain is None else plain + (read or 0) + (written or 0)
    return Usage(total, read, written, data.get("output_tokens"), None, None, dict(data))


@dataclass(slots=True)
class StreamReader:
    """Turns stream events into ours; `read` for each, `close` at the end of the stream."""

    _open: dict[int, int] = field(default_factory=dict)
    _next: int = 0
    _usage: dict[str, Any] = field(default_factory=dict)
    _stop: tuple[str, str] | None = None
    _done: bool = False

    def read(self, event: Json) -> Iterator[Event]:
        """Yield what one stream event says."""
        kind = event.get("type")
        if kind == "message_start":
            message = event.get("message") or {}
            yield ResponseId(message.get("id") or "")
            self._usage.update(_given(message.get("usage")))
        elif kind == "content_block_start":
            yield from self._start(event.get("index", 0), event.get("content_block") or {})
        elif kind == "content_block_delta":
            yield from self._delta(event.get("index", 0), event.get("delta") or {})
        elif kind == "content_block_stop":
            yield from self._end(event.get("index", 0))
        elif kind == "message_delta":
            self._message_delta(event)
        elif kind == "message_stop":
            self._done = True
        elif kind != "ping":
            yield Ignored(f"event {kind}")

    def close(self) -> Iterator[Event]:
        """Yield the end; nothing where no terminal event came."""
        for index in list(self._open):
            yield from self._end(index)
        if self._usage:
            yield UsageSeen(read_usage(self._usage))
        if self._stop is not None or self._done:
            raw, why = self._stop or ("", "")
            yield StopSeen(STOPS.get(raw, Stop.UNKNOWN) if raw else Stop.END, raw, why)

    def _message_delta(self, event: Json) -> None:
        self._usage.update(_given(event.get("usage")))
        delta = event.get("delta") or {}
        if delta.get("stop_reason"):
            self._stop = delta["stop_reason"], _why(delta)

    def _start(self, index: int, block: Json) -> Iterator[Event]:
        kind = _KINDS.get(str(block.get("type")))
        if kind is None or self._stop is not None:
            yield Ignored(f"block {block.get('type')}")
            return
        if index in self._open:
            yield from self._end(index)
        part = self._open[index] = self._next
        self._next += 1
        yield from _block_start(part, kind, block)

    def _delta(self, index: int, delta: Json) -> Iterator[Event]:
        part = self._open.get(index)
        kind = str(delta.get("type"))
        if part is None:
            yield Ignored(f"{kind} for no open block")
        elif kind == "signature_delta":
            yield PartSignature(part, delta.get("signature") or "")
        elif kind in _DELTAS:
            text = delta.get(_DELTAS[kind]) or ""
            if text:
                yield PartDelta(part, text)
        else:
            yield Ignored(f"delta {kind}")

    def _end(self, index: int) -> Iterator[Event]:
        part = self._open.pop(index, None)
        if part is not None:
            yield PartEnd(part)


def _block_start(part: int, kind: PartKind, block: Json) -> Iterator[Event]:
    redacted = block.get("type") == "redacted_thinking"
    yield PartStart(part, kind, name=str(block.get("name") or ""), redacted=redacted)
    text = block.get("text") or block.get("thinking") or ""
    if kind is PartKind.TOOL and block.get("input"):
        text = json.dumps(block["input"], ensure_ascii=False)
    if text:
        yield PartDelta(part, text)
    signature = block.get("data") if redacted else block.get("signature")
    if signature:
        yield PartSignature(part, signature)


def _given(usage: Json | None) -> dict[str, Any]:
    """Return the counts that are stated; later ones replace earlier ones, they are cumulative."""
    return {k: v for k, v in (usage or {}).items() if v is not None}


def _why(data: Json) -> str:
    details = data.get("stop_details") or {}
    return str(details.get("category") or "")


def read_stream(events: Iterable[Json]) -> Iterator[Event]:
    """Yield the events of a whole stream."""
    reader = StreamReader()
    for event in events:
        yield from reader.read(event)
    yield from reader.close()


def _as_stream(index: int, block: Any) -> Iterator[Json]:
    """Yield the stream events that begin a whole block: a call's arguments come as text."""
    if not isinstance(block, Mapping):
        raise BadResponseError("a block of the answer is no object")
    called = block.get("type") == "tool_use"
    start = {**block, "input": {}} if called else block
    yield {"type": "content_block_start", "index": index, "content_block": start}
    if called:
        text = json.dumps(block.get("input"), ensure_ascii=False)
        delta = {"type": "input_json_delta", "partial_json": text}
        yield {"type": "content_block_delta", "index": index, "delta": delta}


def read_response(data: Any) -> Iterator[Event]:
    """Yield the events of a whole answer; BadResponseError where it is none."""
    if not isinstance(data, Mapping) or not isinstance(data.get("content"), list):
        raise BadResponseError("the answer has no content")
    reader = StreamReader()
    yield from reader.read({"type": "message_start", "message": {"id": data.get("id")}})
    for index, block in enumerate(data["content"]):
        for event in _as_stream(index, block):
            yield from reader.read(event)
        yield from reader.read({"type": "content_block_stop", "index": index})
    end = {"stop_reason": data.get("stop_reason"), "stop_details": data.get("stop_details")}
    yield from reader.read({"type": "message_delta", "delta": end, "usage": data.get("usage")})
    yield from reader.close()
