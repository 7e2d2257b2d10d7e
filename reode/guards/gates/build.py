"""Gate `build`: a clean build passes on the target JDK, and nothing was switched off to get there."""

from __future__ import annotations

from reode.facts.build import INCOMPLETE_TEST, BuildOutcome
from reode.facts.diagnostic import Phase
from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison
from reode.facts.tally import TestResult, TestStatus
from reode.guards.gates.verdicts import failed, passed, plural, unknown
from reode.guards.parents import settings_to_compare
from reode.guards.setting_changes import compare_settings

_GATE = GateId.BUILD
#: A build that ends this way stopped in the middle, whatever its exit code says.
_CRASHES = frozenset({"fork-crashed", "timeout", "maven-crash", "out-of-memory"})
_MACHINE = ("environment-", "tool-missing", "transfer-failed")


def judge(comparison: Comparison) -> Gate:
    """Judge settings first: a build made green by a flag proves nothing."""
    tricks = compare_settings(*settings_to_compare(comparison))
    if tricks:
        return failed(_GATE, f"{plural(len(tricks), 'change')} to what the build runs", tricks)
    outcome = comparison.after.outcome
    if outcome is None:
        return unknown(_GATE, "no build was run")
    return _outcome(outcome, comparison.before.outcome)


def _outcome(after: BuildOutcome, before: BuildOutcome | None) -> Gate:
    goals = " ".join(g for g in after.goals if not g.startswith("-"))
    said = f"`{goals}` on JDK {after.jdk}"
    crashes = [d for d in after.diagnostics if d.kind in _CRASHES]
    if after.ended != "exit" or crashes:
        reason = "was ended: " + after.ended if after.ended != "exit" else crashes[0].kind
        proofs = [Proof(d.message[:200], d.file, d.line) for d in crashes]
        return failed(_GATE, f"{said} {reason}", proofs)
    red = [r for r in after.tests.results if r.status is TestStatus.FAILED]
    if not after.ok and not (red and after.phase is Phase.TEST):
        return _broken(after, before, said)
    return _red(red, after, before, said)


def _broken(after: BuildOutcome, before: BuildOutcome | None, said: str) -> Gate:
    """Judge a build that stopped outside its tests."""
    proofs = [Proof(f"{d.kind}: {d.message[:200]}", d.file, d.line) for d in after.diagnostics]
    late = after.phase.rank > Phase.TEST.rank
    machine = bool(after.diagnostics) and all(
        d.kind.startswith(_MACHINE) for d in after.diagnostics
    )
    same = before is not None and not before.ok and before.signature == after.signature
    if late and (machine or same):
        why = "as it did before" if same else "for want of something on this machine"
        return unknown(_GATE, f"{said} passes its tests and stops in packaging {why}", proofs)
    return failed(_GATE, f"{said} stops at {after.phase}", proofs)


def _red(
    red: list[TestResult], after: BuildOutcome, before: BuildOutcome | None, said: str
) -> Gate:
    """Judge failing tests: old failures and the machine's are set apart from new ones."""
    known = before.tests.by_key() if before is not None else {}
    # What the machine lacks proves nothing, even where it lacked it before as well.
    machine = [r for r in red if r.environment]
    old = [r for r in red if r not in machine and r.key in known and _is_same(known[r.key], r)]
    open_ = [r for r in red if r not in machine and before is None and _is_open(r, after)]
    new = [r for r in red if r not in old and r not in machine and r not in open_]
    if new:
        proofs = [Proof(f"{r.key} fails: {r.cause[:120]}") for r in new]
        return failed(_GATE, f"{said}: {plural(len(new), 'test')} fail", proofs)
    proofs = [Proof(f"{r.key} fails for the machine: {r.cause[:100]}") for r in machine]
    proofs += [Proof(f"{r.key} failed before with the same cause") for r in old]
    if open_:
        proofs += [Proof(f"{r.key} fails: {r.cause[:120]}") for r in open_]
        detail = f"{said} passes, but {plural(len(open_), 'test')} fail and no baseline tells whether they failed before"
        return unknown(_GATE, detail, proofs)
    if machine:
        detail = f"{said} passes, but {plural(len(machine), 'test')} need what this machine lacks"
        return unknown(_GATE, detail, proofs)
    note = f"; {plural(len(old), 'test')} failed before with the same cause" if old else ""
    return passed(_GATE, f"{said} passes{note}", proofs)


def _is_open(result: TestResult, after: BuildOutcome) -> bool:
    return after.test_kind(result.key) == INCOMPLETE_TEST


def _is_same(before: TestResult, after: TestResult) -> bool:
    return before.status is TestStatus.FAILED and before.cause == after.cause
