"""How high a class-file level a project reaches with the upgrades that stay in their major line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """Return what main code brings along that can't read the wanted level as the tree stands.

    Spring and Spring Boot read an application's classes with their own copy of ASM when it starts;
    a build that never starts it passes all the same. `version` and `reaches` of a limit say what an
    upgrade in its line would do.
    """
    view = situation.view
    found: dict[str, LevelLimit] = {}
    for module in (one for one in view.reactor.modules if one.active):
        versions = class_path(view, module).versions(main=True)
        for row, used in _short(situation, versions):
            found.setdefault(row.artifact, _in_its_line(situation, row, used))
    return tuple(found.values())


def reachable_level(situation: Situation) -> int:
    """Return the level that the project reaches with minimal upgrades: at most the wanted one."""
    limits = [limit.reaches for limit in level_limits(situation)]
    return min([situation.target.release, *limits])


def _limits_of(situation: Situation, module: Module) -> Iterator[LevelLimit]:
    versions = class_path(situation.view, module).versions(main=False)
    for row, used in _short(situation, versions):
        if needed((row,), used, situation.target):
            continue
        limit = _in_its_line(situation, row, used)
        if limit.reaches < situation.target.release:
            yield limit


def _short(situation: Situation, versions: Mapping[str, str]) -> Iterator[tuple[Floor, str]]:
    """Give the rows of readers on a class path that don't know the wanted level, and the versions."""
    for row in situation.floors:
        used = versions.get(row.artifact)
        if row.kind is FloorKind.PLUGIN or not (row.lines and row.by_level and used):
            continue
        minimum = minimum_for(row.by_level, situation.target.release)
        is_fine = minimum is None or compare(used, minimum) >= 0
        is_older = bool(row.fine_below) and compare(used, row.fine_below) < 0
        if not (is_fine or is_older):
            yield row, used


def _in_its_line(situation: Situation, row: Floor, used: str) -> LevelLimit:
    own_line = [line for line in row.lines if used.startswith(line.prefix)]
    best = max(own_line, key=lambda line: line.max_level, default=None)
    version = best.version if best and compare(used, best.version) < 0 else used
    minimum = minimum_for(row.by_level, situation.target.release)
    return LevelLimit(row.artifact, used, version, best.max_level if best else 8, minimum or "")
