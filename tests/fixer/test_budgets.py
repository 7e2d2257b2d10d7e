"""J10: money, calls, tokens and time of models, per run and per tier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reode.events import CallbackSink, Event, EventLog, Fanout, LimitWarning, WarnOnce
from reode.facts.usage import Usage
from reode.fixer.job import Spent
from reode.fixer.model_tiers import ModelTiers
from reode.settings import Settings
from tests.fixer.kit import MAIN, call, edit, finish, job_of, script
from tests.graph.world import ScriptedTiers, World

LOOK = {"calls": [call("list_files", folder="")], "usage": {"input_total": 100, "cost": 0.4}}


def _attempt(folder: Path, spent: Spent, tier: int = 0, **limits: Any) -> tuple[Any, list[Event]]:
    events: list[Event] = []
    edited = {**LOOK, "calls": [edit(MAIN, "return 1;", "return 0;")]}
    place = script(folder, [edited, LOOK, LOOK, {"calls": [finish()]}])
    tiers = ModelTiers(
        (f"script:{place}",) * 2, Settings(**limits), folder / "t", CallbackSink(events.append)
    )
    return tiers.attempt(job_of(folder), tier, spent=spent, seconds=None), events


@pytest.mark.parametrize(
    ("limits", "calls", "word"),
    [
        ({"max_cost": 0.8}, 2, "money"),
        ({"max_calls": 2}, 2, "calls"),
        ({"max_tokens": 150}, 2, "tokens"),
        ({"max_cost": 0.0}, 0, "money"),
    ],
)
def test_j10_a_limit_ends_the_attempt_and_keeps_its_edits(
    limits: dict[str, Any], calls: int, word: str, tmp_path: Path
) -> None:
    attempt, _ = _attempt(tmp_path, Spent(), **limits)
    assert word in attempt.limit
    assert not attempt.call_ok
    assert attempt.calls == calls
    assert len(attempt.edits) == (1 if calls else 0)


def test_j10_what_was_spent_before_counts(tmp_path: Path) -> None:
    attempt, _ = _attempt(tmp_path, Spent(calls=7, cost=4.9), max_cost=5.0)
    assert attempt.calls == 1
    assert "money ($5.00)" in attempt.limit


def test_j10_there_is_one_warning_at_80_percent(tmp_path: Path) -> None:
    _, events = _attempt(tmp_path, Spent(), max_cost=1.0)
    warnings = [e for e in events if isinstance(e, LimitWarning)]
    assert [(w.limit, w.used) for w in warnings] == [("cost", 0.8)]


def test_j10_a_tiers_own_money_lets_the_next_tier_go_on(tmp_path: Path) -> None:
    first, _ = _attempt(tmp_path, Spent(), tier_max_cost=0.8)
    assert not first.limit
    assert "money of this tier" in first.problem
    (tmp_path / "last").mkdir()
    last, _ = _attempt(tmp_path / "last", Spent(), tier=1, tier_max_cost=0.8)
    assert "money" in last.limit


def test_an_unknown_price_keeps_the_known_ones(tmp_path: Path) -> None:
    unknown = {"calls": [call("list_files", folder="")], "usage": {"input_total": 9}}
    place = script(tmp_path, [LOOK, unknown, {"calls": [finish()]}])
    tiers = ModelTiers(
        (f"script:{place}",), Settings(), tmp_path / "t", CallbackSink(lambda _: None)
    )
    attempt = tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None)
    assert attempt.cost is None
    assert attempt.known_cost == 0.4
    assert attempt.calls == 3


@pytest.mark.parametrize("error", ["auth", "quota", "overloaded", "timeout"])
def test_calls_before_an_error_are_counted(error: str, tmp_path: Path) -> None:
    place = script(tmp_path, [LOOK, {"error": error}])
    tiers = ModelTiers(
        (f"script:{place}",), Settings(), tmp_path / "t", CallbackSink(lambda _: None)
    )
    attempt = tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None)
    assert (attempt.calls, attempt.known_cost, attempt.call_ok) == (1, 0.4, False)
    assert attempt.problem
    assert not attempt.limit


def test_a_refusal_was_paid_for(tmp_path: Path) -> None:
    place = script(tmp_path, [{"text": "no", "stop": "refusal", "usage": {"cost": 0.3}}])
    tiers = ModelTiers(
        (f"script:{place}",), Settings(), tmp_path / "t", CallbackSink(lambda _: None)
    )
    attempt = tiers.attempt(job_of(tmp_path), 0, spent=Spent(), seconds=None)
    assert (attempt.calls, attempt.known_cost) == (1, 0.3)
    assert Usage().cost is None


FAULTS = "".join(f"compile symbol-missing X{n}.java\n" for n in range(9))


def _steps() -> list[str | None]:
    lines = FAULTS.splitlines(keepends=True)
    return ["".join(lines[n:]) for n in range(1, 9)]


@pytest.mark.parametrize("limits", [{"max_calls": 2}, {"max_tokens": 20}])
def test_j10_calls_and_tokens_end_a_run_as_budget(limits: dict[str, Any], tmp_path: Path) -> None:
    world = World(tmp_path, FAULTS, tiers=ScriptedTiers([_steps()]), settings=Settings(**limits))
    state = world.run()
    assert state["outcome"]["reason"] == "budget"
    assert state["llm_calls"] == 2
    assert state["outcome"]["commit"] == state["best"]["commit"]


@pytest.mark.parametrize(
    ("options", "limits", "name"),
    [
        ({"max_iterations": 10}, {}, "iterations"),
        ({"max_cost": 5.0}, {}, "cost"),
        ({}, {"max_calls": 8}, "calls"),
        ({}, {"max_tokens": 80}, "tokens"),
    ],
)
def test_j10_a_run_warns_of_a_limit_once(
    options: dict[str, Any], limits: dict[str, Any], name: str, tmp_path: Path
) -> None:
    tiers = ScriptedTiers([_steps() if name != "iterations" else [*_steps(), ""]], cost=0.52)
    world = World(tmp_path, FAULTS, tiers=tiers, settings=Settings(attempts=20, **limits))
    for key, value in options.items():
        setattr(world, key, value)
    state = world.run()
    near = {"iterations": 9, "cost": 8, "calls": 7, "tokens": 7}[name]
    assert state["llm_calls"] >= near
    warnings = [e.limit for e in world.events if isinstance(e, LimitWarning)]
    assert warnings == [name]


def test_j10_a_resumed_run_does_not_warn_again(tmp_path: Path) -> None:
    place, said = tmp_path / "events.jsonl", LimitWarning("cost", 4.1, 5.0)
    told: list[Event] = []
    for _ in range(2):  # two processes of one run
        sink = WarnOnce(Fanout((EventLog(place, "R"), CallbackSink(told.append))), place)
        for event in (said, LimitWarning("cost", 4.6, 5.0), LimitWarning("calls", 9, 10)):
            sink.emit(event)
    assert told == [said, LimitWarning("calls", 9, 10)]
    WarnOnce(CallbackSink(told.append), place).emit(LimitWarning("cost", 8.0, 10.0))
    assert told[-1] == LimitWarning("cost", 8.0, 10.0)


def test_j10_unknown_prices_never_end_a_run(tmp_path: Path) -> None:
    tiers = ScriptedTiers([[*_steps(), ""]], cost=None)
    state = World(
        tmp_path, FAULTS, tiers=tiers, max_cost=0.01, settings=Settings(attempts=20)
    ).run()
    assert state["outcome"]["verdict"] == "migrated"
    assert state["cost"] is None
