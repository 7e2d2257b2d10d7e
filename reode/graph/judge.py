"""Whether a build of the migrated tree passed, measured against the baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reode.facts.build import INCOMPLETE_TEST, TESTS_NOT_RUN, BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally, lost_tests

#: How many lost tests are named one by one.
_NAMED = 20


@dataclass(frozen=True, slots=True)
class Judgement:
    """`passed`, the problems that stand in the way, and the failures that are excused.

    `excused` failed alike before; a rule may still know them, so they are kept. Failures of the
    machine are counted only.
    """

    passed: bool
    blocking: tuple[Diagnostic, ...]
    excused: tuple[Diagnostic, ...] = ()
    excused_environment: int = 0
    excused_before: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data without the diagnostics themselves."""
        return {
            "passed": self.passed,
            "blocking": len(self.blocking),
            "excused_environment": self.excused_environment,
            "excused_before": self.excused_before,
        }


def judge(
    outcome: BuildOutcome, baseline: TestTally | None, silent: frozenset[str] = frozenset()
) -> Judgement:
    """Judge a build: it passed when every goal succeeded and no test failure counts against us.

    A failed test is excused where its cause is the machine's (no database, no Docker), or where it
    failed in the baseline with the same normalised cause. A test that the baseline does not know
    and that is incomplete by itself is excused too: the verdict then says what was not judged.
    `silent` are the symbols of test classes that the baseline's build did not run either.
    """
    before = {} if baseline is None else baseline.by_key()
    failed = [r for r in outcome.tests.results if r.status is TestStatus.FAILED]
    environment = [r for r in failed if r.environment]
    old = [r for r in failed if not r.environment and _failed_alike(r, before)]
    unknown = [r for r in failed if not r.environment and r.key not in before]
    old += [r for r in unknown if _is_incomplete(r, outcome)]
    machine, alike = {str(r.key) for r in environment}, {str(r.key) for r in old}
    blocking = [d for d in outcome.diagnostics if d.test not in machine | alike]
    named = {d.test for d in blocking} | machine | alike
    blocking += [_failure(r) for r in failed if str(r.key) not in named]
    blocking += _lost(outcome, before)
    never_ran = [d for d in blocking if d.kind == TESTS_NOT_RUN and d.symbol in silent]
    blocking = [d for d in blocking if d not in never_ran]
    excused = (*(d for d in outcome.diagnostics if d.test in alike), *never_ran)
    passed = outcome.ok and not blocking
    return Judgement(passed, tuple(blocking), excused, len(environment), len(old))


def _failed_alike(result: TestResult, before: dict[TestKey, TestResult]) -> bool:
    old = before.get(result.key)
    return old is not None and old.status is TestStatus.FAILED and old.cause == result.cause


def _is_incomplete(result: TestResult, outcome: BuildOutcome) -> bool:
    return outcome.test_kind(result.key) == INCOMPLETE_TEST


def _failure(result: TestResult) -> Diagnostic:
    return Diagnostic(
        kind="test-error",
        phase=Phase.TEST,
        message=result.cause or "the test fails",
        module=result.key.module,
        test=str(result.key),
    )


def _lost(outcome: BuildOutcome, before: dict[TestKey, TestResult]) -> list[Diagnostic]:
    if not outcome.ok:
        return []  # a build that stopped early has not lost tests, it has not reached them
    return [
        Diagnostic(
            kind=TESTS_NOT_RUN,
            phase=Phase.TEST,
            message="the test ran before the migration and no longer runs",
            module=key.module,
            test=str(key),
        )
        for key in lost_tests(before, outcome.tests)[:_NAMED]
    ]
