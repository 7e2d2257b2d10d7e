"""One try of a result without one of its changes: build it anew, and ask all that asked before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reode.errors import MachineError
from reode.facts.build import BuildOutcome
from reode.facts.scorecard import GateStatus, Scorecard
from reode.facts.tally import TestResult, TestStatus
from reode.graph import outcomes
from reode.graph.context import RunContext
from reode.graph.finish import judge_commit, outcome_entry, stable
from reode.graph.judge import Judgement
from reode.graph.state import State
from reode.graph.validate import build_and_judge

#: A kept change: `id` of the transform, and the `commit` that holds it now.
Kept = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Smaller:
    """A result without one change: its tip, and the changes that it still holds, oldest first."""

    head: str
    kept: tuple[Kept, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a try came to: `why` says in words why the change can go or must stay.

    `best` and `outcome` are the state's entries for the smaller result where it was accepted.
    """

    why: str
    best: Mapping[str, Any] | None = None
    outcome: Mapping[str, Any] | None = None
    builds: int = 0
    seconds: float = 0.0


def without(context: RunContext, base: str, kept: Sequence[Kept], wanted: str) -> Smaller | None:
    """Commit everything but the change `wanted` anew; None where a later change builds on it.

    The worktree stands at the new tip then. A later change with nothing left to do goes as well.
    """
    place = next(n for n, one in enumerate(kept) if one["id"] == wanted)
    tip = kept[place - 1]["commit"] if place else base
    left = list(kept[:place])
    context.workspace.reset(tip)
    for one in kept[place + 1 :]:
        new = context.workspace.reapply(one["commit"])
        if new is None:
            return None
        if new != tip:
            left.append({"id": one["id"], "commit": new})
        tip = new
    return Smaller(tip, tuple(left))


def try_smaller(state: State, context: RunContext, head: str, accepted: Mapping[str, Any]) -> Trial:
    """Judge the smaller result at `head` against the `accepted` outcome; cheap questions first."""
    best = state["best"]
    if best is None:
        raise ValueError("only a judged result is made smaller")
    if context.workspace.tree_id(head) == context.workspace.tree_id(state["head"]):
        same = {**accepted, "commit": head}
        return Trial("nothing is left of it in the result", {**best, "commit": head}, same)
    certain = stable(context)
    if certain.status is GateStatus.FAILED:
        return Trial(f"a rule is certain of it ({certain.proofs[0].text})")
    return _build(state, context, head, accepted)


def _build(state: State, context: RunContext, head: str, accepted: Mapping[str, Any]) -> Trial:
    built, judged = build_and_judge(state, context, "minimise")
    why = _worse_build(state, context, built, judged)
    if why:
        return Trial(why, builds=1, seconds=built.seconds)
    best = {**outcomes.judged_entry(built, judged, context.objects), "commit": head}
    smaller: State = {**state, "best": best}
    result = outcomes.load(best, context.objects)
    try:
        card = judge_commit(smaller, context, head, result)
    except MachineError as error:
        why = f"it could not be judged without it: {error.message}"
        return Trial(why, builds=1, seconds=built.seconds)
    why = _worse_gates(card, accepted)
    if why:
        return Trial(why, builds=1, seconds=built.seconds)
    outcome = outcome_entry(smaller, card, result, head)
    text = "the build, the tests and every gate pass without it"
    return Trial(text, best, outcome, builds=1, seconds=built.seconds)


def _worse_build(state: State, context: RunContext, built: BuildOutcome, judged: Judgement) -> str:
    """Return why a build is no match for the accepted one, "" where it is."""
    if not judged.passed:
        first = judged.blocking[0].message.strip() if judged.blocking else built.ended
        return f"the build fails without it: {(first.splitlines() or ['no reason given'])[0][:160]}"
    best = state["best"]
    now = built.tests.by_key()
    for result in outcomes.load(best, context.objects).tests.results if best else ():
        if not _is_as_good(now.get(result.key), result):
            return f"a test does worse without it: {result.key}"
    return ""


def _is_as_good(now: TestResult | None, was: TestResult) -> bool:
    """Tell whether a test passes, or ends as it did: another failure may be the one repaired."""
    if now is None or now.cases < was.cases:
        return False
    same = now.status is was.status and now.cause == was.cause
    return now.status is TestStatus.PASSED or same


def _worse_gates(card: Scorecard, accepted: Mapping[str, Any]) -> str:
    """Return the gate that answers worse than it did, "" where none does."""
    before = {gate["id"]: gate["status"] for gate in accepted["gates"]}
    for gate in card.gates:
        was = before.get(str(gate.id))
        unjudged = gate.status is GateStatus.UNKNOWN and was != GateStatus.UNKNOWN
        if gate.status is GateStatus.FAILED or unjudged:
            return f"gate {gate.id} does not pass without it: {gate.detail}"
    return "" if card.gates else "no gate was judged without it"
