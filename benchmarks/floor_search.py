"""Look for the true floor of rows whose floor is too high, many rows at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from floor_checks import Check, Side
from floor_reactor import Result, Task
from floor_versions import same_line

#: Kinds of failure of a version that is listed but not to be had.
UNFETCHED = frozenset(
    {"dependency-unresolved", "http-blocked", "parent-missing", "transfer-failed"}
)

Build = Callable[[Sequence[Task]], Iterable[Result]]


@dataclass(slots=True)
class Search:
    """The versions of one row up to its floor, and what is known of them.

    Broken versions often lie between sound ones, so the search looks for the newest broken one: it
    walks down from the floor in doubling steps, and halves the step in which it met a failure.
    """

    task: Task
    versions: list[str]
    good: set[str]
    bad: set[str] = field(default_factory=set)

    @property
    def failing(self) -> int:
        """Place of the newest version known to fail, -1 for none."""
        return max((self.versions.index(one) for one in self.bad), default=-1)

    @property
    def passing(self) -> int:
        """Place of the oldest version down to which the walk met no failure."""
        top = len(self.versions) - 1
        place = top
        for lower in sorted((self.versions.index(one) for one in self.good), reverse=True):
            if lower <= self.failing or (self.failing < 0 and place - lower > top - place + 1):
                break
            place = lower
        return place

    @property
    def next(self) -> str | None:
        """The version to try next, None when nothing is left between a pass and a failure."""
        place, failing, top = self.passing, self.failing, len(self.versions) - 1
        if place - failing <= 1:
            return None
        if failing >= 0:
            return self.versions[(place + failing) // 2]
        return self.versions[max(place - (top - place + 1), 0)]

    def learn(self, version: str, *, passed: bool, kind: str = "") -> None:
        """Take in what a version did; one that can't be fetched might as well not exist."""
        if kind in UNFETCHED and version in self.versions:
            self.versions.remove(version)
        else:
            (self.good if passed else self.bad).add(version)

    @property
    def told(self) -> str:
        """What was found out, for a person."""
        check = self.task.check
        where = f"{check.row} {check.java} at level {check.level}"
        found = f"first that passes is {self.versions[self.passing]}"
        if self.failing < 0:
            return f"{where}: {found}, the oldest"
        return f"{where}: {found}, {self.versions[self.failing]} fails"


def start(
    tasks: Iterable[Task], versions: Callable[[str], Sequence[str]], lines: Iterable[dict[str, Any]]
) -> list[Search]:
    """Return a search for each floor that the lines know to pass while its neighbour does not fail."""
    known = list(lines)
    searches = []
    for task in tasks:
        check, floor = task.check, task.floor
        if check.side is not Side.FLOOR:
            continue
        line = same_line(versions(floor.artifact), check.version, floor.fine_below)
        search = Search(task, [*line, check.version], {check.version})
        own = [one for one in known if "passed" in one and _is_of(one, check)]
        for one in own:
            if one["version"] in line:
                search.learn(one["version"], passed=one["passed"], kind=one["kind"])
        floors = [one for one in own if one["version"] == check.version and one["passed"]]
        if floors and search.next is not None:
            searches.append(search)
    return searches


def run(searches: Sequence[Search], build: Build) -> None:
    """Build the next version of every search, round by round, until each is settled."""
    while pending := [one for one in searches if one.next is not None]:
        by_key = {}
        for search in pending:
            check = replace(search.task.check, side=Side.OTHER, version=search.next or "")
            by_key[check.key] = search, Task(check, search.task.floor, search.task.probe)
        seen = set()
        for result in build([task for _, task in by_key.values()]):
            search, _ = by_key[result.check.key]
            search.learn(result.check.version, passed=result.passed, kind=result.kind)
            seen.add(result.check.key)
        if not seen:
            return


def _is_of(line: dict[str, Any], check: Check) -> bool:
    return (line["row"], line["java"], line["level"]) == (check.row, check.java, check.level)
