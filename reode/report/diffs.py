"""Unified diffs as HTML, each hunk under the reason it was made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reode.report.markup import Content, Markup, tag

#: Lines of one file's diff that are shown; a report stays readable in a browser.
_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Hunk:
    """One hunk of a diff: the file it belongs to, its head and its lines."""

    file: str
    head: str
    lines: tuple[str, ...]


def split_hunks(diff: str) -> Iterator[Hunk]:
    """Yield the hunks of a diff in git's form; a file without hunks (binary, mode) yields one."""
    for part in ("\n" + diff).split("\ndiff --git ")[1:]:
        names, _, rest = part.partition("\n")
        file = names.rpartition(" b/")[2]
        before, *hunks = ("\n" + rest).split("\n@@ ")
        if not hunks:
            yield Hunk(file, " ".join(before.split()), ())
        for hunk in hunks:
            head, _, body = hunk.partition("\n")
            yield Hunk(file, f"@@ {head}", tuple(body.rstrip("\n").split("\n")))


def diff_html(diff: str, reason: str) -> Markup:
    """Return a diff, its reason above every hunk."""
    return tag("div", (_hunk(hunk, reason) for hunk in split_hunks(diff)), class_="diff")


def _hunk(hunk: Hunk, reason: str) -> Markup:
    lines: list[Content] = [_line(line.rstrip("\r")) for line in hunk.lines[:_SHOWN]]
    if len(hunk.lines) > _SHOWN:
        lines.append(f"… {len(hunk.lines) - _SHOWN} more lines\n")
    label = f"{hunk.file} {hunk.head}"
    return tag(
        "div",
        tag("p", tag("code", hunk.file), " ", tag("span", reason, class_="why"), class_="hunk"),
        tag(
            "pre",
            tag("span", f"{hunk.head}\n", class_="head"),
            lines,
            tabindex=0,
            role="region",
            aria_label=label,
        ),
    )


_KINDS = {"+": "ins", "-": "del"}


def _line(line: str) -> Content:
    kind = _KINDS.get(line[:1])
    return tag(kind, f"{line}\n") if kind else f"{line}\n"
