"""Compares the types of two main source trees: what they offer, and whether the code still works."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from reode.facts.scorecard import Proof
from reode.facts.snapshot import Comparison, Member, TypeFact
from reode.guards.hidden_types import find_hidden

#: A type that had at least so many statements and keeps less than this share was gutted.
_MANY, _SHARE = 8, 0.4
#: A method with more statements than this that is left with one and calls nothing was gutted.
_FEW = 3
#: Methods whose base in the JDK is going away; without them the type still does its work.
_RETIRED = frozenset({"finalize(): void"})
_LIBRARY = re.compile(
    r"^(?:java|javax|jakarta|sun|com\.sun|jdk|lombok|org\.(?:junit|testng|mockito|springframework|slf4j"
    r"|apache|hibernate|w3c|xml|omg|aspectj)|com\.google\.common|com\.fasterxml)\."
)


def compare_types(comparison: Comparison) -> Iterator[Proof]:
    """Give lost API, gutted code, and new types that stand in for a library's."""
    renames = comparison.renames
    now: dict[str, TypeFact] = {t.name: t for t in comparison.after.types}
    # Modules may each have a type of one name: such a type is itself first of all in its own file.
    placed = {(t.name, t.file): t for t in comparison.after.types}
    known = {t.name for t in comparison.before.types}
    hidden = find_hidden(comparison)
    gone: list[TypeFact] = []
    for before in comparison.before.types:
        name = renames.get(before.name, before.name)
        after = placed.get((name, before.file)) or now.get(name)
        if after is None and (before.name, before.file) in hidden:
            gone.append(before)
        elif after is None:
            yield Proof(f"the type {before.name} is gone", before.file, before.line)
        elif after is not before:
            yield from _type(before, after)
    yield from _gutted_nests(gone, comparison)
    own = {t.name.rpartition(".")[0] for t in comparison.before.types}
    for name, kind in now.items():
        if name not in known and _LIBRARY.match(name) and name.rpartition(".")[0] not in own:
            yield Proof(
                f"{name} stands in for a library's or the JDK's class", kind.file, kind.line
            )


def _type(before: TypeFact, after: TypeFact) -> Iterator[Proof]:
    if before.visible and not after.visible:
        yield Proof(f"{before.name} is no longer public", after.file, after.line)
    if after.abstract and not before.abstract:
        yield Proof(f"{before.name} became abstract", after.file, after.line)
    lost = [s for s in before.supertypes if s not in after.supertypes]
    if before.visible and lost and len(after.supertypes) < len(before.supertypes):
        yield Proof(f"{before.name} is no longer a {lost[0]}", after.file, after.line)
    now = {m.signature: m for m in after.members}
    for member in before.members:
        other = now.get(member.signature)
        if other is None:
            yield from _missing(member, before, after)
        else:
            yield from _member(member, other, before, after)
    yield from _gutted(before, after)


def _missing(member: Member, before: TypeFact, after: TypeFact) -> Iterator[Proof]:
    if not (member.visible and before.visible) or member.signature in _RETIRED:
        return
    if member.signature.startswith("@") and len(after.members) > len(before.members):
        # The members that the annotation stood for were written out.
        return
    yield Proof(
        f"{before.name}.{member.signature} is gone (line {member.line} before)",
        after.file,
        after.line,
    )


def _member(before: Member, after: Member, old: TypeFact, new: TypeFact) -> Iterator[Proof]:
    name = f"{old.name}.{before.signature}"
    if before.visible and old.visible and not after.visible:
        yield Proof(f"{name} is no longer public or protected", new.file, after.line)
    if after.stub and not before.stub and before.calls + before.statements > 0:
        yield Proof(f"{name} was replaced by a stub", new.file, after.line)
    elif before.statements > _FEW and after.statements <= 1 and before.calls and not after.calls:
        yield Proof(f"{name} does nothing any more", new.file, after.line)


def _gutted(before: TypeFact, after: TypeFact) -> Iterator[Proof]:
    """Give a type most of whose code is gone although its members are still there."""
    kept = {m.signature for m in after.members}
    was = sum(m.statements for m in before.members if m.signature in kept)
    now = sum(m.statements for m in after.members)
    if was >= _MANY and now < was * _SHARE:
        text = f"{before.name} has {now} statements left of {was}"
        yield Proof(text, after.file, after.line)


def _gutted_nests(gone: Iterable[TypeFact], comparison: Comparison) -> Iterator[Proof]:
    """Give types that lost most of their code with the nested types in which it stood.

    Code that moved into new types counts as kept.
    """
    lost: Counter[tuple[str, str]] = Counter()
    for kind in gone:
        lost[_nest(kind)] += _statements([kind])
    known = {t.name for t in comparison.before.types}
    moved = _statements(t for t in comparison.after.types if t.name not in known)
    for (name, file), count in lost.items():
        if count < _MANY:
            continue
        was = _statements(t for t in comparison.before.types if _nest(t) == (name, file))
        left = [t for t in comparison.after.types if _nest(t)[0] == name and t.name in known]
        now = _statements(left) + moved
        if now < was * _SHARE:
            outer = next((t for t in left if t.name == name), None)
            text = f"{name} has {now} statements left of {was} with its nested types"
            yield Proof(text, file, None if outer is None else outer.line)


def _nest(kind: TypeFact) -> tuple[str, str]:
    return kind.name.partition("$")[0], kind.file


def _statements(types: Iterable[TypeFact]) -> int:
    return sum(m.statements for t in types for m in t.members)
