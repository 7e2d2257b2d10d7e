"""Minimum versions of libraries and plugins, by running JDK and by class-file level, from `floors.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, NamedTuple


class FloorKind(StrEnum):
    """What an artifact is to a build."""

    LIBRARY = "library"
    PLUGIN = "plugin"
    PROCESSOR = "processor"


class Line(NamedTuple):
    """What a major line reaches: versions that start with `prefix` may go to `version`."""

    prefix: str
    version: str
    max_level: int


@dataclass(frozen=True, slots=True)
class Floor:
    """One row: from which version on an artifact works, and how that is known.

    `by_jdk` and `by_level` map a Java version to a minimum; between two keys the higher key holds.
    `fine_below`: versions under it work although they are older. `use`: the version to write.
    `probe` names the tiny project that `benchmarks/floors.py` verifies the row with; `no_probe`
    says why there is none.
    """

    artifact: str
    kind: FloorKind
    by_jdk: Mapping[int, str]
    by_level: Mapping[int, str]
    verified: str
    fine_below: str = ""
    use: str = ""
    lines: tuple[Line, ...] = ()
    family: tuple[str, ...] = ()
    pin: bool = False
    certain: bool = False
    signs: tuple[str, ...] = ()
    note: str = ""
    probe: str = ""
    no_probe: str = ""

    @property
    def group(self) -> str:
        """The groupId."""
        return self.artifact.partition(":")[0]

    @property
    def name(self) -> str:
        """The artifactId."""
        return self.artifact.partition(":")[2]

    def minimums(self, jdk: int, level: int) -> tuple[str, ...]:
        """Return the minimum versions that hold for a running JDK and a class-file level: none, one or two."""
        found = (minimum_for(self.by_jdk, jdk), minimum_for(self.by_level, level))
        return tuple(version for version in found if version)

    def is_named_in(self, text: str) -> bool:
        """Say whether a text of a diagnostic carries one of the row's signs."""
        return any(re.search(sign, text) for sign in self.signs)


def minimum_for(table: Mapping[int, str], java: int) -> str | None:
    """Return the entry of the smallest key that is at least `java`, else of the largest key.

    Below the smallest key nothing was measured and nothing is asked: None.
    """
    if not table or java < min(table):
        return None
    above = [key for key in table if key >= java]
    return table[min(above)] if above else table[max(table)]


def parse_floors(text: str) -> tuple[Floor, ...]:
    """Read rows from TOML; raises KeyError or ValueError where a row is malformed."""
    return tuple(_row(row) for row in tomllib.loads(text)["floor"])


@cache
def load_floors() -> tuple[Floor, ...]:
    """Return the rows that ship with REODE."""
    file = resources.files("reode.facts").joinpath("floors.toml")
    return parse_floors(file.read_text(encoding="utf-8"))


def _row(row: Mapping[str, Any]) -> Floor:
    fields = dict(row)
    return Floor(
        kind=FloorKind(fields.pop("kind")),
        by_jdk=_by_java(fields.pop("by_jdk", {})),
        by_level=_by_java(fields.pop("by_level", {})),
        lines=tuple(Line(*line) for line in fields.pop("lines", ())),
        family=tuple(fields.pop("family", ())),
        signs=tuple(fields.pop("signs", ())),
        **fields,
    )


def _by_java(table: Mapping[str, str]) -> dict[int, str]:
    return {int(java): version for java, version in table.items()}
