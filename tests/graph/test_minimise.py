"""The smallest result: what is left out, what stays and why, and that nothing is lost by trying."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from reode.errors import BuildToolError, MachineError
from reode.events import ChangeTried, GateJudged, NodeStarted
from reode.facts.build import BuildOutcome
from reode.facts.scorecard import Gate, GateId, GateStatus, Scorecard
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.rules.rule import When
from reode.settings import Settings
from tests.graph.world import (
    FAULTS,
    FaultTool,
    ScriptedTiers,
    World,
    _agreeing,
    fixing_rule,
    writing_rule,
)

A = "compile symbol-missing A.java\n"
SPARE_FILE = "src/main/resources/spare.properties"
NEEDED = fixing_rule("symbol-missing")
SPARE = writing_rule("symbol-missing", SPARE_FILE, "a=1\n")


def _world(folder: Path, *rules: Any, **options: Any) -> World:
    return World(folder, A, rules=rules or (NEEDED, SPARE), minimise=True, **options)


def _tried(world: World) -> list[tuple[str, bool]]:
    return [(e.by, e.dropped) for e in world.events if isinstance(e, ChangeTried)]


def _whys(world: World) -> list[str]:
    return [e.why for e in world.events if isinstance(e, ChangeTried)]


def _names(state: dict[str, Any]) -> list[str]:
    by = {t["id"]: t["by"] for t in state["transforms"]}
    return [by[one["id"]] for one in state["minimising"]["kept"]]


def _files(world: World, state: dict[str, Any]) -> set[str]:
    return set(world.workspace.change(world.workspace.base, state["outcome"]["commit"]).files)


def test_j06_what_no_gate_needs_is_left_out_and_the_rest_stays(tmp_path: Path) -> None:
    plain = World(tmp_path / "plain", A, rules=(NEEDED, SPARE))
    assert _files(plain, plain.run()) == {FAULTS, SPARE_FILE}
    world = _world(tmp_path / "small")
    state = world.run()
    assert _files(world, state) == {FAULTS}
    assert _tried(world) == [("rule:write_spare", True), ("rule:fix_symbol-missing", False)]
    assert "A.java" in _whys(world)[1]
    assert _names(state) == ["rule:fix_symbol-missing"]
    assert state["outcome"]["verdict"] == "migrated"
    assert state["outcome"]["commit"] == state["head"] == state["best"]["commit"]
    assert state["minimising"]["end"] == "every change was tried"
    assert world.workspace.head() == state["head"]
    assert world.tool.runs == 1 + state["maven_runs"]


def test_it_is_off_unless_asked_for_and_only_for_a_success(tmp_path: Path) -> None:
    for name, world in {
        "off": World(tmp_path / "off", A, rules=(NEEDED, SPARE)),
        "failed": _world(tmp_path / "failed", SPARE),
        "nothing to leave out": World(tmp_path / "none", "", minimise=True),
    }.items():
        state = world.run()
        assert not _tried(world), name
        assert state["minimising"] is None, name


def test_an_earlier_change_goes_and_the_later_ones_are_made_again(tmp_path: Path) -> None:
    world = _world(tmp_path, SPARE, NEEDED)
    state = world.run()
    assert [t["by"] for t in state["transforms"]] == [f"rule:{r.id}" for r in (SPARE, NEEDED)]
    assert _files(world, state) == {FAULTS}
    assert _names(state) == ["rule:fix_symbol-missing"]
    new = state["minimising"]["kept"][0]["commit"]
    assert new != state["transforms"][1]["commit"]
    assert world.workspace.history(world.workspace.base, new) == [new]


def test_a_change_that_a_later_one_builds_on_stays_without_a_build(tmp_path: Path) -> None:
    first = fixing_rule("symbol-missing", after="compile other-kind A.java\n")
    world = _world(tmp_path, first, fixing_rule("other-kind"))
    state = world.run()
    assert _tried(world) == [("rule:fix_other-kind", False), ("rule:fix_symbol-missing", False)]
    assert _whys(world)[1] == "a later change builds on it"
    assert state["minimising"]["builds"] == 1
    assert _files(world, state) == {FAULTS}


def test_a_clash_is_tried_again_once_something_else_is_gone(tmp_path: Path) -> None:
    first = fixing_rule("symbol-missing", after="compile other-kind A.java\n")
    world = _world(tmp_path, SPARE, first, fixing_rule("other-kind"))
    state = world.run()
    assert _tried(world) == [
        ("rule:fix_other-kind", False),
        ("rule:fix_symbol-missing", False),
        ("rule:write_spare", True),
        ("rule:fix_symbol-missing", False),
    ]
    assert state["minimising"]["builds"] == 2
    assert _files(world, state) == {FAULTS}


def test_what_a_rule_is_certain_of_stays_without_a_build(tmp_path: Path) -> None:
    """A green build does not disprove what breaks where no test looks."""
    certain = writing_rule("", "src/main/resources/certain.properties", "b=1\n", when=When.CERTAIN)
    world = _world(tmp_path, certain, NEEDED)
    state = world.run()
    assert "src/main/resources/certain.properties" in _files(world, state)
    assert any(why.startswith("a rule is certain of it (write_certain") for why in _whys(world))
    assert state["minimising"]["builds"] == 1


def test_a_models_change_is_tried_like_a_rules(tmp_path: Path) -> None:
    world = World(tmp_path, A, tiers=ScriptedTiers([[""]]), minimise=True)
    state = world.run()
    assert state["outcome"]["verdict"] == "migrated"
    assert _tried(world) == [("model:model-0", False)]
    assert _whys(world)[0].startswith("the build fails without it: symbol-missing in A.java")


def test_the_number_of_builds_bounds_the_search(tmp_path: Path) -> None:
    more = tuple(
        writing_rule("symbol-missing", f"src/main/resources/spare{n}.properties", "a=1\n")
        for n in range(4)
    )
    world = _world(tmp_path, NEEDED, *more, settings=Settings(minimise_builds=2))
    state = world.run()
    assert [dropped for _, dropped in _tried(world)] == [True, True]
    assert state["minimising"]["builds"] == 2
    assert state["minimising"]["end"] == "the builds for it are used up"
    assert len(_files(world, state)) == 3
    assert state["outcome"]["verdict"] == "migrated"


def test_j10_a_used_up_time_ends_the_search_and_not_the_success(tmp_path: Path) -> None:
    now = [0.0]

    def slow_check(commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
        now[0] += 1000
        return _agreeing(commit, baseline, goal)

    world = _world(tmp_path, timeout=500.0, verifier=slow_check, clock=lambda: now[0])
    state = world.run()
    assert not _tried(world)
    assert state["minimising"]["end"] == "the time of the run is used up"
    assert state["outcome"]["verdict"] == "migrated"
    assert _files(world, state) == {FAULTS, SPARE_FILE}


@dataclass
class _Judge:
    """A verifier that speaks against every tree without `spare.properties`."""

    world: World | None = None
    status: GateStatus = GateStatus.FAILED
    error: bool = False

    def __call__(self, commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
        card = _agreeing(commit, baseline, goal)
        assert self.world is not None
        if SPARE_FILE in self.world.workspace._commits[commit]:
            return replace(card, gates=(*card.gates, Gate(GateId.SURFACE, GateStatus.PASSED, "")))
        if self.error:
            raise MachineError("no answer")
        return replace(card, gates=(*card.gates, Gate(GateId.SURFACE, self.status, "less")))


@pytest.mark.parametrize("status", [GateStatus.FAILED, GateStatus.UNKNOWN])
def test_a_gate_that_answers_worse_keeps_the_change(tmp_path: Path, status: GateStatus) -> None:
    judge = _Judge(status=status)
    judge.world = world = _world(tmp_path, verifier=judge)
    state = world.run()
    assert ("rule:write_spare", False) in _tried(world)
    assert _whys(world)[0] == "gate surface does not pass without it: less"
    assert SPARE_FILE in _files(world, state)
    assert world.workspace.head() == state["outcome"]["commit"]


def test_a_failure_of_the_search_costs_nothing(tmp_path: Path) -> None:
    judge = _Judge(error=True)
    judge.world = world = _world(tmp_path, verifier=judge)
    state = world.run()
    assert state["outcome"]["verdict"] == "migrated"
    assert _whys(world)[0] == "it could not be judged without it: no answer"
    assert world.tool.runs == 1 + state["maven_runs"]
    assert _files(world, state) == {FAULTS, SPARE_FILE}
    assert world.workspace.head() == state["outcome"]["commit"]


def test_a_build_that_cannot_be_started_costs_nothing(tmp_path: Path) -> None:
    class Broken(FaultTool):
        """Is gone once the result is proven."""

        def run(self, goals: Iterable[str], *, root: Path, **rest: Any) -> BuildOutcome:
            if not (root / SPARE_FILE).exists() and self.runs > 2:
                raise BuildToolError("no such program")
            return super().run(goals, root=root, **rest)

    world = _world(tmp_path, tool=Broken())
    state = world.run()
    assert _whys(world)[0] == "it could not be built without it: no such program"
    assert _files(world, state) == {FAULTS, SPARE_FILE}
    assert world.tool.runs == 1 + state["maven_runs"]
    assert world.workspace.head() == state["outcome"]["commit"]


def test_a_gate_with_another_text_is_told_again(tmp_path: Path) -> None:
    judge = _Judge(status=GateStatus.PASSED)
    judge.world = world = _world(tmp_path, verifier=judge)
    state = world.run()
    assert _files(world, state) == {FAULTS}
    assert [
        e.detail for e in world.events if isinstance(e, GateJudged) and e.gate == "surface"
    ] == [
        "",
        "less",
    ]
    assert {g["id"]: g["detail"] for g in state["outcome"]["gates"]}["surface"] == "less"


def test_j05_a_test_that_no_longer_runs_keeps_the_change(tmp_path: Path) -> None:
    class Forgetful(FaultTool):
        """Runs no test without the spare file, and succeeds all the same."""

        def run(self, goals: Iterable[str], *, root: Path, **rest: Any) -> BuildOutcome:
            outcome = super().run(goals, root=root, **rest)
            there = (root / SPARE_FILE).exists()
            return outcome if there else replace(outcome, tests=TestTally())

    world = _world(tmp_path, tool=Forgetful())
    state = world.run()
    assert _whys(world)[0].startswith("a test does worse without it")
    assert SPARE_FILE in _files(world, state)


def test_j05_a_test_that_fails_as_before_the_repair_keeps_the_change(tmp_path: Path) -> None:
    """It needs the machine's database; without the change it dies of what it died of before."""

    class Databaseless(FaultTool):
        def run(self, goals: Iterable[str], *, root: Path, **rest: Any) -> BuildOutcome:
            outcome = super().run(goals, root=root, **rest)
            there = (root / SPARE_FILE).exists()
            cause = "connection refused" if there else "module does not open"
            failed = TestResult(
                TestKey(".", "a.T", "t"), TestStatus.FAILED, 1, cause, environment=there
            )
            return replace(outcome, tests=TestTally((failed,)))

    fault = "test test-error T\n"
    rules = (fixing_rule("test-error"), writing_rule("test-error", SPARE_FILE, "a=1\n"))
    world = World(tmp_path, fault, rules=rules, minimise=True, tool=Databaseless())
    state = world.run()
    assert state["outcome"]["verdict"] == "migrated"
    assert _whys(world)[0] == "a test does worse without it: .:a.T#t"
    assert SPARE_FILE in _files(world, state)


