"""Gate `tests-kept`: what passed before passes after; nothing is lost, skipped or thinned out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.guards.gates.source_floor import judge_by_sources
from reode.guards.gates.verdicts import failed, passed, plural, unknown

_GATE = GateId.TESTS_KEPT
#: The method of a result that stands for a whole class (a failing `@BeforeClass`).
_WHOLE_CLASS = "<class>"


def judge(comparison: Comparison) -> Gate:
    """Compare the results test by test; without a baseline fall back on the sources."""
    outcome = comparison.after.outcome
    if outcome is None:
        return unknown(_GATE, "no build was run")
    before = comparison.before.outcome
    if before is None or not _passed(before.tests):
        return judge_by_sources(comparison, outcome.tests)
    return _compare(comparison, before.tests, outcome.tests)


def _passed(tally: TestTally) -> list[TestResult]:
    return [r for r in tally.results if r.status is TestStatus.PASSED]


def _compare(comparison: Comparison, before: TestTally, after: TestTally) -> Gate:
    lost: list[Proof] = []
    unproven: list[Proof] = []
    places = _places(comparison)
    now = _Results(after, {_renamed(r.key, comparison) for r in before.results})
    for result in before.results:
        if result.key.method == _WHOLE_CLASS:
            continue
        key = _renamed(result.key, comparison)
        place = places.get((result.key.cls, result.key.method), (None, None))
        for text, proven in _loss(result, key, now):
            (lost if proven else unproven).append(Proof(f"{result.key} {text}", *place))
    total = f"{after.count(TestStatus.PASSED)} of {after.total} pass, {before.count(TestStatus.PASSED)} of {before.total} before"
    if lost:
        return failed(_GATE, f"{plural(len(lost), 'test')} lost: {total}", lost)
    if unproven:
        detail = f"{plural(len(unproven), 'test')} could not run on this machine: {total}"
        return unknown(_GATE, detail, unproven)
    return passed(
        _GATE, f"all {plural(len(_passed(before)), 'test')} that passed still pass: {total}"
    )


class _Results:
    """The new results, found by key, or by class and method where the module was moved.

    A result that answers an old key of its own stands in for no other.
    """

    def __init__(self, tally: TestTally, claimed: set[TestKey]) -> None:
        self._by_key = tally.by_key()
        self._by_name: dict[tuple[str, str], list[TestResult]] = {}
        for result in tally.results:
            if result.key in claimed:
                continue
            self._by_name.setdefault((result.key.cls, result.key.method), []).append(result)

    def find(self, key: TestKey) -> TestResult | None:
        found = self._by_key.get(key)
        if found is not None:
            return found
        elsewhere = self._by_name.get((key.cls, key.method), [])
        return elsewhere[0] if len(elsewhere) == 1 else None


def _loss(before: TestResult, key: TestKey, now: _Results) -> Iterator[tuple[str, bool]]:
    """Give what happened to one test, and whether that is proof of a loss."""
    after = now.find(key)
    whole = now.find(replace(key, method=_WHOLE_CLASS))
    if after is None and whole is not None and whole.status is not TestStatus.PASSED:
        after = whole
    if after is None:
        yield f"did not run; it {before.status} before", True
    elif before.status is TestStatus.PASSED and after.status is TestStatus.SKIPPED:
        yield "is skipped; it passed before", True
    elif before.status is TestStatus.PASSED and after.status is TestStatus.FAILED:
        yield f"fails: {after.cause[:120]}", not after.environment
    elif before.status is TestStatus.FAILED and after.status is TestStatus.SKIPPED:
        yield "is skipped; it failed before", True
    elif after.cases < before.cases and after is not whole and before.status is TestStatus.PASSED:
        yield f"ran {after.cases} cases; {before.cases} before", True


def _renamed(key: TestKey, comparison: Comparison) -> TestKey:
    renames = comparison.renames
    new = renames.get(f"{key.cls}#{key.method}")
    if new is not None and "#" in new:
        cls, _, method = new.partition("#")
        return replace(key, cls=cls, method=method)
    return replace(key, cls=renames.get(key.cls, key.cls))


def _places(comparison: Comparison) -> dict[tuple[str, str], tuple[str | None, int | None]]:
    """Return where each test stood in the old sources, by outer class and method."""
    return {
        (cls.name.partition("$")[0], method.name): (file.path, method.line)
        for file, cls in comparison.before.tests.classes()
        for method in cls.methods
    }
