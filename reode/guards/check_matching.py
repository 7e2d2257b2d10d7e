"""Pairs the assertions of a test before and after, and says which one lost its force."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Proof
from reode.facts.test_syntax import Check

#: Names under which libraries ask the same question; within a row one may replace another.
_SAME_QUESTION = (
    frozenset(
        {"assertEquals", "assertThat.isEqualTo", "assertArrayEquals", "assertIterableEquals",
         "assertThat.isSameAs", "assertSame", "assertThat.containsExactly", "assertLinesMatch",
         "assertThat"}
    ),
    frozenset({"assertTrue", "assertThat.isTrue", "assertThat", "assert"}),
    frozenset({"assertFalse", "assertThat.isFalse", "assertThat", "assert"}),
    frozenset({"assertNull", "assertThat.isNull", "assertThat"}),
    frozenset({"assertNotNull", "assertThat.isNotNull", "assertThat"}),
    frozenset({"throws", "fail", "expect", "assertThatThrownBy.isInstanceOf"}),
    frozenset({"expectMessage", "assertEquals", "assertThat.isEqualTo", "assertTrue", "assertThat"}),
    frozenset({"verifyNoInteractions", "verifyNoMoreInteractions"}),
)  # fmt: skip


def compare_checks(
    before: tuple[Check, ...], after: tuple[Check, ...], text: str, file: str
) -> list[Proof]:
    """Return what the checks lost; `text` is the new method's text, `file` where it stands."""
    found: list[Proof] = []
    rest, unmatched = list(after), []
    for check in before:
        same = _take(rest, (c for c in rest if c.tokens == check.tokens and c.name == check.name))
        if same is None:
            unmatched.append(check)
        else:
            found += _weakened(check, same, file)
    still = []
    for check in unmatched:
        other = _take(rest, (c for c in rest if _asks_the_same(check, c, text)))
        if other is None:
            still.append(check)
        else:
            found += _weakened(check, other, file)
    found += [_lost(c, rest, file) for c in still if not expects_failure(c, before, after)]
    return found


def expects_failure(check: Check, before: tuple[Check, ...], after: tuple[Check, ...]) -> bool:
    """Tell whether a check stood where a failure was expected, and could never be reached.

    `assertThrows` keeps what fails and needs neither a check around it nor a `fail` after it.
    """
    if check.name == "fail" and check.condition and check.condition[0].startswith("catch"):
        # An exception that nobody catches fails the test as well; a handler left empty is seen
        # as one that swallows.
        return True
    expected = {c.tokens for c in before if c.name == "throws"}
    still = [c for c in after if c.name == "throws"]
    if len(still) <= len(expected) and not expected:
        return False
    if not expected <= {c.tokens for c in still} or not (expected or check.in_try):
        return False
    if check.name == "fail":
        return True
    bodies = " ".join(c.body for c in still)
    return check.name != "throws" and any(part in bodies for part in _computed(check.tokens))


def _computed(tokens: str) -> list[str]:
    """Return the arguments of a check that are calls: what may fail."""
    parts, depth, start = [], 0, tokens.find("(") + 1
    for place, character in enumerate(tokens):
        depth += (character in "([{") - (character in ")]}")
        if (character == "," and depth == 1) or (depth == 0 and character == ")"):
            parts.append(tokens[start:place])
            start = place + 1
    return [p for p in parts if "(" in p]


def _take(rest: list[Check], candidates: Iterator[Check]) -> Check | None:
    found = next(candidates, None)
    if found is not None:
        rest.remove(found)
    return found


def _asks_the_same(before: Check, after: Check, text: str) -> bool:
    if before.name != after.name and not any(
        before.name in row and after.name in row for row in _SAME_QUESTION
    ):
        return False
    if before.name == "fail":
        return True
    if after.name == "throws":
        return before.tokens == after.tokens
    if _weak_words(after.tokens) > _weak_words(before.tokens) or _only_gained(before, after):
        return False
    same_values = before.literals == after.literals and before.operators == after.operators
    kept = all(v in after.variables or not _stands_in(v, text) for v in before.variables)
    return same_values and kept


#: Matchers and modes that accept more than the plain form does.
_WEAK = re.compile(
    r"\b(anything|anyOf|either|or|not|notNullValue|isA|any\w*|nullable|isNotNull|atLeast\w*|atMost\w*"
    r"|lenient|closeTo|isCloseTo|ignoring\w*|usingComparator\w*|satisfiesAnyOf|within|offset)\("
)
_CALL = re.compile(r"\b(\w+)\(")
_PLAIN = frozenset({"valueOf", "getDeclaredConstructor", "asList", "of", "is", "equalTo", "trim", "intValue",
                    "longValue", "doubleValue", "toString", "getMessage", "strip"})  # fmt: skip


def _weak_words(tokens: str) -> int:
    return len(_WEAK.findall(tokens))


def _only_gained(before: Check, after: Check) -> bool:
    """Tell whether the check wraps its values in new calls without replacing old ones."""
    was, now = set(_CALL.findall(before.tokens)), set(_CALL.findall(after.tokens))
    gained = now - was
    return (
        before.name == after.name
        and was < now
        and "assertThrows" not in gained
        and not gained <= _PLAIN
    )


def _stands_in(variable: str, text: str) -> bool:
    """Tell whether a variable still exists: one that is gone was not left out of the check."""
    return re.search(rf"(?<![\w.]){re.escape(variable)}(?![\w(])", text) is not None


def _weakened(before: Check, after: Check, file: str) -> Iterator[Proof]:
    if after.hollow and not before.hollow:
        yield Proof(f"this check can't fail any more: {after.tokens[:100]}", file, after.line)
    gained = [c for c in after.condition if c not in before.condition]
    if gained or len(after.condition) > len(before.condition):
        kind = (gained or list(after.condition))[0]
        yield Proof(
            f"this check now runs only inside `{kind}`: {after.tokens[:80]}", file, after.line
        )
    lost = [f for f in before.feeds if f not in after.feeds]
    if lost and before.name not in {"fail", "throws", "expect"}:
        named = ", ".join(f"`{name}`" for name in lost)
        yield Proof(f"this check no longer looks at {named}: {after.tokens[:80]}", file, after.line)


def _lost(check: Check, rest: list[Check], file: str) -> Proof:
    other = next((c for c in rest if c.name == check.name), None)
    if other is None:
        return Proof(f"a check is gone: {check.tokens[:100]} (line {check.line} before)", file)
    rest.remove(other)
    return Proof(f"a check changed: {check.tokens[:80]} → {other.tokens[:80]}", file, other.line)
