"""Builds HTML and SVG text: whatever is not built here is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Markup | Iterable["Content"] | None

_EMPTY = frozenset({"meta", "link", "br", "input", "line", "rect", "circle", "polyline", "path"})


def tag(name: str, /, *content: Content, **attributes: str | float | None) -> Markup:
    """Return an element; `class_` and `for_` lose their underscore, others turn it into a dash.

    Attributes that are None are left out.
    """
    shown = "".join(
        f' {_attribute(key)}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY:
        return Markup(f"<{name}{shown}/>")
    return Markup(f"<{name}{shown}>{join(content)}</{name}>")


def join(content: Iterable[Content]) -> Markup:
    """Return the contents one after another, plain texts escaped."""
    return Markup("".join(_text(part) for part in content))


def _text(part: Content) -> str:
    if part is None:
        return ""
    if isinstance(part, Markup):
        return str(part)
    if isinstance(part, str):
        return escape(part)
    return join(part)


def _attribute(name: str) -> str:
    return "viewBox" if name == "view_box" else name.rstrip("_").replace("_", "-")


def table(caption: str, head: tuple[str, ...], rows: Iterable[tuple[Content, ...]]) -> Markup:
    """Return a table whose first column names its rows."""
    body = (
        tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:]))
        for row in rows
    )
    return tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", (tag("th", name, scope="col") for name in head))),
        tag("tbody", body),
    )
