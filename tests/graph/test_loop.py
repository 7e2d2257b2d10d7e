"""The whole loop in a small world: what it must reach, and what it must never do."""

from __future__ import annotations

import operator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reode.facts.diagnostic import Phase
from reode.graph.state import ACCUMULATING
from reode.settings import Settings
from tests.graph.world import FAULTS, HEADER, ScriptedTiers, World, fixing_rule, outcome_of

A, B, C = (
    "compile symbol-missing A.java\n",
    "compile symbol-missing B.java\n",
    "test test-error T\n",
)


def _end(state: dict[str, Any]) -> tuple[str, str]:
    return state["outcome"]["verdict"], state["outcome"]["reason"]


def test_j01_rules_alone_migrate_what_rules_can(tmp_path: Path) -> None:
    world = World(tmp_path, A, rules=(fixing_rule("symbol-missing"),))
    state = world.run()
    assert _end(state) == ("migrated", "all_gates")
    assert world.workspace.text(state["outcome"]["commit"]) == ""
    assert [t["by"] for t in state["transforms"]] == ["rule:fix_symbol-missing"]
    assert state["maven_runs"] == 2


def test_without_a_model_the_end_says_so(tmp_path: Path) -> None:
    state = World(tmp_path, A).run()
    assert _end(state) == ("gave_up", "no_model_configured")
    assert "A.java" in state["outcome"]["detail"]


def test_r07_a_happy_model_that_fixes_nothing_does_not_stop_the_escalation(tmp_path: Path) -> None:
    tiers = ScriptedTiers([["compile symbol-missing A.java\n\n", None], [""]])
    state = World(tmp_path, A, tiers=tiers).run()
    assert tiers.asked == [0, 0, 1]
    assert _end(state) == ("migrated", "all_gates")
    assert all(a["call_ok"] for a in state["fix_attempts"] if a["by"] == "model")
    assert state["build_fixed"]


def test_r05_the_second_tier_has_its_turn_before_the_end(tmp_path: Path) -> None:
    tiers = ScriptedTiers([[None] * 9, [None] * 9])
    state = World(tmp_path, A, tiers=tiers).run()
    assert set(tiers.asked) == {0, 1}
    assert _end(state) == ("gave_up", "stuck")


def test_r08_r13_after_escalation_only_the_second_tier_is_asked(tmp_path: Path) -> None:
    tiers = ScriptedTiers([[None], [B, ""]])
    state = World(tmp_path, A, tiers=tiers).run()
    assert tiers.asked == [0, 1, 1]
    assert state["recovery"] == "tier2"
    assert _end(state)[0] == "migrated"


def test_an_unusable_model_is_passed_over(tmp_path: Path) -> None:
    tiers = ScriptedTiers([[], [""]], problems={0: "no key"})
    assert _end(World(tmp_path, A, tiers=tiers).run())[0] == "migrated"
    alone = ScriptedTiers([[]], problems={0: "no key"})
    (tmp_path / "b").mkdir()
    assert _end(World(tmp_path / "b", A, tiers=alone).run()) == ("gave_up", "model_unusable")


def test_rules_run_again_after_every_model_round(tmp_path: Path) -> None:
    tiers = ScriptedTiers([["test old-thing T\n"]])
    world = World(tmp_path, A, rules=(fixing_rule("old-thing"),), tiers=tiers)
    state = world.run()
    assert _end(state)[0] == "migrated"
    assert [t["by"] for t in state["transforms"]] == ["model:model-0", "rule:fix_old-thing"]
    assert len(tiers.asked) == 1


def test_a_worse_outcome_is_taken_back_after_two_rounds(tmp_path: Path) -> None:
    worse = ["resolve x pom.xml\n", "resolve y pom.xml\n", "resolve z pom.xml\n"]
    world = World(tmp_path, C, tiers=ScriptedTiers([worse]), settings=Settings(attempts=3))
    state = world.run()
    assert world.workspace.text(state["outcome"]["commit"]) == C
    assert _end(state)[0] == "partial"


def test_a_rule_that_led_nowhere_keeps_no_other_from_what_it_knows(tmp_path: Path) -> None:
    """Both know the failure; the first makes the build worse, and no model can go on from there."""
    bad = fixing_rule("test-error", name="bad", after="compile broken B.java\n")
    good = fixing_rule("test-error", name="good")
    state = World(tmp_path, C, rules=(bad, good)).run()
    assert _end(state) == ("migrated", "all_gates")
    assert [t["by"] for t in state["transforms"]][-1] == "rule:good"
    assert state["maven_runs"] == 3


def test_an_edit_that_changes_nothing_about_the_failure_is_not_kept(tmp_path: Path) -> None:
    rule = fixing_rule("symbol-missing", after=A + "\n")
    world = World(tmp_path, A, rules=(rule,))
    state = world.run()
    assert world.workspace.text(state["outcome"]["commit"]) == A
    assert state["outcome"]["commit"] == world.workspace.base


def test_j10_iterations_time_and_money_end_the_run_with_the_best_commit(tmp_path: Path) -> None:
    for name, options in {
        "iteration_limit": {"max_iterations": 2},
        "budget": {"max_cost": 1.0},
        "time_limit": {"timeout": 0.0},
    }.items():
        (tmp_path / name).mkdir()
        progress = [A + f"compile symbol-missing X{n}.java\n" for n in range(9, 0, -1)]
        start = "".join(f"compile symbol-missing X{n}.java\n" for n in range(10)) + A
        tiers = ScriptedTiers([[start.replace(p.splitlines()[1] + "\n", "") for p in progress]])
        tiers.cost = 0.6
        world = World(tmp_path / name, start, tiers=tiers, **options)  # type: ignore[arg-type]
        state = world.run()
        assert state["outcome"]["reason"] == name
        assert state["outcome"]["commit"] == state["best"]["commit"]


