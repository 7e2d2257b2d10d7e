"""The node that tries to leave out one change a visit, and keeps the smallest proven result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reode.errors import Interrupted, ReodeError
from reode.events import ChangeTried, GateJudged
from reode.graph.context import RunContext
from reode.graph.leaving_out import Smaller, Trial, try_smaller, without
from reode.graph.state import State
from reode.graph.step import Update, step

_Search = dict[str, Any]
_CLASH = "a later change builds on it"


@step("minimise", clean=True)
def minimise(state: State, context: RunContext) -> Update:
    """Try the result without the next change, or end the search and write the `outcome`.

    Nothing that goes wrong here costs the migration: the accepted result stays what it was.
    """
    search = _search(state, context)
    end = _end(search, state, context)
    if end:
        return _finished(search, end)
    wanted = search["left"][0]
    smaller, trial = None, Trial(_CLASH)
    try:
        smaller = without(context, state["base"], search["kept"], wanted)
        if smaller is not None:
            trial = try_smaller(state, context, smaller.head, search["outcome"])
    except Interrupted:
        raise
    except ReodeError as error:
        trial = Trial(f"it could not be built without it: {error.message}")
    return _tried(state, context, search, smaller, trial)


def _search(state: State, context: RunContext) -> _Search:
    """Return where the search stands; at its start every change of the result is in question."""
    search: _Search = dict(state["minimising"] or {})
    if "left" in search:
        return search
    history = context.workspace.history(state["base"], search["outcome"]["commit"])
    place = {commit: n for n, commit in enumerate(history)}
    inside = [t for t in state["transforms"] if t["commit"] in place]
    inside.sort(key=lambda t: place[t["commit"]])
    kept = [{"id": t["id"], "commit": t["commit"]} for t in inside]
    # Last first: nothing builds on the last change, and what came late was a guess more often.
    left = [one["id"] for one in reversed(kept)]
    return {**search, "kept": kept, "left": left, "clashed": [], "tried": [], "builds": 0}


def _end(search: _Search, state: State, context: RunContext) -> str:
    """Return why the search is over, "" while it is not."""
    if not search["left"]:
        return "every change was tried"
    if search["builds"] >= context.settings.minimise_builds:
        return "the builds for it are used up"
    allowed, best = context.request.timeout, state["best"]
    # The build, and the final check's own one.
    needed = 2 * best["seconds"] if best else 0.0
    if allowed is not None and state["spent_seconds"] + needed >= allowed:
        return "the time of the run is used up"
    return ""


def _finished(search: _Search, end: str) -> Update:
    dropped = sum(one["dropped"] for one in search["tried"])
    return {
        "minimising": {**search, "end": end},
        "outcome": search["outcome"],
        "summary": f"{dropped} of {len(search['kept']) + dropped} changes left out; {end}",
    }


def _tried(
    state: State, context: RunContext, search: _Search, smaller: Smaller | None, trial: Trial
) -> Update:
    """Return the update after a try, with the worktree at the result that counts."""
    wanted = search["left"][0]
    search = {**search, "left": search["left"][1:], "builds": search["builds"] + trial.builds}
    update: Update = {
        "maven_runs": state["maven_runs"] + trial.builds,
        "maven_seconds": round(state["maven_seconds"] + trial.seconds, 1),
    }
    gone = [wanted]
    if smaller is not None and trial.outcome is not None:
        left = {one["id"] for one in smaller.kept}
        gone = [one["id"] for one in search["kept"] if one["id"] not in left]
        # Without this change, one that clashed before may be free.
        again = [name for name in search["clashed"] if name in left]
        search |= {
            "kept": list(smaller.kept),
            "outcome": dict(trial.outcome),
            "left": [name for name in search["left"] if name in left] + again,
            "clashed": [],
        }
        update |= {"head": smaller.head, "best": trial.best}
        _show_gates(context, state, trial.outcome)
    elif trial.why == _CLASH:
        search["clashed"] = [*search["clashed"], wanted]
    search["tried"] = [*search["tried"], *_told(state, context, gone, trial)]
    context.workspace.reset(update.get("head", state["head"]))
    return {**update, "minimising": search, "summary": trial.why}


def _told(
    state: State, context: RunContext, names: list[str], trial: Trial
) -> list[dict[str, Any]]:
    """Tell of each change that a try was about, and return what the record says of it."""
    entries = []
    for transform in state["transforms"]:
        if transform["id"] not in names:
            continue
        entry = {name: transform[name] for name in ("id", "by", "reason", "lines")}
        entry |= {"dropped": trial.outcome is not None, "why": trial.why}
        if not context.stop.is_set():
            said = {name: value for name, value in entry.items() if name != "id"}
            context.events.emit(ChangeTried(commit=transform["commit"], **said))
        entries.append(entry)
    return entries


def _show_gates(context: RunContext, state: State, outcome: Mapping[str, Any]) -> None:
    """Tell of the gates whose answer or text is another one for the smaller result."""
    old = (state["minimising"] or {})["outcome"]["gates"]
    for gate in outcome["gates"]:
        if gate not in old and not context.stop.is_set():
            context.events.emit(GateJudged(gate["id"], gate["status"], gate["detail"]))
