"""Every known cheat is caught, by the gate that is there for it, with a proof at the right place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.guards.cheats import CHEATS, Cheat
from tests.guards.edits_of_trees import MIGRATED
from tests.guards.sample_tree import BASE

Verify = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda c: c.name)
def test_j05_a_cheat_fails_its_gate(run_verify: Verify, cheat: Cheat) -> None:
    data = run_verify(BASE, cheat.edit(MIGRATED))

    assert data["answer"] == "failed"
    gate = next(g for g in data["gates"] if g["id"] == cheat.gate)
    assert gate["status"] == "failed", data["gates"]
    proofs = [p for p in gate["proofs"] if p["file"] == cheat.file and cheat.says in p["text"]]
    assert proofs, gate["proofs"]


def test_j05_the_suite_is_large_and_its_names_are_unique() -> None:
    names = [cheat.name for cheat in CHEATS]

    assert len(names) == len(set(names)) >= 40
