"""Tells which nested types may go: no user can reach them, and no framework is told of them."""

from __future__ import annotations

from collections.abc import Iterable

from reode.facts.snapshot import Comparison, TypeFact

#: A type's binary name and its file: modules may each have a type of one name.
Place = tuple[str, str]


def find_hidden(comparison: Comparison) -> frozenset[Place]:
    """Return the old tree's nested types whose loss takes nothing from anybody.

    Such a type is private or package-private as javac has it, the type around it stays, nothing
    visible inherits from it, and neither an annotation nor configuration lets a framework find it.
    """
    before = comparison.before
    stays = {t.name for t in comparison.after.types}
    known = {(t.name, t.file) for t in before.types}
    bases = _inherited(before.types)
    found: set[Place] = set()
    # A file's outer types come before those inside them.
    for kind in before.types:
        around = (kind.name.rpartition("$")[0], kind.file)
        if around not in known or not (around[0] in stays or around in found):
            continue
        hidden = around in found or not kind.visible
        if hidden and not (kind.marked or _simple(kind) in bases or _is_named(kind, before.named)):
            found.add((kind.name, kind.file))
    return frozenset(found)


def _simple(kind: TypeFact) -> str:
    return kind.name.rpartition(".")[2].rpartition("$")[2]


def _is_named(kind: TypeFact, named: frozenset[str]) -> bool:
    package, _, nest = kind.name.rpartition(".")
    simple = _simple(kind)
    return not named.isdisjoint({nest, f"{package}.{simple}", f"${simple}"})


def _inherited(types: Iterable[TypeFact]) -> set[str]:
    """Return the simple names of what visible types inherit from, directly or not."""
    supers: dict[str, set[str]] = {}
    for kind in types:
        supers.setdefault(_simple(kind), set()).update(kind.supertypes)
    found: set[str] = set()
    waiting = [s for kind in types if kind.visible for s in kind.supertypes]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(supers.get(name, ()))
    return found
