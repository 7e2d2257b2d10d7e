"""Builds the lxml tree that queries read, and keeps for each element where it stands in the text.

Comments, instructions and namespaces are left out of the tree, so `element.text` is the value as
Maven reads it; the spans still know where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from reode.project.pom_tokens import Token, TokenKind, XmlError, plain, resolve, tokenize

_CDATA_OPEN, _CDATA_CLOSE = len("<![CDATA["), len("]]>")


@dataclass(slots=True)
class Span:
    """Where an element stands, in characters; `runs` are the pieces of text directly inside.

    A self-closing element has `open_end == close_start == end`.
    """

    start: int
    open_end: int
    close_start: int
    end: int
    name: str
    runs: list[Token] = field(default_factory=list)
    has_comment: bool = False

    @property
    def self_closing(self) -> bool:
        """Say whether it is written `<name/>`."""
        return self.open_end == self.end


class PomTree:
    """A parsed pom: `root`, and the span of every element below it."""

    def __init__(self, text: str) -> None:
        """Parse `text`; raises `XmlError`."""
        self.text = text
        self._spans: dict[etree._Element, Span] = {}
        self._open: list[etree._Element] = []
        self._last: etree._Element | None = None
        root: etree._Element | None = None
        for token in tokenize(text):
            if token.kind in (TokenKind.OPEN, TokenKind.EMPTY):
                if root is not None and not self._open:
                    raise XmlError("a second root element", token.start)
                element = self._start(token)
                root = element if root is None else root
            elif token.kind is TokenKind.CLOSE:
                self._end(token)
            else:
                self._inside(token)
        if root is None or self._open:
            missing = self._spans[self._open[-1]].name if self._open else "project"
            raise XmlError(f"the file ends before </{missing}>", len(text))
        self.root = root

    def span(self, element: etree._Element) -> Span:
        """Return where `element` stands; raises `ValueError` for another tree's element."""
        try:
            return self._spans[element]
        except KeyError:
            raise ValueError(f"<{element.tag}> belongs to another version of this pom") from None

    def spans(self) -> Iterator[tuple[etree._Element, Span]]:
        """Yield every element with its span, in document order."""
        return iter(self._spans.items())

    def _start(self, token: Token) -> etree._Element:
        try:
            tag = _qualified(token.name)
            element = etree.SubElement(self._open[-1], tag) if self._open else etree.Element(tag)
            for name, value in token.attributes:
                if name != "xmlns" and not name.startswith("xmlns:"):
                    element.set(_qualified(name), value)
        except ValueError as error:
            raise XmlError(str(error), token.start) from error
        self._spans[element] = Span(token.start, token.end, token.end, token.end, token.name)
        if token.kind is TokenKind.OPEN:
            self._open.append(element)
            self._last = None
        else:
            self._last = element
        return element

    def _end(self, token: Token) -> None:
        if not self._open:
            raise XmlError(f"</{token.name}> closes nothing", token.start)
        element = self._open.pop()
        span = self._spans[element]
        if span.name != token.name:
            raise XmlError(f"</{token.name}> stands where </{span.name}> must", token.start)
        span.close_start, span.end = token.start, token.end
        self._last = element

    def _inside(self, token: Token) -> None:
        value = self._value(token)
        if not self._open:
            if value.strip() or token.kind is TokenKind.CDATA:
                raise XmlError("text outside the root element", token.start)
            return
        if token.kind is TokenKind.DOCTYPE:
            raise XmlError("a DOCTYPE inside the root element", token.start)
        parent = self._open[-1]
        if token.kind in (TokenKind.TEXT, TokenKind.CDATA):
            self._spans[parent].runs.append(token)
        elif token.kind is TokenKind.COMMENT:
            self._spans[parent].has_comment = True
        if self._last is not None and self._last.getparent() is parent:
            self._last.tail = (self._last.tail or "") + value
        else:
            parent.text = (parent.text or "") + value

    def _value(self, token: Token) -> str:
        if token.kind is TokenKind.TEXT:
            return resolve(self.text[token.start : token.end], token.start)
        if token.kind is TokenKind.CDATA:
            return plain(self.text[token.start + _CDATA_OPEN : token.end - _CDATA_CLOSE])
        return ""


def line_of(text: str, offset: int) -> int:
    """Return the line of a place in the text, from 1."""
    return text.count("\n" if "\n" in text else "\r", 0, offset) + 1


def _qualified(name: str) -> str:
    """Return lxml's form: a prefix counts as the namespace, as Maven knows none."""
    prefix, colon, local = name.rpartition(":")
    return f"{{{prefix}}}{local}" if colon else name
