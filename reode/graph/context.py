"""What the nodes work with: the objects of a run that are never part of its state."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from typing import Protocol

from reode.build.tool import BuildTool
from reode.events import Sink
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.record import RunRequest
from reode.facts.scorecard import Scorecard
from reode.facts.target import Target
from reode.fixer.job import Attempt, Job, Spent
from reode.graph.objects import ObjectStore
from reode.project.model_repository import PomRepository
from reode.project.view import ProjectView
from reode.project.workspace import Workspace
from reode.rules.rule import Rule
from reode.settings import Settings


class Repairer(Protocol):
    """The model tiers, as the graph sees them."""

    @property
    def tiers(self) -> int:
        """Number of configured models."""

    def name(self, tier: int) -> str:
        """Return the model of a tier."""

    def attempt(self, job: Job, tier: int, *, spent: Spent, seconds: float | None) -> Attempt:
        """Let the model of a tier try once; `seconds` are left for it."""


class Verifier(Protocol):
    """The final check, in another process and a fresh copy."""

    def __call__(self, commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
        """Judge the tree of `commit` against the base."""


@dataclass(frozen=True)
class RunContext:
    """The runtime context of the graph; a resume builds it anew."""

    request: RunRequest
    settings: Settings
    workspace: Workspace
    tool: BuildTool
    jdk: Jdk
    jdks: tuple[Jdk, ...]
    rules: tuple[Rule, ...]
    objects: ObjectStore
    events: Sink
    folder: Path
    verifier: Verifier
    repository: PomRepository | None = None
    repairer: Repairer | None = None
    picture: Mapping[str, str] = field(default_factory=dict)
    stop: Flag = field(default_factory=Flag)
    clock: Callable[[], float] = time.monotonic

    @property
    def target(self) -> Target:
        """The JDK that builds, which may be newer than the one asked for, and the level asked for."""
        return Target(self.jdk.feature, self.request.target_release)

    def view(self) -> ProjectView:
        """Return the project as it stands in the worktree, seen by the target's JDK."""
        return ProjectView.at(
            self.workspace.project, repository=self.repository, jdk=self.jdk.feature
        )

    @property
    def tiers(self) -> int:
        """Number of models that may be asked."""
        return self.repairer.tiers if self.repairer is not None else 0
