"""Puts together what the nodes of one run work with."""

from __future__ import annotations

from pathlib import Path

from reode.events import Sink
from reode.facts.record import RunRequest
from reode.graph.context import Repairer, RunContext
from reode.graph.objects import ObjectStore
from reode.project.model_repository import PomRepository
from reode.project.workspace import Workspace
from reode.rules.discovery import find_rules
from reode.run.judging import CommandVerifier
from reode.run.machine import Machine
from reode.run.named_recipes import rules_of
from reode.run.stopping import Stopper
from reode.run.store import StoredRun
from reode.settings import Settings


def build_context(
    run: StoredRun,
    *,
    request: RunRequest,
    settings: Settings,
    machine: Machine,
    workspace: Workspace,
    sink: Sink,
    stopper: Stopper,
) -> RunContext:
    """Return the runtime context of a run."""
    rules_folder = Path(request.rules_folder) if request.rules_folder else None
    return RunContext(
        request=request,
        settings=settings,
        workspace=workspace,
        tool=machine.maven,
        jdk=machine.jdk,
        jdks=machine.jdks,
        rules=(*find_rules(rules_folder), *rules_of(request)),
        objects=ObjectStore(run.objects),
        events=sink,
        folder=run.folder,
        verifier=CommandVerifier(run.folder, request, settings, sink, stopper.now),
        repository=PomRepository.local(),
        picture=workspace.picture(settings.home.resolve()),
        repairer=_models(run, request, settings, sink),
        stop=stopper.now,
    )


def _models(run: StoredRun, request: RunRequest, settings: Settings, sink: Sink) -> Repairer | None:
    """Return the model tiers; without a configured model nothing of them is even imported."""
    if not request.models:
        return None
    from reode.fixer.model_tiers import ModelTiers, no_adapter

    # Limits are the run's own: a resume or a replay is another process with other flags.
    settings = settings.model_copy(update={"max_cost": request.max_cost})
    tiers = ModelTiers(request.models, settings, run.folder / "transcripts", sink)
    if request.replay_of:
        tiers.factory = no_adapter
    return tiers
