"""Gate `untouched`: the user's checkout is as it was; only a run can know."""

from __future__ import annotations

from reode.facts.scorecard import Gate, GateId
from reode.facts.snapshot import Comparison
from reode.guards.gates.verdicts import failed, not_applicable, passed


def judge(comparison: Comparison) -> Gate:
    """Pass on what the run found out."""
    if comparison.untouched is None:
        return not_applicable(GateId.UNTOUCHED, "no checkout to compare")
    if comparison.untouched:
        return passed(GateId.UNTOUCHED, "working tree, index, HEAD and stash are as before")
    return failed(GateId.UNTOUCHED, "the checkout changed during the run", [])
