"""`reode show` and `reode history`: one run in detail, finished or not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.cli.log import end_line, log_line
from reode.cli.material import read_material
from reode.cli.options import AsJson, Command, Panel, RunName
from reode.cli.progress import Progress
from reode.cli.prompts import call_lines, calls_of
from reode.cli.runs import STATUS_STYLES
from reode.cli.summary import summary
from reode.cli.terminal import FAINT, PLACE, STRONG, Line, print_lines
from reode.errors import UsageError
from reode.events import read_events
from reode.run.store import RunStore, StoredRun


def show(
    run: RunName,
    *,
    node: Annotated[str | None, typer.Option(help="Only what this node did.")] = None,
    iteration: Annotated[int | None, typer.Option(help="Only this round.")] = None,
    diff: Annotated[bool, typer.Option("--diff", help="The result as a unified diff.")] = False,
    prompt: Annotated[bool, typer.Option("--prompt", help="What models were asked.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show one run: verdict, gates, tests, commits, and what is left.

    A run that works or was interrupted is shown as far as it got.
    """
    stored = _find(run)
    if diff:
        _show_diff(stored, as_json=as_json)
    elif prompt:
        _show_prompts(stored, as_json=as_json)
    elif node is not None or iteration is not None:
        _show_part(stored, node, iteration, as_json=as_json)
    else:
        _show_all(stored, as_json=as_json)


def _find(name: str) -> StoredRun:
    from reode.settings import read_settings

    return RunStore(read_settings().settings.home).find(name)


def _show_all(run: StoredRun, *, as_json: bool) -> None:
    record = run.record()
    if as_json:
        data = record or {"run_id": run.run_id, "status": str(run.status()), **_so_far(run)}
        print_json("show", data)
    elif record is not None:
        report = run.folder / "report.html"
        print_lines(summary(read_material(run), report=report if report.exists() else None))
    else:
        print_lines(unfinished_lines(run))


def _so_far(run: StoredRun) -> dict[str, Any]:
    request = run.request()
    events = list(read_events(run.event_log))
    return {"request": request.to_json(), "last_event": events[-1] if events else None}


def unfinished_lines(run: StoredRun) -> Iterator[Line]:
    """Yield where an unfinished run stands: its step, its fixes and the way on."""
    request, status = run.request(), str(run.status())
    yield (
        (status, STATUS_STYLES.get(status, STRONG)),
        f"  {request.source} → Java {request.target_jdk}",
    )
    events = list(read_events(run.event_log))
    progress = Progress()
    for event in events:
        progress.take(event["event"], event["data"], _seconds(event))
    if events:
        yield progress.line(_seconds(events[-1]))
    for event in events:
        if event["event"] in {"fix-applied", "fix-refused", "build-finished", "model-called"}:
            yield log_line(event)
    yield (("worktree  ", FAINT), (request.worktree, PLACE))
    yield end_line(run)


def _seconds(event: dict[str, Any]) -> float:
    return datetime.fromisoformat(event["time"]).timestamp()


def _show_part(run: StoredRun, node: str | None, iteration: int | None, *, as_json: bool) -> None:
    """Print the events of a node or a round."""
    found = list(part_of(list(read_events(run.event_log)), node, iteration))
    if not found:
        nodes = {e["data"]["node"] for e in read_events(run.event_log) if "node" in e["data"]}
        raise UsageError(
            f"run {run.run_id} has nothing of that node or round",
            hint=f"Its nodes are: {', '.join(sorted(nodes)) or 'none yet'}.",
        )
    if as_json:
        print_json("show", {"run_id": run.run_id, "events": found})
    else:
        print_lines(log_line(event) for event in found)


def part_of(
    events: list[dict[str, Any]], node: str | None, iteration: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the events between start and end of a node, in one round or all."""
    inside = False
    for event in events:
        data = event["data"]
        if event["event"] == "node-started":
            inside = (node is None or data["node"] == node) and (
                iteration is None or data["iteration"] == iteration
            )
        if inside:
            yield event
        if event["event"] == "node-finished":
            inside = False


def _show_diff(run: StoredRun, *, as_json: bool) -> None:
    text = diff_of(run)
    if as_json:
        print_json("show", {"run_id": run.run_id, "diff": text})
    else:
        typer.echo(text)


def diff_of(run: StoredRun) -> str:
    """Return the diff of a run's result, or of its branch as far as it got."""
    record = run.record()
    if record is not None:
        return str(record["diff"])
    from pathlib import Path

    from reode.project.workspace import Workspace

    request = run.request()
    workspace = Workspace(Path(request.repository), Path(request.worktree), request.branch)
    try:
        return workspace.diff(request.base_commit, workspace.head())
    finally:
        workspace.close()


def _show_prompts(run: StoredRun, *, as_json: bool) -> None:
    calls = calls_of(run)
    if not calls:
        raise UsageError(f"run {run.run_id} asked no model", hint="Rules did all the work.")
    if as_json:
        print_json("show", {"run_id": run.run_id, "calls": calls})
    else:
        print_lines(call_lines(calls))


def history(run: RunName, *, as_json: AsJson = False) -> None:
    """List the checkpoints of a run, oldest first."""
    from reode.run.history import checkpoints_of

    stored = _find(run)
    rows = list(checkpoints_of(stored))
    if as_json:
        print_json("history", {"run_id": stored.run_id, "checkpoints": rows})
        return
    print_lines(
        (
            (row["checkpoint"], PLACE),
            f"  {row['time'][11:19]}  round {row['iteration']:<2}  {row['head'][:10]:<10}",
            (f"  then {row['next'] or 'the end'}", FAINT),
        )
        for row in rows
    )
    print_lines([end_line(stored)])


COMMANDS = (
    Command(
        "show",
        show,
        Panel.WATCH,
        (
            "reode show latest                  the result, or where a run stands",
            "reode show latest --diff           what it changed",
            "reode show latest --node validate  what one node did",
            "reode show latest --prompt         what models were asked and answered",
        ),
    ),
    Command("history", history, Panel.WATCH, ("reode history latest",)),
)
