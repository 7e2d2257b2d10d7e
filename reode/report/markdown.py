"""A run as one screen of Markdown, ready to be the body of a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from reode.report.digest import (
    MARKS,
    Change,
    changes,
    counted,
    ending,
    left_overs,
    next_step,
    recipes_used,
    remarks,
    spared,
    spending,
    test_rows,
)
from reode.report.material import Material, Record

#: Files of a change that are named; the rest is counted.
_FILES = 3


def to_markdown(material: Material) -> str:
    """Return the report; texts of the repository are escaped."""
    return "\n".join(_lines(material)) + "\n"


def _lines(material: Material) -> Iterator[str]:
    record = material.record
    level = "" if record["release"] == record["target"] else f" (class files {record['release']})"
    yield f"## Java {record['target']}{level}: {record['verdict'].replace('_', ' ')}"
    yield ""
    yield f"{_text(record['detail'])} (`{record['reason']}`)"
    if ending(material):
        yield f"\nWent no further: {_text(ending(material))}"
    yield from _gates(record)
    yield from _tests(record)
    yield from _changes(record)
    yield from _left(material)
    yield from _costs(material)


def _gates(record: Record) -> Iterator[str]:
    if not record["gates"]:
        return
    yield from ("", "| gate | | evidence |", "|---|---|---|")
    for gate in record["gates"]:
        evidence = _text(gate["detail"] or gate["status"])
        if gate["status"] in {"failed", "unknown"} and gate["proofs"]:
            evidence += "<br>" + "<br>".join(_text(p["text"]) for p in gate["proofs"][:2])
        yield f"| {gate['id']} | {MARKS.get(gate['status'], '?')} | {evidence} |"


def _tests(record: Record) -> Iterator[str]:
    rows = test_rows(record)
    yield from ("", "| tests | before | after |", "|---|---:|---:|")
    for name, before, after in rows:
        if any((before, after)) or name == "total":
            yield f"| {name} | {_number(before)} | {_number(after)} |"
    for remark in remarks(record):
        yield from ("", f"_{_text(remark)}_")


def _number(value: int | None) -> str:
    return "not known" if value is None else str(value)


def _changes(record: Record) -> Iterator[str]:
    made = changes(record)
    sizes = (counted(record["changed_files"], "file"), counted(record["changed_lines"], "line"))
    yield from ("", f"### Changes ({', '.join(sizes)})" if made else "### No changes", "")
    for cause, commits in _by_cause(made).items():
        yield f"- **{_text(cause)}**"
        for change in commits:
            shown = ", ".join(f"`{file}`" for file in change.files[:_FILES])
            more = f" and {len(change.files) - _FILES} more" if len(change.files) > _FILES else ""
            yield f"  - {_text(change.reason)} {change.short}, `{change.by}`: {shown}{more}"
    if spared(record):
        yield from ("", f"_{_text(spared(record))}_")
    for recipe in recipes_used(record):
        yield from ("", f"OpenRewrite recipe: {_text(recipe)}")


def _by_cause(made: tuple[Change, ...]) -> dict[str, list[Change]]:
    grouped: dict[str, list[Change]] = {}
    for change in made:
        grouped.setdefault(change.title.rstrip("."), []).append(change)
    return grouped


def _left(material: Material) -> Iterator[str]:
    left = left_overs(material)
    if not left:
        return
    yield from ("", "### Left over", "")
    for item in left:
        where = f" at `{item.where}`" if item.where else ""
        yield f"- {_text(item.what)}{where} ({_text(item.why)})"


def _costs(material: Material) -> Iterator[str]:
    record = material.record
    seconds = record["seconds"]
    parts = [
        f"{seconds['total']:.0f} s, {seconds['maven']:.0f} s of it in Maven",
        f"{counted(record['maven_runs'], 'Maven run')} after the baseline",
        *(_spent(s.model, s.calls, s.cost) for s in spending(material.events)),
        f"built with {record['build_tool']}",
    ]
    run = f"Run `{record['run_id']}`, next: `{next_step(record)}`"
    yield from ("", f"<sub>{'; '.join(parts)}. {run}</sub>")


def _spent(model: str, calls: int, cost: float | None) -> str:
    price = "unknown cost" if cost is None else f"${cost:.2f}"
    return f"{model}: {counted(calls, 'call')}, {price}"


def _text(text: str) -> str:
    """Return text that Markdown shows as it is, on one line and inside a table."""
    shown = " ".join(str(text).split())
    for sign in ("\\", "|", "<", "*", "_", "`", "["):
        shown = shown.replace(sign, f"\\{sign}")
    return shown
