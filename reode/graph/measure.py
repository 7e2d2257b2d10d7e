"""The node that ranks an outcome, keeps the best commit and updates stuck, converged and limits."""

from __future__ import annotations

from typing import Any

from reode.events import FixRefused, LimitWarning
from reode.facts.record import EndReason
from reode.graph import outcomes
from reode.graph.context import RunContext
from reode.graph.convergence import is_converged, is_stuck
from reode.graph.deterministic_fix import refusal, untried_rules
from reode.graph.jobs import known_cost
from reode.graph.outcomes import Comparison
from reode.graph.recipe_fix import not_allowed
from reode.graph.state import State
from reode.graph.step import Update, step
from reode.rules.apply import matching_recipes, matching_rules
from reode.rules.rule import Situation

#: A worse or incomparable outcome may stand for this many rounds before the best commit returns.
PROVISIONAL_ROUNDS = 2
_WARN_AT = 0.8


@step("measure", clean=True)
def measure(state: State, context: RunContext) -> Update:
    """Compare the last build with the best one and say what the router needs to know."""
    last = state["last"]
    if last is None:
        raise ValueError("measure runs after validate")
    comparison = _comparison(state, last, context)
    update = _keep_best(state, last, comparison)
    if "head" in update:
        context.workspace.reset(update["head"])
    entry = _measured(state, last, comparison)
    seen = [*state["errors"], entry]
    update |= {
        "errors": [entry],
        "stuck": is_stuck(state["fix_attempts"], seen, state["tier"]),
        "converged": is_converged(state["fix_attempts"], state["tier"]),
        "limit": _limit(state, context),
    }
    matches = _rule_matches({**state, **update}, context)  # type: ignore[typeddict-item]
    if not matches and context.tiers == 0 and "best" not in update and "head" not in update:
        matches = _from_the_best(state, update, context)
    update["rule_matches"] = matches
    update["summary"] = f"{comparison}; {len(matches)} rules match" if matches else str(comparison)
    return update


def _comparison(state: State, last: dict[str, Any], context: RunContext) -> Comparison:
    best = state["best"]
    if best is None:
        return Comparison.BETTER
    found = outcomes.compare(
        outcomes.load_open(last, context.objects), outcomes.load_open(best, context.objects)
    )
    seen = {e["open_signature"] for e in state["errors"]}
    if found is Comparison.SHIFTED and last["open_signature"] in seen:
        return Comparison.INCOMPARABLE  # an old acquaintance is no progress
    return found


def _keep_best(state: State, last: dict[str, Any], comparison: Comparison) -> Update:
    """Return head, best, last and the provisional count after this outcome."""
    best = state["best"]
    if best is None or comparison.is_progress or (state["build_fixed"] and not best["passed"]):
        return {"best": last, "provisional": 0}
    if comparison is not Comparison.EQUAL and state["provisional"] < PROVISIONAL_ROUNDS:
        return {"provisional": state["provisional"] + 1}
    # Edits that changed nothing about the failure have no business in the result.
    return {
        "head": best["commit"],
        "last": best,
        "build_fixed": best["passed"],
        "provisional": 0,
    }


def _from_the_best(state: State, update: Update, context: RunContext) -> list[str]:
    """Go back at once where nobody can mend a worse tree and rules have more to say of the best.

    One rule's edit that led nowhere must not keep the others from what they know.
    """
    best = state["best"]
    if best is None:
        return []
    back: Update = {"head": best["commit"], "last": best, "build_fixed": best["passed"]}
    context.workspace.reset(best["commit"])
    matches = _rule_matches({**state, **update, **back}, context)  # type: ignore[typeddict-item]
    if matches:
        update |= {**back, "provisional": 0}
    else:
        context.workspace.reset(state["head"])
    return matches


def _measured(state: State, last: dict[str, Any], comparison: Comparison) -> dict[str, Any]:
    attempts = state["fix_attempts"]
    return {
        "id": f"measure:{state['iteration']}:{len(state['errors'])}",
        "iteration": state["iteration"],
        "signature": last["signature"],
        "open_signature": last["open_signature"],
        "phase": last["phase"],
        "errors": last["errors"],
        "tests": last["tests"],
        "object": last["object"],
        "comparison": str(comparison),
        "progress": comparison.is_progress,
        "attempt": attempts[-1]["id"] if attempts else "",
    }


def _rule_matches(state: State, context: RunContext) -> list[str]:
    """Return the rules that would change the tree for these problems and were not tried yet."""
    last = state["last"]
    if last is None:
        return []
    view = context.view()
    diagnostics = outcomes.load_open(last, context.objects).diagnostics
    situation = Situation(view, context.target, diagnostics)
    fresh = untried_rules(state, context)
    edits = ((rule, refusal(view, made)) for rule, made in matching_rules(situation, fresh))
    recipes = ((rule, not_allowed(c, context)) for rule, c in matching_recipes(situation, fresh))
    allowed = []
    for rule, why in (*edits, *recipes):
        if why:
            context.events.emit(FixRefused(f"rule:{rule.id}", why))
        else:
            allowed.append(rule.id)
    return list(dict.fromkeys(allowed))


#: Reason codes of the limits that are no model's budget.
_REASONS = {"iterations": EndReason.ITERATION_LIMIT, "time": EndReason.TIME_LIMIT}


def _limit(state: State, context: RunContext) -> str:
    """Return the reason code of a reached limit, "" where there is none; warn near one."""
    request = context.request
    used = (
        ("iterations", float(state["iteration"]), float(request.max_iterations)),
        ("time", state["spent_seconds"], request.timeout),
        ("cost", known_cost(state["fix_attempts"]), request.max_cost),
        ("calls", float(state["llm_calls"]), context.settings.max_calls),
        ("tokens", float(state["tokens"]), context.settings.max_tokens),
    )
    if state["fix_attempts"] and state["fix_attempts"][-1].get("limit"):
        return str(EndReason.BUDGET)
    for name, value, allowed in used:
        reason = _REASONS.get(name, EndReason.BUDGET)
        if allowed is None or (reason is EndReason.BUDGET and not value):
            continue
        if value >= allowed:
            return str(reason)
        if value >= _WARN_AT * allowed:
            context.events.emit(LimitWarning(name, round(value, 2), allowed))
    return ""
