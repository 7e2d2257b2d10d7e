"""The checkpoints of a run, and a new run that goes on from one of them."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ulid import ULID

from reode.errors import RunStateError, StorageError, UsageError
from reode.facts.record import RunRequest
from reode.run.store import RunStore, StoredRun


def checkpoints_of(run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yield the checkpoints of a run, oldest first, also while it runs.

    `next` names the nodes that come after the checkpoint, "" at the end.
    """
    from reode.graph.build import build_graph
    from reode.run.checkpoints import read_checkpoints, thread

    if not run.database.exists():
        raise StorageError(
            f"run {run.run_id} has no checkpoint yet",
            hint=f"Follow it with `reode log {run.run_id} -f`.",
        )
    with read_checkpoints(run) as saver:
        snapshots = list(build_graph(saver).get_state_history(thread(run)))
    for snapshot in reversed(snapshots):
        yield {
            "checkpoint": snapshot.config["configurable"]["checkpoint_id"],
            "time": snapshot.created_at,
            "iteration": snapshot.values.get("iteration", 0),
            "head": snapshot.values.get("head", ""),
            "next": ", ".join(snapshot.next),
        }


def fork_run(store: RunStore, run: StoredRun, at: str, **changes: Any) -> StoredRun:
    """Store a new run that stands where `run` stood at checkpoint `at`; resuming it goes on there.

    `at` is a checkpoint's id or its unique beginning; `changes` are fields of the request, such as
    new limits. The old run stays as it is. Raises UsageError for an unknown checkpoint and
    RunStateError for one with nothing left to do.
    """
    with run.locked():
        checkpoint = _find(run, at)
        request = _request(store, run.request(), changes)
        fork = store.create(request)
        for name in ("objects", "logs", "transcripts"):
            if (run.folder / name).is_dir():
                shutil.copytree(run.folder / name, fork.folder / name)
        _copy_state(run, fork, checkpoint)
    return fork


def replay_run(store: RunStore, run: StoredRun) -> StoredRun:
    """Store a new run that starts where `run` started; its models answer from the transcripts.

    Nobody is asked and nothing is paid: a request without an answer on file ends the attempt.
    Raises RunStateError where `run` asked no model.
    """
    transcripts = run.folder / "transcripts"
    if not transcripts.is_dir():
        raise RunStateError(
            f"run {run.run_id} asked no model, so there is nothing to replay",
            hint="Migrate again: rules alone always do the same.",
        )
    again = store.create(_request(store, run.request(), {"replay_of": run.run_id}))
    shutil.copytree(transcripts, again.folder / "transcripts")
    return again


def _find(run: StoredRun, at: str) -> str:
    rows = list(checkpoints_of(run))
    found = [row for row in rows if row["checkpoint"].startswith(at)]
    if len(found) != 1:
        problem = "several checkpoints begin with" if found else "there is no checkpoint"
        raise UsageError(
            f"{problem} {at!r} in run {run.run_id}",
            hint=f"Run `reode history {run.run_id}` to see them.",
        )
    if not found[0]["next"]:
        raise RunStateError(
            f"at {at} run {run.run_id} was at its end",
            hint=f"Choose an earlier one from `reode history {run.run_id}`.",
        )
    return str(found[0]["checkpoint"])


def _request(store: RunStore, old: RunRequest, changes: dict[str, Any]) -> RunRequest:
    run_id = str(ULID())
    return replace(
        old,
        run_id=run_id,
        branch=f"{old.branch.rpartition('/')[0]}/{run_id}",
        worktree=str(store.place(run_id).worktree),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        **changes,
    )


def _copy_state(run: StoredRun, fork: StoredRun, checkpoint: str) -> None:
    """Copy the checkpoints up to one; ids of checkpoints are ordered by time.

    What was written after that checkpoint goes, so that its next node runs anew.
    """
    source = sqlite3.connect(f"file:{run.database}?mode=ro", uri=True)
    with closing(source), closing(sqlite3.connect(fork.database)) as target:
        source.backup(target)
        with target:
            target.execute("DELETE FROM checkpoints WHERE checkpoint_id > ?", (checkpoint,))
            target.execute("DELETE FROM writes WHERE checkpoint_id >= ?", (checkpoint,))
            target.execute("UPDATE checkpoints SET thread_id = ?", (fork.run_id,))
            target.execute("UPDATE writes SET thread_id = ?", (fork.run_id,))
