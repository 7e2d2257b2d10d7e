from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reode.llm.messages import (
    Message,
    Origin,
    Request,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    tool_results,
    user,
)
from reode.llm.mock import anthropic_rules, openai_rules
from reode.llm.profiles import Profile
from reode.llm.schema.cache import SchemaCache
from reode.llm.wire.prepared import Mode, Prepared
from reode.llm.wire.protocol import protocol
from tests.llm.histories import histories
from tests.llm.kit import DIALECTS, FLAT, READ, origin_of, profile_of

_HEADERS = {"authorization": "Bearer k"}


def write(request: Request, profile: Profile, origin: Origin, **mode: Any) -> Prepared:
    return protocol(profile.wire).write_request(
        request, profile, origin, Mode(max_output=64, **mode), SchemaCache()
    )


def check(dialect: str, prepared: Prepared) -> None:
    """Raise Rejection where the strict mock server would."""
    body = {**json.loads(json.dumps(prepared.body)), **prepared.extra}
    if dialect == "anthropic":
        anthropic_rules.check_request(body, _HEADERS)
    else:
        openai_rules.check_request(body, _HEADERS, openai_rules.MODES[DIALECTS[dialect][2]])


@pytest.mark.parametrize("thinking", [False, True])
@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_conversation_is_accepted_by_every_server(
    dialect: str, thinking: bool, data: st.DataObject
) -> None:
    profile = profile_of(dialect)
    if thinking and dialect == "anthropic":
        profile = replace(profile, thinking="adaptive")
    origin = origin_of(dialect)
    messages = data.draw(histories(origin))
    hint = data.draw(st.none() | st.integers(0, 6))
    request = Request(("one", "", "two"), messages, (READ, FLAT), cache_hint=hint)
    check(dialect, write(request, profile, origin))


def _assistant(*parts: Any, origin: Origin | None = None) -> Message:
    return Message(Role.ASSISTANT, tuple(parts), origin)


def test_thinking_goes_back_unmodified_to_its_source_and_nowhere_else() -> None:
    profile, own = profile_of("anthropic"), origin_of("anthropic")
    thought = Thinking("hm", "sig")
    call = ToolCall("abcdefghi", "read_file", "{}", {})
    for origin, kept in (
        (own, True),
        (replace(own, response_id="other"), True),
        (replace(own, model="claude-other"), False),
        (replace(own, endpoint="http://elsewhere"), False),
        (replace(own, provider="bedrock"), False),
        (None, False),
    ):
        messages = (user("a"), _assistant(thought, call, origin=origin))
        body = write(Request((), messages), profile, own).body
        text = json.dumps(body)
        assert ('"signature": "sig"' in text) is kept
        assert ('"hm"' in text) is kept


def test_reasoning_is_never_shown_as_text() -> None:
    for dialect in DIALECTS:
        foreign = Origin("elsewhere", "m", "e")
        messages = (user("a"), _assistant(Thinking("SECRET", "s"), Text("b"), origin=foreign))
        text = json.dumps(
            write(Request((), messages), profile_of(dialect), origin_of(dialect)).body
        )
        assert "SECRET" not in text


@pytest.mark.parametrize(
    ("replay", "with_call", "sent"),
    [("never", True, False), ("tool_turns", True, True), ("tool_turns", False, False),
     ("always", False, True)],
)  # fmt: skip
def test_reasoning_goes_back_as_the_profile_says(replay: str, with_call: bool, sent: bool) -> None:
    profile = profile_of("deepseek", reasoning_replay=replay)
    own = origin_of("deepseek")
    call = (ToolCall("abcdefghi", "read_file", "{}", {}),) if with_call else ()
    messages = (user("a"), _assistant(Thinking("hm"), Text("b"), *call, origin=own))
    message = write(Request((), messages), profile, own).body["messages"][1]
    assert ("reasoning_content" in message) is sent


def test_foreign_calls_are_told_in_words_where_the_server_demands_more() -> None:
    call = ToolCall("abcdefghi", "read_file", '{"path": "a"}', {"path": "a"})
    done = tool_results((ToolResult("abcdefghi", "read_file", "text of a"),))
    messages = (user("x"), _assistant(Text("so"), call, origin=Origin("o", "m", "e")), done)
    body = write(Request((), messages), profile_of("deepseek"), origin_of("deepseek")).body
    assert [m["role"] for m in body["messages"]] == ["user"]
    told = body["messages"][0]["content"]
    for piece in ("x", "so", "read_file", '"path": "a"', "text of a"):
        assert piece in told
    kept = write(Request((), messages), profile_of("openai"), origin_of("openai")).body
    assert [m["role"] for m in kept["messages"]] == ["user", "assistant", "tool"]


