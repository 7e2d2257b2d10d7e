"""Which class-file level a project reaches with minimal upgrades, and what the next level costs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.rules.level_limits import LevelLimit, level_limits
from reode.rules.rule import Situation


@dataclass(frozen=True, slots=True)
class Reach:
    """`highest`: the level that minimal upgrades reach on this JDK.

    `limits` keep the project below the asked level; `next_limits` are what the first level beyond
    `highest` costs, `next_level` is None where the JDK's own level is reached.
    """

    asked: int
    highest: int
    limits: tuple[LevelLimit, ...] = ()
    next_level: int | None = None
    next_limits: tuple[LevelLimit, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data."""
        return {
            "asked": self.asked,
            "highest_with_minimal_upgrades": self.highest,
            "limits": [asdict(limit) for limit in self.limits],
            "next_level": self.next_level,
            "limits_of_next": [asdict(limit) for limit in self.next_limits],
        }


def find_reach(view: ProjectView, target: Target) -> Reach:
    """Say how far the libraries that read class files let the project go.

    What no row of `floors.toml` speaks of counts as no hindrance: only a build can tell.
    """

    def limits(level: int) -> tuple[LevelLimit, ...]:
        return level_limits(Situation(view, Target(target.jdk, level)))

    highest = min([target.jdk, *(limit.reaches for limit in limits(target.jdk))])
    following = highest + 1 if highest < target.jdk else None
    return Reach(
        asked=target.release,
        highest=highest,
        limits=limits(target.release),
        next_level=following,
        next_limits=limits(following) if following else (),
    )
