"""The verdict in words: what an unproven one rests on."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.facts.build import BuildOutcome
from reode.facts.scorecard import Gate, GateId, GateStatus, Scorecard
from tests.graph.world import World


def _end(folder: Path, *gates: Gate) -> tuple[str, str]:
    def judged(commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
        return Scorecard((Gate(GateId.BUILD, GateStatus.PASSED, "fine"), *gates))

    outcome = World(folder, verifier=judged).run()["outcome"]
    return outcome["verdict"], outcome["detail"]


NO_COVERAGE = Gate(GateId.COVERAGE, GateStatus.UNKNOWN, "not measured in either tree")


def test_j05_an_unproven_verdict_names_only_what_makes_it_so(tmp_path: Path) -> None:
    kept = Gate(GateId.TESTS_KEPT, GateStatus.UNKNOWN, "no test ran before")
    assert _end(tmp_path, kept, NO_COVERAGE) == (
        "migrated_unproven",
        "tests-kept: no test ran before",
    )


@pytest.mark.parametrize("gate", [GateId.COVERAGE, GateId.SURFACE, GateId.DEPENDENCIES])
def test_j05_other_gates_do_not_demote(gate: GateId, tmp_path: Path) -> None:
    open_gate = Gate(gate, GateStatus.UNKNOWN, "not known")
    assert _end(tmp_path, open_gate) == ("migrated", "every gate passed")
