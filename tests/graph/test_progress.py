"""Twenty loops that lead nowhere and twenty that lead somewhere, in the small world."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.settings import Settings
from tests.graph.world import ScriptedTiers, World

A, B, C, D = (f"compile symbol-missing {name}.java\n" for name in "ABCD")
T, U, V = (f"test test-error {name}\n" for name in "TUV")
P = "package shade pom.xml\n"
R = "resolve gone pom.xml\n"
NOISE = [f"note.{n}=x\n" for n in range(12)]


def _noisy(text: str) -> list[str | None]:
    """Edits that change the tree and nothing about the failure."""
    return [text + "".join(NOISE[: n + 1]) for n in range(9)]


#: Each a start, and what the model makes of it, round by round.
LOOPS: dict[str, tuple[str, list[str | None]]] = {
    "no edit": (A, [None] * 9),
    "no edit, test": (T, [None] * 9),
    "same text": (A, [A] * 9),
    "repeat": (A, _noisy(A)),
    "repeat, two errors": (A + B, _noisy(A + B)),
    "repeat, test": (T, _noisy(T)),
    "repeat, package": (P, _noisy(P)),
    "repeat, resolve": (R, _noisy(R)),
    "A-B-A-B": (A, [B, A, B, A, B, A]),
    "T-U-T-U": (T, [U, T, U, T, U, T]),
    "rotation of three": (A, [B, C, A, B, C, A, B]),
    "rotation of tests": (T, [U, V, T, U, V, T]),
    "edit and undo": (A + B, [A + B + NOISE[0], A + B, A + B + NOISE[0], A + B]),
    "edit and undo, test": (T + U, [T + U + NOISE[0], T + U, T + U + NOISE[0]]),
    "worse and back": (T, [A, T, A, T, A]),
    "worse for ever": (T, [A, A + NOISE[0], A + NOISE[1], A + NOISE[2]]),
    "more and more": (A, [A + B, A + B + C, A + B + C + D, A + B + C + D + T]),
    "other order": (A + B, [B + A, A + B + NOISE[0], B + A + NOISE[1], A + B + NOISE[2]]),
    "blank lines": (A, [A + "\n" * n for n in range(1, 9)]),
    "no edit after noise": (T, [T + NOISE[0], None, None]),
}


@pytest.mark.parametrize("name", LOOPS)
def test_r04_a_loop_is_stopped_within_two_useless_rounds(name: str, tmp_path: Path) -> None:
    start, script = LOOPS[name]
    tiers = ScriptedTiers([list(script)])
    world = World(tmp_path, start, tiers=tiers, settings=Settings(attempts=20))
    state = world.run()
    assert state["outcome"]["reason"] in {"stuck", "tests_failing", "unresolvable_dependency"}
    kept = sum(bool(m["progress"]) for m in state["errors"][1:])
    assert len(tiers.asked) - kept <= 3
    assert world.workspace.text(state["outcome"]["commit"]) in {start, *_texts(script)}


def _texts(script: list[str | None]) -> set[str]:
    return {text for text in script if text is not None}


def _x(*numbers: int) -> str:
    return "".join(f"compile symbol-missing X{n}.java\n" for n in numbers)


def _t(*numbers: int) -> str:
    return "".join(f"test test-error T{n}\n" for n in numbers)


def _less(make: object, count: int) -> tuple[str, list[str]]:
    steps = [make(*range(n, count)) for n in range(count + 1)]  # type: ignore[operator]
    return steps[0], steps[1:]


RUNS: dict[str, tuple[str, list[str]]] = {
    **{f"one error a round, {n}": _less(_x, n) for n in (1, 2, 3, 5, 8, 12)},
    **{f"one test a round, {n}": _less(_t, n) for n in (1, 2, 4, 7)},
    "a new stage after each fix": (R + A + T + P, [A + T + P, T + P, P, ""]),
    "a new stage with more errors": (R, [_x(1, 2, 3), _x(1, 2), _t(1, 2, 3, 4), _t(1), P, ""]),
    "rises before it falls": (A, [_x(1, 2, 3), _x(1, 2), ""]),
    "rises, tests": (_t(1), [_t(2, 3), ""]),
    "worse for a round": (T, [A, ""]),
    "worse for two rounds": (T, [A, B, ""]),
    "one useless round each": (_x(1, 2), [_x(1, 2) + NOISE[0], _x(2), _x(2) + NOISE[0], ""]),
    "compile, then tests": (_x(1, 2) + _t(1, 2), [_x(2) + _t(1, 2), _t(1, 2), _t(2), ""]),
    "all at once": (_x(*range(20)), [""]),
    "halves": (_x(*range(16)), [_x(*range(8)), _x(*range(4)), _x(0, 1), _x(0), ""]),
}


def test_there_are_twenty_of_each() -> None:
    assert (len(LOOPS), len(RUNS)) == (20, 20)


@pytest.mark.parametrize("name", RUNS)
def test_r04_a_run_that_makes_progress_is_never_stopped(name: str, tmp_path: Path) -> None:
    start, script = RUNS[name]
    tiers = ScriptedTiers([list(script)])
    settings = Settings(attempts=20)
    state = World(tmp_path, start, tiers=tiers, settings=settings, max_iterations=60).run()
    assert state["outcome"]["verdict"] == "migrated", state["outcome"]
    assert len(tiers.asked) == len(script)


def _converged_by_missing_keys(attempts: list[dict[str, str]]) -> bool:
    """The first REODE's detector: entries of an older run and missing keys counted as equal."""
    last = [a.get("build_error_snapshot") for a in attempts[-3:]]
    return len(last) == 3 and len(set(last)) == 1


def test_r04_missing_and_foreign_snapshots_are_not_comparable() -> None:
    from reode.graph.convergence import is_converged

    old_run: list[dict[str, str]] = [{"id": str(n)} for n in range(3)]
    assert _converged_by_missing_keys(old_run)
    assert not is_converged(old_run)
    same = [{"id": str(n), "build_error_snapshot": "s"} for n in range(3)]
    assert is_converged(same)
