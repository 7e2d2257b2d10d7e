"""Runs every gate over one comparison of two trees."""

from __future__ import annotations

from collections.abc import Callable

from reode.facts.scorecard import Gate, Scorecard
from reode.facts.snapshot import Comparison
from reode.guards.gates import (
    build,
    coverage,
    dependencies,
    level,
    residue,
    stable,
    surface,
    tests_honest,
    tests_kept,
    untouched,
)

#: The gates in the order of the report.
GATES: tuple[Callable[[Comparison], Gate], ...] = (
    build.judge,
    level.judge,
    tests_kept.judge,
    tests_honest.judge,
    coverage.judge,
    surface.judge,
    dependencies.judge,
    residue.judge,
    stable.judge,
    untouched.judge,
)


def score(comparison: Comparison, notes: tuple[str, ...] = ()) -> Scorecard:
    """Return the scorecard; `notes` say how the facts were gathered and what was missing."""
    return Scorecard(tuple(judge(comparison) for judge in GATES), notes)
