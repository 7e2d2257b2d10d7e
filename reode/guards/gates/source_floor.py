"""Judges whether tests were kept where nothing built before: the sources say what should run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison
from reode.facts.tally import TestStatus, TestTally
from reode.guards.gates.verdicts import failed, plural, unknown

_GATE = GateId.TESTS_KEPT
#: Effective settings of a module with which surefire runs nothing, where they are true.
_OFF = frozenset(
    {
        "effective property skipTests",
        "effective property maven.test.skip",
        "effective maven-surefire-plugin/skip",
        "effective maven-surefire-plugin/skipTests",
    }
)
_RUN_BY_DEFAULT = re.compile(r"(?:^|[.])(?:Test\w*|\w*(?:Test|Tests|TestCase))$")
_Expected = tuple[str, str, str, str, int]


def judge_by_sources(comparison: Comparison, after: TestTally) -> Gate:
    """Compare what ran with the test methods of the old sources that surefire runs by default."""
    off = _switched_off(comparison)
    expected = [e for e in _expected(comparison) if e[0] not in off]
    ran = {(r.key.cls, r.key.method) for r in after.results}
    classes = {r.key.cls for r in after.results if r.key.method == "<class>"}
    missing = [e for e in expected if (e[1], e[2]) not in ran and e[1] not in classes]
    proofs = [
        Proof(f"{cls}#{method} did not run", file, line) for _, cls, method, file, line in missing
    ]
    silent = _silent_modules(expected, missing)
    if silent:
        names = ", ".join(silent)
        if _silent_before(comparison).issuperset(silent):
            return unknown(_GATE, f"no test of {names} ran, before or after", proofs)
        return failed(_GATE, f"no test ran in {names}, though the sources have tests there", proofs)
    counts = f"{len(expected) - len(missing)} of {len(expected)} test methods of the sources ran"
    red = after.count(TestStatus.FAILED)
    note = f", {plural(red, 'case')} failing" if red else ""
    skipped = after.count(TestStatus.SKIPPED)
    note += f", {skipped} skipped" if skipped else ""
    if off and not expected:
        names = ", ".join(sorted(off))
        return unknown(_GATE, f"the repository's own settings run no test in {names}")
    if not expected and not after.results:
        return unknown(_GATE, "there is no test, so nothing shows that the behaviour was kept")
    if comparison.before.outcome is not None:
        return unknown(_GATE, f"no test passed before: {counts}{note}", proofs)
    return unknown(_GATE, f"no baseline: {counts}{note}; what passed before is not known", proofs)


def _silent_before(comparison: Comparison) -> frozenset[str]:
    """Return the modules whose tests the untouched repository's green build did not run."""
    before = comparison.before.outcome
    told = before.silent if before is not None and before.ok else ()
    return frozenset(d.evidence.get("folder", "") for d in told)


def _switched_off(comparison: Comparison) -> frozenset[str]:
    """Return the modules whose tests the untouched repository turned off itself."""
    return frozenset(
        setting.module
        for setting in comparison.before.settings
        if setting.name in _OFF and setting.value.strip().lower() == "true"
    )


def _expected(comparison: Comparison) -> Iterator[_Expected]:
    active = {m.folder for m in comparison.before.modules}
    for file, cls in comparison.before.tests.classes():
        outer = cls.name.partition("$")[0]
        if cls.abstract or cls.disabled or file.module not in active:
            continue
        if _RUN_BY_DEFAULT.search(outer):
            for method in cls.tests:
                if not method.disabled:
                    yield file.module, outer, method.name, file.path, method.line


def _silent_modules(expected: list[_Expected], missing: list[_Expected]) -> list[str]:
    wanted, lost = Counter(e[0] for e in expected), Counter(e[0] for e in missing)
    return sorted(module for module in wanted if wanted[module] == lost[module])
