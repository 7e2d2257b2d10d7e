"""The node that lets a model try once, where one is configured."""

from __future__ import annotations

from reode.graph.context import RunContext
from reode.graph.state import State
from reode.graph.step import Update, step


@step("llm_fix", clean=True)
def llm_fix(state: State, context: RunContext) -> Update:
    """Ask the tier that the router chose; without a model, say so."""
    if context.repairer is None:
        return {"model_problem": "no model configured", "summary": "no model configured"}
    return context.repairer.repair(state, context)
