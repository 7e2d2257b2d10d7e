"""Short ways to write a gate's answer."""

from __future__ import annotations

from collections.abc import Iterable

from reode.facts.scorecard import Gate, GateId, GateStatus, Proof

#: More proofs than this say nothing new; the detail gives their number.
LIMIT = 20


def failed(gate: GateId, detail: str, proofs: Iterable[Proof]) -> Gate:
    """Return a failed gate; the first proofs stand for all, the detail tells how many there are."""
    return _gate(gate, GateStatus.FAILED, detail, proofs)


def passed(gate: GateId, detail: str, proofs: Iterable[Proof] = ()) -> Gate:
    """Return a passed gate; its proofs are remarks."""
    return _gate(gate, GateStatus.PASSED, detail, proofs)


def unknown(gate: GateId, detail: str, proofs: Iterable[Proof] = ()) -> Gate:
    """Return a gate that could not be judged, and why."""
    return _gate(gate, GateStatus.UNKNOWN, detail, proofs)


def not_applicable(gate: GateId, detail: str) -> Gate:
    """Return a gate that need not be judged here."""
    return Gate(gate, GateStatus.NOT_APPLICABLE, detail)


def _gate(gate: GateId, status: GateStatus, detail: str, proofs: Iterable[Proof]) -> Gate:
    unique = list(dict.fromkeys(proofs))
    more = f" (first {LIMIT} of {len(unique)} shown)" if len(unique) > LIMIT else ""
    return Gate(gate, status, detail + more, tuple(unique[:LIMIT]))


def plural(count: int, noun: str, many: str = "") -> str:
    """Return "1 test" or "2 tests"; `many` is a plural that takes more than an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {many or noun + 's'}"
