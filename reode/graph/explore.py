"""The first node: survey the project and take the baseline."""

from __future__ import annotations

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Phase
from reode.graph import outcomes
from reode.graph.baseline import take_baseline
from reode.graph.context import RunContext
from reode.graph.evidence import certain_findings
from reode.graph.state import State
from reode.graph.step import Update, step
from reode.project.survey import survey


@step("explore", clean=True)
def explore(state: State, context: RunContext) -> Update:
    """Read the whole project, build it as it is, and write down what is certain."""
    # The baseline first: its build brings parents and BOMs that the survey reads.
    baseline = take_baseline(context, state["spent_seconds"])
    context.workspace.reset(state["head"])
    view = context.view()
    facts = survey(view)
    findings = certain_findings(view, context, state["iteration"])
    entry = None
    if baseline.outcome is not None:
        entry = outcomes.entry(baseline.outcome, context.objects)
        entry["overridden"] = baseline.overridden
    return {
        "analyses": [
            {
                "id": "explore:0:0",
                "what": "survey",
                "object": context.objects.put_json(facts.to_json()),
            }
        ],
        "findings": findings,
        "baseline": entry,
        "baseline_note": baseline.note,
        "goal": _proving_goal(baseline.outcome),
        "maven_seconds": round(state["maven_seconds"] + baseline.seconds, 1),
        "summary": baseline.note,
    }


def _proving_goal(outcome: BuildOutcome | None) -> str:
    """Return "verify", or "test" where packaging fails for reasons of the machine."""
    if outcome is None or outcome.ok or outcome.phase.rank < Phase.PACKAGE.rank:
        return "verify"
    late = [d for d in outcome.diagnostics if d.phase.rank >= Phase.PACKAGE.rank]
    machine = [d for d in late if d.kind.startswith("environment-")]
    return "test" if machine else "verify"