def test_results_of_a_turn_stand_in_one_message_in_call_order_before_text() -> None:
    calls = tuple(ToolCall(f"abcdefgh{i}", "read_file", "{}", {}) for i in range(3))
    messages = (
        user("x"),
        _assistant(*calls),
        tool_results((ToolResult("abcdefgh2", "r", "2"), ToolResult("abcdefgh0", "r", "0"))),
        user("and now?"),
    )
    body = write(Request((), messages), profile_of("anthropic"), origin_of("anthropic")).body
    last = body["messages"][-1]["content"]
    assert [b["type"] for b in last] == ["tool_result"] * 3 + ["text"]
    assert [b["tool_use_id"] for b in last[:3]] == [c.id for c in calls]
    assert last[1]["is_error"] is True
    assert last[1]["content"][0]["text"] == "not executed"


def test_arguments_that_were_not_read_go_back_as_an_empty_object() -> None:
    call = ToolCall("abcdefghi", "read_file", '{"path": "cu', None, None)
    messages = (user("x"), _assistant(call))
    openai = write(Request((), messages), profile_of("openai"), origin_of("openai")).body
    assert openai["messages"][1]["tool_calls"][0]["function"]["arguments"] == "{}"
    claude = write(Request((), messages), profile_of("anthropic"), origin_of("anthropic")).body
    assert claude["messages"][1]["content"][0]["input"] == {}


@pytest.mark.parametrize(("form", "content"), [("null", None), ("empty", ""), ("omit", "absent")])
def test_an_assistant_of_calls_only_has_the_servers_empty_content(form: str, content: Any) -> None:
    call = ToolCall("abcdefghi", "read_file", "{}", {})
    profile = profile_of("openai", empty_content=form)
    body = write(Request((), (user("x"), _assistant(call))), profile, origin_of("openai")).body
    assert body["messages"][1].get("content", "absent") == content


def test_at_most_four_breakpoints_that_slide_with_the_conversation() -> None:
    own = origin_of("anthropic")
    base = (user("project"), _assistant(Text("ok")), user("error"))
    request = Request(("a", "b"), base, (READ, FLAT), cache_hint=0)
    body = write(request, profile_of("anthropic"), own).body
    assert json.dumps(body).count("cache_control") == 4
    assert "cache_control" in body["tools"][-1]
    assert "cache_control" in body["system"][-1]
    assert "cache_control" in body["messages"][0]["content"][-1]
    assert "cache_control" in body["messages"][-1]["content"][-1]
    longer = replace(request, messages=(*base, _assistant(Text("c")), user("d")))
    later = write(longer, profile_of("anthropic"), own).body
    assert json.dumps(later).count("cache_control") == 4
    assert "cache_control" not in later["messages"][2]["content"][-1]
    no_cache = write(request, profile_of("openai"), origin_of("openai")).body
    assert "cache_control" not in json.dumps(no_cache)


def test_no_sampling_parameter_is_ever_sent() -> None:
    for dialect in DIALECTS:
        prepared = write(
            Request((), (user("x"),), (READ,)), profile_of(dialect), origin_of(dialect)
        )
        assert not {"temperature", "top_p", "top_k"} & (
            prepared.body.keys() | prepared.extra.keys()
        )


@pytest.mark.parametrize(
    ("dialect", "choice", "sent"),
    [
        ("anthropic", "auto", None),
        ("anthropic", "none", {"type": "none"}),
        ("anthropic", "required", {"type": "any"}),
        ("anthropic", "read_file", {"type": "tool", "name": "read_file"}),
        ("openai", "none", "none"),
        ("openai", "required", "required"),
        ("openai", "read_file", {"type": "function", "function": {"name": "read_file"}}),
        ("glm", "required", None),
        ("glm", "read_file", None),
    ],
)
def test_a_tool_choice_is_sent_where_the_server_knows_it(
    dialect: str, choice: str, sent: Any
) -> None:
    request = Request((), (user("x"),), (READ,), tool_choice=choice)
    body = write(request, profile_of(dialect), origin_of(dialect)).body
    assert body.get("tool_choice") == sent
    assert body["tools"]


def test_no_tools_are_offered_where_none_cannot_be_said() -> None:
    request = Request((), (user("x"),), (READ,), tool_choice="none")
    assert "tools" not in write(request, profile_of("glm"), origin_of("glm")).body


def test_effort_goes_where_the_profile_says() -> None:
    request = Request((), (user("x"),), effort="high")
    claude = write(request, profile_of("anthropic"), origin_of("anthropic")).body
    assert claude["output_config"] == {"effort": "high"}
    gpt = write(request, profile_of("openai"), origin_of("openai")).body
    assert gpt["reasoning_effort"] == "high"
    glm = write(request, profile_of("glm"), origin_of("glm")).body
    assert "high" not in json.dumps(glm)


def test_glm_asks_for_tool_calls_in_streams() -> None:
    request = Request((), (user("x"),), (READ,))
    prepared = write(request, profile_of("glm"), origin_of("glm"), stream="always")
    assert prepared.extra == {"tool_stream": True}
    assert "stream_options" not in prepared.body
    plain = write(request, profile_of("glm"), origin_of("glm"))
    assert not plain.stream
