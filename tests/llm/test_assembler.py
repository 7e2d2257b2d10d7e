from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.facts.usage import Usage
from reode.llm.assembler import Reading, assemble
from reode.llm.errors import BadResponseError, StreamTruncatedError
from reode.llm.events import (
    Event,
    Ignored,
    PartDelta,
    PartEnd,
    PartKind,
    PartSignature,
    PartStart,
    StopSeen,
    UsageSeen,
)
from reode.llm.messages import Origin, Problem, Stop, Text, Thinking
from reode.llm.think import split_think
from tests.llm.kit import READ
from tests.llm.properties import check_arrival_order, check_refused, parts_of

TEXT, THINK, TOOL = PartKind.TEXT, PartKind.THINKING, PartKind.TOOL
READING = Reading(
    Origin("p", "m", "e"), {"read_file": READ.schema, "ping": {}}, think_tags=("think",)
)
END = StopSeen(Stop.END, "stop")


def part(number: int, kind: PartKind, *texts: str, name: str = "") -> list[Event]:
    deltas: list[Event] = [PartDelta(number, text) for text in texts]
    return [PartStart(number, kind, name=name), *deltas, PartEnd(number)]


#: The first event that breaks a part's life, per invariant.
BROKEN: dict[str, list[Event]] = {
    "I1 a part starts twice": [*part(0, TEXT, "a"), *part(0, TEXT, "b"), END],
    "I2 a delta before the start": [PartDelta(0, "a"), END],
    "I2 a delta after the end": [*part(0, TEXT, "a"), PartDelta(0, "b"), END],
    "I2 a signature after the end": [*part(0, THINK, "a"), PartSignature(0, "b"), END],
    "I2 an end without a start": [PartEnd(0), END],
    "I2 an end after the end": [*part(0, TEXT, "a"), PartEnd(0), END],
    "I3 a part is open at the stop": [PartStart(0, TEXT), PartDelta(0, "a"), END],
    "I4 a part after the stop": [END, *part(0, TEXT, "a")],
    "I4 usage after the stop": [END, UsageSeen(Usage())],
    "I4 a second stop": [END, END],
}


@pytest.mark.parametrize("name", BROKEN)
def test_p07_a_broken_sequence_is_refused(name: str) -> None:
    check_refused(BROKEN[name], READING)


def test_p07_no_terminal_event_is_no_answer() -> None:
    with pytest.raises(StreamTruncatedError):
        assemble(part(0, TEXT, "a"), READING)


def test_p07_text_tool_text_makes_three_parts_in_order() -> None:
    events = [
        *part(0, TEXT, "be", "fore"),
        *part(1, TOOL, '{"path":', '"a"}', name="read_file"),
        *part(2, TEXT, "after"),
        END,
    ]
    check_arrival_order(
        events,
        READING,
        [("Text", "before"), ("call read_file", '{"path":"a"}'), ("Text", "after")],
    )
    message = assemble(events, READING)
    assert message.text == "before\n\nafter"
    assert message.stop is Stop.TOOLS


@given(st.lists(st.tuples(st.sampled_from(["t", "c"]), st.text("abc", min_size=1)), max_size=6))
def test_p07_parts_stand_in_arrival_order(said: list[tuple[str, str]]) -> None:
    events: list[Event] = []
    expected = []
    for number, (kind, text) in enumerate(said):
        is_call = kind == "c"
        events += part(number, TOOL if is_call else TEXT, text, name="ping" if is_call else "")
        expected.append(("call ping" if is_call else "Text", text))
    check_arrival_order([*events, END], READING, expected)


@given(st.permutations([0, 1, 2, 3]), st.permutations([0, 1, 2, 3]))
def test_p07_parallel_calls_may_interleave(ends: list[int], deltas: list[int]) -> None:
    starts: list[Event] = [PartStart(n, TOOL, name="read_file") for n in range(4)]
    first: list[Event] = [PartDelta(n, '{"path":') for n in deltas]
    second: list[Event] = [PartDelta(n, f'"{n}"}}') for n in ends]
    events = [*starts, *first, *second, *[PartEnd(n) for n in ends], END]
    message = assemble(events, READING)
    assert [c.args for c in message.calls] == [{"path": str(n)} for n in range(4)]
    assert len({c.id for c in message.calls}) == 4