@pytest.mark.parametrize("build", [3, 4])
def test_j08_stopped_in_a_try_it_goes_on_with_that_try(tmp_path: Path, build: int) -> None:
    """The third build is the first try's, the fourth the second one's."""
    from langgraph.checkpoint.memory import InMemorySaver

    from reode.errors import Interrupted
    from reode.graph.build import build_graph
    from reode.graph.state import first_state

    world = _world(tmp_path)
    world.tool.before_run = lambda: world.stop.set() if world.tool.runs == build else None
    graph = build_graph(InMemorySaver())
    config = {"configurable": {"thread_id": "R"}, "recursion_limit": 100}
    with pytest.raises(Interrupted):
        graph.invoke(first_state(world.workspace.base), config, context=world.context())
    stopped = graph.get_state(config)
    assert stopped.next == ("minimise",)
    assert stopped.values["outcome"] is None
    assert len(_tried(world)) == build - 3
    world.stop.clear()
    world.tool.before_run = lambda: None
    state = graph.invoke(None, config, context=world.context())
    assert _files(world, state) == {FAULTS}
    assert _tried(world) == [("rule:write_spare", True), ("rule:fix_symbol-missing", False)]
    assert state["maven_runs"] == 4
    visits = [e for e in world.events if isinstance(e, NodeStarted) and e.node == "minimise"]
    assert len(visits) == 4


