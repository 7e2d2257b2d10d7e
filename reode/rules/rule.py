"""What a rule is: one pure function from a situation to edits, and the cases that prove it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.facts.floors import Floor, load_floors
from reode.facts.recipe import RecipeCall
from reode.facts.target import Target
from reode.project.view import ProjectView


class When(StrEnum):
    """Whether a rule may fire before a build, or waits for a diagnostic."""

    CERTAIN = "certain"
    DIAGNOSED = "diagnosed"


@dataclass(frozen=True, slots=True)
class Situation:
    """What a rule looks at: the tree as it is, where it shall go, and what the last build said."""

    view: ProjectView
    target: Target
    diagnostics: tuple[Diagnostic, ...] = ()
    floors: tuple[Floor, ...] = field(default_factory=load_floors)

    def of_kind(self, *kinds: str) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of any of the kinds, in the order of the build."""
        return tuple(d for d in self.diagnostics if d.kind in kinds)


@dataclass(frozen=True, slots=True)
class Case:
    """A tree and what the rule must make of it; `after` is None where nothing may change.

    `before` and `after` map paths to texts; files absent from `after` stay as they were and a
    value None means the file goes. `repository` maps "g:a:v" to a parent's or BOM's pom. `calls`
    are the recipes that the rule must ask for, in any order.
    """

    title: str
    before: Mapping[str, str]
    after: Mapping[str, str | None] | None
    target: Target
    diagnostics: tuple[Diagnostic, ...] = ()
    repository: Mapping[str, str] = field(default_factory=dict)
    calls: tuple[RecipeCall, ...] = ()

    @property
    def keeps(self) -> bool:
        """Say whether the case shows what must not change."""
        return self.after is None and not self.calls


def no_edits(_: Situation) -> list[Edit]:
    """Return nothing: the `find` of a rule that works through recipes alone."""
    return []


@dataclass(frozen=True, slots=True)
class Rule:
    """One deterministic fix.

    A CERTAIN rule is asked before every build; it may look at diagnostics too. A DIAGNOSED rule is
    asked only when a diagnostic of `kinds` was seen. `targets` are the JDKs it is meant for;
    `order` (lower first) follows how a build fails: JVM, model, dependencies, level, processors,
    plugins, sources. Discovery fills `id`, `doc` and `cases` from the rule's file.

    `recipes` names what OpenRewrite has to do where a change needs types: as pure as `find`, and
    empty as soon as there is nothing left to do, because each run of it costs a start of Maven.
    """

    find: Callable[[Situation], list[Edit]]
    when: When
    kinds: frozenset[str] = frozenset()
    targets: range = range(9, 100)
    order: int = 50
    #: False where the rule has something to say even of a project whose root pom is unreadable.
    needs_model: bool = True
    recipes: Callable[[Situation], list[RecipeCall]] | None = None
    #: True where the recipes run once in a run, whatever fails later: those that the user named.
    once: bool = False
    id: str = ""
    doc: Mapping[str, str] = field(default_factory=dict)
    cases: tuple[Case, ...] = ()

    def is_awake(self, situation: Situation) -> bool:
        """Say whether the rule may be asked in this situation."""
        if situation.target.jdk not in self.targets:
            return False
        if self.needs_model and not situation.view.reactor.modules:
            return False
        return self.when is When.CERTAIN or bool(situation.of_kind(*self.kinds))
