"""The graph: nodes, edges and the one conditional edge."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from reode.graph.context import RunContext
from reode.graph.deterministic_fix import deterministic_fix
from reode.graph.explore import explore
from reode.graph.finish import finish
from reode.graph.llm_fix import llm_fix
from reode.graph.measure import measure
from reode.graph.minimise import minimise
from reode.graph.route import Route
from reode.graph.routing import next_node, route
from reode.graph.state import State
from reode.graph.validate import validate

NODES = {
    "explore": explore,
    "deterministic_fix": deterministic_fix,
    "validate": validate,
    "measure": measure,
    "route": route,
    "llm_fix": llm_fix,
    "finish": finish,
    "minimise": minimise,
}


def after_model(state: State) -> str:
    """Return the node after a model's attempt: an unchanged tree needs no build to be known."""
    last = state["last"]
    return (
        "measure" if last is not None and state["head"] == last["commit"] else "deterministic_fix"
    )


def after_check(state: State) -> str:
    """Return the node after the final check, and after each try of a smaller result."""
    searching = state.get("minimising") and state["outcome"] is None
    return "minimise" if searching else END


def build_graph(checkpointer: Any = None) -> Any:
    """Return the compiled graph; `checkpointer` makes it durable."""
    graph: StateGraph[State, RunContext, State, State] = StateGraph(State, RunContext)
    for name, node in NODES.items():
        graph.add_node(name, node)
    graph.add_edge(START, "explore")
    graph.add_edge("explore", "deterministic_fix")
    graph.add_edge("deterministic_fix", "validate")
    graph.add_conditional_edges("llm_fix", after_model, ["deterministic_fix", "measure"])
    graph.add_edge("validate", "measure")
    graph.add_edge("measure", "route")
    graph.add_conditional_edges("route", next_node, [str(r) for r in Route])
    for name in ("finish", "minimise"):
        graph.add_conditional_edges(name, after_check, ["minimise", END])
    return graph.compile(checkpointer=checkpointer)
