"""One migration from start to end: start it, go on with it, take it back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ulid import ULID

import reode
from reode.errors import Interrupted, RunStateError
from reode.events import EventLog, Fanout, Note, RunFinished, RunStarted, Sink, WarnOnce
from reode.facts.record import RunRequest
from reode.facts.target import Target
from reode.project.source import Source, locate_source
from reode.project.workspace import Workspace
from reode.run.machine import Machine, find_machine
from reode.run.named_recipes import announcement, as_texts, find_named_recipes
from reode.run.stopping import Stopper
from reode.run.store import RunStore, StoredRun
from reode.settings import Settings

#: Branches of runs live below this name.
_BRANCHES = "reode"


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks of a new migration; `source` is a path or a URL."""

    source: str
    jdk: int
    release: int
    use_models: bool = True
    removed_steps: tuple[str, ...] = ()
    rules_folder: str | None = None
    upgrade: str = "minimal"


@dataclass(slots=True)
class Migrations:
    """The migrations of one home folder, with the settings and sinks of this process."""

    settings: Settings
    sinks: tuple[Sink, ...] = ()
    stopper: Stopper = field(default_factory=Stopper)

    @property
    def store(self) -> RunStore:
        """The stored runs."""
        return RunStore(self.settings.home)

    def start(self, wish: Wish) -> dict[str, Any]:
        """Migrate, and return the record as JSON data.

        Raises MachineError, ProjectError or UsageError before anything is written to the user's
        repository, and Interrupted where the user stopped the run, which can then be resumed.
        """
        source = locate_source(wish.source, self.store.repositories)
        target = Target(wish.jdk, wish.release)
        project = source.repository / source.folder
        machine = find_machine(project, target, self.settings, self.store.cache)
        named = find_named_recipes(self.settings, machine.maven, machine.jdk)
        request = _request(wish, source, machine, self.settings, self.store)
        texts, licences = as_texts(named)
        run = self.store.create(replace(request, recipes=texts, recipe_licences=licences))
        with run.locked():
            return self._work(run, machine, resumed=False)

    def resume(self, name: str) -> dict[str, Any]:
        """Go on with an interrupted run from its last finished node; return the record."""
        run = self.store.find(name)
        done = run.record()
        if done is not None:
            raise RunStateError(
                f"run {run.run_id} is finished: {done['verdict']}",
                hint=f"See it with `reode show {run.run_id}`.",
            )
        with run.locked():
            request = run.request()
            project = Path(request.repository) / request.folder
            settings = self.settings.model_copy(update=_tools_of(request))
            target = Target(request.target_jdk, request.target_release)
            machine = find_machine(project, target, settings, self.store.cache)
            # A replay is a stored run that has not begun.
            return self._work(run, machine, resumed=run.database.exists())

    def undo(self, name: str) -> RunRequest:
        """Remove a run's branch and worktree, then forget the run; return what it was."""
        run = self.store.find(name)
        request = run.request()
        with run.locked():
            workspace = _workspace(request)
            workspace.remove()
            workspace.close()
        self.store.delete(run)
        return request

    def _work(self, run: StoredRun, machine: Machine, *, resumed: bool) -> dict[str, Any]:
        request = run.request()
        log = EventLog(run.event_log, run.run_id)
        sink = WarnOnce(Fanout((log, *self.sinks)), run.event_log)
        if request.dirty:
            sink.emit(Note(_left_out(request.dirty)))
        for line in announcement(request):
            sink.emit(Note(line))
        sink.emit(_started(request, machine, resumed=resumed))
        workspace = _workspace(request)
        try:
            workspace.create(request.base_commit)
            with self.stopper.handling_signals():
                return self._run_graph(run, request, machine, workspace, sink)
        finally:
            workspace.close()

    def _run_graph(
        self,
        run: StoredRun,
        request: RunRequest,
        machine: Machine,
        workspace: Workspace,
        sink: Sink,
    ) -> dict[str, Any]:
        # LangGraph takes most of a second to import; commands that run no graph never pay it.
        from reode.run.context import build_context
        from reode.run.engine import drive, record_of

        context = build_context(
            run,
            request=request,
            settings=self.settings,
            machine=machine,
            workspace=workspace,
            sink=sink,
            stopper=self.stopper,
        )
        state = drive(run, context, self.stopper)
        if state.get("outcome") is None:
            raise Interrupted(
                f"run {run.run_id} was interrupted",
                hint=f"Go on with `reode resume {run.run_id}`.",
            )
        record = record_of(request, state, workspace, machine)
        run.write_record(record)
        sink.emit(RunFinished(record["verdict"], record["reason"], record["detail"]))
        return record


def _request(
    wish: Wish, source: Source, machine: Machine, settings: Settings, store: RunStore
) -> RunRequest:
    run_id = str(ULID())
    models = tuple(m for m in (settings.model, *settings.escalate_to) if m)
    return RunRequest(
        run_id=run_id,
        source=wish.source,
        repository=str(source.repository),
        folder=source.folder,
        private=source.private,
        base_commit=source.commit,
        branch=f"{_BRANCHES}/{run_id}",
        worktree=str(store.place(run_id).worktree),
        target_jdk=wish.jdk,
        target_release=wish.release,
        jdk_home=machine.jdk.home,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        dirty=source.dirty,
        use_models=wish.use_models,
        models=models if wish.use_models else (),
        max_iterations=settings.max_iterations,
        max_cost=settings.max_cost,
        timeout=settings.timeout,
        removed_steps=wish.removed_steps,
        rules_folder=wish.rules_folder,
        upgrade=wish.upgrade,
        minimise=settings.minimise,
        reode_version=reode.__version__,
        test_java=str(settings.test_java or ""),
    )


def _tools_of(request: RunRequest) -> dict[str, Path | None]:
    """Return the settings that make a run go on with the Java it began with."""
    test_java = Path(request.test_java) if request.test_java else None
    return {"jdk": Path(request.jdk_home), "test_java": test_java}


def _workspace(request: RunRequest) -> Workspace:
    return Workspace(
        Path(request.repository), Path(request.worktree), request.branch, request.folder
    )


def _started(request: RunRequest, machine: Machine, *, resumed: bool) -> RunStarted:
    return RunStarted(
        source=request.source,
        target=request.target_jdk,
        release=request.target_release,
        jdk=f"{machine.jdk.version} ({machine.jdk.home})",
        build_tool=machine.maven.name,
        resumed=resumed,
        run_id=request.run_id,
        max_iterations=request.max_iterations,
        max_cost=request.max_cost,
    )


def _left_out(dirty: tuple[str, ...]) -> str:
    shown = ", ".join(dirty[:3]) + (f" and {len(dirty) - 3} more" if len(dirty) > 3 else "")
    return f"HEAD is migrated; uncommitted changes stay out: {shown}"
