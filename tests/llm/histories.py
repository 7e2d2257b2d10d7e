"""Random conversations: calls with and without results, switches of the model, trims, empties."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from reode.llm.ids import mint_id
from reode.llm.messages import (
    Message,
    Origin,
    Problem,
    Refusal,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)
from reode.llm.mock.anthropic_rules import signature
from reode.llm.mock.openai_rules import SIGNATURE

_WORDS = st.sampled_from(["", " ", "one", "two words", "drei\n"])
_NAMES = st.sampled_from(["read_file", "a tool with spaces and a very long name " + "x" * 60])


@st.composite
def histories(draw: st.DrawFn, own: Origin) -> tuple[Message, ...]:
    """Draw a conversation in which `own` and another model took turns."""
    foreign = Origin("elsewhere", "other-model", "http://there")
    messages: list[Message] = []
    taken: set[str] = set()
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.booleans()):
            messages.append(Message(Role.USER, (Text(draw(_WORDS)),)))
            continue
        origin = draw(st.sampled_from([own, foreign]))
        message = _assistant(draw, origin, taken)
        messages.append(message)
        answered = [c for c in message.calls if draw(st.integers(0, 3))]
        if draw(st.booleans()):
            answered.reverse()
        results = [_result(draw, c) for c in answered]
        if draw(st.booleans()):
            results.append(ToolResult("nobody", "x", "orphan"))
        groups = (tuple(results[:1]), tuple(results[1:]))
        messages += [Message(Role.TOOL, group) for group in groups if group]
    start = draw(st.integers(0, min(2, len(messages))))
    return tuple(messages[start:])


def _assistant(draw: st.DrawFn, origin: Origin, taken: set[str]) -> Message:
    parts: list[Any] = []
    calls = draw(st.integers(0, 2))
    if origin.provider != "elsewhere" or draw(st.booleans()):
        parts.append(_thinking(draw, origin))
    if draw(st.booleans()):
        parts.append(Text(draw(_WORDS)))
    if draw(st.integers(0, 5)) == 0:
        parts.append(Refusal(draw(_WORDS)))
    parts += [_call(draw, origin, taken) for _ in range(calls)]
    if calls and draw(st.booleans()):
        parts.append(Text(draw(_WORDS)))
    return Message(Role.ASSISTANT, tuple(parts), origin)


def _thinking(draw: st.DrawFn, origin: Origin) -> Thinking:
    text = draw(st.sampled_from(["hm", "let me see"]))
    known = origin.provider != "elsewhere"
    return Thinking(text, signature(origin.model, text) if known else "foreign-signature")


def _call(draw: st.DrawFn, origin: Origin, taken: set[str]) -> ToolCall:
    good = draw(st.booleans())
    args = {"path": draw(_WORDS)} if good else None
    raw = json.dumps(args) if good else '{"path": "cut'
    odd = draw(st.sampled_from(["", "", "fn:0", "call_x"]))
    extra = {"extra_content": SIGNATURE} if origin.provider == "google" else {"foreign": 1}
    if origin.provider not in ("google", "elsewhere"):
        extra = {}
    problem = None if good else draw(st.sampled_from([Problem.BAD_JSON, Problem.TRUNCATED]))
    return ToolCall(odd or mint_id(taken, "h"), draw(_NAMES), raw, args, problem, extra)


def _result(draw: st.DrawFn, call: ToolCall) -> ToolResult:
    return ToolResult(call.id, call.name, draw(_WORDS), draw(st.booleans()))
