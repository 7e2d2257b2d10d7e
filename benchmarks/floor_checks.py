"""Decide what has to be measured for a row of `floors.toml` on a target Java."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from floor_probes import Probe
from floor_versions import newest_below

from reode.facts.floors import Floor, minimum_for
from reode.project.versions import compare

#: The lowest level that every JDK here still compiles; what is said of a JDK alone is tried with it
#: where the same row says something of the level as well.
_LOW = 8


class Side(StrEnum):
    """What a version is to its row."""

    FLOOR = "floor"
    BELOW = "below"
    USE = "use"
    LINE = "line"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Check:
    """One build: `version` of the row's artifact on the JDK `java` with classes of `level`."""

    row: str
    java: int
    axis: str
    level: int
    side: Side
    version: str

    @property
    def key(self) -> tuple[str, int, int, str]:
        """What makes two builds the same build."""
        return self.row, self.java, self.level, self.version


@dataclass(frozen=True, slots=True)
class Skip:
    """Why something of a row is not measured on a target."""

    row: str
    java: int
    side: str
    reason: str


def row_id(floor: Floor, floors: Iterable[Floor]) -> str:
    """Return the row's name: its artifact, with the bound where the artifact has two rows."""
    twice = sum(1 for one in floors if one.artifact == floor.artifact) > 1
    return f"{floor.artifact}<{floor.fine_below}" if twice and floor.fine_below else floor.artifact


def plan(
    row: str, floor: Floor, probe: Probe, java: int, versions: Sequence[str]
) -> Iterator[Check | Skip]:
    """Yield the builds that prove or refute what a row says of a target, or why there are none."""
    asked = list(_asked(floor, probe, java))
    if not asked:
        yield Skip(row, java, "all", "the row asks nothing of this Java")
    for axis, level, minimum in asked:
        seen = {minimum}
        yield Check(row, java, axis, level, Side.FLOOR, minimum)
        below = newest_below(versions, minimum, floor.fine_below)
        if below is None:
            yield Skip(row, java, f"below {axis}", _why_nothing(floor, versions))
        else:
            yield Check(row, java, axis, level, Side.BELOW, below)
        for side, version in _promised(floor, java):
            if compare(version, minimum) > 0 and version not in seen:
                seen.add(version)
                yield Check(row, java, axis, level, side, version)


def _asked(floor: Floor, probe: Probe, java: int) -> Iterator[tuple[str, int, str]]:
    by_jdk, by_level = minimum_for(floor.by_jdk, java), minimum_for(floor.by_level, java)
    if by_jdk and by_level and by_jdk != by_level:
        yield "jdk", _LOW, by_jdk
    for level in probe.levels:
        if by_level:
            yield "level", level or java, by_level
        elif by_jdk:
            yield "jdk", level or java, by_jdk


def _promised(floor: Floor, java: int) -> Iterator[tuple[Side, str]]:
    if floor.use:
        yield Side.USE, floor.use
    for line in floor.lines:
        if line.max_level >= java:
            yield Side.LINE, line.version


def _why_nothing(floor: Floor, versions: Sequence[str]) -> str:
    if not versions:
        return "the registry lists no versions"
    if floor.fine_below:
        return f"nothing exists between {floor.fine_below} and the floor"
    return "it is the oldest release that exists"
