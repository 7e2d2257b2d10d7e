"""Drives the compiled graph through its checkpoints and reads the record from its final state."""

from __future__ import annotations

from typing import Any

from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl

from reode.errors import Interrupted, RunStateError
from reode.facts.record import EndReason, RunRecord, RunRequest, RunStatus
from reode.facts.scorecard import Verdict
from reode.graph.build import build_graph
from reode.graph.context import RunContext
from reode.graph.state import GRAPH_VERSION, first_state
from reode.project.workspace import Workspace
from reode.run.checkpoints import open_checkpoints, thread
from reode.run.machine import Machine
from reode.run.stopping import Stopper
from reode.run.store import StoredRun


def drive(run: StoredRun, context: RunContext, stopper: Stopper) -> dict[str, Any]:
    """Run the graph until it ends or is stopped; return the state that is stored.

    A fresh thread starts from the first state, a known one goes on from its last finished node.
    Raises RunStateError where another version of the graph wrote the state.
    """
    with open_checkpoints(run) as saver:
        graph = build_graph(saver)
        config = thread(run)
        stored = graph.get_state(config).values
        _check_version(stored, run)
        if stored.get("outcome") is None:
            start = None if stored else first_state(context.request.base_commit)
            _stream(graph, start, config, context, stopper)
        values: dict[str, Any] = graph.get_state(config).values
        return values


def _stream(
    graph: Any, start: Any, config: dict[str, Any], context: RunContext, stopper: Stopper
) -> None:
    control = RunControl()
    try:
        for _ in graph.stream(
            start,
            config,
            context=context,
            durability="sync",
            stream_mode="updates",
            control=control,
        ):
            if stopper.drain.is_set():
                control.request_drain()
    except (GraphDrained, Interrupted):
        return


def _check_version(stored: dict[str, Any], run: StoredRun) -> None:
    version = stored.get("graph_version", GRAPH_VERSION)
    if version != GRAPH_VERSION:
        raise RunStateError(
            f"run {run.run_id} was started by another version of REODE (graph {version}, "
            f"this is {GRAPH_VERSION})",
            hint="Resume it with that version, or undo it and migrate again.",
        )


def record_of(
    request: RunRequest, state: dict[str, Any], workspace: Workspace, machine: Machine
) -> dict[str, Any]:
    """Return the record of a finished run as JSON data: the public `data` of `migrate`."""
    return record_data(_record(request, state, workspace, machine.maven.name))


def _record(
    request: RunRequest, state: dict[str, Any], workspace: Workspace, build_tool: str
) -> RunRecord:
    outcome = state["outcome"]
    change = workspace.change(request.base_commit, outcome["commit"])
    kept = _kept(state, workspace, request)
    return RunRecord(
        request=request,
        status=RunStatus.FINISHED,
        verdict=Verdict(outcome["verdict"]),
        reason=EndReason(outcome["reason"]),
        detail=outcome["detail"],
        head_commit=outcome["commit"],
        build_tool=build_tool,
        baseline=state["baseline"],
        baseline_note=state["baseline_note"],
        result=state["best"],
        gates=tuple(outcome["gates"]),
        notes=tuple(outcome["notes"]),
        findings=tuple(state["findings"]),
        transforms=tuple(kept),
        fix_attempts=tuple(state["fix_attempts"]),
        errors=tuple(state["errors"]),
        maven_runs=state["maven_runs"],
        llm_calls=state["llm_calls"],
        cost=state["cost"],
        tokens=state["tokens"],
        changed_files=len(change.files),
        changed_lines=change.lines,
        seconds={"total": round(state["spent_seconds"], 1), "maven": state["maven_seconds"]},
        iterations=state["iteration"],
        diff=workspace.diff(request.base_commit, outcome["commit"]),
        minimised=_minimised(state),
    )


def _minimised(state: dict[str, Any]) -> dict[str, Any] | None:
    """Return what the search for a smaller result tried, None where there was none."""
    search = state.get("minimising")
    return {name: search[name] for name in ("builds", "end", "tried")} if search else None


def _kept(state: dict[str, Any], workspace: Workspace, request: RunRequest) -> list[dict[str, Any]]:
    """Return the transforms that are part of the result, each with its diff; others are left out."""
    history = set(workspace.history(request.base_commit, state["outcome"]["commit"]))
    moved = {one["id"]: one["commit"] for one in (state.get("minimising") or {}).get("kept", ())}
    kept = [{**t, "commit": moved.get(t["id"], t["commit"])} for t in state["transforms"]]
    return [_with_diff(t, workspace) for t in kept if t["commit"] in history]


def _with_diff(transform: dict[str, Any], workspace: Workspace) -> dict[str, Any]:
    """Add the diff, and count anew: a commit that was made again may do less than the first one."""
    parent, commit = f"{transform['commit']}^", transform["commit"]
    change = workspace.change(parent, commit)
    figures = {"files": list(change.files), "lines": change.lines}
    return {**transform, **figures, "diff": workspace.diff(parent, commit)}


def record_data(record: RunRecord) -> dict[str, Any]:
    """Return a record as the `data` object of `migrate --json`."""
    request = record.request
    data = {name: getattr(record, name) for name in record.__slots__ if name != "request"}
    return {
        "run_id": request.run_id,
        "verdict": str(record.verdict) if record.verdict else None,
        "reason": str(record.reason) if record.reason else None,
        "target": request.target_jdk,
        "release": request.target_release,
        "base_commit": request.base_commit,
        "branch": request.branch,
        "worktree": request.worktree,
        "tests": {"before": _tests(record.baseline), "after": _tests(record.result)},
        "request": request.to_json(),
        **{
            name: list(value) if isinstance(value, tuple) else value
            for name, value in data.items()
            if name not in {"verdict", "reason", "status"}
        },
        "status": str(record.status),
    }


def _tests(outcome: Any) -> dict[str, int] | None:
    return None if outcome is None else dict(outcome["tests"])
