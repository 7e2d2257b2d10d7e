"""Checkpoints of a run are listed, and a fork goes on from one of them without touching the old run."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.errors import RunStateError, StorageError, UsageError
from reode.graph.build import build_graph
from reode.graph.state import first_state
from reode.run.checkpoints import open_checkpoints, thread
from reode.run.history import checkpoints_of, fork_run
from reode.run.store import RunStore, StoredRun
from tests.report.sample_run import BASE, FIRST, happenings, store_run


@pytest.fixture
def run(tmp_path: Path) -> StoredRun:
    """Return an unfinished run with four checkpoints; the last one is the end."""
    stored = store_run(tmp_path, events=happenings()[:4], finished=False)
    stored.objects.mkdir()
    (stored.objects / "x").write_text("kept")
    with open_checkpoints(stored) as saver:
        graph, config = build_graph(saver), thread(stored)
        graph.update_state(config, first_state(BASE), as_node="__start__")
        graph.update_state(config, {"baseline_note": "none"}, as_node="explore")
        graph.update_state(config, {"head": FIRST}, as_node="deterministic_fix")
        graph.update_state(config, {"head": FIRST}, as_node="finish")
    return stored


def test_history_lists_checkpoints_with_what_comes_next(run: StoredRun) -> None:
    rows = list(checkpoints_of(run))
    assert [row["next"] for row in rows] == ["explore", "deterministic_fix", "validate", ""]
    assert [row["head"] for row in rows] == [BASE, BASE, FIRST, FIRST]


def test_a_fork_stands_at_its_checkpoint_and_the_old_run_stays(
    run: StoredRun, tmp_path: Path
) -> None:
    before = list(checkpoints_of(run))
    fork = fork_run(RunStore(tmp_path), run, before[1]["checkpoint"], max_iterations=3)
    assert list(checkpoints_of(run)) == before
    assert list(checkpoints_of(fork)) == before[:2]
    old, new = run.request(), fork.request()
    assert new.run_id == fork.run_id != old.run_id
    assert new.branch == f"reode/{fork.run_id}"
    assert new.worktree == str(fork.worktree)
    assert (new.max_iterations, old.max_iterations) == (3, 12)
    assert (fork.objects / "x").read_text() == "kept"


def test_a_fork_shares_no_state_with_another(run: StoredRun, tmp_path: Path) -> None:
    """R04: lists of the old run come along once, and nothing written later is seen."""
    first = next(iter(checkpoints_of(run)))["checkpoint"]
    fork = fork_run(RunStore(tmp_path), run, first)
    with open_checkpoints(fork) as saver:
        values = build_graph(saver).get_state(thread(fork)).values
        assert values["baseline_note"] == ""
        assert build_graph(saver).get_state(thread(run)).values == {}


def test_only_a_known_checkpoint_with_something_left_can_be_forked(
    run: StoredRun, tmp_path: Path
) -> None:
    store, rows = RunStore(tmp_path), list(checkpoints_of(run))
    with pytest.raises(UsageError, match="there is no checkpoint"):
        fork_run(store, run, "nope")
    with pytest.raises(UsageError, match="several checkpoints"):
        fork_run(store, run, rows[0]["checkpoint"][:1])
    with pytest.raises(RunStateError, match="at its end"):
        fork_run(store, run, rows[-1]["checkpoint"])
    assert len(store.runs()) == 1


def test_without_checkpoints_history_says_so(tmp_path: Path) -> None:
    stored = store_run(tmp_path, events=[], finished=False)
    with pytest.raises(StorageError, match="no checkpoint yet"):
        list(checkpoints_of(stored))
