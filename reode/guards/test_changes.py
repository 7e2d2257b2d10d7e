"""Compares all test sources of two trees and gives a proof for each way a test lost its force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from reode.facts.scorecard import Proof
from reode.facts.test_syntax import (
    ForeignTestFile,
    MethodRole,
    TestClassSyntax,
    TestFileSyntax,
    TestSources,
)
from reode.guards.class_changes import compare_classes, new_hooks
from reode.guards.method_changes import Names, added

_Found = dict[tuple[str, str], tuple[TestFileSyntax, TestClassSyntax]]


def compare_tests(
    before: TestSources,
    after: TestSources,
    declared: frozenset[str] = frozenset(),
    renames: Mapping[str, str] | None = None,
) -> list[Proof]:
    """Return what tests lost between two trees.

    `declared` are the names of methods and types that the new tree's main code declares;
    `renames` maps an old class, or `class#method`, to its new name.
    """
    renames = renames or {}
    names = Names(declared | _declared(after))
    old, new = _classes(before), _classes(after)
    found: list[Proof] = []
    for (module, name), (file, cls) in old.items():
        wanted = renames.get(name, name)
        other = new.get((module, wanted)) or _elsewhere(new, wanted, old)
        if other is None:
            found += _gone(file, cls)
            continue
        if other[1] is cls:
            continue
        methods = _method_renames(name, renames)
        found += compare_classes(cls, other[1], (file, other[0]), names, methods)
    for (module, name), (file, cls) in new.items():
        if (module, name) not in old:
            found += new_hooks(cls, file.path, set())
    found += _foreign(before.foreign, after.foreign)
    return found


def unreadable(before: TestSources, after: TestSources) -> list[Proof]:
    """Return the sources that could be read before and not after: their tests can't be judged."""
    broken = {f.path for f in before.files if f.broken_line}
    return [
        Proof("the syntax could not be read", f.path, f.broken_line)
        for f in after.files
        if f.broken_line and f.path not in broken
    ]


def _declared(sources: TestSources) -> set[str]:
    """Return the names of the test sources' own types and methods."""
    found = set()
    for _, cls in sources.classes():
        found.add(cls.name.rpartition(".")[2].rpartition("$")[2])
        found |= {m.name for m in cls.methods}
    return found


def _classes(sources: TestSources) -> _Found:
    return {(f.module, c.name): (f, c) for f, c in sources.classes()}


def _elsewhere(
    new: _Found, name: str, old: _Found
) -> tuple[TestFileSyntax, TestClassSyntax] | None:
    """Return the class if exactly one module has it that had none before: a folder was renamed."""
    found = [entry for key, entry in new.items() if key[1] == name and key not in old]
    return found[0] if len(found) == 1 else None


def _method_renames(cls: str, renames: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        (old.partition("#")[2], new.partition("#")[2])
        for old, new in renames.items()
        if old.startswith(f"{cls}#")
    ]


def _gone(file: TestFileSyntax, cls: TestClassSyntax) -> Iterator[Proof]:
    for method in cls.methods:
        if method.role is MethodRole.TEST:
            yield Proof(f"the test {cls.name}#{method.name} is gone", file.path, method.line)
    helpers = [m for m in cls.methods if m.role is not MethodRole.TEST and m.checks]
    if helpers and not cls.tests:
        yield Proof(f"{cls.name}, whose helpers check, is gone", file.path, cls.line)


def _foreign(
    before: tuple[ForeignTestFile, ...], after: tuple[ForeignTestFile, ...]
) -> Iterator[Proof]:
    """Compare Kotlin, Groovy and Scala tests by their lines, file by file."""
    by_path = {f.path: f for f in after}
    by_name = {f.path.rpartition("/")[2]: f for f in after}
    for file in before:
        other = by_path.get(file.path) or by_name.get(file.path.rpartition("/")[2])
        if other is None:
            for spot in file.tests or file.checks[:1]:
                yield Proof(f"the test `{spot.text}` is gone", file.path, spot.line)
            continue
        yield from _foreign_file(file, other)


def _foreign_file(before: ForeignTestFile, after: ForeignTestFile) -> Iterator[Proof]:
    if len(after.tests) < len(before.tests):
        lost = added(after.tests, before.tests)
        text = f"{len(before.tests)} tests before, {len(after.tests)} after"
        yield Proof(text, before.path, lost[0].line if lost else None)
    elif lost := added(after.tests, before.tests):
        yield Proof(f"the test `{lost[0].text}` is gone", before.path, lost[0].line)
    for spot in added(after.checks, before.checks):
        yield Proof(f"a check is gone or changed: {spot.text[:100]}", after.path, spot.line)
    if len(after.disabled) > len(before.disabled):
        new = added(before.disabled, after.disabled)
        words = Counter(s.text for s in new)
        yield Proof(f"switched off or ended early: {', '.join(words)}", after.path, new[0].line)
