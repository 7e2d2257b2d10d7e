"""R13: one value says whose turn it is, written by the router and read by the fix node."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.graph.world import ScriptedTiers, World

A = "compile symbol-missing A.java\n"


def _own_judgement(state: dict[str, Any]) -> int:
    """The first REODE's fix node: it asked once more, and believed that the call had succeeded."""
    last = [a for a in state["fix_attempts"] if a["by"] == "model"][-1]
    return 0 if last["call_ok"] else 1


def test_r13_the_fix_node_runs_the_tier_that_the_router_wrote(tmp_path: Path) -> None:
    tiers = ScriptedTiers([[None], [A + "compile symbol-missing B.java\n", None]])
    state = World(tmp_path, A, tiers=tiers).run()
    assert state["recovery"] == "tier2"
    assert _own_judgement(state) == 0
    recovered = tiers.asked[tiers.asked.index(1) :]
    assert set(recovered) == {1}
    assert state["tier"] == 1
