"""Reads from a stored run what a report is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reode.errors import RunStateError
from reode.events import read_events
from reode.facts.build import BuildOutcome
from reode.graph.objects import ObjectStore
from reode.report.material import Material
from reode.run.store import StoredRun


def read_material(run: StoredRun) -> Material:
    """Return the material of a finished run; raise RunStateError before its end."""
    record = run.record()
    if record is None:
        raise RunStateError(
            f"run {run.run_id} is not finished, so there is nothing to report",
            hint=f"Follow it with `reode log {run.run_id} -f`, or `reode resume {run.run_id}`.",
        )
    store = ObjectStore(run.objects)
    return Material(
        record=record,
        events=tuple(read_events(run.event_log)),
        before=_outcome(record.get("baseline"), store),
        after=_outcome(record.get("result"), store),
    )


def _outcome(entry: Mapping[str, Any] | None, store: ObjectStore) -> BuildOutcome | None:
    if not entry:
        return None
    return BuildOutcome.from_json(store.get_json(entry["object"]))
