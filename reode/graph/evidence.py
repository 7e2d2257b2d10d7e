"""Findings of the state: what a rule or a diagnostic knows, as a chain of evidence."""

from __future__ import annotations

from typing import Any

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit, Evidence, Finding
from reode.graph.context import RunContext
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes
from reode.rules.rule import Rule, Situation, When

#: A chain names this many places of one kind; the rest is counted.
_PLACES = 5


def certain_findings(
    view: ProjectView, context: RunContext, iteration: int
) -> list[dict[str, Any]]:
    """Return what breaks for certain, known without a build."""
    situation = Situation(view, context.target)
    matches = apply_deterministic_fixes(
        situation, [r for r in context.rules if r.when is When.CERTAIN]
    )
    return [
        finding(rule, edits, (), f"explore:{iteration}:{n}").to_json()
        for n, (rule, edits) in enumerate(matches)
    ]


def finding(
    rule: Rule, edits: list[Edit], diagnostics: tuple[Diagnostic, ...], finding_id: str
) -> Finding:
    """Return the chain behind a rule's edits: symptom, cause, the places that change."""
    woke = [d for d in diagnostics if d.kind in rule.kinds]
    chain = [Evidence(_shown(d), _place(d)) for d in woke[:_PLACES]]
    if len(woke) > _PLACES:
        chain.append(Evidence(f"{len(woke) - _PLACES} more of the same kind"))
    chain.append(Evidence(rule.doc.get("Cause", rule.doc.get("Title", rule.id))))
    chain += [Evidence(edit.reason, edit.path) for edit in edits[:_PLACES]]
    return Finding(
        id=finding_id,
        title=rule.doc.get("Title", rule.id),
        chain=tuple(chain),
        rule=rule.id,
        certain=rule.when is When.CERTAIN and not woke,
    )


def _shown(diagnostic: Diagnostic) -> str:
    return diagnostic.message.splitlines()[0][:300] if diagnostic.message else diagnostic.kind


def _place(diagnostic: Diagnostic) -> str:
    if diagnostic.file:
        return f"{diagnostic.file}:{diagnostic.line}" if diagnostic.line else diagnostic.file
    return diagnostic.test or diagnostic.plugin or diagnostic.module or ""
