"""Score the build room's parsers on the labelled excerpts: precision and recall per kind.

Usage: python benchmarks/parser_score.py [--misses]

Each line of `tests/build/labelled/*.jsonl` is an excerpt of one of our own runs: `form` "log" (read
by `parse_log`) or "trace" (a failed test's stack trace, read by `find_cause`), and the set of kinds
that a person expects. Excerpts too short to tell their cause were left out when labelling.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reode.build.causes import find_cause
from reode.build.parse import parse_log

LABELLED = Path(__file__).parent.parent / "tests" / "build" / "labelled"


@dataclass
class Score:
    """Counts of kinds that were expected and found, missed, and found without reason."""

    right: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    excerpts: int = 0
    misses: list[str] = field(default_factory=list)

    def add(self, excerpt: dict[str, str], expected: set[str], found: set[str]) -> None:
        """Count one excerpt."""
        self.excerpts += 1
        self.right.update(expected & found)
        self.missed.update(expected - found)
        self.wrong.update(found - expected)
        if expected != found:
            self.misses.append(f"{excerpt['id']}: expected {sorted(expected)}, got {sorted(found)}")

    def precision(self, kind: str | None = None) -> float:
        """Share of what was found that was expected (of one kind, or of all)."""
        return share(_sum(self.right, kind), _sum(self.wrong, kind))

    def recall(self, kind: str | None = None) -> float:
        """Share of what was expected that was found (of one kind, or of all)."""
        return share(_sum(self.right, kind), _sum(self.missed, kind))

    @property
    def kinds(self) -> list[str]:
        """Every kind that was expected or found."""
        return sorted(set(self.right) | set(self.missed) | set(self.wrong))


def share(good: int, bad: int) -> float:
    """Return good / (good + bad), 1.0 where there is nothing."""
    return good / (good + bad) if good + bad else 1.0


def _sum(counts: Counter[str], kind: str | None) -> int:
    return counts.total() if kind is None else counts[kind]


def excerpts(folder: Path = LABELLED) -> Iterator[tuple[dict[str, str], set[str]]]:
    """Yield every labelled excerpt with its expected kinds."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            excerpt = json.loads(line)
            yield excerpt, set(excerpt["kinds"])


def classify(excerpt: dict[str, str]) -> set[str]:
    """Return the kinds that the parsers find in one excerpt."""
    if excerpt["form"] == "trace":
        return {str(find_cause(excerpt["text"]).kind)}
    return {str(one.kind) for one in parse_log(excerpt["text"], Path("/repo"))}


def score(folder: Path = LABELLED) -> Score:
    """Score the parsers on every excerpt below `folder`."""
    result = Score()
    for excerpt, expected in excerpts(folder):
        result.add(excerpt, expected, classify(excerpt))
    return result


def main() -> None:
    """Print the table."""
    result = score()
    print(f"{'kind':<30}{'excerpts':>9}{'precision':>11}{'recall':>8}")
    for kind in result.kinds:
        count = result.right[kind] + result.missed[kind]
        print(f"{kind:<30}{count:>9}{result.precision(kind):>11.1%}{result.recall(kind):>8.1%}")
    print(
        f"{'all':<30}{result.excerpts:>9}{result.precision():>11.1%}{result.recall():>8.1%}"
        f"   ({len(result.kinds)} kinds)"
    )
    if "--misses" in sys.argv:
        print(*result.misses, sep="\n")


if __name__ == "__main__":
    main()
