"""Plans the splices that add, remove or replace an import and leave every other byte alone."""

from __future__ import annotations

from dataclasses import dataclass

from reode.project.java_declarations import Import, read_imports, read_package
from reode.project.java_syntax import Span, Syntax

#: Types that need no import.
_IMPLICIT_PACKAGE = "java.lang"


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace the file bytes from `start` up to `end` by `new`."""

    start: int
    end: int
    new: bytes


def apply_splices(data: bytes, splices: list[Splice]) -> bytes:
    """Return the data with all splices done; overlapping ones raise ValueError."""
    parts, here = [], 0
    for splice in sorted(splices, key=lambda s: (s.start, s.end)):
        if not here <= splice.start <= splice.end <= len(data):
            raise ValueError(f"splice {splice.start}:{splice.end} overlaps or leaves the file")
        parts += [data[here : splice.start], splice.new]
        here = splice.end
    return b"".join([*parts, data[here:]])


def remove_imports(syntax: Syntax, gone: list[Import]) -> list[Splice]:
    """Plan the removal of whole lines; a group that vanishes takes its blank line along."""
    lines = _Lines(syntax)
    spans = [lines.whole(i.span) or i.span for i in gone]
    ranges = _joined(spans)
    return [Splice(*lines.with_blank_line(start, end), b"") for start, end in ranges]


def _joined(spans: list[Span]) -> list[tuple[int, int]]:
    """Return the ranges with touching and overlapping ones made one."""
    joined: list[tuple[int, int]] = []
    for span in sorted(spans):
        if joined and span.start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(span.end, joined[-1][1])
        else:
            joined.append((span.start, span.end))
    return joined


class _Lines:
    """Line borders around spans, in file bytes."""

    def __init__(self, syntax: Syntax) -> None:
        self.source = syntax.source
        self.data = syntax.source.data
        # "\n" ends a line in files with "\r\n" too, and in files that mix both.
        self.end = self.source.encode("\n" if "\n" in self.source.text else "\r")

    def whole(self, span: Span) -> Span | None:
        """Return the span's full line with its end, None where other code shares the line."""
        start, end = self.start_of(span.start), self.end_of(span.end)
        before = self.data[start : span.start]
        rest = self.data[span.end : end].decode(self.source.encoding, "replace").strip("; \t\r\n")
        is_comment = rest.startswith("//") or (rest.startswith("/*") and rest.endswith("*/"))
        mark = self.source.mark if start < len(self.source.mark) else b""
        if self._blank(before.removeprefix(mark)) and (not rest or is_comment):
            return Span(start + len(mark), end, span.line)
        return None

    def _blank(self, data: bytes) -> bool:
        return not data.decode(self.source.encoding, "replace").strip()

    def is_blank_line(self, start: int) -> bool:
        """Tell whether the line that starts there is blank or the file's end."""
        return self._blank(self.data[start : self.end_of(start)])

    def start_of(self, offset: int) -> int:
        found = self.data.rfind(self.end, 0, offset)
        while self._is_astride(found):
            found = self.data.rfind(self.end, 0, found + len(self.end) - 1)
        return 0 if found < 0 else found + len(self.end)

    def end_of(self, offset: int) -> int:
        found = self.data.find(self.end, offset)
        while self._is_astride(found):
            found = self.data.find(self.end, found + 1)
        return len(self.data) if found < 0 else found + len(self.end)

    def _is_astride(self, found: int) -> bool:
        """Tell whether a match in UTF-16 lies across two characters."""
        return found >= 0 and (found - len(self.source.mark)) % len(self.end) != 0

    def with_blank_line(self, start: int, end: int) -> tuple[int, int]:
        """Take one blank line along where the removal would leave two in a row or at the top."""
        if start != self.start_of(start) and start != len(self.source.mark):
            return start, end
        above = self.data[self.start_of(start - len(self.end)) : start] if start else b""
        following = self.end_of(end)
        below = self.data[end:following]
        at_top = start <= len(self.source.mark)
        if below and self._blank(below) and (at_top or self._blank(above)):
            return start, following
        return start, end