@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    number=st.integers(1, 4),
    place=st.integers(0, 4),
    needed=st.sets(st.integers(0, 3)),
    builds=st.integers(1, 9),
)
def test_the_smaller_result_passes_what_the_larger_one_passed(
    tmp_path_factory: pytest.TempPathFactory, number: int, place: int, needed: set[int], builds: int
) -> None:
    class Needing(FaultTool):
        """Fails without each file that is needed."""

        def run(self, goals: Iterable[str], *, root: Path, **rest: Any) -> BuildOutcome:
            outcome = super().run(goals, root=root, **rest)
            missing = [
                n
                for n in needed
                if n < number and not (root / f"src/main/resources/{n}.properties").exists()
            ]
            return replace(outcome, ok=outcome.ok and not missing)

    rules = [
        writing_rule("symbol-missing", f"src/main/resources/{n}.properties", "x\n")
        for n in range(number)
    ]
    rules.insert(min(place, number), NEEDED)
    world = _world(
        tmp_path_factory.mktemp("w"),
        *rules,
        tool=Needing(),
        settings=Settings(minimise_builds=builds),
    )
    state = world.run()
    assert state["outcome"]["verdict"] == "migrated"
    kept = {f"src/main/resources/{n}.properties" for n in needed if n < number} | {FAULTS}
    assert kept <= _files(world, state)
    if builds > number + 1:
        assert kept == _files(world, state)
    assert state["minimising"]["builds"] <= builds
    history = world.workspace.history(world.workspace.base, state["outcome"]["commit"])
    assert [one["commit"] for one in state["minimising"]["kept"]] == history
