"""An immutable pom: bytes, the tree that reads them, and the splices that write them."""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from lxml import etree

from reode.errors import PomSyntaxError
from reode.project.pom_layout import NewElement, Splice, insertion, opened, removal
from reode.project.pom_text import Charset, detect_charset
from reode.project.pom_tokens import TokenKind, XmlError, escaped
from reode.project.pom_tree import PomTree, line_of
from reode.project.pom_values import children, trimmed, value_of

_CDATA = "<![CDATA["


class PomDocument:
    """The bytes of one pom and its elements; every change makes a new object.

    `root` is the lxml tree without namespaces and comments. Splices work on text that a lossless
    codec made of the bytes, so whatever is outside a splice keeps its bytes.
    """

    def __init__(self, path: str, data: bytes, charset: Charset, tree: PomTree) -> None:
        """Use `parse` instead."""
        self.path = path
        self.data = data
        self._charset = charset
        self._tree = tree

    @classmethod
    def parse(cls, data: bytes, path: str = "pom.xml") -> Self:
        """Read a pom as tolerantly as Maven 3.8.7 does.

        Undeclared HTML entities, bytes that lie about their encoding, a blank line before the
        declaration and a missing or foreign namespace are accepted. Raises `PomSyntaxError` with
        file and line for the rest.
        """
        try:
            charset, tree = _read(data)
        except XmlError as error:
            line = line_of(detect_charset(data).decode(data), error.offset)
            raise PomSyntaxError(f"{path}:{line}: {error.message}") from error
        return cls(path, data, charset, tree)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PomDocument) and (self.path, self.data) == (other.path, other.data)

    def __hash__(self) -> int:
        return hash((self.path, self.data))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.path!r}, {len(self.data)} bytes)"

    @property
    def root(self) -> etree._Element:
        """The `project` element."""
        return self._tree.root

    @property
    def source(self) -> str:
        """The text; bytes that are no text stand as lone surrogates."""
        return self._tree.text

    def line(self, element: etree._Element) -> int:
        """Return the line of the element's open tag, from 1."""
        return line_of(self.source, self._tree.span(element).start)

    def xml(self, element: etree._Element) -> str:
        """Return the element exactly as it is written."""
        span = self._tree.span(element)
        return self.source[span.start : span.end]

    def text(self, path: str) -> str | None:
        """Return the trimmed value at a path of local names from the project, the last one's."""
        found = children(self.root, path)
        return value_of(found[-1]) if found else None

    def replace_text(self, element: etree._Element, new_text: str) -> Self:
        """Give a leaf element another value; comments, blanks around it and CDATA marks stay.

        Raises `ValueError` where the element has children or XML can't hold the value.
        """
        if len(element):
            raise ValueError(f"<{element.tag}> holds elements, not a value")
        new = trimmed(new_text.replace("\r\n", "\n").replace("\r", "\n"))
        if value_of(element) == new:
            return self
        span = self._tree.span(element)
        if span.self_closing:
            return self._spliced(opened(self._tree, element, escaped(new)))
        runs = [run for run in span.runs if trimmed(self._written(run.start, run.end))]
        if not runs:
            return self._spliced(Splice(span.close_start, span.close_start, escaped(new)))
        kept = [self._value_splice(run.start, run.end, run.kind, new) for run in runs[:1]]
        return self._spliced(*kept, *(Splice(run.start, run.end, "") for run in runs[1:]))

    def remove_element(self, element: etree._Element) -> Self:
        """Remove an element, with its line where it stands alone; comments around it stay."""
        return self._spliced(removal(self._tree, element))

    def insert_element(self, parent: etree._Element, new: NewElement) -> Self:
        """Put a new element inside `parent` at its natural place, in the file's own manner."""
        return self._spliced(insertion(self._tree, parent, new))

    def insert_at(self, base: etree._Element, path: str, new: NewElement) -> Self:
        """Put `new` inside the element at `path` below `base`; parents that lack are made.

        The last of several elements of one name is taken, as Maven reads it.
        """
        parent, names = base, [name for name in path.split("/") if name]
        while names and (found := children(parent, names[0])):
            parent = found[-1]
            del names[0]
        for name in reversed(names):
            new = NewElement(name, (new,))
        return self.insert_element(parent, new)

    def _written(self, start: int, end: int) -> str:
        return self.source[start:end].removeprefix(_CDATA).removesuffix("]]>")

    def _value_splice(self, start: int, end: int, kind: TokenKind, new: str) -> Splice:
        """Return the splice that puts `new` into one run of text, the blanks around it kept."""
        raw = kind is TokenKind.CDATA
        if raw and ("]]>" in new or not new.isascii()):
            return Splice(start, end, escaped(new))
        old = self.source[start:end]
        value = trimmed(self._written(start, end))
        start += old.index(value)
        return Splice(start, start + len(value), new if raw else escaped(new))

    def _spliced(self, *splices: Splice) -> Self:
        pieces, position = [], 0
        for splice in sorted(splices, key=lambda one: one.start):
            pieces.append(self._charset.encode(self.source[position : splice.start]))
            pieces.append(self._charset.encode_new(splice.new))
            position = splice.end
        pieces.append(self._charset.encode(self.source[position:]))
        data = b"".join(pieces)
        return self if data == self.data else self.parse(data, self.path)


@lru_cache(maxsize=256)
def _read(data: bytes) -> tuple[Charset, PomTree]:
    """Parse once what is looked at many times; equal poms share their elements.

    Raises `XmlError`.
    """
    charset = detect_charset(data)
    tree = PomTree(charset.decode(data))
    if tree.root.tag != "project":
        start = tree.span(tree.root).start
        raise XmlError(f"the root is <{tree.root.tag}>, not <project>", start)
    return charset, tree
