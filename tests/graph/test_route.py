"""The router: each row, the order of the rows, and that there is always an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.facts.record import EndReason
from reode.graph.route import TABLE, Decision, Route, Standing, choose

TWO_TIERS = Standing(tiers=2, attempts_left=3)

standings = st.builds(
    Standing,
    passed=st.booleans(),
    limit=st.none() | st.sampled_from([EndReason.TIME_LIMIT, EndReason.BUDGET]),
    rules=st.sampled_from([(), ("a",), ("a", "b")]),
    tiers=st.integers(0, 3),
    tier=st.integers(0, 2),
    attempts_left=st.integers(0, 3),
    stuck=st.booleans(),
    converged=st.booleans(),
    recovering=st.booleans(),
    model_problem=st.sampled_from(["", "no key"]),
)


@pytest.mark.parametrize(
    ("standing", "row", "route", "tier", "end"),
    [
        (Standing(passed=True), "passed", Route.FINISH, 0, EndReason.ALL_GATES),
        (Standing(limit=EndReason.TIME_LIMIT), "limit", Route.FINISH, 0, EndReason.TIME_LIMIT),
        (Standing(rules=("x",)), "rule", Route.RULES, 0, None),
        (TWO_TIERS, "attempt", Route.MODEL, 0, None),
        (replace(TWO_TIERS, attempts_left=0), "escalate", Route.MODEL, 1, None),
        (replace(TWO_TIERS, stuck=True), "escalate", Route.MODEL, 1, None),
        (replace(TWO_TIERS, converged=True), "escalate", Route.MODEL, 1, None),
        (replace(TWO_TIERS, model_problem="no key"), "escalate", Route.MODEL, 1, None),
        (replace(TWO_TIERS, tier=1), "attempt", Route.MODEL, 1, None),
        (replace(TWO_TIERS, tier=1, stuck=True), "give up", Route.FINISH, 1, EndReason.STUCK),
        (Standing(), "give up", Route.FINISH, 0, EndReason.NO_MODEL_CONFIGURED),
        (
            Standing(tiers=1, attempts_left=3, model_problem="no key"),
            "give up",
            Route.FINISH,
            0,
            EndReason.MODEL_UNUSABLE,
        ),
    ],
)
def test_each_row(
    standing: Standing, row: str, route: Route, tier: int, end: EndReason | None
) -> None:
    applied = next(r for r in TABLE if r.applies(standing))
    decision = choose(standing)
    assert (applied.name, decision.route, decision.tier, decision.end) == (row, route, tier, end)


def test_r05_the_order_puts_every_retry_before_any_give_up() -> None:
    assert [row.name for row in TABLE] == [
        "passed",
        "limit",
        "rule",
        "attempt",
        "escalate",
        "give up",
    ]


def _old_router(s: Standing) -> Decision:
    """The first REODE's order: converged was asked before the strong model had its turn."""
    if s.passed:
        return Decision(Route.FINISH, "passed", end=EndReason.ALL_GATES)
    if s.converged:
        return Decision(Route.FINISH, "converged", end=EndReason.STUCK)
    if s.tier + 1 < s.tiers:
        return Decision(Route.MODEL, "escalate", s.tier + 1)
    return Decision(Route.FINISH, "stuck", end=EndReason.STUCK)


def _escalates(router: object, standing: Standing) -> bool:
    decision: Decision = router(standing)  # type: ignore[operator]
    return decision.route is Route.MODEL and decision.tier == standing.tier + 1


def test_r05_a_converged_run_reaches_the_strong_model() -> None:
    converged = Standing(tiers=2, tier=0, attempts_left=1, converged=True)
    assert not _escalates(_old_router, converged)
    assert _escalates(choose, converged)


@given(standings)
def test_r05_gives_up_by_judgement_only_when_nothing_is_left_to_try(standing: Standing) -> None:
    decision = choose(standing)
    by_judgement = {EndReason.STUCK, EndReason.NO_MODEL_CONFIGURED, EndReason.MODEL_UNUSABLE}
    if decision.end in by_judgement:
        assert not standing.rules
        assert standing.tier + 1 >= standing.tiers
        trouble = standing.stuck or standing.converged or standing.model_problem
        assert standing.tiers <= standing.tier or trouble or standing.attempts_left == 0


@given(standings)
def test_the_table_is_total_and_finish_always_has_a_reason(standing: Standing) -> None:
    decision = choose(standing)
    assert (decision.route is Route.FINISH) == (decision.end is not None)
    assert decision.reason
    if decision.route is Route.MODEL:
        assert standing.tiers > decision.tier


@given(standings)
def test_r13_an_escalated_run_says_so_in_one_value(standing: Standing) -> None:
    decision = choose(standing)
    if decision.route is Route.MODEL and decision.tier > 0:
        assert decision.recovery == f"tier{decision.tier + 1}"
