"""Where a run goes next: one pure function over an ordered table, retries before give-ups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from reode.facts.record import EndReason


class Route(StrEnum):
    """The nodes that the router can send a run to."""

    RULES = "deterministic_fix"
    MODEL = "llm_fix"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class Standing:
    """All that a decision may rest on.

    `tiers` is the number of configured models; `tier` the one in use (0 for the first);
    `attempts_left` those of that tier; `limit` the limit that was reached, or None;
    `model_problem` says why no model can be asked ("" where one can).
    """

    passed: bool = False
    limit: EndReason | None = None
    rules: tuple[str, ...] = ()
    tiers: int = 0
    tier: int = 0
    attempts_left: int = 0
    stuck: bool = False
    converged: bool = False
    recovering: bool = False
    model_problem: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """The next node, why, and which tier serves it; `end` is set where the run is over."""

    route: Route
    reason: str
    tier: int = 0
    recovery: str = ""
    end: EndReason | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a name, when it applies, what it decides."""

    name: str
    applies: Callable[[Standing], bool]
    decide: Callable[[Standing], Decision]


def _keep(s: Standing) -> str:
    return tier_name(s.tier) if s.recovering or s.tier else ""


def tier_name(tier: int) -> str:
    """Return the name that state and reports use for a tier: `tier1`, `tier2`, …."""
    return f"tier{tier + 1}"


def _in_trouble(s: Standing) -> bool:
    return s.stuck or s.converged


def _why_escalate(s: Standing) -> str:
    why = "stuck" if s.stuck else "converged" if s.converged else "out of attempts"
    return f"{tier_name(s.tier)} is {why}: {tier_name(s.tier + 1)} gets the whole project"


def _give_up_reason(s: Standing) -> EndReason:
    if not s.tiers:
        return EndReason.NO_MODEL_CONFIGURED
    return EndReason.MODEL_UNUSABLE if s.model_problem else EndReason.STUCK


def _give_up_text(s: Standing) -> str:
    if not s.tiers:
        return "no rule knows the rest, and no model is configured"
    return s.model_problem or "every tier had its turn"


#: The order is the policy: only `passed` and a reached limit stand above the retries, and every
#: give-up by judgement comes after them.
TABLE: tuple[Row, ...] = (
    Row(
        "passed",
        lambda s: s.passed,
        lambda s: Decision(Route.FINISH, "the build passed", s.tier, _keep(s), EndReason.ALL_GATES),
    ),
    Row(
        "limit",
        lambda s: s.limit is not None,
        lambda s: Decision(Route.FINISH, f"{s.limit} reached", s.tier, _keep(s), s.limit),
    ),
    Row(
        "rule",
        lambda s: bool(s.rules),
        lambda s: Decision(Route.RULES, f"known to rules: {', '.join(s.rules)}", s.tier, _keep(s)),
    ),
    Row(
        "attempt",
        lambda s: (
            s.tier < s.tiers and s.attempts_left > 0 and not _in_trouble(s) and not s.model_problem
        ),
        lambda s: Decision(
            Route.MODEL,
            f"{tier_name(s.tier)} has {s.attempts_left} attempts left",
            s.tier,
            _keep(s),
        ),
    ),
    Row(
        "escalate",
        lambda s: s.tier + 1 < s.tiers,
        lambda s: Decision(Route.MODEL, _why_escalate(s), s.tier + 1, tier_name(s.tier + 1)),
    ),
    Row(
        "give up",
        lambda _: True,
        lambda s: Decision(Route.FINISH, _give_up_text(s), s.tier, _keep(s), _give_up_reason(s)),
    ),
)


def choose(standing: Standing) -> Decision:
    """Return the decision of the first row that applies; the last row always does."""
    return next(row for row in TABLE if row.applies(standing)).decide(standing)
