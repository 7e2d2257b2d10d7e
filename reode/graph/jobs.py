"""Builds a model's job from the state: evidence, error text, earlier attempts, and its tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from reode.build.public_api import compare_public_api
from reode.errors import ReodeError
from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic
from reode.fixer.evidence import explore_before_fix
from reode.fixer.job import Job, PastAttempt, Spent
from reode.graph import outcomes
from reode.graph.building import run_build
from reode.graph.context import RunContext
from reode.graph.state import State
from reode.graph.validate import judge_outcome
from reode.project.tree import Tree

#: A diff in the digest of earlier attempts is cut to this many characters.
_DIFF_CHARS = 3_000
_EXCERPTS = 6


class JobBuilds:
    """Counts the builds that a model asked for; they are part of the run's figures."""

    def __init__(self, state: State, context: RunContext) -> None:
        """Start at zero."""
        self._state, self._context = state, context
        self.runs, self.seconds = 0, 0.0

    def __call__(self) -> BuildOutcome:
        """Build the working copy and judge it as `validate` would."""
        context, state = self._context, self._state
        outcome = run_build(
            context,
            ("clean", state["goal"]),
            jdk=context.jdk,
            purpose="model",
            spent=state["spent_seconds"] + self.seconds,
        )
        self.runs += 1
        self.seconds += outcome.seconds
        blocking = judge_outcome(outcome, state, context).blocking
        return replace(outcome, diagnostics=blocking)


def build_job(state: State, context: RunContext, builds: JobBuilds) -> Job:
    """Return the job for the failure that the state holds."""
    view = context.view()
    last = state["last"]
    outcome = None if last is None else outcomes.load(last, context.objects)
    diagnostics = () if outcome is None else outcome.diagnostics
    return Job(
        target=context.target,
        tree=Tree(context.workspace.project),
        view=view,
        diagnostics=diagnostics,
        findings=explore_before_fix(view, diagnostics, f"llm_fix:{state['iteration']}"),
        error_text=error_text(diagnostics),
        past=_past(state, context),
        build=builds,
        public_api=lambda old, new, name: _public_api(context, old, new, name),
        effective_pom=lambda module: _effective_pom(context, module),
    )


def error_text(diagnostics: tuple[Diagnostic, ...]) -> str:
    """Return what the build said, problem by problem, then the longer excerpts."""
    lines = []
    for d in diagnostics:
        place = f"{d.file}:{d.line}: " if d.file else f"{d.test or d.plugin or d.module or ''}: "
        lines.append(f"{place}{d.message.strip()}")
    excerpts = [d.excerpt.strip() for d in diagnostics if d.excerpt.strip()]
    unique = list(dict.fromkeys(excerpts))[:_EXCERPTS]
    return "\n".join(dict.fromkeys(lines)) + "".join(f"\n\n{text}" for text in unique)


def _past(state: State, context: RunContext) -> tuple[PastAttempt, ...]:
    results = {m["attempt"]: m for m in state["errors"] if m.get("attempt")}
    return tuple(
        PastAttempt(
            by=str(attempt.get("model", "model")),
            what=_diff(attempt, context),
            result=_result(attempt, results.get(attempt["id"])),
        )
        for attempt in state["fix_attempts"]
        if attempt.get("by") == "model"
    )


def _diff(attempt: dict[str, Any], context: RunContext) -> str:
    name = attempt.get("diff")
    text = context.objects.get(name).decode("utf-8", "replace") if name else ""
    cut = "\n[…]" if len(text) > _DIFF_CHARS else ""
    return (text[:_DIFF_CHARS] + cut) or "(no edit)"


def _result(attempt: dict[str, Any], measured: dict[str, Any] | None) -> str:
    said = attempt.get("summary") or "no account given"
    refused = attempt.get("refusals") or []
    text = f"said: {said}"
    if refused:
        text += f"; refused: {'; '.join(refused)[:600]}"
    if attempt.get("problem"):
        text += f"; ended early: {attempt['problem'][:200]}"
    if measured is None or not attempt.get("edits"):
        return f"{text}; nothing was changed"
    kept = "kept" if measured["progress"] else "reverted"
    return f"{text}; the build then reached {measured['phase']} with {measured['errors']} problems; {kept}"


def spent_of(state: State) -> Spent:
    """Return what the run has used of its model budget."""
    mine = [
        a
        for a in state["fix_attempts"]
        if a.get("by") == "model" and a.get("tier") == state["tier"]
    ]
    return Spent(
        calls=state["llm_calls"],
        tokens=state["tokens"],
        cost=known_cost(state["fix_attempts"]),
        tier_cost=known_cost(mine),
    )


def known_cost(attempts: Iterable[Mapping[str, Any]]) -> float:
    """Return the money that attempts are known to have cost; unknown prices add nothing."""
    return sum(a.get("known_cost") or a.get("cost") or 0.0 for a in attempts)


def _public_api(context: RunContext, old: str, new: str, class_name: str) -> str:
    folder = context.folder / "api"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return compare_public_api(context.tool, context.jdk, old, new, class_name, folder=folder)
    except ReodeError:
        return ""


def _effective_pom(context: RunContext, module: str) -> str:
    place: Path = context.workspace.project
    try:
        poms = context.tool.effective_poms(place, context.jdk)
    except ReodeError:
        return ""
    return poms.get(module, b"").decode("utf-8", "replace")
