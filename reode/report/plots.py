"""Small plots as inline SVG; each has a title and a description that says the same in words."""

from __future__ import annotations

from collections.abc import Sequence

from reode.report.digest import Round
from reode.report.markup import Content, Markup, tag

_WIDTH, _HEIGHT = 640, 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 24, 28, 34
_BAR, _GAP = 26, 10
_LABELS = 170


def errors_plot(rounds: Sequence[Round]) -> Markup:
    """Return errors per round as a line, and failing tests as a second one where there are any."""
    series = [("errors", "line-a", [r.errors for r in rounds])]
    if any(r.failing for r in rounds):
        series.append(("failing tests", "line-b", [r.failing for r in rounds]))
    top = max(1, *(max(values) for _, _, values in series))
    words = "; ".join(f"round {r.number}: {r.errors} errors, {r.phase}" for r in rounds)
    content: list[Content] = [_axes(top, [str(r.number) for r in rounds])]
    for number, (name, style, values) in enumerate(series):
        points = [_point(n, value, len(rounds), top) for n, value in enumerate(values)]
        content.append(_line(points, style, values))
        content.append(_key(name, style, number))
    return _figure("Errors per round", words, content, _HEIGHT)


def bars_plot(title: str, rows: Sequence[tuple[str, float, str]]) -> Markup:
    """Return horizontal bars; a row is (name, value, value as shown)."""
    top = max((value for _, value, _ in rows), default=0) or 1
    room = _WIDTH - _LABELS - 110
    content: list[Content] = []
    for number, (name, value, shown) in enumerate(rows):
        y = number * (_BAR + _GAP) + 4
        width = max(2.0, room * value / top)
        middle = y + _BAR / 2 + 5
        content += [
            tag("text", name, x=_LABELS - 10, y=middle, text_anchor="end"),
            tag("rect", x=_LABELS, y=y, width=f"{width:.1f}", height=_BAR, rx=3, class_="bar"),
            tag("text", shown, x=f"{_LABELS + width + 8:.1f}", y=middle),
        ]
    words = "; ".join(f"{name}: {shown}" for name, _, shown in rows)
    return _figure(title, words, content, len(rows) * (_BAR + _GAP) + 8)


def _figure(title: str, words: str, content: list[Content], height: float) -> Markup:
    name = title.lower().replace(" ", "-")
    picture = tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", words, id=f"{name}-desc"),
        content,
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        view_box=f"0 0 {_WIDTH} {height:.0f}",
    )
    return tag("figure", tag("figcaption", title), picture)


def _point(number: int, value: int, total: int, top: int) -> tuple[float, float]:
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    x = _LEFT + (width / 2 if total == 1 else width * number / (total - 1))
    return round(x, 1), round(_TOP + height * (1 - value / top), 1)


def _line(points: list[tuple[float, float]], style: str, values: list[int]) -> Content:
    path = " ".join(f"{x},{y}" for x, y in points)
    dots = [
        [
            tag("circle", cx=x, cy=y, r=4, class_=style),
            tag("text", str(value), x=x, y=y - 8, text_anchor="middle"),
        ]
        for (x, y), value in zip(points, values, strict=True)
    ]
    return [tag("polyline", points=path, class_=f"{style} stroke"), dots]


def _key(name: str, style: str, number: int) -> Content:
    x = _WIDTH - _RIGHT - 130
    y = _TOP + 4 + number * 18
    return [
        tag("rect", x=x, y=y - 8, width=12, height=12, class_=style),
        tag("text", name, x=x + 18, y=y + 3),
    ]


def _axes(top: int, names: list[str]) -> Content:
    bottom = _HEIGHT - _BOTTOM
    marks = [
        tag("text", name, x=_point(n, 0, len(names), top)[0], y=bottom + 20, text_anchor="middle")
        for n, name in enumerate(names)
    ]
    return [
        tag("line", x1=_LEFT, y1=bottom, x2=_WIDTH - _RIGHT, y2=bottom, class_="axis"),
        tag("line", x1=_LEFT, y1=_TOP, x2=_LEFT, y2=bottom, class_="axis"),
        tag("text", "0", x=_LEFT - 8, y=bottom + 4, text_anchor="end"),
        tag("text", str(top), x=_LEFT - 8, y=_TOP + 6, text_anchor="end"),
        marks,
    ]