def test_ids_are_ours_unique_in_the_conversation_and_repeatable() -> None:
    events = [*part(0, TOOL, "{}", name="ping"), *part(1, TOOL, "{}", name="ping"), END]
    first = assemble(events, READING)
    assert [c.id for c in assemble(events, READING).calls] == [c.id for c in first.calls]
    later = assemble(
        events, Reading(READING.origin, READING.tools, taken=frozenset(c.id for c in first.calls))
    )
    assert not {c.id for c in first.calls} & {c.id for c in later.calls}
    for call in (*first.calls, *later.calls):
        assert len(call.id) == 9
        assert call.id.isalnum()


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["<think>a</think>b"], [("Thinking", "a"), ("Text", "b")]),
        (["<th", "ink>a</", "think", ">\n\nb"], [("Thinking", "a"), ("Text", "b")]),
        ([" \n<think>\na\n</think>b"], [("Thinking", "a"), ("Text", "b")]),
        (["a</think>b"], [("Thinking", "a"), ("Text", "b")]),
        (["<think>never closed"], [("Thinking", "never closed")]),
        (["<think></think>b"], [("Text", "b")]),
        (["<think>a</think><think>b</think>c"], [("Thinking", "a"), ("Thinking", "b"), ("Text", "c")]),
        (["use the <think>tag</think> so"], [("Text", "use the <think>tag</think> so")]),
        (["<thinker>b"], [("Text", "<thinker>b")]),
        (["<thi"], [("Text", "<thi")]),
    ],
)  # fmt: skip
def test_p07_thinking_in_tags_never_leaks(
    texts: list[str], expected: list[tuple[str, str]]
) -> None:
    assert parts_of(assemble([*part(0, TEXT, *texts), END], READING)) == expected


def test_p07_thinking_in_tags_after_a_tool_and_across_one() -> None:
    call = part(1, TOOL, "{}", name="ping")
    after = [*part(0, TEXT, "a"), *call, *part(2, TEXT, "<think>b</think>c"), END]
    assert parts_of(assemble(after, READING))[2:] == [("Thinking", "b"), ("Text", "c")]
    across = [*part(0, TEXT, "<think>a"), *call, *part(2, TEXT, "b</think>c"), END]
    assert parts_of(assemble(across, READING)) == [
        ("Thinking", "a"),
        ("call ping", "{}"),
        ("Thinking", "b"),
        ("Text", "c"),
    ]


def test_without_tags_in_the_profile_text_is_text() -> None:
    assert split_think("<think>a</think>b", ()) == ([Text("<think>a</think>b")], False)


@given(st.text("<>/think ab\n", max_size=30))
def test_p07_the_splitter_is_total_and_loses_no_letter(text: str) -> None:
    parts, _ = split_think(text, ("think",))
    kept = "".join(p.text for p in parts if isinstance(p, Text | Thinking))
    for tag in ("<think>", "</think>"):
        text = text.replace(tag, "")
        kept = kept.replace(tag, "")
    assert "".join(kept.split()) == "".join(text.split())


def test_a_call_cut_at_the_limit_is_truncated() -> None:
    events = [
        *part(0, TOOL, '{"path": "a"}', name="read_file"),
        *part(1, TOOL, '{"path": "pom.xml"}', name="read_file"),
        StopSeen(Stop.MAX_TOKENS, "length"),
    ]
    first, last = assemble(events, READING).calls
    assert first.args == {"path": "a"}
    assert (last.args, last.problem) == (None, Problem.TRUNCATED)


def test_a_cut_that_is_reported_as_tool_calls_is_still_a_cut() -> None:
    reading = Reading(READING.origin, READING.tools, cap=100)
    cut = [
        *part(0, TOOL, '{"path": "a', name="read_file"),
        UsageSeen(Usage(output=100)),
        StopSeen(Stop.TOOLS, "tool_calls"),
    ]
    message = assemble(cut, reading)
    assert message.stop is Stop.MAX_TOKENS
    assert message.calls[0].problem is Problem.TRUNCATED
    whole = [*part(0, TOOL, '{"path": "a"}', name="read_file"), *cut[-2:]]
    assert assemble(whole, reading).calls[0].args == {"path": "a"}


def test_tool_calls_that_never_came_are_a_bad_answer() -> None:
    with pytest.raises(BadResponseError):
        assemble([*part(0, TEXT, "a"), StopSeen(Stop.TOOLS, "tool_calls")], READING)


def test_what_is_unknown_is_noted_and_not_fatal() -> None:
    assert assemble([Ignored("x"), *part(0, TEXT, "a"), END], READING).text == "a"
