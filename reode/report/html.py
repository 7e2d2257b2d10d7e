"""A run as one HTML file: no network, no script, light and dark, plots as inline SVG."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any

from reode.facts.build import BuildOutcome
from reode.report.diffs import diff_html
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
    rounds,
    spared,
    spending,
    test_rows,
    time_by_step,
)
from reode.report.markup import Content, Markup, join, table, tag
from reode.report.material import Material, Record
from reode.report.plots import bars_plot, errors_plot

#: Problems of a build whose log excerpt is shown.
_EXCERPTS = 5


def to_html(material: Material) -> str:
    """Return the page."""
    record = material.record
    style = resources.files("reode.report").joinpath("report.css").read_text(encoding="utf-8")
    title = f"{record['request']['source']} to Java {record['target']}: {record['verdict']}"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", Markup(style)),
    )
    body = tag(
        "body",
        tag("a", "Skip to the result", href="#result", class_="skip"),
        tag("main", _parts(material), id="result"),
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _parts(material: Material) -> Iterator[Content]:
    record = material.record
    yield _header(record)
    why = ending(material)
    yield tag("p", f"Went no further: {why}") if why else None
    yield _section("Gates", _gates(record))
    yield _section("Tests", _tests(record))
    yield _section("Left over", _left(material))
    yield _section("Changes", _changes(record))
    yield _section("How it went", _course(material))
    yield _section("Evidence", _findings(record))
    yield _section("Build output", _outputs(material))
    yield tag("p", f"Run {record['run_id']}, {record['build_tool']}.", class_="soft")


def _section(title: str, content: Content) -> Content:
    return [tag("h2", title), content] if content else None


def _header(record: Record) -> Content:
    verdict, request = record["verdict"], record["request"]
    level = "" if record["release"] == record["target"] else f", class files {record['release']}"
    return [
        tag("h1", f"{request['source']} → Java {record['target']}{level}"),
        tag(
            "p",
            tag("span", verdict.replace("_", " "), class_=f"verdict {verdict}"),
            f" {record['detail']} ",
            tag("code", record["reason"]),
        ),
        tag("p", "Next: ", tag("code", next_step(record))),
        tag(
            "p",
            f"Branch {record['branch']}, {record['base_commit'][:10]} to "
            f"{record['head_commit'][:10]}, {counted(record['changed_files'], 'file')}, "
            f"{counted(record['changed_lines'], 'line')}.",
            class_="soft",
        ),
    ]


def _gates(record: Record) -> Content:
    def row(gate: dict[str, Any]) -> tuple[Content, ...]:
        status = gate["status"]
        shown = f"{MARKS.get(status, '?')} {status.replace('-', ' ')}"
        proofs = [tag("li", _place(p), p["text"]) for p in gate["proofs"]]
        listed = tag("details", tag("summary", counted(len(proofs), "proof")), tag("ul", proofs))
        return (
            gate["id"],
            tag("span", shown, class_=status),
            [gate["detail"], listed if proofs else None],
        )

    if not record["gates"]:
        return tag("p", "No gate was judged: nothing builds on the target.")
    rows = (row(gate) for gate in record["gates"])
    return table(
        "Each question to the result, and its evidence", ("gate", "answer", "evidence"), rows
    )


def _place(proof: dict[str, Any]) -> Content:
    if not proof.get("file"):
        return None
    line = f":{proof['line']}" if proof.get("line") else ""
    return [tag("code", f"{proof['file']}{line}"), " "]


def _tests(record: Record) -> Content:
    rows = [
        (name, *("not known" if v is None else str(v) for v in values))
        for name, *values in test_rows(record)
    ]
    notes = [tag("p", remark, class_="soft") for remark in remarks(record)]
    return [table("Test cases", ("cases", "before", "after"), rows), *notes]


def _left(material: Material) -> Content:
    rows = [(i.what, tag("code", i.where) if i.where else "", i.why) for i in left_overs(material)]
    return table("What stays, and why", ("what", "where", "why"), rows) if rows else None


def _changes(record: Record) -> Content:
    made = changes(record)
    shown = [_change(c) for c in made] if made else tag("p", "Nothing was changed.")
    said = [spared(record), *(f"OpenRewrite recipe: {one}" for one in recipes_used(record))]
    return [shown, *(tag("p", text, class_="soft") for text in said if text)]


def _change(change: Change) -> Content:
    cost = "" if not change.cost else f", ${change.cost:.2f}"
    return [
        tag("h3", change.title),
        tag(
            "p",
            tag("code", change.short),
            f" by {change.by}, {counted(len(change.files), 'file')}, "
            f"{counted(change.lines, 'line')}{cost}",
            class_="soft",
        ),
        diff_html(change.diff, change.reason) if change.diff else tag("p", change.reason),
    ]


def _course(material: Material) -> Content:
    parts: list[Content] = []
    made = rounds(material.record)
    if made:
        parts.append(errors_plot(made))
        rows = [(str(r.number), str(r.errors), str(r.failing), r.phase, r.comparison) for r in made]
        names = ("round", "errors", "failing tests", "phase reached", "against the best")
        parts.append(table("Each round", names, rows))
    seconds = [
        (k.replace("_", " "), v, f"{v:.1f} s") for k, v in time_by_step(material.events).items()
    ]
    if seconds:
        parts.append(bars_plot("Seconds per step", seconds))
    spent = spending(material.events)
    if spent:
        bars = [(f"tier {s.tier + 1}: {s.model}", s.cost or 0.0, _price(s.cost)) for s in spent]
        parts.append(bars_plot("Money per tier", bars))
    return parts


def _price(cost: float | None) -> str:
    return "unknown" if cost is None else f"${cost:.2f}"


def _findings(record: Record) -> Content:
    return [
        [
            tag("h3", finding["title"]),
            tag(
                "ol",
                (
                    tag("li", what, [" ", tag("code", where)] if where else None)
                    for what, where in finding["chain"]
                ),
                class_="chain",
            ),
        ]
        for finding in record["findings"]
    ]


def _outputs(material: Material) -> Content:
    builds = (("Before the migration", material.before), ("The result", material.after))
    return [_output(name, build) for name, build in builds if build is not None]


def _output(name: str, build: BuildOutcome) -> Content:
    texts = [d.excerpt for d in build.diagnostics if d.excerpt][:_EXCERPTS]
    if not texts and build.log is not None and build.log.excerpt:
        texts = [build.log.excerpt]
    command = f"mvn {' '.join(build.goals)} on JDK {build.jdk}, {build.seconds:.0f} s"
    shown = join(
        tag("pre", text, tabindex=0, role="region", aria_label=f"{name}, part {number}")
        for number, text in enumerate(texts, 1)
    )
    return tag("details", tag("summary", f"{name}: {command}"), shown or tag("p", "No output."))
