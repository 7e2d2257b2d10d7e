"""The graph as an inline SVG whose nodes the page's script can mark as active."""

from __future__ import annotations

from itertools import pairwise

from reode.report.markup import Content, Markup, tag

_WIDTH, _HEIGHT = 104, 36
#: Where each node stands: column and row.
_PLACES = {
    "explore": (0, 0),
    "deterministic_fix": (1, 0),
    "validate": (2, 0),
    "measure": (3, 0),
    "route": (4, 0),
    "finish": (5, 0),
    "llm_fix": (2, 1),
    "minimise": (5, 1),
}
_NAMES = {"deterministic_fix": "rules", "llm_fix": "model", "finish": "final check"}
_STEPS = ("explore", "deterministic_fix", "validate", "measure", "route", "finish")
_COLUMN, _ROW, _MARGIN = 130, 84, 40


def graph_picture() -> Markup:
    """Return the picture; the group of node N has the id `node-N`."""
    words = (
        "explore, then rules, validate, measure and route; route leads back to rules, "
        "to the model and from there to rules, or to the final check, which --minimise follows"
    )
    return tag(
        "svg",
        tag("title", "The graph of a run", id="graph-title"),
        tag("desc", words, id="graph-desc"),
        [_arrow(a, b) for a, b in pairwise(_STEPS)],
        _around(),
        _model(),
        _down(),
        [_node(name) for name in _PLACES],
        role="img",
        aria_labelledby="graph-title graph-desc",
        view_box="0 0 780 170",
        class_="graph",
    )


def _corner(name: str) -> tuple[int, int]:
    column, row = _PLACES[name]
    return column * _COLUMN + 4, row * _ROW + _MARGIN


def _node(name: str) -> Content:
    x, y = _corner(name)
    label = _NAMES.get(name, name)
    return tag(
        "g",
        tag("rect", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=8),
        tag("text", label, x=x + _WIDTH // 2, y=y + 23, text_anchor="middle"),
        id=f"node-{name}",
        class_="node",
    )


def _arrow(start: str, end: str) -> Content:
    (x, y), (to, _) = _corner(start), _corner(end)
    middle = y + _HEIGHT // 2
    return _path(f"M{x + _WIDTH} {middle} H{to - 2}", f"M{to - 9} {middle - 5} l8 5 l-8 5")


def _around() -> Content:
    """Draw the way from route back to rules, above the nodes."""
    (x, y), (to, _) = _corner("route"), _corner("deterministic_fix")
    x, to = x + _WIDTH // 2, to + _WIDTH // 2
    return _path(f"M{x} {y} V14 H{to} V{y - 2}", f"M{to - 5} {y - 9} l5 8 l5 -8")


def _model() -> Content:
    """Draw the way from route to the model and from there to rules, below the nodes."""
    (x, y), (mx, my), (to, _) = _corner("route"), _corner("llm_fix"), _corner("deterministic_fix")
    x, to, middle = x + _WIDTH // 2, to + _WIDTH // 2, my + _HEIGHT // 2
    down = _path(
        f"M{x} {y + _HEIGHT} V{middle} H{mx + _WIDTH + 2}",
        f"M{mx + _WIDTH + 9} {middle - 5} l-8 5 l8 5",
    )
    foot = y + _HEIGHT
    up = _path(f"M{mx} {middle} H{to} V{foot + 2}", f"M{to - 5} {foot + 9} l5 -8 l5 8")
    return [down, up]


def _down() -> Content:
    """Draw the way from the final check to the search for a smaller result."""
    (x, y), (_, end) = _corner("finish"), _corner("minimise")
    x += _WIDTH // 2
    return _path(f"M{x} {y + _HEIGHT} V{end - 2}", f"M{x - 5} {end - 9} l5 8 l5 -8")


def _path(line: str, head: str) -> Content:
    return [tag("path", d=line, class_="way"), tag("path", d=head, class_="way")]
