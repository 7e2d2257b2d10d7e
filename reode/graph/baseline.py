"""What the untouched repository builds and which of its tests pass, before any edit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reode.build.overrides import LEVEL_OVERRIDE, OLDEST_LEVEL
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.diagnostic import Phase
from reode.facts.tally import TestStatus
from reode.facts.target import Target
from reode.graph.building import run_build
from reode.graph.context import RunContext
from reode.project.tree import Tree
from reode.rules.rule import Situation


@dataclass(frozen=True, slots=True)
class Baseline:
    """The best build of the untouched tree, or None, and what a reader must know about it.

    `overridden` says that no JDK here accepts the project's own level: what failed then may well
    have failed for the newer Java, and proves nothing about the time before.
    """

    outcome: BuildOutcome | None
    note: str
    runs: int
    seconds: float
    overridden: bool = False


def take_baseline(context: RunContext, spent: float) -> Baseline:
    """Build the tree as it is with the newest JDK that can, older ones after it.

    The first JDK under which everything compiles and no test fails ends the search; otherwise the
    build with the most passing tests counts. A level that the JDK no longer accepts is overridden
    on the command line, and the note says so.
    """
    tries: list[tuple[BuildOutcome, str]] = []
    for outcome, note in _attempts(context, spent):
        tries.append((outcome, note))
        if _is_whole(outcome):
            break
    built = [(o, n) for o, n in tries if o.reached_tests]
    seconds = sum(o.seconds for o, _ in tries)
    if not built:
        return Baseline(None, _why_none(tries), len(tries), seconds)
    outcome, note = max(built, key=lambda pair: _worth(pair[0]))
    return Baseline(outcome, note, len(tries), seconds, _OVERRIDDEN in note)


def _attempts(context: RunContext, spent: float) -> Iterator[tuple[BuildOutcome, str]]:
    for jdk in _candidates(context.jdks):
        outcome = run_build(context, ("clean", "verify"), jdk=jdk, purpose="baseline", spent=spent)
        spent += outcome.seconds
        yield outcome, f"baseline on JDK {jdk.feature}"
        if context.stop.is_set():
            return
        if not outcome.reached_tests and outcome.level_refused:
            outcome = run_build(
                context,
                ("clean", "verify"),
                jdk=jdk,
                purpose="baseline",
                spent=spent,
                properties=LEVEL_OVERRIDE,
            )
            spent += outcome.seconds
            yield outcome, _overridden(jdk, "on the command line")
            if context.stop.is_set():
                return
        if not outcome.reached_tests and outcome.level_refused and _raise_level(context, jdk):
            outcome = run_build(
                context, ("clean", "verify"), jdk=jdk, purpose="baseline", spent=spent
            )
            spent += outcome.seconds
            context.workspace.reset(context.request.base_commit)
            yield outcome, _overridden(jdk, "in a scratch copy, where it is written as a literal")
            if context.stop.is_set():
                return
        if any(d.kind in _HOPELESS for d in outcome.diagnostics):
            return  # another JDK would not find the artifact either


_OVERRIDDEN = "the compiler level overridden"
#: The rule that knows every place where a level is written.
_LEVEL_RULE = "level_too_low"
#: Failures that no other JDK mends.
_HOPELESS = frozenset({"parent-missing", "pom-unreadable", "pom-duplicate-tag", "reactor"})


def _candidates(jdks: tuple[Jdk, ...]) -> list[Jdk]:
    newest_first = sorted((j for j in jdks if j.has_compiler), key=lambda j: -j.feature)
    return list({j.feature: j for j in reversed(newest_first)}.values())[::-1]


def _overridden(jdk: Jdk, where: str) -> str:
    return (
        f"baseline on JDK {jdk.feature} with {_OVERRIDDEN} to {OLDEST_LEVEL} "
        f"{where}, since the JDK no longer accepts the project's own"
    )


def _raise_level(context: RunContext, jdk: Jdk) -> bool:
    """Raise levels that the command line can't override, in the worktree only; nothing is kept."""
    rule = next((r for r in context.rules if r.id == _LEVEL_RULE), None)
    if rule is None:
        return False
    edits = rule.find(Situation(context.view(), Target(jdk.feature, int(OLDEST_LEVEL))))
    return bool(Tree(context.workspace.project).apply(edits))


def _is_whole(outcome: BuildOutcome) -> bool:
    return outcome.ok and not any(
        r.status is TestStatus.FAILED and not r.environment for r in outcome.tests.results
    )


def _worth(outcome: BuildOutcome) -> tuple[int, int, int]:
    """More passing tests, then a later phase, then the JDK nearer to what the project knows."""
    passed = outcome.tests.count(TestStatus.PASSED)
    return passed, Phase.DONE.rank if outcome.ok else outcome.phase.rank, -outcome.jdk


def _why_none(tries: list[tuple[BuildOutcome, str]]) -> str:
    if not tries:
        return "no JDK with a compiler was found, so no baseline was taken"
    outcome, _ = tries[-1]
    first = (
        outcome.diagnostics[0].message if outcome.diagnostics else "the build ended without a word"
    )
    jdks = ", ".join(str(f) for f in dict.fromkeys(o.jdk for o, _ in tries))
    return (
        f"no baseline: nothing builds before the migration (tried JDK {jdks}; last: {first[:200]})"
    )
