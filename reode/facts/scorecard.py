"""The verdict of a migration, gate by gate, each with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class GateId(StrEnum):
    """The gates, in the order in which they are reported."""

    BUILD = "build"
    LEVEL = "level"
    TESTS_KEPT = "tests-kept"
    TESTS_HONEST = "tests-honest"
    COVERAGE = "coverage"
    SURFACE = "surface"
    DEPENDENCIES = "dependencies"
    RESIDUE = "residue"
    STABLE = "stable"
    UNTOUCHED = "untouched"


class GateStatus(StrEnum):
    """What a gate found; `unknown` could not be judged, `not-applicable` need not be."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not-applicable"


@dataclass(frozen=True, slots=True)
class Proof:
    """One piece of evidence: a sentence, and the place it is about."""

    text: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = (
            ""
            if self.file is None
            else f"{self.file}:{self.line}: "
            if self.line
            else f"{self.file}: "
        )
        return place + self.text


@dataclass(frozen=True, slots=True)
class Gate:
    """One question about the result, its answer in a sentence, and the proofs."""

    id: GateId
    status: GateStatus
    detail: str
    proofs: tuple[Proof, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data; `passed` is None where the gate could not be judged."""
        passed = {GateStatus.PASSED: True, GateStatus.FAILED: False}.get(self.status)
        return {
            "id": str(self.id),
            "status": str(self.status),
            "passed": passed,
            "detail": self.detail,
            "proofs": [{"text": p.text, "file": p.file, "line": p.line} for p in self.proofs],
        }


class Verdict(StrEnum):
    """What REODE says of a migration."""

    MIGRATED = "migrated"
    MIGRATED_UNPROVEN = "migrated_unproven"
    PARTIAL = "partial"
    GAVE_UP = "gave_up"


class VerifyAnswer(StrEnum):
    """What `reode verify` says of two trees."""

    PASSED = "passed"
    PASSED_UNPROVEN = "passed_unproven"
    FAILED = "failed"


#: Only these gates make a verdict "unproven" when they could not be judged.
DEMOTING = frozenset({GateId.BUILD, GateId.LEVEL, GateId.TESTS_KEPT, GateId.TESTS_HONEST})


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All gates of one comparison, and what could not be judged, in sentences."""

    gates: tuple[Gate, ...] = ()
    notes: tuple[str, ...] = field(default_factory=tuple)

    @property
    def failed(self) -> tuple[Gate, ...]:
        """The gates that failed."""
        return tuple(g for g in self.gates if g.status is GateStatus.FAILED)

    @property
    def demoting(self) -> tuple[Gate, ...]:
        """The gates that could not be judged and make the answer "unproven"."""
        return tuple(g for g in self.gates if g.status is GateStatus.UNKNOWN and g.id in DEMOTING)

    @property
    def answer(self) -> VerifyAnswer:
        """The answer over all gates."""
        if self.failed:
            return VerifyAnswer.FAILED
        if self.demoting:
            return VerifyAnswer.PASSED_UNPROVEN
        return VerifyAnswer.PASSED

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data."""
        return {
            "answer": str(self.answer),
            "gates": [g.to_json() for g in self.gates],
            "notes": list(self.notes),
        }
