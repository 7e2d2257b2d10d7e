"""Stuck and converged: only what this run's fix nodes wrote, and never against progress."""

from __future__ import annotations

from typing import Any

import pytest

from reode.graph.convergence import is_converged, is_stuck

Attempts = list[dict[str, Any]]


def _history(*rounds: tuple[str, bool, int], tier: int = 0) -> tuple[Attempts, Attempts]:
    """Make attempts and measurements: (signature after, progress, edits) a round."""
    attempts: Attempts = []
    measured: Attempts = []
    for number, (after, progress, edits) in enumerate(rounds):
        name = f"llm_fix:{number}:0"
        attempts.append({"id": name, "by": "model", "tier": tier, "edits": edits})
        measured.append({"attempt": name, "signature": after, "progress": progress})
    return attempts, measured


STUCK = {
    "same failure twice": [("a", False, 1), ("a", False, 1)],
    "no edit": [("a", False, 0)],
    "A-B-A": [("a", False, 1), ("b", False, 1), ("a", False, 1)],
    "A-B-A-B": [("a", False, 1), ("b", False, 1), ("a", False, 1), ("b", False, 1)],
    "rotation of three": [(s, False, 1) for s in "abca"],
    "rotation of five": [(s, False, 1) for s in "abcdea"],
    "after progress, then nothing": [("a", True, 1), ("b", False, 1), ("b", False, 1)],
}
MOVING = {
    "nothing yet": [],
    "one attempt": [("a", False, 1)],
    "two different": [("a", False, 1), ("b", False, 1)],
    "progress each time": [(s, True, 1) for s in "abc"],
    "slow progress on one signature": [("a", False, 1), ("a", True, 1)],
    "progress clears the past": [("a", False, 1), ("b", True, 1), ("a", False, 1)],
}


@pytest.mark.parametrize("rounds", STUCK.values(), ids=STUCK)
def test_stuck(rounds: list[tuple[str, bool, int]]) -> None:
    assert is_stuck(*_history(*rounds), tier=0)


@pytest.mark.parametrize("rounds", MOVING.values(), ids=MOVING)
def test_not_stuck(rounds: list[tuple[str, bool, int]]) -> None:
    assert not is_stuck(*_history(*rounds), tier=0)


def test_another_tiers_attempts_do_not_count() -> None:
    assert not is_stuck(*_history(("a", False, 1), ("a", False, 1), tier=0), tier=1)


def _old_converged(attempts: Attempts) -> bool:
    """The first REODE's check: a missing key counted as an equal value."""
    last = [a.get("build_error_snapshot") for a in attempts][-3:]
    return len(last) == 3 and len(set(last)) == 1


def test_r04_a_missing_snapshot_is_not_comparable() -> None:
    attempts: Attempts = [{"id": str(n)} for n in range(3)]
    assert _old_converged(attempts)
    assert not is_converged(attempts)


def test_r04_three_equal_snapshots_converge() -> None:
    attempts: Attempts = [{"id": str(n), "build_error_snapshot": "s"} for n in range(3)]
    assert is_converged(attempts)
    assert not is_converged([*attempts[:2], {"id": "x", "build_error_snapshot": "t"}])