def test_r04_a_second_run_does_not_see_the_first_ones_attempts(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        tiers = ScriptedTiers([[None] * 3])
        state = World(tmp_path / name, A, tiers=tiers).run()
        assert sum(a["by"] == "model" for a in state["fix_attempts"]) == 1


texts = st.lists(
    st.sampled_from([A, B, C, "resolve gone pom.xml\n", "package shade pom.xml\n"]),
    max_size=3,
    unique=True,
).map("".join)
moves = st.lists(st.none() | texts, max_size=8)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    start=texts,
    scripts=st.lists(moves, max_size=3),
    rule_kinds=st.lists(st.sampled_from(["symbol-missing", "shade"]), unique=True, max_size=2),
    iterations=st.integers(1, 9),
    max_cost=st.none() | st.floats(0.5, 5),
)
def test_the_loop_always_ends_well(  # noqa: PLR0917 - given by name
    tmp_path_factory: pytest.TempPathFactory,
    start: str,
    scripts: list[list[str | None]],
    rule_kinds: list[str],
    iterations: int,
    max_cost: float | None,
) -> None:
    tiers = ScriptedTiers([list(s) for s in scripts], cost=0.4) if scripts else None
    world = World(
        tmp_path_factory.mktemp("world"),
        start,
        rules=tuple(fixing_rule(kind) for kind in rule_kinds),
        tiers=tiers,
        max_iterations=iterations,
        max_cost=max_cost,
    )
    state = world.run()
    _check_end(world, state)
    _check_counts(world, state)


def _check_end(world: World, state: dict[str, Any]) -> None:
    verdict, reason = _end(state)
    final = outcome_of(world.workspace.text(state["outcome"]["commit"]), 17)
    assert (verdict == "migrated") == final.ok
    if reason in {"stuck", "model_unusable"} and world.tiers:
        assert set(world.tiers.asked) == set(range(world.tiers.tiers))
    measured = [m for m in state["errors"] if m["phase"]]
    best = max(Phase(m["phase"]).rank for m in measured)
    assert (Phase.DONE if final.ok else final.phase).rank >= best


def _check_counts(world: World, state: dict[str, Any]) -> None:
    asked = len(world.tiers.asked) if world.tiers else 0
    assert state["llm_calls"] == asked
    assert sum(a["by"] == "model" for a in state["fix_attempts"]) == asked
    assert state["iteration"] <= world.max_iterations
    if world.max_cost is not None:
        assert (state["cost"] or 0) < world.max_cost + 0.4
    for key in ACCUMULATING:
        ids = [entry["id"] for entry in state[key]]
        assert len(ids) == len(set(ids)), key


def _hand_merged(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """The first REODE's merge: every update overwrote the list before it."""
    merged: dict[str, Any] = {}
    for chunk in chunks:
        for update in chunk.values():
            merged.update(update or {})
    return merged


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scripts=st.lists(moves, min_size=1, max_size=2))
def test_r06_counts_come_from_the_state_not_from_a_merge(
    tmp_path_factory: pytest.TempPathFactory, scripts: list[list[str | None]]
) -> None:
    from langgraph.checkpoint.memory import InMemorySaver

    from reode.graph.build import build_graph
    from reode.graph.state import State, first_state

    world = World(tmp_path_factory.mktemp("w"), A, tiers=ScriptedTiers([list(s) for s in scripts]))
    graph = build_graph(InMemorySaver())
    config = {"configurable": {"thread_id": "R"}, "recursion_limit": 10_000}
    start = first_state(world.workspace.base)
    chunks = list(graph.stream(start, config, context=world.context(), stream_mode="updates"))
    final = graph.get_state(config).values
    derived = dict(start)
    for chunk in chunks:
        for update in chunk.values():
            for key, value in (update or {}).items():
                adds = key in ACCUMULATING
                derived[key] = operator.add(derived[key], value) if adds else value  # type: ignore[literal-required]
    assert derived == final
    assert set(ACCUMULATING) == _accumulating_channels(graph)
    assert State.__annotations__.keys() >= set(ACCUMULATING)
    if len(final["fix_attempts"]) > 1:
        assert len(_hand_merged(chunks)["fix_attempts"]) < len(final["fix_attempts"])


def _accumulating_channels(graph: Any) -> set[str]:
    from langgraph.channels import BinaryOperatorAggregate

    return {k for k, c in graph.channels.items() if isinstance(c, BinaryOperatorAggregate)}


def test_the_topology_is_as_drawn() -> None:
    from reode.graph.build import build_graph

    edges = sorted((e.source, e.target, e.conditional) for e in build_graph().get_graph().edges)
    assert edges == [
        ("__start__", "explore", False),
        ("deterministic_fix", "validate", False),
        ("explore", "deterministic_fix", False),
        ("finish", "__end__", True),
        ("finish", "minimise", True),
        ("llm_fix", "deterministic_fix", True),
        ("llm_fix", "measure", True),
        ("measure", "route", False),
        ("minimise", "__end__", True),
        ("minimise", "minimise", True),
        ("route", "deterministic_fix", True),
        ("route", "finish", True),
        ("route", "llm_fix", True),
        ("validate", "measure", False),
    ]


def test_the_fault_file_is_what_the_world_reads(tmp_path: Path) -> None:
    world = World(tmp_path, A)
    assert (world.workspace.project / FAULTS).read_text() == HEADER + A
