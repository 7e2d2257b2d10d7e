"""Turn the lines of a verification of `floors.toml` into a Markdown page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cmp_to_key
from typing import Any

from floor_checks import row_id

from reode.facts.floors import Floor, FloorKind, load_floors, minimum_for
from reode.project.versions import compare

Line = dict[str, Any]

_HEAD = """\
<!-- Made by `python benchmarks/floors.py page`; do not edit. -->
# Minimum versions, measured

`reode/facts/floors.toml` says from which version on a library, plugin or processor works on a newer
Java. `python benchmarks/floors.py verify` builds, for each row and target, a tiny project that uses
the artifact in the way in which it breaks: with the floor, which has to pass, and with the newest
version below it, which has to fail. The projects are `benchmarks/floor_projects/*.toml`, the builds
`docs/bench/floors.jsonl`.
"""


class Standing(StrEnum):
    """What the builds say of a row on a target."""

    PROVEN = "proven"
    LOWEST = "nothing older"
    APART = "older ones differ"
    TOO_HIGH = "too high"
    TOO_LOW = "too low"
    SILENT = "asks nothing"
    UNMEASURED = "not measured"


_MEANING = {
    Standing.PROVEN: "the floor passes and the newest version below it fails",
    Standing.LOWEST: "the floor passes and no older version exists to refute",
    Standing.APART: "the floor passes; the version below it can't be fetched, or lacks what the probe uses",
    Standing.TOO_HIGH: "the floor passes, but so does the newest version below it",
    Standing.TOO_LOW: "the floor fails",
    Standing.SILENT: "the row asks nothing of this Java",
    Standing.UNMEASURED: "no build; the reason stands below",
}
#: Kinds of failure that say nothing of the Java: the version is not to be had, or has another API.
_APART = frozenset(
    {
        "dependency-unresolved",
        "plugin-unresolved",
        "plugin-goal-missing",
        "plugin-needs-newer-maven",
        "http-blocked",
        "parent-missing",
        "transfer-failed",
    }
)
_API = frozenset({"symbol-missing", "package-missing", "incompatible-types", "class-file-missing"})


@dataclass(frozen=True, slots=True)
class Finding:
    """A row on a target: how it stands, and the builds or the reason that say so."""

    row: str
    java: int
    standing: Standing
    floor: str
    above: tuple[Line, ...] = ()
    below: tuple[Line, ...] = ()
    reason: str = ""


def page(lines: Iterable[Line], notes: str = "") -> str:
    """Return the whole page: its head, a person's notes, the figures and the table."""
    listed = list(lines)
    floors = load_floors()
    targets = sorted({line["java"] for line in listed})
    found = [
        find(floor, row_id(floor, floors), java, listed) for floor in floors for java in targets
    ]
    parts = [_HEAD.rstrip(), notes.strip(), _figures(found, targets, len(floors)), _table(found)]
    return "\n\n".join(part for part in [*parts, _unmeasured(found)] if part) + "\n"


def find(floor: Floor, row: str, java: int, lines: Sequence[Line]) -> Finding:
    """Say how one row stands on one target; lines of versions that are no floor now are tries."""
    minimums = floor.minimums(java, java)
    shown = " / ".join(dict.fromkeys(minimums))
    if not minimums:
        return Finding(row, java, Standing.SILENT, "")
    own = [line for line in lines if line["row"] == row and line["java"] == java]
    built = [line for line in own if "passed" in line]
    groups = [_group(floor, java, built, axis) for axis in ("jdk", "level")]
    above = tuple(line for at, _ in groups for line in at)
    below = tuple(line for _, under in groups for line in under)
    if not above:
        reason = next(
            (line["skipped"] for line in own if line.get("side") == "all"), "no build yet"
        )
        return Finding(row, java, Standing.UNMEASURED, shown, reason=reason)
    return Finding(row, java, _standing(floor.kind, above, groups), shown, above, below)


def _group(
    floor: Floor, java: int, built: Sequence[Line], axis: str
) -> tuple[list[Line], list[Line]]:
    """Return the builds at the floor of one axis, and those with the newest version under it."""
    minimum = minimum_for(floor.by_jdk if axis == "jdk" else floor.by_level, java)
    if minimum is None:
        return [], []
    lines = [line for line in built if line["axis"] == axis]
    above = [line for line in lines if line["version"] == minimum]
    older = [line for line in lines if _is_under(line["version"], minimum, floor.fine_below)]
    newest = max((line["version"] for line in older), key=cmp_to_key(compare), default="")
    return above, [line for line in older if line["version"] == newest]


def _is_under(version: str, minimum: str, fine_below: str) -> bool:
    if fine_below and compare(version, fine_below) < 0:
        return False
    return compare(version, minimum) < 0


def _standing(
    kind: FloorKind, above: Sequence[Line], groups: Iterable[tuple[list[Line], list[Line]]]
) -> Standing:
    if not all(line["passed"] for line in above):
        return Standing.TOO_LOW
    refuted = [under for at, under in groups if at and under]
    if not refuted:
        return Standing.LOWEST
    if any(all(line["passed"] for line in under) for under in refuted):
        return Standing.TOO_HIGH
    failed = {line["kind"] for under in refuted for line in under if not line["passed"]}
    # A processor that does not run leaves symbols missing: that is the failure itself.
    beside = _APART if kind is FloorKind.PROCESSOR else _APART | _API
    return Standing.APART if failed <= beside else Standing.PROVEN


def _figures(found: Sequence[Finding], targets: Sequence[int], rows: int) -> str:
    head = f"| {rows} rows | " + " | ".join(f"Java {java}" for java in targets) + " |"
    lines = [head, "|---|" + "---|" * len(targets)]
    counts = {java: Counter(one.standing for one in found if one.java == java) for java in targets}
    for standing, meaning in _MEANING.items():
        cells = " | ".join(str(counts[java][standing]) for java in targets)
        lines.append(f"| {standing}: {meaning} | {cells} |")
    return "\n".join(lines)


def _table(found: Sequence[Finding]) -> str:
    lines = ["| row | Java | floor | standing | builds at the floor | builds below |"]
    lines.append("|---|---|---|---|---|---|")
    lines += [
        f"| {one.row} | {one.java} | {one.floor} | {one.standing}"
        f" | {_builds(one.above)} | {_builds(one.below)} |"
        for one in found
        if one.above
    ]
    return "## Row by row\n\n" + "\n".join(lines)


def _builds(lines: Iterable[Line]) -> str:
    return "; ".join(_build(line) for line in lines)


def _build(line: Line) -> str:
    verdict = "passes" if line["passed"] else f"fails: {line['kind']}"
    return f"{line['version']} at level {line['level']} {verdict}"


def _unmeasured(found: Sequence[Finding]) -> str:
    lines = [
        f"- {one.row}, Java {one.java}: {one.reason}"
        for one in found
        if one.standing is Standing.UNMEASURED
    ]
    return "## Not measured\n\n" + "\n".join(lines) if lines else ""
