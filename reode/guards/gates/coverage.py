"""Gate `coverage`: JaCoCo's line coverage is not down by more than one point."""

from __future__ import annotations

from reode.facts.scorecard import Gate, GateId
from reode.facts.snapshot import Comparison
from reode.guards.gates.verdicts import failed, passed, unknown

#: Points of line coverage that may be lost to code that a migration adds.
_SLACK = 1.0


def judge(comparison: Comparison) -> Gate:
    """Compare what the two builds measured; where one measured nothing, say so."""
    before, after = comparison.before.coverage, comparison.after.coverage
    if before is None or after is None:
        which = "in either tree" if before is None and after is None else "in both trees"
        return unknown(GateId.COVERAGE, f"not measured {which} (no JaCoCo report)")
    said = f"{after.percent:.1f} % of lines, {before.percent:.1f} % before"
    if after.percent < before.percent - _SLACK:
        return failed(GateId.COVERAGE, said, [])
    return passed(GateId.COVERAGE, said)
