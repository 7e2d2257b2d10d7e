"""`reode runs`: the stored runs of this machine, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reode.cli.amounts import age, count
from reode.cli.envelope import print_json
from reode.cli.event_lines import VERDICT_STYLES
from reode.cli.options import AsJson, Command, Panel
from reode.cli.terminal import BAD, FAINT, GOOD, PLACE, STRONG, WARN, Line, print_lines
from reode.errors import StorageError

#: What the states of an unfinished run look like.
STATUS_STYLES = {"running": GOOD, "interrupted": WARN, "damaged": BAD}


def runs(*, as_json: AsJson = False) -> None:
    """List the runs that are stored on this machine, newest first."""
    from reode.run.store import RunStore
    from reode.settings import read_settings

    store = RunStore(read_settings().settings.home)
    rows = [row_of(run) for run in store.runs()]
    if as_json:
        print_json("runs", {"home": str(store.home), "runs": rows})
    else:
        print_lines(run_lines(rows, str(store.home)))


def row_of(run: Any) -> dict[str, Any]:
    """Return what a list says of a stored run; a damaged one is listed too."""
    row: dict[str, Any] = {"run_id": run.run_id, "status": "damaged", "verdict": None}
    try:
        request, record = run.request(), run.record()
        row |= {
            "status": str(run.status()),
            "verdict": record["verdict"] if record else None,
            "reason": record["reason"] if record else None,
            "source": request.source,
            "target": request.target_jdk,
            "release": request.target_release,
            "started": request.started,
            "branch": request.branch,
        }
    except (StorageError, KeyError) as error:
        row["problem"] = str(error)
    return row


def run_lines(rows: list[dict[str, Any]], home: str) -> Iterator[Line]:
    """Yield one line a run, and the command that goes on with the newest unfinished one."""
    if not rows:
        yield (f"No runs in {home}.",)
        yield ("next: ", ("reode migrate PATH --to N", STRONG))
        return
    for row in rows:
        yield _line(row)
    yield ((count(len(rows), "run"), FAINT), (f" in {home}", FAINT))
    stopped = [row["run_id"] for row in rows if row["status"] == "interrupted"]
    wanted = f"reode resume {stopped[0]}" if stopped else f"reode show {rows[0]['run_id']}"
    yield ("next: ", (wanted, STRONG))


def _line(row: dict[str, Any]) -> Line:
    state = row["verdict"] or row["status"]
    style = VERDICT_STYLES.get(state) or STATUS_STYLES.get(state, "")
    if row["status"] == "damaged":
        return ((row["run_id"], PLACE), "  ", (f"{state:<17}", style), f"  {row['problem']}")
    return (
        (row["run_id"], PLACE),
        "  ",
        (f"{state:<17}", style),
        f"  Java {row['target']:<2}",
        (f"  {age(row['started']):>6} ago", FAINT),
        f"  {row['source']}",
    )


COMMANDS = (Command("runs", runs, Panel.WATCH, ("reode runs", "reode runs --json")),)
