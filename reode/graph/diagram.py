"""Draws the graph and lists the router's table, for the page that explains how a run decides."""

from __future__ import annotations

import re
from pathlib import Path

from reode.graph.build import build_graph
from reode.graph.route import TABLE

_MARKED = re.compile(r"(<!-- graph -->\n).*?(<!-- /graph -->)", re.DOTALL)


def mermaid() -> str:
    """Return the compiled graph as a Mermaid flowchart; dotted edges are decisions."""
    names = {"__start__": "start([start])", "__end__": "done([end])"}
    lines = ["flowchart TD"]
    for edge in sorted(build_graph().get_graph().edges, key=lambda e: (e.source, e.target)):
        arrow = "-.->" if edge.conditional else "-->"
        source, target = (names.get(n, n) for n in (edge.source, edge.target))
        lines.append(f"    {source} {arrow} {target}")
    return "\n".join(lines)


def with_diagram(page: str) -> str:
    """Return a page with diagram and row order between its markers brought up to date."""
    rows = " → ".join(f"`{row.name}`" for row in TABLE)
    fresh = f"```mermaid\n{mermaid()}\n```\n\nRows of the router, first match wins: {rows}\n"
    return _MARKED.sub(lambda found: found[1] + fresh + found[2], page)


def write_diagram(path: Path) -> bool:
    """Bring the diagram of a page up to date; tell whether anything changed."""
    old = path.read_text(encoding="utf-8")
    new = with_diagram(old)
    if new != old:
        path.write_text(new, encoding="utf-8")
    return new != old
