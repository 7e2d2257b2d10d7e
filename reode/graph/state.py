"""The state of a run: JSON-plain, and which keys accumulate."""

from __future__ import annotations

import operator
from typing import Annotated, Any, TypedDict

#: A stored run of another version is not resumed: its nodes or keys may mean something else.
GRAPH_VERSION = 1

#: The keys that add up over a run; everything else holds the latest value.
ACCUMULATING = ("analyses", "errors", "findings", "transforms", "fix_attempts")


class State(TypedDict, total=False):
    """All that a run knows; large texts are files of the object store, named by sha256.

    `base` and `head` are commits; `goal` is the Maven phase that proves the project ("verify" or
    "test"); `baseline`, `last` are outcome entries (see `outcomes.entry`); `best` adds the commit;
    `recovery` is "" or the model tier that the router sent the run to; `outcome` is None until
    `finish` (or `minimise` after it) wrote it, and its presence is the only sign that the run is
    finished; `minimising` holds where the search for a smaller result stands, None without one.
    """

    graph_version: int
    base: str
    head: str
    iteration: int
    goal: str
    baseline: dict[str, Any] | None
    baseline_note: str
    last: dict[str, Any] | None
    best: dict[str, Any] | None
    provisional: int
    build_fixed: bool
    judgement: dict[str, Any]
    rule_matches: list[str]
    tried_rules: list[str]
    trees_seen: list[str]
    stuck: bool
    converged: bool
    limit: str
    tier: int
    tier_attempts: int
    recovery: str
    route: str
    route_reason: str
    model_problem: str
    maven_runs: int
    maven_seconds: float
    spent_seconds: float
    llm_calls: int
    tokens: int
    cost: float | None
    minimising: dict[str, Any] | None
    outcome: dict[str, Any] | None
    analyses: Annotated[list[dict[str, Any]], operator.add]
    errors: Annotated[list[dict[str, Any]], operator.add]
    findings: Annotated[list[dict[str, Any]], operator.add]
    transforms: Annotated[list[dict[str, Any]], operator.add]
    fix_attempts: Annotated[list[dict[str, Any]], operator.add]


def first_state(base: str) -> State:
    """Return the state of a run that has done nothing yet, at commit `base`."""
    return State(
        graph_version=GRAPH_VERSION,
        base=base,
        head=base,
        iteration=0,
        goal="verify",
        baseline=None,
        baseline_note="",
        last=None,
        best=None,
        provisional=0,
        build_fixed=False,
        judgement={},
        rule_matches=[],
        tried_rules=[],
        trees_seen=[],
        stuck=False,
        converged=False,
        limit="",
        tier=0,
        tier_attempts=0,
        recovery="",
        route="",
        route_reason="",
        model_problem="",
        maven_runs=0,
        maven_seconds=0.0,
        spent_seconds=0.0,
        llm_calls=0,
        tokens=0,
        cost=0.0,
        minimising=None,
        outcome=None,
        analyses=[],
        errors=[],
        findings=[],
        transforms=[],
        fix_attempts=[],
    )
