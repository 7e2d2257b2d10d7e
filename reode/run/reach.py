"""Which class-file level a project reaches with minimal upgrades, and what the next level costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from reode.facts.floors import Floor, load_floors, minimum_for
from reode.project.reactor import DependencyUse, PluginUse
from reode.project.versions import compare, is_range
from reode.project.view import ProjectView

#: Levels that a plan looks at: the oldest that today's compilers write, up to the newest JDK.
_LOWEST, _HIGHEST = 8, 25


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An artifact that must be raised; `leap` is true where its present line does not get there."""

    artifact: str
    present: str
    needed: str
    leap: bool

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Reach:
    """`highest`: level without a leap; `upgrades` for the asked level; `next_*`: the first beyond."""

    asked: int
    highest: int
    upgrades: tuple[Upgrade, ...] = ()
    next_level: int | None = None
    next_upgrades: tuple[Upgrade, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data."""
        return {
            "asked": self.asked,
            "highest_with_minimal_upgrades": self.highest,
            "upgrades_for_asked": [u.to_json() for u in self.upgrades],
            "next_level": self.next_level,
            "upgrades_for_next": [u.to_json() for u in self.next_upgrades],
        }


def find_reach(view: ProjectView, asked: int) -> Reach:
    """Ask `floors.toml` about every artifact that reads class files and whose version is known.

    What no row speaks of counts as no hindrance: only a build can tell.
    """
    used = dict(_versions(view))
    by_level = {level: _upgrades(used, level) for level in range(_LOWEST, _HIGHEST + 1)}
    barred = [level for level, needs in by_level.items() if any(u.leap for u in needs)]
    highest = min(barred) - 1 if barred else _HIGHEST
    following = min(barred) if barred else None
    return Reach(
        asked=asked,
        highest=highest,
        upgrades=by_level[asked],
        next_level=following,
        next_upgrades=tuple(u for u in by_level[following] if u.leap) if following else (),
    )


def _versions(view: ProjectView) -> Iterator[tuple[str, str]]:
    """Yield artifact and the lowest version used, the row's own name for a family."""
    lowest: dict[str, str] = {}
    family = {member: row.artifact for row in load_floors() for member in row.family}
    for module in view.reactor.modules:
        uses: list[PluginUse | DependencyUse] = [*module.plugins().values()]
        uses += module.dependencies().values()
        for use in uses:
            version = use.version
            if version is None or "${" in version or is_range(version):
                continue
            name = f"{use.group}:{use.artifact}"
            name = family.get(name, name)
            if name not in lowest or compare(version, lowest[name]) < 0:
                lowest[name] = version
    yield from sorted(lowest.items())


def _upgrades(used: dict[str, str], level: int) -> tuple[Upgrade, ...]:
    rows = [row for row in load_floors() if row.by_level and row.artifact in used]
    found = (_upgrade(row, used[row.artifact], level) for row in rows)
    return tuple(upgrade for upgrade in found if upgrade is not None)


def _upgrade(row: Floor, version: str, level: int) -> Upgrade | None:
    minimum = minimum_for(row.by_level, level)
    if minimum is None or compare(version, minimum) >= 0:
        return None
    if row.fine_below and compare(version, row.fine_below) < 0:
        return None
    for line in row.lines:
        if version.startswith(line.prefix) and level <= line.max_level:
            return Upgrade(row.artifact, version, line.version, leap=False)
    return Upgrade(row.artifact, version, minimum, leap=bool(row.lines))
