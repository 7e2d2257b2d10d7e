"""Finds where a new element goes and how it is written, in the file's own manner."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from reode.project.pom_order import place
from reode.project.pom_tokens import escaped
from reode.project.pom_tree import PomTree

_TRAILING = re.compile(r"(?:[ \t]*<!--.*?-->)*[ \t]*(?=[\r\n])", re.DOTALL)
_LINE_END = re.compile(r"\r\n|\n|\r")
_ONE_END = r"(?:\r\n|\n|\r(?!\n))"
_BLANK_LINE = re.compile(rf"{_ONE_END}[ \t]*{_ONE_END}")
_BLANK_LINE_ABOVE = re.compile(rf"{_ONE_END}([ \t]*{_ONE_END})\Z")


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace `text[start:end]` by `new`."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class NewElement:
    """An element to be written: a value, or children."""

    tag: str
    content: str | tuple[NewElement, ...] = ""

    def render(self, indent: str, layout: Layout) -> str:
        """Return the XML; lines after the first start with `indent`."""
        if isinstance(self.content, str):
            value = escaped(self.content)
            return f"<{self.tag}>{value}</{self.tag}>" if value else f"<{self.tag}/>"
        deeper = indent + layout.unit
        lines = [layout.newline + deeper + child.render(deeper, layout) for child in self.content]
        return f"<{self.tag}>{''.join(lines)}{layout.newline}{indent}</{self.tag}>"

    @property
    def is_block(self) -> bool:
        """Say whether it has children."""
        return not isinstance(self.content, str)


@dataclass(frozen=True, slots=True)
class Layout:
    """One step of indentation and one line end; both empty in a pom written on one line."""

    unit: str
    newline: str


_ONE_LINE = Layout("", "")


def read_layout(tree: PomTree) -> Layout:
    """Return the manner of the file: the commonest step and line end, two blanks where none is."""
    root = tree.span(tree.root)
    newlines = Counter(_LINE_END.findall(tree.text))
    if not _LINE_END.search(tree.text, root.start, root.end) and len(tree.root):
        return _ONE_LINE
    newline = newlines.most_common(1)[0][0] if newlines else "\n"
    steps: Counter[str] = Counter()
    for element, span in tree.spans():
        parent, own = element.getparent(), _own_indent(tree.text, span.start)
        if parent is None or own is None:
            continue
        outer = line_indent(tree.text, tree.span(parent).start)
        if own.startswith(outer) and own != outer:
            steps[own.removeprefix(outer)] += 1
    return Layout(steps.most_common(1)[0][0] if steps else "  ", newline)


def insertion(tree: PomTree, parent: etree._Element, new: NewElement) -> Splice:
    """Return the splice that puts `new` inside `parent` at its natural place."""
    if not len(parent):
        return _fill(tree, parent, new)
    children = list(parent)
    index = place(str(parent.tag), [str(child.tag) for child in children], new.tag)
    before = children[index - 1] if index else None
    after = children[index] if index < len(children) else None
    anchor = tree.span(parent).open_end if before is None else tree.span(before).end
    stop = tree.span(parent).close_start if after is None else tree.span(after).start
    if after is None:
        # A comment after the last child ends what stands above it.
        anchor += len(tree.text[anchor:stop].rstrip())
    found = _TRAILING.match(tree.text, anchor, stop)
    if found is None and (after is not None or not _stands_alone(tree, before)):
        return Splice(anchor, anchor, new.render("", _ONE_LINE))
    layout = read_layout(tree)
    indent = _children_indent(tree, parent, before, layout)
    at = anchor if found is None else found.end()
    gap = layout.newline if new.is_block and _is_airy(tree, children, index) else ""
    return Splice(at, at, f"{gap}{layout.newline}{indent}{new.render(indent, layout)}")


def removal(tree: PomTree, element: etree._Element) -> Splice:
    """Return the splice that removes `element`, with its line where nothing else stands there."""
    text, span = tree.text, tree.span(element)
    start, end = _line_start(text, span.start), span.end
    blanks = re.compile(r"[ \t]*").match(text, end)
    rest = blanks.end() if blanks else end
    line_end = _LINE_END.match(text, rest)
    if text[start : span.start].strip(" \t") or line_end is None:
        return Splice(span.start, rest if not text[start : span.start].strip(" \t") else end, "")
    end = line_end.end()
    above = _BLANK_LINE_ABOVE.search(text[:start])
    if above and re.match(r"[ \t]*(?:\r\n|\n|\r|</)", text[end:]):
        start -= len(above[1])
    return Splice(start, end, "")


def line_indent(text: str, offset: int) -> str:
    """Return the blanks that start the line of `offset`."""
    start = _line_start(text, offset)
    found = re.compile(r"[ \t]*").match(text, start, offset)
    return found[0] if found else ""


def opened(tree: PomTree, element: etree._Element, inside: str) -> Splice:
    """Return the splice that turns `<name/>` into `<name>inside</name>`, attributes kept."""
    span = tree.span(element)
    tag = tree.text[span.start : span.open_end].removesuffix(">").rstrip().removesuffix("/")
    return Splice(span.start, span.end, f"{tag.rstrip()}>{inside}</{span.name}>")


def _fill(tree: PomTree, parent: etree._Element, new: NewElement) -> Splice:
    """Put `new` inside an element that has no child elements."""
    span, layout = tree.span(parent), read_layout(tree)
    outer = line_indent(tree.text, span.start)
    indent = outer + layout.unit
    body = layout.newline + indent + new.render(indent, layout)
    if span.self_closing:
        return opened(tree, parent, body + layout.newline + (outer if layout.newline else ""))
    content = tree.text[span.open_end : span.close_start]
    kept = content.rstrip()
    closing = layout.newline + outer if layout.newline else ""
    return Splice(span.open_end + len(kept), span.close_start, body + closing)


def _children_indent(
    tree: PomTree, parent: etree._Element, before: etree._Element | None, layout: Layout
) -> str:
    siblings = [before] if before is not None else []
    for sibling in (*siblings, *parent):
        own = _own_indent(tree.text, tree.span(sibling).start)
        if own is not None:
            return own
    return line_indent(tree.text, tree.span(parent).start) + layout.unit


def _is_airy(tree: PomTree, children: Sequence[etree._Element], index: int) -> bool:
    """Say whether blank lines part the neighbours of place `index`."""
    if index == len(children):
        index -= 1
    if index < 1:
        return False
    gap = tree.text[tree.span(children[index - 1]).end : tree.span(children[index]).start]
    return _BLANK_LINE.search(gap) is not None


def _stands_alone(tree: PomTree, element: etree._Element | None) -> bool:
    return element is not None and _own_indent(tree.text, tree.span(element).start) is not None


def _own_indent(text: str, start: int) -> str | None:
    """Return the blanks before `start` where nothing else stands before it on its line."""
    line = text[_line_start(text, start) : start]
    return None if line.strip(" \t") else line


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
