"""Puts an answer together from events, and refuses a sequence of events that can't be one.

Invariants: a part's id is used once (I1), nothing comes for a part before its start or after its
end (I2), every part has ended when the answer stops (I3), nothing follows the stop (I4), parts
stand in the order in which they began (I5). Several parts may be open at once (I7). The readers
in `reode.llm.wire` turn what servers really send into such a sequence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reode.facts.usage import Usage
from reode.llm.args import read_call
from reode.llm.errors import BadResponseError, StreamTruncatedError
from reode.llm.events import (
    Event,
    Ignored,
    PartDelta,
    PartEnd,
    PartExtra,
    PartKind,
    PartSignature,
    PartStart,
    ResponseId,
    StopSeen,
    UsageSeen,
)
from reode.llm.ids import mint_id
from reode.llm.messages import (
    Message,
    Origin,
    Part,
    Problem,
    Refusal,
    Role,
    Stop,
    Text,
    Thinking,
    ToolCall,
)
from reode.llm.text_calls import find_text_calls
from reode.llm.think import split_think


@dataclass(frozen=True, slots=True)
class Reading:
    """What is needed to read an answer.

    `tools` maps the offered names to their schemas, `names` wire names to tools' own, `taken`
    are the conversation's call ids, `cap` the most tokens that were asked for.
    """

    origin: Origin
    tools: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    taken: frozenset[str] = frozenset()
    think_tags: tuple[str, ...] = ()
    text_tool_calls: bool = False
    cap: int | None = None


@dataclass(slots=True)
class _Open:
    """A part that is being put together."""

    start: PartStart
    text: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)
    ended: bool = False


@dataclass(slots=True)
class Assembler:
    """Takes events one by one; `message` gives the answer once it has stopped."""

    reading: Reading
    ignored: list[str] = field(default_factory=list)
    _parts: dict[int, _Open] = field(default_factory=dict)
    _stop: StopSeen | None = None
    _usage: Usage = field(default_factory=Usage)
    _id: str = ""

    def feed(self, event: Event) -> None:
        """Take one event; BadResponseError where it can't come here."""
        if self._stop is not None:
            raise BadResponseError(f"{type(event).__name__} after the end of the answer")
        match event:
            case PartStart():
                if event.part in self._parts:
                    raise BadResponseError(f"part {event.part} starts twice")
                self._parts[event.part] = _Open(event, extra=dict(event.extra))
            case PartDelta() | PartSignature() | PartExtra() | PartEnd():
                self._feed_part(event)
            case ResponseId():
                self._id = event.id
            case UsageSeen():
                self._usage = event.usage
            case StopSeen():
                self._check_ended()
                self._stop = event
            case Ignored():
                self.ignored.append(event.what)

    def _feed_part(self, event: PartDelta | PartSignature | PartExtra | PartEnd) -> None:
        part = self._parts.get(event.part)
        if part is None or part.ended:
            raise BadResponseError(f"{type(event).__name__} for part {event.part}: not open")
        match event:
            case PartDelta():
                part.text.append(event.text)
            case PartSignature():
                part.signature.append(event.text)
            case PartExtra():
                part.extra.update(event.extra)
            case PartEnd():
                part.ended = True

    def _check_ended(self) -> None:
        still = [number for number, part in self._parts.items() if not part.ended]
        if still:
            raise BadResponseError(f"the answer ends while the parts {still} are open")

    def message(self) -> Message:
        """Return the whole answer; StreamTruncatedError where it never said that it ended."""
        if self._stop is None:
            raise StreamTruncatedError("the answer ended without its terminal event")
        stop = self._true_stop(self._stop.stop)
        parts = self._finished(truncated=stop is Stop.MAX_TOKENS)
        calls = [p for p in parts if isinstance(p, ToolCall)]
        stop = _agreed_stop(stop, parts, calls)
        origin = replace(self.reading.origin, response_id=self._id)
        raw = self._stop.raw or stop.value
        return Message(Role.ASSISTANT, tuple(parts), origin, stop, raw, self._usage)

    def _true_stop(self, stop: Stop) -> Stop:
        """Recognise a cut that is reported as tool calls (DeepSeek v4 at its cap)."""
        cap, output = self.reading.cap, self._usage.output
        if stop in (Stop.TOOLS, Stop.END) and cap and output and output >= cap:
            tools = [p for p in self._parts.values() if p.start.kind is PartKind.TOOL]
            if tools and self._call(tools[-1], "", truncated=False).problem is Problem.BAD_JSON:
                return Stop.MAX_TOKENS
        return stop

    def _finished(self, *, truncated: bool) -> list[Part]:
        opens = list(self._parts.values())
        taken = set(self.reading.taken)
        parts: list[Part] = []
        inside = False
        for number, part in enumerate(opens):
            if part.start.kind is PartKind.TOOL:
                minted = mint_id(taken, f"{self._id}:{number}")
                last = part is opens[-1]
                call = self._call(part, minted, truncated=truncated and last)
                if truncated and call.problem is Problem.BAD_JSON:
                    call = replace(call, problem=Problem.TRUNCATED)
                parts.append(call)
            elif part.start.kind is PartKind.TEXT:
                split, inside = split_think(
                    "".join(part.text), self.reading.think_tags, inside=inside
                )
                parts += split
            else:
                parts.append(_plain(part))
        parts = [p for p in parts if not (isinstance(p, Text) and not p.text)]
        return self._with_text_calls(parts, taken)

    def _call(self, part: _Open, minted: str, *, truncated: bool) -> ToolCall:
        name = self.reading.names.get(part.start.name, part.start.name)
        return read_call(
            minted,
            name,
            "".join(part.text),
            tools=self.reading.tools,
            truncated=truncated,
            extra=part.extra,
        )

    def _with_text_calls(self, parts: list[Part], taken: set[str]) -> list[Part]:
        if not self.reading.text_tool_calls or any(isinstance(p, ToolCall) for p in parts):
            return parts
        result: list[Part] = []
        for part in parts:
            if not isinstance(part, Text):
                result.append(part)
                continue
            text, calls = find_text_calls(part.text, self.reading.tools)
            result += [Text(text)] if text else []
            for name, raw in calls:
                minted = mint_id(taken, f"{self._id}:text")
                result.append(
                    read_call(minted, name, raw, tools=self.reading.tools, from_text=True)
                )
        return result


def _plain(part: _Open) -> Part:
    text = "".join(part.text)
    if part.start.kind is PartKind.REFUSAL:
        return Refusal(text, part.start.category)
    return Thinking(text, "".join(part.signature), part.start.redacted)


def _agreed_stop(stop: Stop, parts: list[Part], calls: list[ToolCall]) -> Stop:
    """Make the stop agree with what came: calls mean tools, a refusal part a refusal."""
    if any(isinstance(p, Refusal) for p in parts):
        return Stop.REFUSAL
    if calls and stop is Stop.END:
        return Stop.TOOLS
    if stop is Stop.TOOLS and not calls:
        raise BadResponseError("the answer stops for tool calls and has none")
    return stop


def assemble(events: Iterable[Event], reading: Reading) -> Message:
    """Return the answer that a finished sequence of events makes."""
    assembler = Assembler(reading)
    for event in events:
        assembler.feed(event)
    return assembler.message()
