"""Takes from a rewritten file only what had to change; every other byte stays the original's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_END = re.compile(rb"[\r\n]+\Z")
_FOREIGN = re.compile(rb"[\x80-\xff]+")
_BLANKS = re.compile(rb"\s+")
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Hunk:
    """A part that differs in more than layout: lines `start` to `stop` (from 0) become `new`."""

    start: int
    stop: int
    new: tuple[bytes, ...]


def keep_needed(old: bytes, new: bytes, mentions: Sequence[str] = ()) -> bytes:
    """Return `old` with those changes of `new` that are no mere layout.

    Left out are changes of white space, of blank lines, of the order of imports, of characters that
    the rewriting tool could not read, and, with `mentions`, what holds none of these words. Lines
    that stay keep their bytes; lines that come get the file's own line end, and their characters
    beyond ASCII from the line they replace. A file that is no text of bytes (UTF-16) stays as it is.
    """
    if b"\0" in old or b"\0" in new:
        return old
    lines = _LINE.findall(old)
    words = [word.encode("utf-8") for word in mentions]
    end = _usual_end(lines)
    made: list[bytes] = []
    done = 0
    for hunk in _without_moves(_hunks(lines, _LINE.findall(new.removeprefix(_MARK))), lines):
        before = lines[hunk.start : hunk.stop]
        if words and not any(w in line for w in words for line in (*before, *hunk.new)):
            continue
        fresh = _restored(before, hunk.new)
        if fresh is None:
            continue
        made += [*lines[done : hunk.start], *_laid_out(before, fresh, end)]
        done = hunk.stop
    return _ended([*made, *lines[done:]], lines, end)


def _hunks(old: list[bytes], new: list[bytes]) -> Iterator[Hunk]:
    matcher = SequenceMatcher(None, [_key(x) for x in old], [_key(x) for x in new], autojunk=False)
    for tag, start, stop, low, high in matcher.get_opcodes():
        if tag == "equal":
            continue
        fresh = tuple(_END.sub(b"", line) for line in new[low:high])
        if any(_key(line) for line in (*old[start:stop], *fresh)):
            yield Hunk(start, stop, fresh)


def _key(line: bytes) -> bytes:
    """What counts of a line: neither white space nor bytes that a wrong encoding destroys."""
    return _FOREIGN.sub(b"\xff", _BLANKS.sub(b"", line.removeprefix(_MARK)))


def _without_moves(hunks: Iterator[Hunk], lines: list[bytes]) -> Iterator[Hunk]:
    """Leave out imports that only change their place."""
    found = list(hunks)
    gone = Counter(_key(x) for h in found for x in lines[h.start : h.stop] if _is_import(x))
    come = Counter(_key(x) for h in found for x in h.new if _is_import(x))
    moved = gone & come
    if not moved:
        yield from found
        return
    staying, coming = Counter(moved), Counter(moved)
    for hunk in found:
        fresh = tuple(x for x in hunk.new if not _taken(coming, x))
        stays = [_taken(staying, x) for x in lines[hunk.start : hunk.stop]]
        yield from _around(hunk, fresh, stays, lines)


def _around(
    hunk: Hunk, fresh: tuple[bytes, ...], stays: list[bool], lines: list[bytes]
) -> Iterator[Hunk]:
    """Split a hunk at the lines that stay; what is new comes where the first other line goes."""
    cuts = [hunk.start - 1, *(hunk.start + n for n, keeps in enumerate(stays) if keeps), hunk.stop]
    parts = [(low + 1, high) for low, high in pairwise(cuts)]
    full = [part for part in parts if any(map(_key, lines[slice(*part)]))]
    place = next(iter(full), parts[0])
    for part in parts:
        if part in full or (fresh and part == place):
            yield Hunk(*part, fresh if part == place else ())


def _is_import(line: bytes) -> bool:
    return line.lstrip().startswith(b"import ")


def _taken(left: Counter[bytes], line: bytes) -> bool:
    key = _key(line)
    if not _is_import(line) or left[key] <= 0:
        return False
    left[key] -= 1
    return True


def _restored(before: Sequence[bytes], new: Sequence[bytes]) -> list[bytes] | None:
    """Return new lines with the characters beyond ASCII that the old ones had.

    None where they can't be told: the tool added or lost some.
    """
    had = [part for line in before for part in _FOREIGN.findall(line.removeprefix(_MARK))]
    if not new:
        return []  # the lines go, whatever they hold
    if not had and not any(_FOREIGN.search(line) for line in new):
        return list(new)
    got = [part for line in new for part in _FOREIGN.findall(line)]
    if had == got:
        return list(new)
    if len(had) != len(got):
        return None
    parts = iter(had)
    return [_FOREIGN.sub(lambda _: next(parts), line) for line in new]


def _laid_out(before: Sequence[bytes], new: Sequence[bytes], end: bytes) -> list[bytes]:
    """Return new lines with line ends; blank lines at the edges are those of before."""
    if not any(map(_key, new)):
        return []
    head, tail = _edges(before)
    low, high = _edges(new)
    core = [line + end for line in new[low:high]]
    marked = bool(before) and before[0].startswith(_MARK) and head == 0
    made = [*before[:head], *core, *before[tail:]]
    return [_MARK + made[0], *made[1:]] if marked and made else made


def _edges(lines: Sequence[bytes]) -> tuple[int, int]:
    """Return where the lines with content begin and end."""
    full = [n for n, line in enumerate(lines) if _key(line)]
    return (full[0], full[-1] + 1) if full else (len(lines), len(lines))


def _usual_end(lines: Sequence[bytes]) -> bytes:
    ends = Counter(found[0] for line in lines if (found := _END.search(line)))
    return ends.most_common(1)[0][0] if ends else b"\n"


def _ended(made: Sequence[bytes], old: Sequence[bytes], end: bytes) -> bytes:
    """Join lines, of which the last ends as the file did: with a line end or without."""
    whole = b"".join(line if _END.search(line) else line + end for line in made[:-1])
    last = made[-1] if made else b""
    if old and not _END.search(old[-1]):
        last = _END.sub(b"", last)
    return whole + last
