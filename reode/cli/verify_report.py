"""The answer of `reode verify` as one screen of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reode.cli.terminal import BAD, FAINT, GOOD, STRONG, WARN, Line
from reode.facts.build import BuildOutcome
from reode.facts.scorecard import Gate, GateStatus, VerifyAnswer
from reode.guards.migrationbench import Criterion
from reode.run.verify import Verification

#: Lines of evidence on the screen: for each gate, and in all.
_EACH, _ALL = 6, 18
_WIDTH = 150
_MARKS = {
    GateStatus.PASSED: ("✓", GOOD),
    GateStatus.FAILED: ("✗", BAD),
    GateStatus.UNKNOWN: ("?", WARN),
    GateStatus.NOT_APPLICABLE: ("·", FAINT),
}
_ANSWERS = {
    VerifyAnswer.PASSED: GOOD,
    VerifyAnswer.PASSED_UNPROVEN: WARN,
    VerifyAnswer.FAILED: BAD,
}


def report_lines(result: Verification, criteria: tuple[Criterion, ...]) -> Iterator[Line]:
    """Give the answer, the gates with their evidence, and how it was found out."""
    card = result.scorecard
    yield ((str(card.answer), _ANSWERS[card.answer]), _tally(result))
    left = _ALL
    for gate in card.gates:
        yield _gate(gate)
        shown = gate.proofs[: min(_EACH if gate.status is GateStatus.FAILED else 3, left)]
        left -= len(shown)
        for proof in shown:
            yield ("    ", str(proof)[:_WIDTH])
        if len(gate.proofs) > len(shown):
            yield (("    … " + f"{len(gate.proofs) - len(shown)} more with --json", FAINT),)
    for note in card.notes:
        yield (("note: " + note[:_WIDTH], FAINT),)
    for one in criteria:
        yield _criterion(one)


def _tally(result: Verification) -> str:
    target = result.comparison.target
    builds = "1 build" if result.builds == 1 else f"{result.builds} builds"
    return f"  Java {target.jdk}, class files {target.release}; {builds}, {result.seconds:.0f} s"


def _gate(gate: Gate) -> Line:
    mark, style = _MARKS[gate.status]
    return ((f"{mark} ", style), (f"{gate.id:<13}", STRONG), gate.detail[:_WIDTH])


def _criterion(one: Criterion) -> Line:
    word, style = {True: ("yes", GOOD), False: ("no", BAD), None: ("?", WARN)}[one.holds]
    return ((f"migrationbench {one.name}: ", STRONG), (word, style), f"  {one.detail}")


def report_json(result: Verification, criteria: tuple[Criterion, ...]) -> dict[str, Any]:
    """Return the JSON-plain answer: the scorecard, the counts, and the criteria asked for."""
    comparison = result.comparison
    data: dict[str, Any] = {
        **result.scorecard.to_json(),
        "target": {"jdk": comparison.target.jdk, "release": comparison.target.release},
        "tests": {
            "before": _counts(comparison.before.outcome),
            "after": _counts(comparison.after.outcome),
        },
        "builds": result.builds,
        "seconds": round(result.seconds, 1),
    }
    if criteria:
        data["migrationbench"] = [
            {"name": c.name, "holds": c.holds, "detail": c.detail} for c in criteria
        ]
    return data


def _counts(outcome: BuildOutcome | None) -> dict[str, int] | None:
    return None if outcome is None else outcome.tests.counts()