def replace_import(syntax: Syntax, old: Import, new: str) -> list[Splice]:
    """Plan the new name at the old one's place; where it is imported already the line goes."""
    if any(i.name == new and i.static == old.static for i in read_imports(syntax)):
        return remove_imports(syntax, [old])
    return [Splice(old.name_span.start, old.name_span.end, syntax.source.encode(new))]


def add_import(syntax: Syntax, name: str, *, static: bool, explicit: bool) -> list[Splice]:
    """Plan a new import at its natural place; nothing where the name is visible already.

    With `explicit` a wildcard import of the same package doesn't count.
    """
    imports = read_imports(syntax)
    if _is_visible(syntax, imports, name, static=static, explicit=explicit):
        return []
    line = syntax.source.encode(f"import {'static ' if static else ''}{name};")
    neighbour = _neighbour(imports, name, static=static)
    if neighbour is not None:
        return _beside(syntax, *neighbour, line)
    return _first_import(syntax, line)


def _is_visible(
    syntax: Syntax, imports: tuple[Import, ...], name: str, *, static: bool, explicit: bool
) -> bool:
    package = name.rpartition(".")[0]
    names = {name} if explicit else {name, f"{package}.*"}
    if any(i.name in names and i.static == static for i in imports):
        return True
    own = read_package(syntax)[0]
    return not static and not explicit and package in {own, _IMPLICIT_PACKAGE}


def _neighbour(
    imports: tuple[Import, ...], name: str, *, static: bool
) -> tuple[Import, bool] | None:
    """Return the import to stand beside, and whether after (True) or before it."""
    peers = [i for i in imports if i.static == static]
    if not peers:
        if not imports:
            return None
        return (imports[-1], True) if static else (imports[0], False)
    most = max(_shared(i.name, name) for i in peers)
    group = [i for i in peers if _shared(i.name, name) == most] if most else peers
    smaller = [i for i in group if i.name < name]
    if smaller and (most or _is_sorted(peers)):
        return smaller[-1], True
    return (group[0], False) if most or _is_sorted(peers) else (peers[-1], True)


def _shared(one: str, other: str) -> int:
    """Number of leading package parts that two names share."""
    count = 0
    for a, b in zip(one.split(".")[:-1], other.split(".")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count


def _is_sorted(imports: list[Import]) -> bool:
    names = [i.name for i in imports]
    return names == sorted(names)


def _beside(syntax: Syntax, peer: Import, after: bool, line: bytes) -> list[Splice]:
    lines, newline = _Lines(syntax), syntax.source.newline
    whole = lines.whole(peer.span)
    indent = syntax.source.data[whole.start : peer.span.start] if whole else b""
    if not after:
        return [Splice(*(whole or peer.span).start_pair, indent + line + newline)]
    if whole and syntax.source.data[: whole.end].endswith(lines.end):
        return [Splice(whole.end, whole.end, indent + line + newline)]
    return [Splice(peer.span.end, peer.span.end, newline + indent + line)]


def _first_import(syntax: Syntax, line: bytes) -> list[Splice]:
    """Plan the only import of a file: after the package with a blank line, or at the top."""
    newline, span = syntax.source.newline, read_package(syntax)[1]
    if span is not None:
        lines = _Lines(syntax)
        whole = lines.whole(span)
        # A comment behind the package statement stays on its line.
        ends = whole is not None and lines.data[: whole.end].endswith(newline)
        at = whole.end - len(newline) if whole and ends else span.end
        gap = b"" if lines.is_blank_line(at + len(newline)) else newline
        return [Splice(at, at, newline * 2 + line + gap)]
    start = _first_code(syntax)
    return [Splice(start, start, line + newline * 2)]


def _first_code(syntax: Syntax) -> int:
    """Offset of the first declaration, or of the Javadoc that stands right before it."""
    comments, here = {"line_comment", "block_comment"}, None
    for node in syntax.root.children:
        if node.type not in comments:
            start = here if here is not None else node
            return syntax.span(start).start
        here = node if (node.text or b"").startswith(b"/**") else None
    return len(syntax.source.data)
