"""Make a row of figures from what one migration left: its record, its objects and its logs."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import reode
from reode.build.parse import parse_log

#: A row names this many of the problems that stand in the way.
_BLOCKING = 4


def run_row(record: dict[str, Any], folder: Path, code: int, seconds: int) -> dict[str, Any]:
    """Return the figures of a finished run; `folder` is the run's own folder."""
    result = record.get("result") or {}
    baseline = record.get("baseline") or {}
    return {
        "verdict": record["verdict"],
        "reason": record["reason"],
        "detail": (record.get("detail") or "")[:400],
        "code": code,
        "run": record["run_id"],
        "reode": _commit(),
        "baseline_jdk": baseline.get("jdk") if baseline.get("ok") else None,
        "baseline_note": (record.get("baseline_note") or "")[:300],
        "baseline_kinds": sorted(_kinds(folder.glob("logs/*baseline*.log"))),
        "tests_before": record["tests"]["before"],
        "tests_after": record["tests"]["after"],
        "phase": result.get("phase"),
        "maven_runs": record.get("maven_runs", 0),
        "seconds": seconds,
        "maven_seconds": (record.get("seconds") or {}).get("maven"),
        "changed_files": record.get("changed_files", 0),
        "changed_lines": record.get("changed_lines", 0),
        "rules": sorted({one["by"].removeprefix("rule:") for one in record["transforms"]}),
        "failed_gates": [_gate(one) for one in record["gates"] if one["status"] == "failed"],
        "runtime": _runtime(record["notes"]),
        "unknown_gates": [one["id"] for one in record["gates"] if one["status"] == "unknown"],
        "blocking": _blocking(folder, result),
    }


def failure_row(code: int, output: str, seconds: int) -> dict[str, Any]:
    """Return the row of a run that left no record: refused before any edit, or crashed."""
    crashed = "Traceback" in output or code not in {2, 3}
    return {
        "verdict": "crashed" if crashed else "refused",
        "reason": f"exit {code}",
        "detail": output.strip()[-600:],
        "code": code,
        "reode": _commit(),
        "seconds": seconds,
    }


def _runtime(notes: list[str]) -> str:
    """Return what the run noted of the Java that ran the tests, without this machine's folders."""
    note = next((n for n in notes if n.startswith("built on Java")), "")
    return re.sub(r"/\S*/bin/java", "another Java", note)


def _gate(gate: dict[str, Any]) -> dict[str, str]:
    proofs = "; ".join(proof["text"] for proof in gate["proofs"][:2])
    return {"id": gate["id"], "detail": gate["detail"][:200], "proofs": proofs[:300]}


def _kinds(logs: Iterator[Path]) -> set[str]:
    """Return the kinds of problems that the logs show."""
    found: set[str] = set()
    for log in logs:
        text = log.read_text(encoding="utf-8", errors="replace")
        found |= {str(one.kind) for one in parse_log(text, log.parent)}
    return found


def _blocking(folder: Path, result: dict[str, Any]) -> list[str]:
    """Return the first open problems of the last build, one line each."""
    stored = folder / "objects" / str(result.get("open") or "-")
    if not stored.is_file():
        return []
    problems = json.loads(stored.read_text(encoding="utf-8")).get("diagnostics", [])
    return [_line(one) for one in problems[:_BLOCKING]]


def _line(problem: dict[str, Any]) -> str:
    where = problem["test"] or problem["file"] or problem["plugin"] or problem["module"] or ""
    return f"{problem['kind']} {where}: {problem['message']}"[:300]


def _commit() -> str:
    """Return the commit of the REODE that runs, "" outside its repository."""
    argv = ["git", "rev-parse", "--short=10", "HEAD"]
    folder = Path(reode.__file__).parent
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip()
