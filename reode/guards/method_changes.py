"""Says what a test method, a fixture or a helper lost between two trees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reode.facts.scorecard import Proof
from reode.facts.test_syntax import MethodRole, MethodSyntax, Spot
from reode.guards.check_matching import compare_checks, expects_failure

_NAME_OF_TYPE = re.compile(r'"[a-z]\w*(?:[./][\w$]+)+"')
_IMAGE = re.compile(r'"[a-z][a-z0-9./_-]*:\d[\w.-]*"')
_CHARSET = re.compile(
    r'"(?:utf-?8|utf-?16(?:le|be)?|us-ascii|iso-8859-1|gbk|ascii)"', re.IGNORECASE
)
_ENGINE = re.compile(r'"(?:nashorn|rhino|javascript|js|ecmascript|graal\.js)"', re.IGNORECASE)
#: Handlers of these hide a failed check or a failed call.
_BROAD = re.compile(
    r"\b(Throwable|Error|AssertionError|Exception|RuntimeException|AssertionFailedError"
    r"|ComparisonFailure|finally)\b"
)


@dataclass(frozen=True, slots=True)
class Names:
    """What the new tree declares: a call that is gone was lost only if its method still exists."""

    declared: frozenset[str]


def compare_methods(
    before: MethodSyntax, after: MethodSyntax, file: str, names: Names
) -> list[Proof]:
    """Return the ways in which `after` checks less than `before`; nothing for an honest change."""
    if before.tokens == after.tokens and before.role is after.role:
        return []
    return [
        *compare_checks(before.checks, after.checks, after.tokens, file),
        *_lost_values(before, after, file),
        *_lost_calls(before, after, file, names),
        *_new_conditions(before, after, file),
        *_new_ways_out(before, after, file),
        *_marks(before, after, file),
        *_set_again(before, after, file),
        *_emptied(before, after, file),
        *_faked(before, after, file),
    ]


def added(before: Iterable[Spot], after: Iterable[Spot]) -> list[Spot]:
    """Return the spots of `after` that `before` does not account for."""
    rest = Counter(s.text for s in before)
    found = []
    for spot in after:
        if rest[spot.text]:
            rest[spot.text] -= 1
        else:
            found.append(spot)
    return found


def _lost_values(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    gained = added(before.literals, after.literals)
    for spot in added(after.literals, before.literals):
        if _is_harmless(spot.text, [g.text for g in gained], before) or _is_unreached(
            spot.text, before, after
        ):
            continue
        line = next((g.line for g in gained if g.line >= after.line), after.line)
        now = f", now {gained[0].text[:40]}" if gained else ""
        yield Proof(f"the value {spot.text[:60]} of `{before.name}` is gone{now}", file, line)


def _is_harmless(value: str, gained: list[str], before: MethodSyntax) -> bool:
    """Tell whether a migration may change that value: the name of a class, charset, engine or image."""
    if _CHARSET.fullmatch(value):
        return True
    if any(value in check.literals for check in before.checks):
        return _is_message(value, before)
    for pattern in (_NAME_OF_TYPE, _ENGINE, _IMAGE):
        if pattern.fullmatch(value) and any(pattern.fullmatch(g) for g in gained):
            return True
    return False


def _is_unreached(value: str, before: MethodSyntax, after: MethodSyntax) -> bool:
    """Tell whether only checks that a failure kept from being reached had the value."""
    holders = [c for c in before.checks if value in c.literals]
    return bool(holders) and all(expects_failure(c, before.checks, after.checks) for c in holders)


def _is_message(value: str, before: MethodSyntax) -> bool:
    """Tell whether the value is only the message of a `fail` that a `throws` check replaced."""
    holders = [c for c in before.checks if value in c.literals]
    return all(c.name == "fail" for c in holders)


def _lost_calls(
    before: MethodSyntax, after: MethodSyntax, file: str, names: Names
) -> Iterator[Proof]:
    for spot in added(after.calls, before.calls):
        if spot.text.removeprefix("new ") in names.declared:
            yield Proof(
                f"`{before.name}` no longer calls `{spot.text}` (line {spot.line} before)",
                file,
                after.line,
            )


def _new_conditions(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    """Give calls that ran before and now run only under another condition."""
    if after.role is MethodRole.OTHER and not before.checks:
        return
    was = Counter(s.text for s in before.calls)
    now = Counter(s.text.partition(" in ")[0] for s in after.guarded)
    guarded = Counter(s.text.partition(" in ")[0] for s in before.guarded)
    for spot in added(before.guarded, after.guarded):
        name = spot.text.partition(" in ")[0]
        changed = name in guarded and len(added(after.guarded, before.guarded)) > 0
        if was[name] and (changed or now[name] > guarded[name]):
            yield Proof(
                f"this call now depends on something else: {spot.text[:100]}", file, spot.line
            )


def _new_ways_out(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    """Give new early ends: returns, swallowed failures, assumptions, expected exceptions."""
    if after.role is not MethodRole.OTHER or before.checks:
        yield from _more("leaves early", before.exits, after.exits, file)
    yield from _swallowed(before, after, file)
    yield from _more("assumes", before.assumptions, after.assumptions, file)
    expected = [c for c in before.checks if c.name in {"throws", "expect", "fail"}]
    now = [c for c in after.checks if c.name == "throws"]
    # A handler that hid a failure and is now an expectation makes the test stricter.
    hidden = max(0, len(before.swallows) - len(after.swallows))
    if len(now) > len(expected) + hidden:
        yield Proof(f"a failure is now expected: {now[-1].tokens[:60]}", file, now[-1].line)


def _more(
    what: str, before: tuple[Spot, ...], after: tuple[Spot, ...], file: str
) -> Iterator[Proof]:
    if len(after) > len(before):
        for spot in added(before, after)[: len(after) - len(before)]:
            yield Proof(f"{what}: {spot.text}", file, spot.line)


def _swallowed(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    for spot in added(before.swallows, after.swallows):
        broader = _BROAD.search(spot.text) and not _BROAD.search(
            " ".join(s.text for s in before.swallows)
        )
        if len(after.swallows) > len(before.swallows) or broader:
            yield Proof(f"swallows a failure: catch {spot.text}", file, spot.line)


def _marks(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    for spot in added(before.disabled, after.disabled):
        if len(after.disabled) > len(before.disabled):
            yield Proof(f"switched off: {spot.text}", file, spot.line)
    yield from compare_filters(before.filters, after.filters, file)
    if before.role is MethodRole.TEST and after.role is not MethodRole.TEST:
        yield Proof(f"`{before.name}` is no longer run as a test", file, after.line)
    if before.role is MethodRole.LIFECYCLE and (
        after.role is not MethodRole.LIFECYCLE or before.lifecycle != after.lifecycle
    ):
        yield Proof(f"`{before.name}` is no longer run {before.lifecycle}", file, after.line)
    if before.role is MethodRole.DATA and after.role is not MethodRole.DATA:
        yield Proof(f"`{before.name}` no longer gives the tests their data", file, after.line)


def compare_filters(
    before: tuple[Spot, ...], after: tuple[Spot, ...], file: str
) -> Iterator[Proof]:
    """Give new filters, and timeouts that were raised or dropped."""
    timeouts = [s for s in before if "imeout" in s.text]
    for spot in added(before, after):
        if "imeout" not in spot.text:
            yield Proof(f"a filter was added: {spot.text}", file, spot.line)
    now = {n for s in after if "imeout" in s.text for n in _numbers(s.text)}
    for spot in timeouts:
        # JUnit 4 counts in milliseconds, Jupiter in seconds.
        if not all(n in now or n / 1000 in now for n in _numbers(spot.text)):
            yield Proof(f"a time limit was changed or dropped: {spot.text}", file)


def _numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"\d+", text.replace("_", ""))]


def _set_again(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    """Give new assignments to a variable that a check reads."""
    checked = {v for c in after.checks for v in c.variables}
    for spot in added(before.assigns, after.assigns):
        if spot.text in checked:
            yield Proof(f"`{spot.text}` is set again before it is checked", file, spot.line)


#: Calls that let a mock answer in place of the code under test.
ANSWERS = re.compile(
    r"\b(doReturn|doNothing|doAnswer|doThrow|thenReturn|thenAnswer|thenThrow|willReturn|willAnswer|mock"
    r"|spy|mockStatic|mockConstruction|andReturn|andStubReturn|createMock|createNiceMock|partialMockBuilder)\("
)
_POWERMOCK = re.compile(r"\b(PowerMock\w*|whenNew|Whitebox|suppress|replayAll|verifyAll)\b")
_NOTHING = re.compile(
    r"\bempty\w*\(\)|\b(?:of|asList)\(\)|new \w+(?:\[0\]|\[\]\{\})|\breturn null\b"
)


def _faked(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    """Give new answers of mocks, and data that became empty."""
    moved = len(_POWERMOCK.findall(before.tokens)) > len(_POWERMOCK.findall(after.tokens))
    was, now = (Counter(ANSWERS.findall(m.tokens)) for m in (before, after))
    gained = now - was
    if gained and not moved:
        name = next(iter(gained))
        yield Proof(
            f"a mock answers in `{before.name}` that did not before: {name}", file, after.line
        )
    if before.role in {MethodRole.OTHER, MethodRole.DATA} and before.name[:1] != "<":
        empty = _NOTHING.findall(after.tokens)
        if len(empty) > len(_NOTHING.findall(before.tokens)):
            yield Proof(f"`{before.name}` now gives nothing: {empty[-1]}", file, after.line)


def _emptied(before: MethodSyntax, after: MethodSyntax, file: str) -> Iterator[Proof]:
    only_mocks = re.search(r"\bopenMocks\b", before.tokens) and before.statements == 1
    if before.statements and not after.statements and not only_mocks:
        yield Proof(f"`{before.name}` was emptied", file, after.line)
