"""The order of outcomes: later phases first, sets instead of counts."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.graph import outcomes
from reode.graph.objects import ObjectStore
from reode.graph.outcomes import Comparison, compare


def _problem(file: str, symbol: str, phase: Phase = Phase.COMPILE) -> Diagnostic:
    return Diagnostic("symbol-missing", phase, "m", file=file, symbol=symbol)


def _failed(*problems: Diagnostic, phase: Phase = Phase.COMPILE) -> BuildOutcome:
    return BuildOutcome(ok=False, phase=phase, goals=(), jdk=17, diagnostics=problems)


def test_a_later_phase_is_better_however_many_errors() -> None:
    early = _failed(_problem("A.java", "x"))
    late = _failed(*(_problem("B.java", str(n)) for n in range(9)), phase=Phase.TEST_COMPILE)
    assert compare(late, early) is Comparison.BETTER
    assert compare(early, late) is Comparison.WORSE


def test_sets_are_compared_not_counts() -> None:
    a, b = (_problem("A.java", s) for s in "ab")
    c = _problem("C.java", "c")
    assert compare(_failed(a), _failed(a, b)) is Comparison.BETTER
    assert compare(_failed(a, b), _failed(a)) is Comparison.WORSE
    assert compare(_failed(a, c), _failed(a, b)) is Comparison.INCOMPARABLE
    assert compare(_failed(a), _failed(a)) is Comparison.EQUAL


def test_the_next_cause_at_the_same_place_is_progress() -> None:
    first = Diagnostic("inaccessible-object", Phase.TEST, "m", test="T", evidence={"package": "a"})
    second = Diagnostic("inaccessible-object", Phase.TEST, "m", test="T", evidence={"package": "b"})
    found = compare(_failed(second, phase=Phase.TEST), _failed(first, phase=Phase.TEST))
    assert found is Comparison.SHIFTED
    assert found.is_progress


def test_a_new_problem_elsewhere_is_not_progress() -> None:
    found = compare(_failed(_problem("B.java", "b")), _failed(_problem("A.java", "a")))
    assert not found.is_progress


problems = st.builds(_problem, st.sampled_from(["A.java", "B.java"]), st.sampled_from("abc"))
failures = st.builds(
    lambda found, phase: _failed(*found, phase=phase),
    st.lists(problems, max_size=4),
    st.sampled_from([Phase.MODEL, Phase.COMPILE, Phase.TEST]),
)


@given(failures, failures)
def test_better_and_worse_are_opposites(a: BuildOutcome, b: BuildOutcome) -> None:
    assert (compare(a, b) is Comparison.BETTER) == (compare(b, a) is Comparison.WORSE)
    assert compare(a, a) is Comparison.EQUAL


@given(failures)
def test_an_entry_leads_back_to_the_whole(tmp_path_factory: object, outcome: BuildOutcome) -> None:
    folder: Path = tmp_path_factory.mktemp("objects")  # type: ignore[attr-defined]
    store = ObjectStore(folder)
    assert outcomes.load(outcomes.entry(outcome, store), store) == outcome
