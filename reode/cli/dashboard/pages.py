"""The two pages of the dashboard: all runs, and one run."""

from __future__ import annotations

from typing import Any

from reode.cli.amounts import age
from reode.cli.dashboard.picture import graph_picture
from reode.report.markup import Content, Markup, table, tag


def index_page(rows: list[dict[str, Any]], home: str) -> str:
    """Return the list of runs, newest first."""
    shown = table(
        "Runs, newest first", ("run", "state", "Java", "project", "started"), map(_row, rows)
    )
    content = shown if rows else tag("p", "No runs yet.")
    return _page("Runs", [tag("h1", "Runs"), tag("div", content, id="runs")], home, base="")


def _row(row: dict[str, Any]) -> tuple[Content, ...]:
    state = row["verdict"] or row["status"]
    name = tag("a", row["run_id"], href=f"runs/{row['run_id']}")
    if row["status"] == "damaged":
        return name, tag("span", state, class_="gave_up"), "", row["problem"], ""
    return (
        name,
        tag("span", state.replace("_", " "), class_=state),
        str(row["target"]),
        row["source"],
        f"{age(row['started'])} ago",
    )


def run_page(row: dict[str, Any]) -> str:
    """Return the page of one run; the script fills it from the stream of events."""
    finished = row["status"] == "finished"
    report = tag("a", "Report", href=f"{row['run_id']}/report")
    content = [
        tag("p", tag("a", "All runs", href="../")),
        tag("h1", f"{row.get('source', row['run_id'])} → Java {row.get('target', '?')}"),
        tag("p", row["status"], id="status", role="status"),
        tag("p", report, id="report", hidden=None if finished else "hidden"),
        tag("h2", "Where it is"),
        graph_picture(),
        tag("div", id="plot"),
        tag("h2", "What happened"),
        tag(
            "label",
            tag("input", type="checkbox", id="details"),
            " every step and goal",
        ),
        tag("div", id="events", tabindex=0, role="log", aria_label="Events of the run"),
    ]
    attributes = {"data_events": f"{row['run_id']}/events"}
    return _page(row["run_id"], content, row["run_id"], base="../", **attributes)


def _page(title: str, content: Content, foot: str, *, base: str, **attributes: str) -> str:
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title} · REODE"),
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=f"{base}static/dashboard.css"),
        tag("script", Markup(""), src=f"{base}static/live.js", defer="defer"),
    )
    body = tag(
        "body",
        tag("main", content),
        tag("footer", foot),
        **attributes,
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"
