"""Carries a change over to a tree that lacks an earlier one, line by line; what clashes is told."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from itertools import pairwise

from reode.facts.edit import Edit

#: Files by path; an absent path is a file that does not exist.
Files = Mapping[str, bytes]
#: One replaced stretch of the old lines: from, to (exclusive), and what stands there now.
_Hunk = tuple[int, int, tuple[bytes, ...]]


def carry_over(before: Files, after: Files, now: Files, reason: str) -> list[Edit] | None:
    """Return the edits that make of `now` what `after` made of `before`; None where they clash.

    The three mappings need to hold only the files that differ between `before` and `after`.
    """
    edits = []
    for path in sorted({*before, *after}):
        old, new, here = before.get(path), after.get(path), now.get(path)
        if new in {old, here}:
            continue
        if here == old:
            edits.append(Edit(path, new, reason))
            continue
        if old is None or new is None or here is None:
            return None
        merged = merge_lines(old, here, new)
        if merged is None:
            return None
        edits.append(Edit(path, merged, reason))
    return edits


def merge_lines(old: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Return `old` with both changes, None where both touch the same lines or the same gap.

    Unlike git, lines that merely stand next to each other do not clash: rules like to add their
    property below that of another. What comes out is built and judged before it counts.
    """
    lines = old.splitlines(keepends=True)
    hunks = sorted({*_hunks(lines, ours), *_hunks(lines, theirs)}, key=lambda h: h[:2])
    if any(_clash(a, b) for a, b in pairwise(hunks)):
        return None
    merged, place = [], 0
    for start, end, new in hunks:
        merged += [*lines[place:start], *new]
        place = end
    return b"".join([*merged, *lines[place:]])


def _hunks(lines: list[bytes], changed: bytes) -> list[_Hunk]:
    new = changed.splitlines(keepends=True)
    steps = SequenceMatcher(None, lines, new, autojunk=False).get_opcodes()
    return [(a, b, tuple(new[c:d])) for tag, a, b, c, d in steps if tag != "equal"]


def _clash(first: _Hunk, second: _Hunk) -> bool:
    """Tell whether two hunks, the earlier one first, touch the same lines or the same gap."""
    if first[0] == second[0] and first[1] == first[0]:
        # An insertion at the place where another hunk begins: which comes first is anyone's guess,
        # unless that hunk only takes lines away.
        return bool(second[2])
    return second[0] < first[1]
