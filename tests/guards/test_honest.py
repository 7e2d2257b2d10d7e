"""No honest migration sets off an alarm."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.guards.edits_of_trees import raise_level
from tests.guards.honest import HONEST, Honest
from tests.guards.sample_tree import BASE

Verify = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("case", HONEST, ids=lambda c: c.name)
def test_j05_an_honest_migration_passes(run_verify: Verify, case: Honest, tmp_path: Path) -> None:
    base = case.before(dict(BASE))
    flags = []
    if case.renames:
        (tmp_path / "renames.json").write_text(json.dumps(dict(case.renames)), encoding="utf-8")
        flags = ["--renames", str(tmp_path / "renames.json")]

    data = run_verify(base, case.edit(raise_level(base)), *flags)

    alarms = [g for g in data["gates"] if g["status"] == "failed"]
    assert not alarms, alarms
    assert data["answer"] == "passed"


def test_j05_the_suite_is_large_and_its_names_are_unique() -> None:
    names = [case.name for case in HONEST]

    assert len(names) == len(set(names)) >= 25


def test_j05_a_rename_without_a_logged_map_is_a_loss(run_verify: Verify) -> None:
    case = next(c for c in HONEST if c.renames)

    data = run_verify(BASE, case.edit(raise_level(BASE)))

    assert data["answer"] == "failed"
