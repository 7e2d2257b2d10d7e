"""What one attempt of a model is given, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit, Finding
from reode.facts.target import Target
from reode.project.tree import Tree
from reode.project.view import ProjectView


@dataclass(frozen=True, slots=True)
class Tier:
    """How a tier works: `number` counts from 0; sizes are in characters, budgets in tokens.

    The higher tiers see the whole project and an expert's system prompt; the first one sees the
    failure, its evidence and the files it names.
    """

    number: int
    model: str
    rounds: int
    builds: int
    error_chars: int
    prompt_tokens: int
    whole_project: bool


#: The first tier's prompt stays small; 12,000 tokens hold an error, its chain and a few files.
FIRST_TOKENS = 12_000
FIRST_ERROR_CHARS = 4_000
EXPERT_ERROR_CHARS = 15_000
FIRST_ROUNDS, EXPERT_ROUNDS = 16, 30
FIRST_BUILDS, EXPERT_BUILDS = 2, 4
#: Room left in the window for the conversation that follows the first prompt.
_WINDOW_SHARE = 0.6


def tier_of(number: int, model: str, context_window: int) -> Tier:
    """Return the tier with that number; `context_window` is the model's, in tokens."""
    room = int(context_window * _WINDOW_SHARE)
    if number == 0:
        tokens = min(FIRST_TOKENS, room)
        return Tier(0, model, FIRST_ROUNDS, FIRST_BUILDS, FIRST_ERROR_CHARS, tokens, False)
    return Tier(number, model, EXPERT_ROUNDS, EXPERT_BUILDS, EXPERT_ERROR_CHARS, room, True)


@dataclass(frozen=True, slots=True)
class Spent:
    """What the run has used of its model budget before an attempt; `tier_cost` by this tier."""

    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    tier_cost: float = 0.0


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """What was tried before: by whom, the diff, and what the build then said."""

    by: str
    what: str
    result: str


@dataclass(frozen=True, slots=True)
class Job:
    """Everything an attempt works on.

    `build` runs the project as it stands in `tree` and returns the outcome; `public_api` returns
    the public members of a class or jar of two versions as text, "" where none can be had.
    `error_text` is the decisive part of the log, uncut.
    """

    target: Target
    tree: Tree
    view: ProjectView
    diagnostics: tuple[Diagnostic, ...]
    findings: tuple[Finding, ...]
    error_text: str
    past: tuple[PastAttempt, ...]
    build: Callable[[], BuildOutcome]
    public_api: Callable[[str, str, str], str]
    effective_pom: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What an attempt came to.

    `call_ok` says that the model answered to the end; whether the build is fixed is not known
    here. `cost` is None as soon as one price was unknown, `known_cost` is the sum of the others.
    `limit` says which budget ended it. `edits` are the changed files with their new content; `summary` is the model's own
    account; `builds` counts the build runs; `problem` says why no model could be asked.
    """

    call_ok: bool
    edits: tuple[Edit, ...] = ()
    summary: str = ""
    rounds: int = 0
    calls: int = 0
    builds: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    known_cost: float = 0.0
    end: str = ""
    problem: str = ""
    limit: str = ""
    refusals: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
