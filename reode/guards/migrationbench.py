"""MigrationBench's own criteria, judged on the same facts, so that figures compare.

Source: `final_eval.py` of amazon-science/MigrationBench ("minimal migration"): the build passes,
the set of class-file majors is the target's alone, the ordered list of test classes and `@Test`
methods of the root's `src/test` is equal, and not fewer tests run.
"""

from __future__ import annotations

from dataclasses import dataclass

from reode.facts.snapshot import Comparison, TreeFacts
from reode.facts.tally import TestStatus


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: its name, whether it holds (None: can't be judged), and the figures."""

    name: str
    holds: bool | None
    detail: str


def judge_criteria(comparison: Comparison) -> tuple[Criterion, ...]:
    """Return MigrationBench's criteria; the first four are all of "minimal migration"."""
    found = (_build(comparison), _majors(comparison), _methods(comparison), _count(comparison))
    whole = None if any(c.holds is None for c in found) else all(c.holds for c in found)
    return (*found, Criterion("minimal migration", whole, "all of the above"))


def _build(comparison: Comparison) -> Criterion:
    outcome = comparison.after.outcome
    if outcome is None:
        return Criterion("build", None, "no build was run")
    red = outcome.tests.count(TestStatus.FAILED)
    return Criterion("build", outcome.ok and not red, f"ok={outcome.ok}, failing tests={red}")


def _majors(comparison: Comparison) -> Criterion:
    """Only main classes count there; test classes are looked at where there are no others."""
    classes = comparison.after.classes
    main = [c for c in classes if not c.test] or list(classes)
    found = sorted({c.major for c in main})
    wanted = [comparison.target.class_major]
    return Criterion("class major", None if not classes else found == wanted, f"{found}")


def _methods(comparison: Comparison) -> Criterion:
    before, after = _root_tests(comparison.before), _root_tests(comparison.after)
    changed = set(before) ^ set(after)
    detail = f"{len(before)} before, {len(after)} after, {len(changed)} differ"
    return Criterion("test methods unchanged", before == after, detail)


def _root_tests(facts: TreeFacts) -> list[str]:
    return [
        f"{cls.name}#{method.name}"
        for file, cls in facts.tests.classes()
        if file.path.startswith("src/test/")
        for method in cls.tests
    ]


def _count(comparison: Comparison) -> Criterion:
    before, after = comparison.before.outcome, comparison.after.outcome
    if before is None or after is None:
        return Criterion("test count not lower", None, "no baseline")
    was, now = before.tests.total, after.tests.total
    return Criterion("test count not lower", now >= was, f"{was} before, {now} after")
