"""Finds the text that a model means, however it got the blanks wrong."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass

#: Lines shown around the best guess.
_CONTEXT = 6


@dataclass(frozen=True, slots=True)
class Match:
    """A unique place in a text, as character offsets."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Why there is no unique place, in words that let the model do better."""

    message: str


def find_text(text: str, wanted: str) -> Match | NoMatch:
    """Find `wanted` in `text`: exactly, else ignoring trailing, else all leading and trailing blanks.

    A place must be unique at the first strictness that finds any. Line ends count as equal. On
    failure the answer holds the real text near the best guess.
    """
    if not wanted.strip():
        return NoMatch("old_text is empty; give the lines to replace")
    found = _exact(text, wanted)
    if not found:
        found = _by_lines(text, wanted, str.rstrip) or _by_lines(text, wanted, str.strip)
    if len(found) == 1:
        return found[0]
    if found:
        lines = ", ".join(str(text.count("\n", 0, m.start) + 1) for m in found[:9])
        return NoMatch(f"old_text occurs {len(found)} times, at lines {lines}; add lines around it")
    return NoMatch(_nearest(text, wanted))


def _exact(text: str, wanted: str) -> list[Match]:
    found, start = [], text.find(wanted)
    while start >= 0:
        found.append(Match(start, start + len(wanted)))
        start = text.find(wanted, start + 1)
    return found


def _by_lines(text: str, wanted: str, clean: Callable[[str], str]) -> list[Match]:
    lines = text.splitlines(keepends=True)
    asked = [clean(line) for line in wanted.strip("\r\n").splitlines()]
    cleaned = [clean(line) for line in lines]
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line))
    found = []
    for i in range(len(lines) - len(asked) + 1):
        if cleaned[i : i + len(asked)] == asked:
            end = 0 if wanted.endswith(("\n", "\r")) else _line_end(lines[i + len(asked) - 1])
            found.append(Match(offsets[i], offsets[i + len(asked)] - end))
    return found


def _line_end(line: str) -> int:
    return len(line) - len(line.rstrip("\r\n"))


def _nearest(text: str, wanted: str) -> str:
    lines = text.splitlines()
    first = next(line.strip() for line in wanted.splitlines() if line.strip())
    stripped = [line.strip() for line in lines]
    near = difflib.get_close_matches(first, stripped, n=1, cutoff=0.5)
    if not near:
        return "old_text is not in the file; read the file and copy the lines exactly"
    at = stripped.index(near[0])
    low, high = max(0, at - _CONTEXT), min(len(lines), at + len(wanted.splitlines()) + _CONTEXT)
    shown = "\n".join(f"{n + 1}: {lines[n]}" for n in range(low, high))
    return f"old_text is not in the file; the text near the best guess is:\n{shown}"


def with_line_ends(new: str, text: str) -> str:
    """Return `new` with the line ends that `text` uses."""
    plain = new.replace("\r\n", "\n")
    return plain.replace("\n", "\r\n") if "\r\n" in text else plain


def ended_like(new: str, real: str) -> str:
    """Return `new` with a line end at its end exactly where `real`, which it replaces, has one."""
    if real.endswith(("\n", "\r")):
        return new if not new or new.endswith("\n") else f"{new}\n"
    return new.rstrip("\r\n")


def indented_like(new: str, asked: str, real: str) -> str:
    """Shift `new` by the difference between the model's indentation and the file's."""
    old_indent, real_indent = _indent(asked), _indent(real)
    if old_indent == real_indent:
        return new
    shifted = []
    for line in new.splitlines(keepends=True):
        if line.strip() and line.startswith(old_indent):
            shifted.append(real_indent + line[len(old_indent) :])
        else:
            shifted.append(line)
    return "".join(shifted)


def _indent(text: str) -> str:
    line = next((one for one in text.splitlines() if one.strip()), "")
    return line[: len(line) - len(line.lstrip())]
