from __future__ import annotations

import time
from typing import Any

import pytest

from reode.errors import LimitReached
from reode.llm import errors as e
from reode.llm.adapter import Attempt, Observer
from reode.llm.budget import Budget
from reode.llm.messages import (
    Message,
    Problem,
    Request,
    Stop,
    ToolResult,
    ToolSpec,
    tool_results,
    user,
)
from reode.llm.mock import faults, render
from reode.llm.mock.answer import Answer, MockCall, Seen
from reode.llm.mock.faults import Fault
from reode.llm.mock.openai_rules import MODES
from reode.llm.mock.server import MockServer
from tests.llm.kit import DIALECTS, EDIT, FLAT, READ, FakeTime, ask, client_for

_TEXT = Answer(text="grüße, ein längerer Text 😀 zum Schneiden")
_CALL = Answer(calls=(MockCall("read_file", '{"path": "src/main/Größe.java"}'),))
WIRES = ("anthropic", "openai")


def _mode(dialect: str) -> str:
    return DIALECTS[dialect][2]


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("stream", [None, "always"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_conversation_with_a_tool_works_on_every_server(
    dialect: str, stream: str | None, strict: bool
) -> None:
    with MockServer(_mode(dialect), answers=[_CALL, _TEXT]) as server:
        client = client_for(server, dialect, stream=stream, strict_tools=strict)
        first = client.complete(ask(tools=(READ, FLAT)))
        assert first.calls[0].args == {"path": "src/main/Größe.java"}
        assert first.stop is Stop.TOOLS
        done = tool_results((ToolResult(first.calls[0].id, "read_file", "class A {}"),))
        second = client.complete(Request(("s",), (user("x"), first, done), (READ,)))
    assert second.text == _TEXT.text
    assert server.rejected == []
    assert second.usage is not None
    assert second.usage.input_total or dialect == "generic"


STATUS: list[tuple[Fault, type[e.ModelError], int]] = [
    (faults.status(401), e.AuthError, 1),
    (faults.status(402), e.QuotaError, 1),
    (faults.status(404), e.ModelNotFoundError, 1),
    (faults.status(408), e.ModelTimeoutError, 3),
    (faults.status(413), e.ContextWindowError, 1),
    (faults.status(429), e.RateLimitedError, 5),
    (faults.status(429, retry_after="300000"), e.RateLimitedError, 1),
    (faults.status(500), e.ServerError, 3),
    (faults.status(503), e.OverloadedError, 5),
    (faults.status(529), e.OverloadedError, 5),
    (faults.web_page(), e.BadResponseError, 3),
    (faults.empty_body(), e.BadResponseError, 3),
    (faults.error_with_200(), e.ServerError, 3),
]


@pytest.mark.parametrize("dialect", ["anthropic", "glm"])
@pytest.mark.parametrize(("fault", "kind", "tries"), STATUS, ids=range(len(STATUS)))
def test_every_fault_has_its_name_and_its_tries(
    dialect: str, fault: Fault, kind: type[e.ModelError], tries: int
) -> None:
    with MockServer(_mode(dialect), faults=[fault] * 6) as server:
        client = client_for(server, dialect)
        with pytest.raises(kind) as caught:
            client.complete(ask(tools=(READ,)))
    assert caught.value.attempts == tries
    assert len(server.seen) == tries
    assert caught.value.provider == client.provider
    assert caught.value.model == client.model


@pytest.mark.parametrize("wire", WIRES)
def test_a_short_retry_after_is_honoured_and_the_call_succeeds(wire: str) -> None:
    clock = FakeTime()
    with MockServer(faults=[faults.status(429, retry_after="0.1")], answers=[_TEXT]) as server:
        message = client_for(server, wire, time=clock).complete(ask())
    assert message.text == _TEXT.text
    assert clock.slept == [0.1]


@pytest.mark.parametrize("wire", WIRES)
def test_an_http_date_is_understood(wire: str) -> None:
    clock = FakeTime()
    date = "Wed, 01 Jan 2020 00:00:00 GMT"
    with MockServer(faults=[faults.status(429, retry_after=date)], answers=[_TEXT]) as server:
        client_for(server, wire, time=clock).complete(ask())
    assert clock.slept == [0.0]


@pytest.mark.parametrize("wire", WIRES)
def test_an_error_inside_a_stream_is_an_overload_and_retried(wire: str) -> None:
    with MockServer(faults=[faults.stream_error(wire)], answers=[_TEXT, _TEXT]) as server:
        observer = Observer(attempt=(log := []).append)
        message = client_for(server, wire, stream="always", observer=observer).complete(ask())
    assert message.text == _TEXT.text
    assert [a.error for a in log] == ["OverloadedError", ""]


def _events(wire: str, answer: Answer) -> int:
    """Return how many events an answer's stream has."""
    seen = Seen(
        "", {}, {"model": "m", "messages": [], "stream_options": {"include_usage": True}}, wire
    )
    if wire == "anthropic":
        return len(render.anthropic_stream(answer, seen, 1))
    return len(render.openai_stream(answer, seen, 1, MODES["openai"]))


@pytest.mark.parametrize("clean", [False, True])
@pytest.mark.parametrize("wire", WIRES)
def test_a_cut_at_every_event_boundary_is_never_an_answer(wire: str, clean: bool) -> None:
    count = _events(wire, _CALL)
    # What follows the terminal event (usage, [DONE], message_stop) may be lost.
    needed = count - (1 if wire == "anthropic" else 2)
    for after in range(count):
        with MockServer(faults=[faults.cut(after, clean=clean)], answers=[_CALL, _CALL]) as server:
            client = client_for(server, wire, stream="always")
            message = client.complete(ask(tools=(READ,)))
            assert message.calls[0].args == {"path": "src/main/Größe.java"}
            if after < needed:
                assert len(server.seen) == 2, after


@pytest.mark.parametrize("wire", WIRES)
def test_a_cut_inside_a_character_is_a_cut(wire: str) -> None:
    seen = Seen("", {}, {"model": "m", "messages": []}, wire)
    if wire == "anthropic":
        raw = b"".join(render.anthropic_stream(_TEXT, seen, 1))
    else:
        raw = b"".join(render.openai_stream(_TEXT, seen, 1, MODES["openai"]))
    at = raw.index("ü".encode()) + 1
    for clean in (False, True):
        fault = Fault(cut_bytes=at, clean=clean)
        with MockServer(faults=[fault], answers=[_TEXT, _TEXT]) as server:
            message = client_for(server, wire, stream="always").complete(ask())
        assert message.text == _TEXT.text
        assert len(server.seen) == 2


@pytest.mark.parametrize("stream", ["always", "never"])
@pytest.mark.parametrize("wire", WIRES)
def test_a_trickle_ends_at_the_deadline(wire: str, stream: str) -> None:
    with MockServer(faults=[Fault(pause=0.1)] * 3, answers=[Answer(text="x" * 600)] * 3) as server:
        client = client_for(server, wire, stream=stream)
        client.retrying = type(client.retrying)()
        started = time.monotonic()
        with pytest.raises(e.ModelTimeoutError):
            client.complete(ask(), deadline=time.monotonic() + 0.5)
    assert time.monotonic() - started < 4


def test_nothing_listens() -> None:
    with MockServer() as server:
        client = client_for(server, "openai")
    with pytest.raises(e.ConnectionFailedError) as caught:
        client.complete(ask())
    assert caught.value.attempts == 3


def test_a_spent_quota_is_not_asked_again_in_this_run() -> None:
    with MockServer(faults=[faults.status(402)]) as server:
        client = client_for(server, "openai")
        for _ in range(3):
            with pytest.raises(e.QuotaError):
                client.complete(ask())
        assert len(server.seen) == 1


def test_a_refused_strict_schema_is_sent_once_more_without_strict() -> None:
    refused = faults.status(400, "Invalid schema: the compiled grammar is too large")
    with MockServer(faults=[refused]) as server:
        client = client_for(server, "openai", strict_tools=True)
        client.complete(ask(tools=(FLAT,)))
        client.complete(ask(tools=(FLAT,)))
    strict = [t["function"].get("strict") for s in server.seen for t in s.body["tools"]]
    assert strict == [True, None, None]


def test_a_refused_schema_that_was_not_strict_is_not_sent_again() -> None:
    refused = faults.status(400, "Invalid schema")
    with MockServer("glm", faults=[refused, refused]) as server:
        with pytest.raises(e.SchemaRejectedError):
            client_for(server, "glm", strict_tools=True).complete(ask(tools=(FLAT,)))
        assert len(server.seen) == 1


def test_the_cap_parameter_is_negotiated_once_per_endpoint() -> None:
    with MockServer("openai") as server:
        client = client_for(server, "openai", profile={"max_tokens_param": "max_tokens"})
        client.complete(ask())
        client.complete(ask())
    caps = [[k for k in s.body if k.startswith("max_")] for s in server.seen]
    assert caps == [["max_tokens"], ["max_completion_tokens"], ["max_completion_tokens"]]


def test_a_cut_call_is_asked_for_once_more_with_twice_the_cap() -> None:
    cut = Answer(calls=(MockCall("read_file", '{"path": "po'),), stop="length")
    with MockServer("openai", answers=[cut, _CALL]) as server:
        message = client_for(server, "openai").complete(ask(tools=(READ,), max_output=100))
    assert message.calls[0].args is not None
    assert [s.body["max_completion_tokens"] for s in server.seen] == [100, 200]


def test_a_call_cut_twice_is_never_executed() -> None:
    cut = Answer(calls=(MockCall("read_file", '{"path": "pom.xml"}'),), stop="length")
    with MockServer("openai", answers=[cut, cut]) as server:
        message = client_for(server, "openai").complete(ask(tools=(READ,), max_output=100))
    assert message.calls[0].problem is Problem.TRUNCATED
    assert message.stop is Stop.MAX_TOKENS
    assert len(server.seen) == 2


@pytest.mark.parametrize(("wire", "stop"), [("anthropic", "refusal"), ("openai", "content_filter")])
def test_a_refusal_is_an_error_with_its_reply(wire: str, stop: str) -> None:
    with MockServer(answers=[Answer(text="I can't.", stop=stop)]) as server:
        observer = Observer(budget=Budget())
        with pytest.raises(e.RefusalError) as caught:
            client_for(server, wire, observer=observer).complete(ask())
    assert caught.value.reply.text == "I can't."
    assert caught.value.way_out is e.WayOut.OTHER_TIER
    assert observer.budget.spent.tokens > 0


def test_a_full_context_and_an_unknown_stop_are_errors() -> None:
    full = Answer(text="a", stop="model_context_window_exceeded")
    with MockServer(answers=[full]) as server, pytest.raises(e.ContextWindowError):
        client_for(server, "anthropic").complete(ask())
    odd = Answer(text="a", stop="from_the_future")
    with MockServer(answers=[odd] * 3) as server, pytest.raises(e.BadResponseError):
        client_for(server, "anthropic").complete(ask())


def test_a_silently_cut_prompt_is_an_error_and_not_a_bad_answer() -> None:
    long = ask("word " * 12_000)
    with MockServer("ollama") as server, pytest.raises(e.PromptTruncatedError, match="4096"):
        client_for(server, "ollama").complete(long)
    with MockServer("ollama") as server:
        client_for(server, "ollama").complete(ask("word " * 300))


def test_the_budget_is_asked_before_each_attempt_and_counts_the_money() -> None:
    observer = Observer(budget=Budget(max_calls=1))
    with MockServer(answers=[Answer(text="a", input_tokens=1000, output_tokens=100)]) as server:
        client = client_for(server, "anthropic", observer=observer)
        message = client.complete(ask())
        with pytest.raises(LimitReached):
            client.complete(ask())
        assert len(server.seen) == 1
    assert message.usage is not None
    assert message.usage.cost == pytest.approx(0.0045)
    assert observer.budget.spent.cost == pytest.approx(0.0045)


def test_transcripts_and_the_call_log_carry_no_key() -> None:
    told: list[tuple[Request, Message]] = []
    log: list[Attempt] = []
    observer = Observer(record=lambda r, m: told.append((r, m)), attempt=log.append)
    answer = Answer(text="your key is key-for-tests")
    with MockServer(answers=[answer]) as server:
        client = client_for(server, "openai", observer=observer)
        message = client.complete(ask("my key is key-for-tests", tools=(READ,)))
    [(request, recorded)] = told
    assert "key-for-tests" not in repr(request) + repr(recorded)
    assert message.text == answer.text
    assert log[0].request_id == "chatcmpl-1"
    assert (log[0].number, log[0].error, log[0].stop) == (1, "", "stop")
    assert "key-for-tests" not in repr(client.inferred) + repr(client.settings)


def test_names_are_mapped_on_the_way_out_and_back() -> None:
    long = ToolSpec("mcp.server/" + "x" * 70, "d", FLAT.schema)
    with MockServer("openai") as server:
        message = client_for(server, "openai").complete(ask(tools=(long,)))
    assert message.calls[0].name == long.name
    assert len(server.seen[0].body["tools"][0]["function"]["name"]) == 64


def test_an_x_api_key_gateway_gets_its_header_and_version() -> None:
    profile: dict[str, Any] = {"auth": "x-api-key", "api_version": "2023-06-01"}
    with MockServer(answers=[_TEXT]) as server:
        client_for(server, "anthropic", profile=profile).complete(ask())
    headers = server.seen[0].headers
    assert headers["x-api-key"] == "key-for-tests"
    assert "authorization" not in headers
    assert headers["anthropic-version"] == "2023-06-01"


def test_a_recursive_tool_is_named_where_a_dialect_cannot_say_it() -> None:
    with MockServer("gemini") as server, pytest.raises(e.InvalidRequestError, match="edit_file"):
        client_for(server, "gemini").complete(ask(tools=(EDIT,)))
    assert server.seen == []


def test_the_clients_facts() -> None:
    with MockServer() as server:
        client = client_for(server, "anthropic")
    assert (client.model, client.provider) == ("claude-sonnet-4-5", "anthropic")
    assert (client.context_window, client.max_output) == (200_000, 32_000)
