"""Build outcomes in the state: a short entry, the whole in the object store, and their order."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Phase
from reode.facts.tally import TestStatus
from reode.graph.judge import Judgement
from reode.graph.objects import ObjectStore


class Comparison(StrEnum):
    """How one outcome stands to another."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    SHIFTED = "shifted"
    INCOMPARABLE = "incomparable"

    @property
    def is_progress(self) -> bool:
        """True where the new outcome is worth keeping."""
        return self in {Comparison.BETTER, Comparison.SHIFTED}


def judged_entry(outcome: BuildOutcome, judged: Judgement, store: ObjectStore) -> dict[str, Any]:
    """Return the entry of a validated outcome: what blocks it, and beside it all that is open.

    `object` holds the blocking problems; `open` (with its own signature) those of failures that
    are excused as well, which rules may know and progress is measured by.
    """
    blocking = replace(outcome, diagnostics=judged.blocking)
    everything = replace(outcome, diagnostics=(*judged.blocking, *judged.excused))
    return {
        **entry(blocking, store),
        "passed": judged.passed,
        "open": store.put_json(everything.to_json()),
        "open_signature": everything.signature,
    }


def load_open(stored: dict[str, Any], store: ObjectStore) -> BuildOutcome:
    """Return a validated outcome with every problem that is not the machine's."""
    return BuildOutcome.from_json(store.get_json(stored["open"]))


def entry(outcome: BuildOutcome, store: ObjectStore) -> dict[str, Any]:
    """Return the state's entry for an outcome; `object` names the whole in the store."""
    return {
        "object": store.put_json(outcome.to_json()),
        "ok": outcome.ok,
        "phase": str(outcome.phase),
        "jdk": outcome.jdk,
        "signature": outcome.signature,
        "errors": len(outcome.diagnostics),
        "tests": outcome.tests.counts(),
        "seconds": round(outcome.seconds, 1),
        "ended": outcome.ended,
        "log": outcome.log.path if outcome.log else "",
    }


def load(stored: dict[str, Any], store: ObjectStore) -> BuildOutcome:
    """Return the whole outcome behind a state entry."""
    return BuildOutcome.from_json(store.get_json(stored["object"]))


def compare(new: BuildOutcome, old: BuildOutcome) -> Comparison:
    """Say how `new` stands to `old`.

    A later phase is better. Within a phase sets of problems are compared, not counts: javac stops
    at 100 errors and hides the errors of its later stages behind those of the first. `shifted`
    means that every new problem stands where an old one went: the next cause became visible.
    """
    a, b = _phase(new), _phase(old)
    if a != b:
        return Comparison.BETTER if a > b else Comparison.WORSE
    now, then = {d.key for d in new.diagnostics}, {d.key for d in old.diagnostics}
    if now == then:
        return _by_tests(new, old)
    if now < then:
        return Comparison.BETTER
    if now > then:
        return Comparison.WORSE
    places = {d.subject for d in old.diagnostics if d.key not in now}
    shifted = all(d.subject in places for d in new.diagnostics if d.key not in then)
    return Comparison.SHIFTED if shifted else Comparison.INCOMPARABLE


def _phase(outcome: BuildOutcome) -> int:
    if not outcome.ok:
        return outcome.phase.rank
    return Phase.TEST.rank if outcome.diagnostics else Phase.DONE.rank


def _by_tests(new: BuildOutcome, old: BuildOutcome) -> Comparison:
    a, b = new.tests.count(TestStatus.PASSED), old.tests.count(TestStatus.PASSED)
    if a == b:
        return Comparison.EQUAL
    return Comparison.BETTER if a > b else Comparison.WORSE
