"""What one run of a build tool showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.facts.diagnostic import Diagnostic, Phase, signature
from reode.facts.tally import TestKey, TestStatus, TestTally

#: The kind of a test that is incomplete by itself: a resource that is not on the class path, a bean
#: that nothing defines, a class without test methods. No JDK takes those away; where nothing built
#: before, such a failure is named and left open.
INCOMPLETE_TEST = "test-setup"
#: The kind of tests that have no result although the build is green.
TESTS_NOT_RUN = "tests-not-run"


@dataclass(frozen=True, slots=True)
class Jdk:
    """An installed Java: `home` folder, feature version, full version, `javac` present or not.

    `test_java` is the `java` program that runs the tests of a build on this JDK, "" for its own:
    a target whose runtime is installed without a compiler is built on a newer JDK.
    """

    home: str
    feature: int
    version: str
    vendor: str = ""
    has_compiler: bool = True
    source: str = ""
    test_java: str = ""


@dataclass(frozen=True, slots=True)
class LogRef:
    """A text kept in a file: the state holds only this; `excerpt` is at most 2 KB."""

    path: str
    sha256: str
    size: int
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """One build: what was asked, how far it got, what it complained of, which tests ran.

    `ok` is the build tool's exit code 0. `goals` are the goals and flags as given; `ended` says how
    the process ended: "exit", "timeout", "silent" or "interrupted".
    """

    ok: bool
    phase: Phase
    goals: tuple[str, ...]
    jdk: int
    diagnostics: tuple[Diagnostic, ...] = ()
    tests: TestTally = field(default_factory=TestTally)
    seconds: float = 0.0
    exit_code: int | None = None
    ended: str = "exit"
    log: LogRef | None = None

    @property
    def signature(self) -> str:
        """Hash of the set of problems; equal sets are the same failure."""
        return signature(self.diagnostics)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Order of outcomes, greater is better: phase, fewer diagnostics, fewer failing tests."""
        phase = Phase.DONE if self.ok else self.phase
        return phase.rank, -len(self.diagnostics), -self.tests.count(TestStatus.FAILED)

    @property
    def reached_tests(self) -> bool:
        """True where everything compiled, main and test code, whatever came of it then."""
        return self.ok or self.phase.rank >= Phase.TEST.rank

    @property
    def level_refused(self) -> bool:
        """True where javac no longer accepts the project's level."""
        return any(d.kind == "level-unsupported" for d in self.diagnostics)

    @property
    def silent(self) -> tuple[Diagnostic, ...]:
        """What says of tests that they have no result although the build is green."""
        return tuple(d for d in self.diagnostics if d.kind == TESTS_NOT_RUN)

    def test_kind(self, key: TestKey) -> str | None:
        """Return the kind of problem that made a test fail, None where nothing says."""
        return next((d.kind for d in self.diagnostics if d.test == str(key)), None)

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data; `from_json` is its inverse."""
        log = self.log
        return {
            "ok": self.ok,
            "phase": str(self.phase),
            "goals": list(self.goals),
            "jdk": self.jdk,
            "diagnostics": [d.to_json() for d in self.diagnostics],
            "tests": self.tests.to_json(),
            "seconds": self.seconds,
            "exit_code": self.exit_code,
            "ended": self.ended,
            "log": None if log is None else [log.path, log.sha256, log.size, log.excerpt],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BuildOutcome:
        """Build an outcome from what `to_json` returned."""
        log = data["log"]
        return cls(
            ok=data["ok"],
            phase=Phase(data["phase"]),
            goals=tuple(data["goals"]),
            jdk=data["jdk"],
            diagnostics=tuple(Diagnostic.from_json(d) for d in data["diagnostics"]),
            tests=TestTally.from_json(data["tests"]),
            seconds=data["seconds"],
            exit_code=data["exit_code"],
            ended=data["ended"],
            log=None if log is None else LogRef(*log),
        )
