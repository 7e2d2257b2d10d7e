"""Turn failed test cases into diagnostics, each with the cause that tells most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from reode.build.causes import Cause, find_cause
from reode.build.kinds import Kind
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestKey

_EXCERPT_LIMIT = 2_000
_SHORT_EXCERPT = 300
_CONTEXT_GIVEN_UP = "ApplicationContext failure threshold"
_CONTEXT_FAILED = "Failed to load ApplicationContext"
_VAGUE = frozenset({Kind.TEST_ERROR, Kind.TEST_ASSERTION})


@dataclass(frozen=True, slots=True)
class FailedCase:
    """One failed test case: whose, and its type, message and stack trace as one text."""

    key: TestKey
    trace: str


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """What the failures of one test method come to."""

    diagnostic: Diagnostic
    cause: str
    environment: bool


@dataclass(frozen=True, slots=True)
class _Known:
    case: FailedCase
    cause: Cause


class _Explanations:
    """Finds, for a failure that only refers to an earlier one, the one that it refers to."""

    def __init__(self, known: list[_Known]) -> None:
        self._telling = [
            one for one in known if not one.cause.awaits and _CONTEXT_GIVEN_UP not in one.case.trace
        ]
        self._found: dict[tuple[str, str], dict[str, _Known]] = {}
        self._initialisers = {
            (one.case.key.module, one.case.key.cls): one
            for one in reversed(self._telling)
            if "ExceptionInInitializerError" in one.case.trace
        }

    def find(self, one: _Known, wanted: str) -> _Known | None:
        """Return the failure of the same class, else of the same module, that tells of `wanted`."""
        module, cls = one.case.key.module, one.case.key.cls
        by_class = self._found.get((module, wanted))
        if by_class is None:
            by_class = self._found[module, wanted] = self._search(module, wanted)
        same_class = by_class.get(cls) or self._initialisers.get((module, cls))
        return same_class or next(iter(by_class.values()), None)

    def _search(self, module: str, wanted: str) -> dict[str, _Known]:
        by_class: dict[str, _Known] = {}
        for one in self._telling:
            if one.case.key.module == module and wanted in one.case.trace:
                by_class.setdefault(one.case.key.cls, one)
        return by_class


def diagnose(cases: Iterable[FailedCase], root: Path) -> dict[TestKey, Diagnosed]:
    """Return one entry per failed test method.

    Later failures of a class often only say that its initialiser or its Spring context failed
    before; they get the cause of the failure that they refer to.
    """
    known = [_Known(case, find_cause(case.trace)) for case in cases]
    explanations = _Explanations(known)
    by_key: dict[TestKey, list[_Known]] = {}
    for one in known:
        by_key.setdefault(one.case.key, []).append(_resolve(one, explanations))
    seen: set[tuple[str, str]] = set()
    return {key: _diagnosed(group, root, seen) for key, group in by_key.items()}


def _resolve(one: _Known, explanations: _Explanations) -> _Known:
    if one.cause.kind not in _VAGUE:
        return one
    if one.cause.awaits:
        wanted = one.cause.awaits
    elif _CONTEXT_GIVEN_UP in one.case.trace:
        wanted = _CONTEXT_FAILED
    else:
        return one
    first = explanations.find(one, wanted)
    if first is not None:
        return replace(one, cause=first.cause)
    return replace(one, cause=_undefined(one.cause)) if one.cause.awaits else one


def _undefined(cause: Cause) -> Cause:
    """A class that could not be initialised, and nobody said why."""
    return replace(cause, evidence={**cause.evidence, "class": cause.awaits})


def _diagnosed(group: list[_Known], root: Path, seen: set[tuple[str, str]]) -> Diagnosed:
    first = min(group, key=lambda one: (one.cause.kind in _VAGUE, one.cause.kind.is_environment))
    cause, key = first.cause, first.case.key
    first_of_its_sort = (cause.kind, cause.message) not in seen
    seen.add((cause.kind, cause.message))
    file, line = _place(first.case, root)
    diagnostic = Diagnostic(
        kind=cause.kind,
        phase=Phase.TEST,
        message=cause.message,
        file=file,
        line=line,
        test=str(key),
        evidence=_plain(cause.evidence),
        excerpt=first.case.trace[: _EXCERPT_LIMIT if first_of_its_sort else _SHORT_EXCERPT],
    )
    environment = all(one.cause.kind.is_environment for one in group)
    return Diagnosed(diagnostic, cause.innermost, environment)


def _plain(evidence: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in evidence.items() if value}


def _place(case: FailedCase, root: Path) -> tuple[str | None, int | None]:
    """Return the test's source file where it has the usual place, and the line that failed."""
    if not re.fullmatch(r"[\w.]{1,300}", case.key.cls):
        return None, None
    package, _, simple = case.key.cls.rpartition(".")
    folder = Path(case.key.module) / "src/test/java" / package.replace(".", "/")
    path = folder / f"{simple}.java"
    try:
        if not (root / path).is_file():
            return None, None
    except OSError:
        return None, None
    frame = re.search(rf"\({re.escape(simple)}\.java:(\d{{1,7}})\)", case.trace)
    return path.as_posix(), int(frame[1]) if frame else None
