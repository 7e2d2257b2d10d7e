"""The node that builds: the only one that may say a build is fixed."""

from __future__ import annotations

from dataclasses import replace

from reode.facts.build import BuildOutcome
from reode.facts.tally import TestStatus, TestTally
from reode.graph import outcomes
from reode.graph.building import run_build
from reode.graph.context import RunContext
from reode.graph.judge import Judgement, judge
from reode.graph.state import State
from reode.graph.step import Update, step


@step("validate", clean=True)
def validate(state: State, context: RunContext) -> Update:
    """Build the whole project on the target JDK from a clean tree and judge the result.

    One lifecycle run is the ladder: Maven stops at the first stage that fails (model, dependencies,
    compile, test-compile, tests, packaging), and a start of Maven costs more than the stages before.
    """
    outcome, judgement = build_and_judge(state, context, "validate")
    return {
        "iteration": state["iteration"] + 1,
        "last": {
            **outcomes.judged_entry(outcome, judgement, context.objects),
            "commit": state["head"],
        },
        "judgement": judgement.to_json(),
        "build_fixed": judgement.passed,
        "maven_runs": state["maven_runs"] + 1,
        "maven_seconds": round(state["maven_seconds"] + outcome.seconds, 1),
        "summary": "passed" if judgement.passed else f"{len(judgement.blocking)} problems",
    }


def build_and_judge(
    state: State, context: RunContext, purpose: str
) -> tuple[BuildOutcome, Judgement]:
    """Run the whole lifecycle at the worktree's tip and judge it against the run's baseline."""
    outcome = run_build(
        context,
        ("clean", state["goal"]),
        jdk=context.jdk,
        purpose=purpose,
        spent=state["spent_seconds"],
    )
    return outcome, judge_outcome(outcome, state, context)


def judge_outcome(outcome: BuildOutcome, state: State, context: RunContext) -> Judgement:
    """Judge a build against the run's baseline."""
    stored = state["baseline"]
    before = () if stored is None else outcomes.load(stored, context.objects).silent
    silent = frozenset(d.symbol for d in before if d.symbol)
    return judge(outcome, baseline_tests(state, context), silent)


def baseline_tests(state: State, context: RunContext) -> TestTally | None:
    """Return the tests of the baseline, or None where there is none.

    Where no JDK accepts the project's own level, only what passed counts: a failure then may be the
    newer Java's, and excuses nothing.
    """
    stored = state["baseline"]
    if stored is None:
        return None
    tests = outcomes.load(stored, context.objects).tests
    if not stored.get("overridden"):
        return tests
    return replace(
        tests, results=tuple(r for r in tests.results if r.status is not TestStatus.FAILED)
    )
