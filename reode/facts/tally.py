"""Which tests ran and how each ended, comparable across runs and across surefire versions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class TestStatus(StrEnum):
    """How one test ended."""

    __test__ = False
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, order=True)
class TestKey:
    """A test method: `module` (folder, "." for the root), outer class, method without parameters.

    Surefire 2.12 to 3.5 name parameterised, repeated and nested tests differently; what is left
    after cutting at `(`, `{`, `[`, `$` and ` on ` is stable.
    """

    __test__ = False
    module: str
    cls: str
    method: str

    def __str__(self) -> str:
        return f"{self.module}:{self.cls}#{self.method}"


@dataclass(frozen=True, slots=True)
class TestResult:
    """All runs of one test method: its worst status, how many cases, and why it failed.

    `cause` is the normalised text of the innermost failure ("" when it passed); `environment` is
    true where that cause is the machine's (refused connection, no Docker, unknown host).
    """

    __test__ = False
    key: TestKey
    status: TestStatus
    cases: int = 1
    cause: str = ""
    environment: bool = False


@dataclass(frozen=True, slots=True)
class TestTally:
    """The results of one build, one entry per test method."""

    __test__ = False
    results: tuple[TestResult, ...] = ()

    def by_key(self) -> dict[TestKey, TestResult]:
        """Return the results by test method."""
        return {result.key: result for result in self.results}

    def count(self, status: TestStatus) -> int:
        """Return the number of test cases with that status."""
        return sum(r.cases for r in self.results if r.status is status)

    @property
    def total(self) -> int:
        """Number of test cases."""
        return sum(r.cases for r in self.results)

    def counts(self) -> dict[str, int]:
        """Return `{"total", "passed", "failed", "skipped"}`, in test cases."""
        return {"total": self.total} | {str(s): self.count(s) for s in TestStatus}

    def to_json(self) -> list[list[object]]:
        """Return JSON-plain rows; `from_json` is its inverse."""
        return [
            [r.key.module, r.key.cls, r.key.method, str(r.status), r.cases, r.cause, r.environment]
            for r in self.results
        ]

    @classmethod
    def from_json(cls, rows: Iterable[Sequence[Any]]) -> TestTally:
        """Build a tally from what `to_json` returned."""
        return cls(
            tuple(
                TestResult(TestKey(module, cls_, method), TestStatus(status), cases, cause, env)
                for module, cls_, method, status, cases, cause, env in rows
            )
        )


def lost_tests(before: Mapping[TestKey, TestResult], after: TestTally) -> list[TestKey]:
    """Return the tests that ran before and have no result after, sorted."""
    now = after.by_key()
    return sorted(
        key for key, r in before.items() if r.status is not TestStatus.SKIPPED and key not in now
    )
