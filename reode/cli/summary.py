"""What `migrate` says at its end: verdict, gates, tests, commits, left-overs, the next command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reode.cli.amounts import clock, count, money
from reode.cli.event_lines import STATUS_STYLES, VERDICT_STYLES
from reode.cli.terminal import FAINT, PLACE, STRONG, WARN, Line
from reode.report.digest import (
    MARKS,
    changes,
    ending,
    left_overs,
    next_step,
    recipes_used,
    remarks,
    spared,
    test_rows,
)
from reode.report.material import Material, Record


def summary(material: Material, *, report: Path | None = None) -> Iterator[Line]:
    """Yield the summary of a finished run; its last line holds run id and next command."""
    record = material.record
    yield from verdict_lines(record)
    why = ending(material)
    if why:
        yield (("went no further: ", FAINT), why)
    yield from _gates(record)
    yield from _tests(record)
    yield from _changes(record)
    if spared(record):
        yield (f"minimised {spared(record)}",)
    yield from ((f"recipe    {recipe}",) for recipe in recipes_used(record))
    yield from _left(material)
    yield from _costs(record)
    if report is not None:
        yield ("report    ", (str(report), PLACE))
    yield last_line(record)


def verdict_lines(record: Record) -> Iterator[Line]:
    """Yield the verdict and what it rests on."""
    verdict, request = record["verdict"], record["request"]
    level = record["release"]
    shown = "" if level == record["target"] else f", class files for Java {level}"
    yield ()
    yield (
        (verdict, f"{STRONG} {VERDICT_STYLES.get(verdict, '')}"),
        f"  {request['source']} → Java {record['target']}{shown}",
    )
    yield ((f"{record['reason']}: {record['detail']}", ""),)


def _gates(record: Record) -> Iterator[Line]:
    if record["gates"]:
        yield ()
    for gate in record["gates"]:
        status = gate["status"]
        yield (
            "  ",
            (MARKS.get(status, "?"), STATUS_STYLES.get(status, "")),
            (f" {gate['id']:<13}", STRONG),
            gate["detail"] or status,
        )
        if status in {"failed", "unknown"}:
            yield from ((f"      {_proof(p)}",) for p in gate["proofs"][:3])


def _proof(proof: dict[str, object]) -> str:
    place = f"{proof['file']}: " if proof.get("file") else ""
    return f"{place}{proof['text']}"


def _tests(record: Record) -> Iterator[Line]:
    rows = [row for row in test_rows(record) if any(row[1:])]
    yield ()
    if not rows:
        yield ("tests     none ran",)
    for number, (name, before, after) in enumerate(rows):
        label = "tests" if number == 0 else ""
        yield (f"{label:<10}{_number(before)} → {_number(after)} {name}",)
    yield from ((("          " + remark, FAINT),) for remark in remarks(record))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _changes(record: Record) -> Iterator[Line]:
    made = changes(record)
    yield ()
    if not made:
        yield ("changes   none",)
        return
    sizes = (count(record["changed_files"], "file"), count(record["changed_lines"], "line"))
    yield (f"changes   {count(len(made), 'commit')}, {', '.join(sizes)}",)
    for change in made:
        where = ", ".join(change.files[:2]) + (" …" if len(change.files) > 2 else "")
        yield (
            "  ",
            (change.short, PLACE),
            f" {change.by}: {change.reason}",
            (f" · {where}", FAINT),
        )


def _left(material: Material) -> Iterator[Line]:
    left = left_overs(material)
    if not left:
        return
    yield ()
    yield ("left over",)
    for item in left:
        where = f" · {item.where}" if item.where else ""
        yield ("  ", ("•", WARN), f" {item.what}", (f"{where} · {item.why}", FAINT))


def _costs(record: Record) -> Iterator[Line]:
    seconds = {name: clock(value) for name, value in record["seconds"].items()}
    builds, asked = count(record["maven_runs"], "run"), record["llm_calls"]
    models = f" · {count(asked, 'model call')}, {money(record['cost'])}" if asked else ""
    yield ()
    maven = f"of it Maven {seconds['maven']} ({builds} after the baseline)"
    yield (f"time      {seconds['total']}, {maven}{models}",)
    yield ("branch    ", (record["branch"], PLACE), f" in {record['request']['repository']}")
    yield ("worktree  ", (record["worktree"], PLACE))


def last_line(record: Record) -> Line:
    """Return the last line of every finished run: its id and the next command."""
    return (f"run {record['run_id']} · next: ", (next_step(record), STRONG))
