"""The node that lets rules repair what they know, one commit a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reode.errors import PomSyntaxError
from reode.events import FixApplied, FixRefused
from reode.facts.edit import Edit
from reode.facts.recipe import RecipeCall
from reode.graph import outcomes
from reode.graph.context import RunContext
from reode.graph.evidence import finding
from reode.graph.recipe_fix import RecipeResult, run_recipes, told_recipes
from reode.graph.state import State
from reode.graph.step import Update, step
from reode.guards.edits import check_edits, check_path
from reode.project.git import subject
from reode.project.pom import Pom
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes, recipes_of
from reode.rules.rule import Rule, Situation


@step("deterministic_fix", clean=True)
def deterministic_fix(state: State, context: RunContext) -> Update:
    """Apply every rule that matches, commit by commit, and remember what was tried."""
    diagnostics = blocking_diagnostics(state, context)
    view = context.view()
    situation = Situation(view, context.target, diagnostics)
    matches = apply_deterministic_fixes(situation, untried_rules(state, context))
    done = _Round(state, context)
    for rule, edits in matches:
        done.take(rule, edits, view, diagnostics)
        view = view.with_edits(edits) if done.kept else view
    for rule in untried_rules(state, context):
        calls = recipes_of(rule, replace(situation, view=view)) if rule.is_awake(situation) else []
        if calls:
            result = run_recipes(calls, context, view, spent=state["spent_seconds"] + done.seconds)
            done.take_result(rule, calls, result, view, diagnostics)
            view = view.with_edits(result.edits) if done.kept else view
    return done.update()


def blocking_diagnostics(state: State, context: RunContext) -> tuple[Any, ...]:
    """Return the problems of the last build (none before the first)."""
    last = state["last"]
    return () if last is None else outcomes.load_open(last, context.objects).diagnostics


def rule_key(rule: Rule, signature: str) -> str:
    """Return what marks a rule as tried against one failure, or as tried at all."""
    return f"{rule.id}@{'once' if rule.once else signature}"


def untried_rules(state: State, context: RunContext) -> list[Rule]:
    """Return the rules that were not yet tried against what is open, nor taken out by the user."""
    last = state["last"]
    signature = last["open_signature"] if last else ""
    tried = set(state["tried_rules"])
    removed = set(context.request.removed_steps)
    return [r for r in context.rules if rule_key(r, signature) not in tried and r.id not in removed]


class _Round:
    """What one pass of the rules came to."""

    def __init__(self, state: State, context: RunContext) -> None:
        self._state, self._context = state, context
        self._signature = state["last"]["open_signature"] if state["last"] else ""
        self._head = state["head"]
        self._transforms: list[dict[str, Any]] = []
        self._findings: list[dict[str, Any]] = []
        self._tried: list[str] = []
        self.kept = False
        self.seconds = 0.0

    def take_result(
        self,
        rule: Rule,
        calls: list[RecipeCall],
        result: RecipeResult,
        view: ProjectView,
        diagnostics: tuple[Any, ...],
    ) -> None:
        """Take what a rule's recipes came to; their Maven time counts, though no lifecycle ran."""
        self.seconds += result.seconds
        edits, why = result.edits, result.why
        if rule.once and not why:
            edits, why = self._writable(rule, edits, view)
        if not why:
            told = told_recipes(calls, self._context)
            self.take(rule, edits, view, diagnostics, recipes=told)
            return
        self.kept = False
        self._tried.append(rule_key(rule, self._signature))
        self._context.events.emit(FixRefused(f"rule:{rule.id}", why))

    def _writable(self, rule: Rule, edits: list[Edit], view: ProjectView) -> tuple[list[Edit], str]:
        """Leave out the files that no fix may write: a recipe of the user's may touch any."""
        kept = [edit for edit in edits if check_path(view, edit) is None]
        left = ", ".join(edit.path for edit in edits if edit not in kept)
        why = f"left out, because no fix may write them: {left}"
        if kept and left:
            self._context.events.emit(FixRefused(f"rule:{rule.id}", why))
        return kept, "" if kept else why

    def take(
        self,
        rule: Rule,
        edits: list[Edit],
        view: ProjectView,
        diagnostics: tuple[Any, ...],
        *,
        recipes: Sequence[str] = (),
    ) -> None:
        """Check, write and commit one rule's edits, or say why not."""
        number = len(self._transforms)
        entry_id = f"deterministic_fix:{self._state['iteration']}:{number}"
        self._tried.append(rule_key(rule, self._signature))
        self.kept = False
        why = refusal(view, edits)
        if why:
            self._context.events.emit(FixRefused(f"rule:{rule.id}", why))
            return
        chain = finding(rule, edits, diagnostics, entry_id)
        transform = self._commit(rule, edits, entry_id, recipes)
        if transform is not None:
            self.kept = True
            self._transforms.append(transform)
            if self._state["last"] is not None:
                self._findings.append(chain.to_json())

    def _commit(
        self, rule: Rule, edits: list[Edit], entry_id: str, recipes: Sequence[str]
    ) -> dict[str, Any] | None:
        workspace, before = self._context.workspace, self._head
        title = rule.doc.get("Title", rule.id).rstrip(".")
        named = list(dict.fromkeys(edit.reason for edit in edits))
        reasons = "; ".join(named)
        fields = {
            "Reode-Run": self._context.request.run_id,
            "Reode-Rule": rule.id,
            "Reode-Evidence": f"{title}: {reasons}"[:500],
            "Reode-Cost": "0.00 USD",
            **({"Reode-Recipe": ", ".join(recipes)} if recipes else {}),
        }
        self._head = workspace.commit(edits, subject(named[0], len(named) - 1), fields)
        if self._head == before:
            return None
        change = workspace.change(before, self._head)
        self._context.events.emit(
            FixApplied(f"rule:{rule.id}", reasons, self._head, list(change.files), change.lines)
        )
        return {
            "id": entry_id,
            "by": f"rule:{rule.id}",
            "title": title,
            "reason": reasons,
            "commit": self._head,
            "files": list(change.files),
            "lines": change.lines,
            "cost": 0.0,
            **({"recipes": list(recipes)} if recipes else {}),
        }

    def _seen(self) -> str:
        """Return the failure that this pass answers; after a model's edit it is not known yet."""
        last = self._state["last"]
        return str(last["signature"]) if last and last["commit"] == self._state["head"] else ""

    def update(self) -> Update:
        """Return the state update."""
        names = [t["by"].removeprefix("rule:") for t in self._transforms]
        attempt = {
            "id": f"deterministic_fix:{self._state['iteration']}:a{len(self._state['fix_attempts'])}",
            "by": "rules",
            "rules": names,
            "tier": self._state["tier"],
            "build_error_snapshot": self._seen(),
            "head_before": self._state["head"],
            "head_after": self._head,
            "edits": len(self._transforms),
            "call_ok": True,
        }
        return {
            "head": self._head,
            "transforms": self._transforms,
            "findings": self._findings,
            "fix_attempts": [attempt] if self._transforms else [],
            "maven_seconds": round(self._state["maven_seconds"] + self.seconds, 1),
            "tried_rules": self._state["tried_rules"] + self._tried,
            "trees_seen": self._state["trees_seen"] + [self._context.workspace.tree_id(self._head)],
            "summary": ", ".join(names) or "no rule applied",
        }


def refusal(view: ProjectView, edits: list[Edit]) -> str:
    """Return why edits must not be made: a guard refuses, or a pom would break ("" if fine)."""
    refused = check_edits(view, edits)
    if refused:
        return "; ".join(str(r) for r in refused)
    for edit in edits:
        if edit.content is not None and edit.path.endswith("pom.xml"):
            try:
                Pom.parse(edit.content, edit.path)
            except PomSyntaxError as error:
                return f"the edit would break {edit.path}: {error.message}"
    return ""
