"""What a report is made of: a record, the events of the run, and the two builds in full."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reode.facts.build import BuildOutcome

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Material:
    """All that a report may use.

    `record` is the `data` object of `migrate --json`; `events` are the lines of the event log;
    `before` is the baseline, `after` the build of the result, None where there is none.
    """

    record: Record
    events: tuple[Mapping[str, Any], ...] = ()
    before: BuildOutcome | None = None
    after: BuildOutcome | None = None
