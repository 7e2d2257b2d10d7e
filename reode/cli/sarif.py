"""The findings of a plan as SARIF 2.1.0, for code-scanning services."""

from __future__ import annotations

import json
from typing import Any

import reode
from reode.run.planning import first_lines

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def write_sarif(plan: dict[str, Any]) -> str:
    """Return a plan's steps as a SARIF log with one result per step and file."""
    rules = {step["step"]: step["title"] for step in plan["steps"]}
    driver = {
        "name": "REODE",
        "version": reode.__version__,
        "rules": [
            {"id": name, "shortDescription": {"text": title}} for name, title in rules.items()
        ],
    }
    results = [_result(step, path) for step in plan["steps"] for path in step["files"]]
    run = {"tool": {"driver": driver}, "results": results, "columnKind": "utf16CodeUnits"}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _result(step: dict[str, Any], path: str) -> dict[str, Any]:
    chain = " ← ".join(what for what, _ in step["chain"])
    lines = dict(first_lines(step["diff"]))
    return {
        "ruleId": step["step"],
        "level": "warning",
        "message": {"text": chain or step["title"]},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": path, "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": lines.get(path, 1)},
                }
            }
        ],
    }
