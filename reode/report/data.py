"""A run as JSON that a program reads; `docs/schema/report.schema.json` describes it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from reode.report.digest import left_overs, rounds, spending, time_by_step
from reode.report.material import Material

#: Raised when a field changes its meaning or goes.
REPORT_VERSION = 1


def to_data(material: Material) -> dict[str, Any]:
    """Return the record with what the other forms draw from events and builds."""
    return {
        "report_version": REPORT_VERSION,
        **material.record,
        "rounds": [asdict(r) for r in rounds(material.record)],
        "left_overs": [asdict(item) for item in left_overs(material)],
        "seconds_by_step": time_by_step(material.events),
        "spending": [asdict(s) for s in spending(material.events)],
    }


def to_json(material: Material) -> str:
    """Return the report as JSON text."""
    return json.dumps(to_data(material), indent=2, ensure_ascii=False) + "\n"
