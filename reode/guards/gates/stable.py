"""Gate `stable`: a second migration changes nothing; only a run can know."""

from __future__ import annotations

from reode.facts.scorecard import Gate, GateId
from reode.facts.snapshot import Comparison
from reode.guards.gates.verdicts import failed, not_applicable, passed


def judge(comparison: Comparison) -> Gate:
    """Pass on what the run found out."""
    if comparison.stable is None:
        return not_applicable(GateId.STABLE, "no run to repeat")
    if comparison.stable:
        return passed(GateId.STABLE, "a second pass changes nothing")
    return failed(GateId.STABLE, "a second pass changes files again", [])
