"""The node that lets the chosen tier's model try once, inside guards and budget."""

from __future__ import annotations

from typing import Any

from reode.events import FixApplied, FixRefused
from reode.fixer.job import Attempt
from reode.graph.context import RunContext
from reode.graph.jobs import JobBuilds, build_job, spent_of
from reode.graph.state import State
from reode.graph.step import Update, step
from reode.project.git import subject

#: What a commit is called whose author gave no account of it.
_UNTOLD = "Repair the build"


@step("llm_fix", clean=True)
def llm_fix(state: State, context: RunContext) -> Update:
    """Ask the tier that the router chose; without a model, say so."""
    if context.repairer is None:
        return {"model_problem": "no model configured", "summary": "no model configured"}
    builds = JobBuilds(state, context)
    allowed = context.request.timeout
    seconds = None if allowed is None else max(0.0, allowed - state["spent_seconds"])
    attempt = context.repairer.attempt(
        build_job(state, context, builds), state["tier"], spent=spent_of(state), seconds=seconds
    )
    return _update(state, context, attempt, builds)


def _update(state: State, context: RunContext, attempt: Attempt, builds: JobBuilds) -> Update:
    head, why = _commit(state, context, attempt)
    entry = _entry(state, context, attempt, head)
    kept = head != state["head"]
    for text in filter(None, [*attempt.refusals, why]):
        context.events.emit(FixRefused(f"model:{entry['model']}", text))
    update: Update = {
        "head": head,
        "tier_attempts": state["tier_attempts"] + 1,
        "llm_calls": state["llm_calls"] + attempt.calls,
        "tokens": state["tokens"] + attempt.tokens,
        "cost": _sum(state["cost"], attempt.cost),
        "maven_runs": state["maven_runs"] + builds.runs,
        "maven_seconds": round(state["maven_seconds"] + builds.seconds, 1),
        "model_problem": attempt.problem,
        "fix_attempts": [entry],
        "transforms": [_transform(state, context, attempt, head)] if kept else [],
        "trees_seen": [*state["trees_seen"], context.workspace.tree_id(head)],
        "summary": attempt.problem or attempt.limit or attempt.summary or "no account given",
    }
    return update


def _commit(state: State, context: RunContext, attempt: Attempt) -> tuple[str, str]:
    """Commit the edits; a tree that was seen before is put back, with the reason."""
    workspace = context.workspace
    if not attempt.edits:
        return state["head"], ""
    workspace.reset(state["head"])
    model = _model(state, context)
    head = workspace.commit(
        attempt.edits,
        subject(attempt.summary.strip() or _UNTOLD),
        {
            "Reode-Run": context.request.run_id,
            "Reode-Model": model,
            "Reode-Evidence": attempt.summary or "none given",
            "Reode-Cost": "unknown" if attempt.cost is None else f"{attempt.cost:.4f} USD",
        },
    )
    if head != state["head"] and workspace.tree_id(head) in state["trees_seen"]:
        workspace.reset(state["head"])
        return state["head"], "the same tree was tried before"
    return head, ""


def _model(state: State, context: RunContext) -> str:
    return context.repairer.name(state["tier"]) if context.repairer else ""


def _entry(state: State, context: RunContext, attempt: Attempt, head: str) -> dict[str, Any]:
    last = state["last"]
    diff = context.workspace.diff(state["head"], head) if head != state["head"] else ""
    return {
        "id": f"llm_fix:{state['iteration']}:{len(state['fix_attempts'])}",
        "by": "model",
        "model": _model(state, context),
        "tier": state["tier"],
        "build_error_snapshot": last["signature"] if last else "",
        "head_before": state["head"],
        "head_after": head,
        "edits": len(attempt.edits) if head != state["head"] else 0,
        "diff": context.objects.put(diff.encode("utf-8", "replace")) if diff else "",
        "call_ok": attempt.call_ok,
        "calls": attempt.calls,
        "rounds": attempt.rounds,
        "tokens": attempt.tokens,
        "cost": attempt.cost,
        "known_cost": attempt.known_cost,
        "limit": attempt.limit,
        "end": attempt.end,
        "summary": attempt.summary[:500],
        "problem": attempt.problem,
        "refusals": list(attempt.refusals)[:10],
    }


def _transform(state: State, context: RunContext, attempt: Attempt, head: str) -> dict[str, Any]:
    model = _model(state, context)
    change = context.workspace.change(state["head"], head)
    reason = attempt.summary or "no account given"
    context.events.emit(
        FixApplied(f"model:{model}", reason, head, list(change.files), change.lines)
    )
    return {
        "id": f"llm_fix:{state['iteration']}:{len(state['transforms'])}",
        "by": f"model:{model}",
        "title": subject(attempt.summary.strip() or _UNTOLD),
        "reason": reason,
        "commit": head,
        "files": list(change.files),
        "lines": change.lines,
        "cost": attempt.cost,
    }


def _sum(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else round(a + b, 6)
