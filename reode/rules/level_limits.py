"""How high a class-file level a project reaches with the upgrades that stay in their major line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reode.facts.floors import Floor, FloorKind, minimum_for
from reode.project.reactor import Module
from reode.project.versions import compare
from reode.rules.class_path import class_path
from reode.rules.raising import needed
from reode.rules.rule import Situation


@dataclass(frozen=True, slots=True)
class LevelLimit:
    """A library that reads class files, and how far it goes.

    `reaches` is the highest level after a minimal upgrade to `version` (the one in use, where
    nothing better is in its line); `next_version` is the first that reads the wanted level, in
    another major line.
    """

    artifact: str
    used: str
    version: str
    reaches: int
    next_version: str


def level_limits(situation: Situation) -> tuple[LevelLimit, ...]:
    """Return what keeps the project below the wanted level, the lowest limit first.

    Only rows with lines count: they say where a major line ends.
    """
    found: dict[str, LevelLimit] = {}
    for module in situation.view.reactor.modules:
        for limit in _limits_of(situation, module):
            found.setdefault(limit.artifact, limit)
    return tuple(sorted(found.values(), key=lambda limit: (limit.reaches, limit.artifact)))


def main_limits(situation: Situation) -> tuple[LevelLimit, ...]:
    """Return the limits that main code itself has at run time: what only tests use is left out.

    Spring and Spring Boot read an application's classes with their own copy of ASM when it starts;
    a build that never starts it passes all the same.
    """
    view = situation.view
    limits = level_limits(situation)
    if not limits:
        return ()
    modules = [module for module in view.reactor.modules if module.active]
    seen = {key for module in modules for key in class_path(view, module).versions(main=True)}
    return tuple(limit for limit in limits if limit.artifact in seen)


def reachable_level(situation: Situation) -> int:
    """Return the level that the project reaches with minimal upgrades: at most the wanted one."""
    limits = [limit.reaches for limit in level_limits(situation)]
    return min([situation.target.release, *limits])


def _limits_of(situation: Situation, module: Module) -> Iterator[LevelLimit]:
    versions = class_path(situation.view, module).versions(main=False)
    for row in situation.floors:
        used = versions.get(row.artifact)
        if row.kind is FloorKind.PLUGIN or not (row.lines and row.by_level and used):
            continue
        limit = _limit(situation, row, used)
        if limit is not None:
            yield limit


def _limit(situation: Situation, row: Floor, used: str) -> LevelLimit | None:
    wanted = situation.target.release
    minimum = minimum_for(row.by_level, wanted)
    is_fine = minimum is None or compare(used, minimum) >= 0
    is_older = bool(row.fine_below) and compare(used, row.fine_below) < 0
    if is_fine or is_older or needed((row,), used, situation.target):
        return None
    own_line = [line for line in row.lines if used.startswith(line.prefix)]
    reaches = max((line.max_level for line in own_line), default=8)
    if reaches >= wanted:
        return None
    best = max(own_line, key=lambda line: line.max_level, default=None)
    version = best.version if best and compare(used, best.version) < 0 else used
    return LevelLimit(row.artifact, used, version, reaches, minimum or "")
