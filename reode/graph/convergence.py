"""Stuck and converged, told from what this run's fix nodes and measurements wrote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

#: A signature seen before within this many measurements is a circle (covers A-B-A-B).
WINDOW = 6
#: Model attempts that may leave the same failure before the tier counts as stuck.
USELESS_ATTEMPTS = 2
#: Attempts in a row without progress, whatever they led to: a worse state may stand for two rounds.
FRUITLESS_ATTEMPTS = 3
#: Equal snapshots in a row that count as converged.
EQUAL_SNAPSHOTS = 3


def is_stuck(
    attempts: Sequence[dict[str, Any]], measured: Sequence[dict[str, Any]], tier: int
) -> bool:
    """Tell whether the model attempts of `tier` lead nowhere.

    `attempts` are the entries of fix nodes, `measured` those of `measure`, which name the attempt
    they followed. An attempt that was not measured is not comparable. A kept round is progress: it
    clears what came before.
    """
    results = {m["attempt"]: m for m in measured if m.get("attempt")}
    mine = [a for a in attempts if a.get("by") == "model" and a.get("tier") == tier]
    recent = _since_progress(mine, results)
    if not recent:
        return False
    if recent[-1].get("edits") == 0:
        return True
    after = [results[a["id"]]["signature"] for a in recent if a["id"] in results]
    if len(after) >= USELESS_ATTEMPTS and len(set(after[-USELESS_ATTEMPTS:])) == 1:
        return True
    if len(after) >= FRUITLESS_ATTEMPTS:
        return True
    return bool(after) and after[-1] in after[-WINDOW:-1]


def is_converged(attempts: Sequence[dict[str, Any]], tier: int = 0) -> bool:
    """Tell whether the last three failures that this tier's fix nodes of this run saw were equal.

    A missing snapshot is not comparable. Each tier starts afresh: what the one before it saw is
    why it was called.
    """
    mine = [a for a in attempts if a.get("tier", 0) == tier]
    seen = [a["build_error_snapshot"] for a in mine if a.get("build_error_snapshot")]
    last = seen[-EQUAL_SNAPSHOTS:]
    return len(last) == EQUAL_SNAPSHOTS and len(set(last)) == 1


def _since_progress(
    attempts: list[dict[str, Any]], results: dict[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    kept = [i for i, a in enumerate(attempts) if results.get(a["id"], {}).get("progress")]
    return attempts[kept[-1] + 1 :] if kept else attempts
