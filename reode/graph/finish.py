"""The last node: the best commit, judged afresh, and the verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reode.events import GateJudged
from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.record import EndReason
from reode.facts.scorecard import Gate, GateId, GateStatus, Proof, Scorecard, Verdict, VerifyAnswer
from reode.graph import outcomes
from reode.graph.context import RunContext
from reode.graph.state import State
from reode.graph.step import Update, step
from reode.rules.apply import matching_rules
from reode.rules.rule import Situation


@step("finish")
def finish(state: State, context: RunContext) -> Update:
    """Go to the best commit, have it judged by the verifier, and write the verdict.

    Where the user asked for the smallest change, a success is handed on to `minimise`: the run is
    not finished before the `outcome` is written.
    """
    best = state["best"]
    commit = best["commit"] if best else state["base"]
    context.workspace.reset(commit)
    result = outcomes.load(best, context.objects) if best else None
    card = judge_commit(state, context, commit, result)
    for gate in card.gates:
        context.events.emit(GateJudged(str(gate.id), str(gate.status), gate.detail))
    outcome = outcome_entry(state, card, result, commit)
    more = context.request.minimise and outcome["verdict"] in _GOOD and commit != state["base"]
    return {
        "head": commit,
        **({"minimising": {"outcome": outcome}} if more else {"outcome": outcome}),
        "summary": f"{outcome['verdict']} ({outcome['reason']})",
    }


#: Verdicts of a result that is worth making smaller.
_GOOD = frozenset({Verdict.MIGRATED, Verdict.MIGRATED_UNPROVEN})


def outcome_entry(
    state: State, card: Scorecard, result: BuildOutcome | None, commit: str
) -> dict[str, Any]:
    """Return the state's `outcome` for a judged commit."""
    verdict, reason, detail = decide(state, card, result)
    return {
        "verdict": str(verdict),
        "reason": str(reason),
        "detail": detail,
        "commit": commit,
        "gates": [gate.to_json() for gate in card.gates],
        "notes": list(card.notes),
    }


def judge_commit(
    state: State, context: RunContext, commit: str, result: BuildOutcome | None
) -> Scorecard:
    """Have a commit judged, which the worktree stands at; without a build there is no gate."""
    if result is None or not result.reached_tests:
        return Scorecard(notes=("nothing builds on the target, so no gate was judged",))
    if _limit(state) is not None and not _passed(state):
        return Scorecard(notes=("a limit ended the run, so no gate was judged",))
    stored = state["baseline"]
    baseline = None if stored is None else outcomes.load(stored, context.objects)
    card = context.verifier(commit, baseline, state["goal"])
    own = {GateId.STABLE: stable(context), GateId.UNTOUCHED: _untouched(context)}
    return replace(card, gates=tuple(own.get(gate.id, gate) for gate in card.gates))


def _limit(state: State) -> EndReason | None:
    end = EndReason(state["limit"]) if state["limit"] else None
    return end if end is not None and end.is_limit else None


def _passed(state: State) -> bool:
    return state["best"] is not None and bool(state["best"]["passed"])


def stable(context: RunContext) -> Gate:
    """Ask every rule that needs no failure again: a migrated tree gives them nothing to do."""
    view = context.view()
    removed = set(context.request.removed_steps)
    rules = [r for r in context.rules if r.id not in removed]
    again = matching_rules(Situation(view, context.target), rules)
    if not again:
        return Gate(GateId.STABLE, GateStatus.PASSED, "a second migration changes nothing")
    proofs = tuple(Proof(f"{r.id}: {e.reason}", e.path) for r, edits in again for e in edits)
    return Gate(GateId.STABLE, GateStatus.FAILED, "a second migration would change more", proofs)


#: So many changed paths are named.
_NAMED = 20


def _untouched(context: RunContext) -> Gate:
    before, now = context.picture, context.workspace.picture(context.settings.home.resolve())
    changed = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    if not changed:
        detail = "checkout, index, HEAD and stash are as they were"
        return Gate(GateId.UNTOUCHED, GateStatus.PASSED, detail)
    detail = "the checkout changed while the migration ran, by you or by what the build runs"
    proofs = tuple(Proof("changed during the run", name) for name in changed[:_NAMED])
    return Gate(GateId.UNTOUCHED, GateStatus.FAILED, detail, proofs)


#: Reason codes for what nobody here can mend, by the kind of the first blocking problem.
_BY_KIND = {
    "dependency-unresolved": EndReason.UNRESOLVABLE_DEPENDENCY,
    "plugin-unresolved": EndReason.UNRESOLVABLE_DEPENDENCY,
    "transfer-failed": EndReason.UNRESOLVABLE_DEPENDENCY,
    "parent-missing": EndReason.UNRESOLVABLE_PARENT,
    "pom-unreadable": EndReason.PROJECT_UNREADABLE,
    "test-assertion": EndReason.TEST_EXPECTATION,
}


def decide(
    state: State, card: Scorecard, result: BuildOutcome | None
) -> tuple[Verdict, EndReason, str]:
    """Return verdict, reason code and one sentence; the requested target never slides."""
    if _passed(state):
        return _by_gates(card)
    blocking = result.diagnostics if result else ()
    end = EndReason(state["limit"]) if state["limit"] else EndReason.STUCK
    reason = _limit(state) or _cause(blocking, end)
    verdict = Verdict.PARTIAL if result is not None and result.reached_tests else Verdict.GAVE_UP
    return verdict, reason, _left(blocking)


def _by_gates(card: Scorecard) -> tuple[Verdict, EndReason, str]:
    if card.failed:
        names = ", ".join(gate.id for gate in card.failed)
        return Verdict.PARTIAL, EndReason.GATE_FAILED, f"gate failed: {names}"
    if card.answer is VerifyAnswer.PASSED_UNPROVEN:
        text = "; ".join(f"{g.id}: {g.detail}" for g in card.demoting)
        return Verdict.MIGRATED_UNPROVEN, EndReason.NOT_JUDGED, text
    return Verdict.MIGRATED, EndReason.ALL_GATES, "every gate passed"


def _cause(blocking: tuple[Diagnostic, ...], otherwise: EndReason) -> EndReason:
    for diagnostic in blocking:
        if diagnostic.kind in _BY_KIND:
            return _BY_KIND[diagnostic.kind]
    if blocking and all(d.phase is Phase.TEST for d in blocking):
        return EndReason.TESTS_FAILING
    return otherwise


def _left(blocking: tuple[Diagnostic, ...]) -> str:
    if not blocking:
        return "the build did not pass"
    first: Any = blocking[0]
    place = f" ({first.file}:{first.line})" if first.file else ""
    more = f" and {len(blocking) - 1} more" if len(blocking) > 1 else ""
    return f"{first.kind}: {first.message.splitlines()[0][:200]}{place}{more}"
