"""The node that asks the router and writes down its decision."""

from __future__ import annotations

from reode.events import RouteChosen
from reode.facts.record import EndReason
from reode.graph.context import RunContext
from reode.graph.route import Standing, choose
from reode.graph.state import State
from reode.graph.step import Update, step


@step("route")
def route(state: State, context: RunContext) -> Update:
    """Decide the next node; the decision and its reason stand in the state."""
    decision = choose(standing(state, context))
    context.events.emit(RouteChosen(str(decision.route), decision.reason, state["iteration"]))
    changed = decision.tier != state["tier"]
    return {
        "route": str(decision.route),
        "route_reason": decision.reason,
        "tier": decision.tier,
        "tier_attempts": 0 if changed else state["tier_attempts"],
        "recovery": decision.recovery,
        "model_problem": "" if changed else state["model_problem"],
        "stuck": False if changed else state["stuck"],
        "limit": str(decision.end) if decision.end else state["limit"],
        "summary": decision.reason,
    }


def standing(state: State, context: RunContext) -> Standing:
    """Return what the router may know of a state."""
    return Standing(
        # A green build with a failure that a rule knows is not done: the rule has its turn first.
        passed=state["build_fixed"] and not state["rule_matches"],
        limit=EndReason(state["limit"]) if state["limit"] else None,
        rules=tuple(state["rule_matches"]),
        tiers=context.tiers,
        tier=state["tier"],
        attempts_left=context.settings.attempts - state["tier_attempts"],
        stuck=state["stuck"],
        converged=state["converged"],
        recovering=bool(state["recovery"]),
        model_problem=state["model_problem"],
    )


def next_node(state: State) -> str:
    """Return the node that the router wrote into the state."""
    return state["route"]
