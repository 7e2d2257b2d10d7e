"""Answers on file: asked once, found again by another process, replayed without anybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from reode.errors import ProviderError
from reode.events import CallbackSink, Event, ModelCalled
from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.fixer.job import Job, Spent
from reode.fixer.model_tiers import ModelTiers, no_adapter
from reode.fixer.recording import RecordingAdapter, request_key
from reode.llm.messages import Message, Request, Role, Text, ToolCall, ToolResult, user
from reode.llm.scripted import ScriptedAdapter
from reode.settings import Settings
from tests.fixer.kit import MAIN, Builds, call, edit, finish, job_of, script

RUN = Path("/home/runs/01AAAA")
TALK = [
    {"calls": [call("run_build")], "usage": {"input_total": 10, "output": 5, "cost": 0.5}},
    {
        "calls": [edit(MAIN, "return 1;", "return 0;"), finish("zero")],
        "usage": {"input_total": 20, "output": 5, "cost": 0.25},
    },
]


def _request(text: str, call_id: str = "aaaaaaaaa") -> Request:
    asked = Message(Role.ASSISTANT, (ToolCall(call_id, "run_build", "{}", {}),))
    told = Message(Role.TOOL, (ToolResult(call_id, "run_build", text),))
    return Request(("system",), (user("hello"), asked, told))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("took 3.2 s", "took 4 s"),
        ("at /tmp/run-1/x/A.java", "at /var/y/run-2/A.java"),
        ("Foo@1a2b3c4d", "Foo@99aabbcc"),
        ("refused: localhost:4711", "refused: localhost:4712"),
        ("2026-12-01T10:00:00 boom", "2026-12-02T11:11:11 boom"),
    ],
)
def test_a_second_build_that_says_the_same_finds_the_same_answer(one: str, other: str) -> None:
    assert request_key("m", _request(one), RUN) == request_key(
        "m", _request(other, "bbbbbbbbb"), RUN
    )


def test_other_words_models_and_prompts_are_other_requests() -> None:
    keys = {
        request_key("m", _request("boom"), RUN),
        request_key("m", _request("bang"), RUN),
        request_key("n", _request("boom"), RUN),
        request_key("m", replace(_request("boom"), messages=(user("hello, you"),)), RUN),
    }
    assert len(keys) == 4


def test_a_prompt_of_another_run_on_the_same_failure_is_the_same_prompt() -> None:
    def key(run: str, said: str) -> str:
        return request_key("m", Request(("s",), (user(said.format(run)),)), Path(run))

    said = "Foo@1b2c3d in {}/worktree/A.java:12 after 0.31 s\n    int a;"
    one = key("/home/a/runs/01AAAA", said)
    assert one == key("/home/b/runs/01BBBB", said.replace("1b2c3d", "9f8e7d").replace("31", "47"))
    for old, new in ((":12", ":13"), ("    int", "int"), ("A.java", "B.java"), ("Foo", "Bar")):
        assert one != key("/home/b/runs/01BBBB", said.replace(old, new))


def _tiers(folder: Path, events: list[Event], *, offline: bool = False) -> ModelTiers:
    model = f"script:{script(folder, TALK)}"
    tiers = ModelTiers((model,), Settings(), folder / "transcripts", CallbackSink(events.append))
    if offline:
        tiers.factory = no_adapter
    return tiers


def _loud(folder: Path, word: str, seconds: str) -> Job:
    message = f"{word} after {seconds} s in {folder}/x/y"
    outcome = BuildOutcome(
        False,
        Phase.TEST,
        ("verify",),
        17,
        (Diagnostic("test-error", Phase.TEST, message, test="T"),),
    )
    return job_of(folder, build=Builds([outcome]))


def test_a_killed_attempt_asks_only_what_was_not_answered(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    for folder in (first, second):
        folder.mkdir()
    events: list[Event] = []
    tiers = _tiers(tmp_path, events)
    done = tiers.attempt(_loud(first, "boom", "3.1"), 0, spent=Spent(), seconds=None)
    assert (done.calls, done.cost) == (2, 0.75)
    # The second answer was lost with the process; the first is on file.
    files = {p: json.loads(p.read_text()) for p in (tmp_path / "transcripts").iterdir()}
    next(p for p, d in files.items() if len(d["request"]["messages"]) == 3).unlink()
    again = _tiers(tmp_path, events).attempt(
        _loud(second, "boom", "9.9"), 0, spent=Spent(), seconds=None
    )
    assert again.details["replayed"] == 1
    assert (again.calls, again.cost, again.edits) == (2, 0.75, done.edits)
    assert sum(isinstance(e, ModelCalled) for e in events) == 3


def test_transcripts_replay_offline(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two", "three")]
    for folder in folders:
        folder.mkdir()
    events: list[Event] = []
    spent = Spent()
    done = _tiers(tmp_path, events).attempt(
        _loud(folders[0], "boom", "1"), 0, spent=spent, seconds=None
    )
    events.clear()
    offline = _tiers(tmp_path, events, offline=True)
    again = offline.attempt(_loud(folders[1], "boom", "2"), 0, spent=spent, seconds=None)
    assert (again.edits, again.summary) == (done.edits, done.summary)
    calls = [e for e in events if isinstance(e, ModelCalled)]
    assert len(calls) == again.calls == 2
    assert all(e.from_file and e.call_ok for e in calls)
    events.clear()
    other = offline.attempt(_loud(folders[2], "bang", "2"), 0, spent=spent, seconds=None)
    assert "no answer on file" in other.problem
    assert other.calls == 1
    last = events[-1]
    assert isinstance(last, ModelCalled)
    assert (last.call_ok, last.error, last.from_file) == (False, "NotOnFile", True)


def _ticking(step: float) -> Callable[[], float]:
    """Return a clock that goes on by `step` each time it is read."""
    readings = count()
    return lambda: step * next(readings)


def test_j09_a_call_is_told_with_the_time_it_took(tmp_path: Path) -> None:
    events: list[Event] = []
    tiers = _tiers(tmp_path, events)
    tiers.clock = _ticking(2.5)
    tiers.attempt(_loud(tmp_path, "boom", "1"), 0, spent=Spent(), seconds=None)
    assert [e.seconds for e in events if isinstance(e, ModelCalled)] == [2.5, 2.5]


@pytest.mark.parametrize(
    ("reply", "error", "cost"),
    [
        ({"error": "rate_limited"}, "RateLimitedError", None),
        ({"error": "auth"}, "AuthError", None),
        ({"text": "no", "stop": "refusal", "usage": {"cost": 0.3}}, "RefusalError", 0.3),
        ({"expect": "what no prompt says", "text": "x"}, "ScriptError", None),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_j09_a_failed_call_is_told_with_the_kind_of_its_error(
    reply: dict[str, Any], error: str, cost: float | None, tmp_path: Path
) -> None:
    events: list[Event] = []
    place = script(tmp_path, [reply])
    tiers = ModelTiers(
        (f"script:{place}",), Settings(), tmp_path / "t", CallbackSink(events.append)
    )
    tiers.clock = _ticking(1.5)
    attempt = tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None)
    assert not attempt.call_ok
    (told,) = (e for e in events if isinstance(e, ModelCalled))
    assert (told.call_ok, told.error, told.seconds, told.cost) == (False, error, 1.5, cost)


def test_j10_a_call_that_the_budget_forbids_is_no_call(tmp_path: Path) -> None:
    events: list[Event] = []
    place = script(tmp_path, [{"text": "x"}])
    tiers = ModelTiers(
        (f"script:{place}",), Settings(max_cost=0), tmp_path / "t", CallbackSink(events.append)
    )
    assert tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None).limit
    assert not any(isinstance(e, ModelCalled) for e in events)


def test_what_is_filed_names_model_window_and_no_secret(tmp_path: Path) -> None:
    place = script(tmp_path, [{"text": "the key is abcdefgh-1234"}])
    adapter = RecordingAdapter(tmp_path / "t", ScriptedAdapter(place), secrets=("abcdefgh-1234",))
    adapter.complete(Request(("s",), (user("tell abcdefgh-1234"),)))
    stored = json.loads(next((tmp_path / "t").iterdir()).read_text())
    assert "abcdefgh-1234" not in json.dumps(stored)
    assert (stored["model"], stored["context_window"]) == (f"script:{place}", 200_000)
    offline = RecordingAdapter(tmp_path / "t", None, model=f"script:{place}")
    with pytest.raises(ProviderError):
        offline.complete(Request(("s",), (user("something else"),)))
    assert (
        Text("the key is [redacted]")
        in offline.complete(Request(("s",), (user("tell [redacted]"),))).parts
    )
