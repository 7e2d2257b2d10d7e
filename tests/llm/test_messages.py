from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from reode.facts.usage import Usage
from reode.llm.messages import (
    Message,
    Origin,
    Problem,
    Refusal,
    Request,
    Role,
    Stop,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    user,
)
from reode.llm.transcript import (
    message_from_json,
    message_to_json,
    redact,
    redact_request,
    request_from_json,
    request_to_json,
)
from tests.llm.kit import EDIT, READ

_TEXT = st.text(max_size=20)
_PLAIN = st.dictionaries(_TEXT, st.integers() | _TEXT | st.none() | st.lists(_TEXT), max_size=3)
_PARTS = st.one_of(
    st.builds(Text, _TEXT),
    st.builds(Thinking, _TEXT, _TEXT, st.booleans()),
    st.builds(Refusal, _TEXT, _TEXT),
    st.builds(ToolCall, _TEXT, _TEXT, _TEXT, _PLAIN, st.none(), _PLAIN, st.booleans()),
    st.builds(ToolCall, _TEXT, _TEXT, _TEXT, st.none(), st.sampled_from(Problem)),
    st.builds(ToolResult, _TEXT, _TEXT, _TEXT, st.booleans()),
)
_COUNT = st.none() | st.integers(0, 10**9)
_MESSAGES = st.builds(
    Message,
    st.sampled_from(Role),
    st.lists(_PARTS, max_size=4).map(tuple),
    st.none() | st.builds(Origin, _TEXT, _TEXT, _TEXT, _TEXT),
    st.none() | st.sampled_from(Stop),
    _TEXT,
    st.none() | st.builds(Usage, _COUNT, _COUNT, _COUNT, _COUNT, _COUNT, st.none(), _PLAIN),
)


@given(_MESSAGES)
def test_a_message_comes_back_equal_from_json(message: Message) -> None:
    text = json.dumps(message_to_json(message))
    assert message_from_json(json.loads(text)) == message


def test_a_request_comes_back_from_json_without_args_models() -> None:
    request = Request(("a",), (user("b"),), (EDIT, {"name": "x", "input_schema": {}}), "none", 5)
    back = request_from_json(json.loads(json.dumps(request_to_json(request))))
    assert request_to_json(back) == request_to_json(request)
    assert back.tools[0].args_model is None  # type: ignore[union-attr]


def test_p07_a_turns_texts_are_joined_with_a_blank_line() -> None:
    call = ToolCall("a", "t", "{}", {})
    message = Message(Role.ASSISTANT, (Text("one"), call, Text("two"), Text("")))
    assert message.text == "one\n\ntwo"
    assert message.calls == (call,)


def test_keys_leave_every_string_of_a_transcript() -> None:
    request = Request(
        ("the key is top-secret-value",),
        (user("sk-ant-abcdefghijklmnop0123 and ghp_" + "a" * 36),),
        (READ,),
    )
    told = json.dumps(request_to_json(redact_request(request, ("top-secret-value", "ab"))))
    assert "top-secret" not in told
    assert "sk-ant" not in told
    assert "ghp_" not in told
    assert redact_request(request, ()).tools[0] is READ
    assert redact({"top-secret-value": ["top-secret-value"]}, ["top-secret-value"]) == {
        "[redacted]": ["[redacted]"]
    }


def test_an_unknown_count_stays_unknown_in_a_sum() -> None:
    known = Usage(10, 2, 0, 5, None, 0.5)
    total = Usage.zero().plus(known).plus(Usage(1, None, None, 1, None, None))
    assert (total.input_total, total.output, total.cache_read) == (11, 6, 2)
    assert total.cost is None
    assert Usage.zero().plus(known).cost == 0.5
