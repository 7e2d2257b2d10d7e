"""Repairs a conversation so that any provider accepts it: paired, in order, without the foreign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reode.llm.ids import mint_id
from reode.llm.messages import (
    Message,
    Origin,
    Part,
    Refusal,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
)

_GO_ON = "Please go on."
_EARLIER = "(The conversation goes on.)"
_NOT_EXECUTED = "not executed"
_ID_LENGTH = 9


@dataclass(slots=True)
class Turn:
    """One side's turn, `user` or `assistant`: results of tools stand before any text.

    `hint_at` is the index of the part that ends the stable context.
    """

    role: str
    parts: list[Part] = field(default_factory=list)
    hint_at: int | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """Where the conversation goes; `flatten_foreign` tells others' calls in words instead."""

    origin: Origin
    flatten_foreign: bool = False


def prepare(
    messages: Sequence[Message], target: Target, *, cache_hint: int | None = None
) -> list[Turn]:
    """Return the turns to send: alternating, first and last by the user, every call answered.

    Calls without a result get one that says "not executed"; results without a call are dropped.
    Reasoning of another provider, model or endpoint is dropped, never shown as text.
    """
    turns: list[Turn] = []
    taken: set[str] = set()
    for index, message in enumerate(messages):
        if message.role is Role.TOOL:
            continue
        if message.role is Role.USER:
            added = [Turn("user", [p for p in message.parts if _says(p)])]
        else:
            results = _results_after(messages, index)
            added = _exchange(message, results, target, taken)
        if index == cache_hint and added and added[0].role == "user" and added[0].parts:
            added[0].hint_at = len(added[0].parts) - 1
        for turn in added:
            _append(turns, turn)
        if index == cache_hint and turns and turns[-1].hint_at is None and turns[-1].parts:
            turns[-1].hint_at = len(turns[-1].parts) - 1
    return _with_ends(turns)


def _says(part: Part) -> bool:
    return isinstance(part, Text) and bool(part.text.strip())


def _results_after(messages: Sequence[Message], index: int) -> dict[str, ToolResult]:
    """Return the results that directly follow an assistant's message, the first per call."""
    found: dict[str, ToolResult] = {}
    for message in messages[index + 1 :]:
        if message.role is not Role.TOOL:
            break
        for result in message.results:
            found.setdefault(result.call_id, result)
    return found


def _exchange(
    message: Message, results: dict[str, ToolResult], target: Target, taken: set[str]
) -> list[Turn]:
    """Return an assistant's turn and the user's turn that answers its calls."""
    own = target.origin.same_source(message.origin)
    if message.calls and not own and target.flatten_foreign:
        return [Turn("user", [Text(_digest(message, results))])]
    turn = Turn("assistant")
    answer = Turn("user")
    for part in message.parts:
        if isinstance(part, ToolCall):
            call = _legal_id(part, taken)
            turn.parts.append(call if own else replace(call, extra={}))
            known = results.get(part.id)
            text = known.text if known else _NOT_EXECUTED
            failed = known.is_error if known else True
            answer.parts.append(ToolResult(call.id, part.name, text, failed))
        elif isinstance(part, Thinking):
            if own:
                turn.parts.append(part)
        elif isinstance(part, Refusal):
            if part.text.strip():
                turn.parts.append(Text(part.text))
        elif _says(part):
            turn.parts.append(part)
    if not any(not isinstance(p, Thinking) for p in turn.parts):
        return []
    return [turn, answer] if answer.parts else [turn]


def _legal_id(call: ToolCall, taken: set[str]) -> ToolCall:
    """Give a call an id of our form where it has another, or one that was used before."""
    ours = len(call.id) == _ID_LENGTH and call.id.isascii() and call.id.isalnum()
    if ours and call.id not in taken:
        taken.add(call.id)
        return call
    return replace(call, id=mint_id(taken, call.id))


def _digest(message: Message, results: dict[str, ToolResult]) -> str:
    lines = ["Earlier in this conversation another model answered."]
    if message.text.strip():
        lines.append(f"It said: {message.text}")
    for call in message.calls:
        known = results.get(call.id)
        lines.append(f"It called {call.name} with {call.raw_args or '{}'}.")
        lines.append(f"The result was: {known.text if known else _NOT_EXECUTED}")
    return "\n".join(lines)


def _append(turns: list[Turn], turn: Turn) -> None:
    """Add a turn, joining it with the one before where the same side speaks."""
    if not turn.parts:
        return
    last = turns[-1] if turns else None
    if last is None or last.role != turn.role:
        turns.append(turn)
        return
    if turn.role == "assistant" and not (_joins(last) and _joins(turn)):
        turns += [Turn("user", [Text(_GO_ON)]), turn]
        return
    if turn.hint_at is not None:
        last.hint_at = len(last.parts) + turn.hint_at
    last.parts += turn.parts


def _joins(turn: Turn) -> bool:
    """Tell whether an assistant's turn may be added to: one with reasoning stays as it was."""
    return not any(isinstance(p, Thinking | ToolCall) for p in turn.parts)


def _with_ends(turns: list[Turn]) -> list[Turn]:
    if not turns or turns[0].role == "assistant":
        turns.insert(0, Turn("user", [Text(_EARLIER)]))
    if turns[-1].role == "assistant":
        turns.append(Turn("user", [Text(_GO_ON)]))
    return turns
