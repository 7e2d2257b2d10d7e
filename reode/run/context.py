"""Puts together what the nodes of one run work with."""

from __future__ import annotations

from pathlib import Path

from reode.events import Sink
from reode.facts.record import RunRequest
from reode.graph.context import RunContext
from reode.graph.objects import ObjectStore
from reode.project.view import PomRepository
from reode.project.workspace import Workspace
from reode.rules.discovery import find_rules
from reode.run.judging import CommandVerifier
from reode.run.machine import Machine
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
        rules=find_rules(rules_folder),
        objects=ObjectStore(run.objects),
        events=sink,
        folder=run.folder,
        verifier=CommandVerifier(run.folder, request, settings, sink, stopper.now),
        repository=PomRepository(local_repository()),
        fingerprint=workspace.fingerprint(),
        stop=stopper.now,
    )


def local_repository() -> Path:
    """Return Maven's local repository in its usual place."""
    return Path.home() / ".m2" / "repository"
