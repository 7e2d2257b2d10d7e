"""Orders version numbers as Maven does.

The order is that of `org.apache.maven.artifact.versioning.ComparableVersion` in Maven 3.8.7:
numbers before words, `1.0 == 1 == 1-ga`, `alpha < beta < milestone < rc < snapshot < "" < sp`,
any other word after those.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import zip_longest

_QUALIFIERS = ("alpha", "beta", "milestone", "rc", "snapshot", "", "sp")
_RELEASE = str(_QUALIFIERS.index(""))
_ALIASES = {"ga": "", "final": "", "release": "", "cr": "rc"}
_SHORT = {"a": "alpha", "b": "beta", "m": "milestone"}


@dataclass(slots=True)
class _List:
    items: list[_Item] = field(default_factory=list)

    def normalize(self) -> None:
        """Drop what counts as nothing at the end, and before a dash."""
        for index in range(len(self.items) - 1, -1, -1):
            if _is_null(self.items[index]):
                del self.items[index]
            elif not isinstance(self.items[index], _List):
                break


# An int is a number, a str the rank of a qualifier, a list what follows a dash.
_Item = int | str | _List


def compare(left: str, right: str) -> int:
    """Return a negative number, 0 or a positive one as `left` is older, equal or newer."""
    return _compare(_parse(left.strip()), _parse(right.strip()))


def at_least(version: str, minimum: str) -> bool:
    """Say whether `version` is a single known version not older than `minimum`.

    False for ranges and for text that still holds a `${property}`: nobody knows what those are.
    """
    if is_range(version) or "${" in version:
        return False
    return compare(version, minimum) >= 0


def is_range(version: str) -> bool:
    """Say whether `version` is a Maven range such as `[1.0,2.0)` or the pinned form `[1.0]`."""
    return version.strip().startswith(("[", "("))


@lru_cache(maxsize=4096)
def _parse(version: str) -> _List:  # noqa: C901 - one pass, in the order of Maven's own
    root = _List()
    stack = [root]
    start, digits, text = 0, False, version.lower()

    def descend() -> None:
        child = _List()
        stack[-1].items.append(child)
        stack.append(child)

    for index, char in enumerate(text):
        if char in ".-":
            piece = text[start:index]
            stack[-1].items.append(_item(piece, digits=digits) if piece else 0)
            start = index + 1
            if char == "-":
                descend()
        elif _is_digit(char) != digits:
            if index > start:
                piece = text[start:index]
                # `1.x1` counts as `1-x1`.
                if not digits and stack[-1].items:
                    descend()
                stack[-1].items.append(_item(piece, digits=digits, before_digit=not digits))
                start = index
                descend()
            digits = not digits
    if start < len(text):
        if not digits and stack[-1].items:
            descend()
        stack[-1].items.append(_item(text[start:], digits=digits))
    for part in reversed(stack):
        part.normalize()
    return root


def _is_digit(char: str) -> bool:
    return char.isdecimal()


def _item(piece: str, *, digits: bool, before_digit: bool = False) -> _Item:
    if digits:
        return int(piece)
    word = _SHORT.get(piece, piece) if before_digit else piece
    word = _ALIASES.get(word, word)
    if word in _QUALIFIERS:
        return str(_QUALIFIERS.index(word))
    return f"{len(_QUALIFIERS)}-{word}"


def _is_null(item: _Item) -> bool:
    if isinstance(item, _List):
        return not item.items
    return item in (0, _RELEASE)


def _compare(left: _Item | None, right: _Item | None) -> int:
    if left is None:
        return 0 if right is None else -_compare(right, None)
    if right is None:
        return _compare_to_nothing(left)
    if isinstance(left, int) and isinstance(right, int):
        return (left > right) - (left < right)
    if isinstance(left, str) and isinstance(right, str):
        return (left > right) - (left < right)
    if isinstance(left, _List) and isinstance(right, _List):
        pairs = zip_longest(left.items, right.items)
        return next((order for order in (_compare(a, b) for a, b in pairs) if order), 0)
    return _kind(left) - _kind(right)


def _compare_to_nothing(item: _Item) -> int:
    if isinstance(item, _List):
        return next((order for order in (_compare_to_nothing(i) for i in item.items) if order), 0)
    if isinstance(item, int):
        return int(item != 0)
    return (item > _RELEASE) - (item < _RELEASE)


def _kind(item: _Item) -> int:
    """Rank the kinds: a word is older than what follows a dash, and that older than a number."""
    if isinstance(item, str):
        return 0
    return 1 if isinstance(item, _List) else 2
