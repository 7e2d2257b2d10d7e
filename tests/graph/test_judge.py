"""When a build passed: failures are excused by the baseline or by the machine, never otherwise."""

from __future__ import annotations

from pathlib import Path

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.graph import outcomes
from reode.graph.judge import judge
from reode.graph.state import first_state
from reode.graph.validate import baseline_tests
from tests.graph.world import World

KEY = TestKey(".", "a.T", "t")


def _tally(status: TestStatus, cause: str = "", *, environment: bool = False) -> TestTally:
    return TestTally((TestResult(KEY, status, 1, cause, environment),))


def _outcome(tests: TestTally, *diagnostics: Diagnostic, ok: bool = True) -> BuildOutcome:
    phase = Phase.DONE if ok else Phase.COMPILE
    return BuildOutcome(ok, phase, ("verify",), 17, diagnostics, tests)


def test_a_green_build_passes() -> None:
    assert judge(_outcome(_tally(TestStatus.PASSED)), _tally(TestStatus.PASSED)).passed


def test_a_failing_test_that_passed_before_blocks() -> None:
    judged = judge(_outcome(_tally(TestStatus.FAILED, "boom")), _tally(TestStatus.PASSED))
    assert not judged.passed
    assert [d.test for d in judged.blocking] == [".:a.T#t"]


def test_the_same_failure_as_before_is_excused() -> None:
    failed = _tally(TestStatus.FAILED, "boom")
    assert judge(_outcome(failed), failed).passed


def test_another_cause_than_before_blocks() -> None:
    after = _outcome(_tally(TestStatus.FAILED, "crash"))
    assert not judge(after, _tally(TestStatus.FAILED, "boom")).passed


def test_without_a_baseline_only_the_machine_excuses() -> None:
    refused = _tally(TestStatus.FAILED, "connection refused", environment=True)
    judged = judge(_outcome(refused), None)
    assert judged.passed
    assert judged.excused_environment == 1
    assert not judge(_outcome(_tally(TestStatus.FAILED, "boom")), None).passed


def test_without_a_baseline_an_incomplete_test_is_left_open_and_any_other_failure_blocks() -> None:
    failed = _tally(TestStatus.FAILED, "no such file")
    for kind, passed in (
        ("test-setup", True),
        ("test-error", False),
        ("test-assertion", False),
        ("no-class-def", False),
    ):
        seen = Diagnostic(kind, Phase.TEST, "x", test=".:a.T#t")
        judged = judge(_outcome(failed, seen), None)
        assert judged.passed is passed
        assert judged.excused == ((seen,) if passed else ())


def test_the_diagnostic_of_an_excused_test_does_not_block() -> None:
    failed = _tally(TestStatus.FAILED, "boom")
    seen = Diagnostic("test-error", Phase.TEST, "boom", test=".:a.T#t")
    assert judge(_outcome(failed, seen), failed).passed


def test_a_lost_test_blocks() -> None:
    judged = judge(_outcome(TestTally()), _tally(TestStatus.PASSED))
    assert [d.kind for d in judged.blocking] == ["tests-not-run"]


def test_a_build_that_stopped_early_has_lost_no_test() -> None:
    broken = Diagnostic("symbol-missing", Phase.COMPILE, "m", file="A.java")
    judged = judge(_outcome(TestTally(), broken, ok=False), _tally(TestStatus.PASSED))
    assert judged.blocking == (broken,)


def test_r07_a_failed_goal_never_passes() -> None:
    assert not judge(_outcome(TestTally(), ok=False), None).passed


def test_r07_a_baseline_at_a_level_that_is_not_the_projects_excuses_no_failure(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    context = world.context()
    failed = BuildOutcome(
        True,
        Phase.DONE,
        ("verify",),
        17,
        tests=TestTally((TestResult(TestKey(".", "a.T", "t"), TestStatus.FAILED, cause="boom"),)),
    )
    state = first_state(world.workspace.base)
    state["baseline"] = {**outcomes.entry(failed, context.objects), "overridden": False}
    assert judge(failed, baseline_tests(state, context)).passed
    state["baseline"]["overridden"] = True
    assert not judge(failed, baseline_tests(state, context)).passed


def test_tests_that_the_baseline_did_not_run_either_stand_in_nobodys_way() -> None:
    """An old surefire runs no JUnit 5 test, before and after; that is told, and breaks nothing."""
    silent = Diagnostic("tests-not-run", Phase.TEST, "1 class has no result", symbol=".:jupiter")
    after = _outcome(TestTally(()), silent)
    known = judge(after, TestTally(()), frozenset({".:jupiter"}))
    assert known.passed
    assert known.excused == (silent,)
    assert not judge(after, TestTally(()), frozenset({"m:jupiter"})).passed
    assert not judge(after, None).passed
