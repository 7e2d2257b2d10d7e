"""What every node has in common: the clean tree at entry, events, and the time it took."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from langgraph.runtime import Runtime

from reode.errors import Interrupted
from reode.events import NodeFinished, NodeStarted
from reode.graph.context import RunContext
from reode.graph.state import State

Update = dict[str, Any]
Node = Callable[[State, RunContext], Update]


def step(name: str, *, clean: bool = False) -> Callable[[Node], Callable[..., Update]]:
    """Make a graph node of a function from state and context to an update.

    `clean` puts the worktree back to `state["head"]` first: what a killed node left half done
    vanishes, so that running the node again is running it once.
    """

    def decorate(function: Node) -> Callable[..., Update]:
        @functools.wraps(function)
        def node(state: State, runtime: Runtime[RunContext]) -> Update:
            return _run(name, function, state, runtime.context, clean=clean)

        # LangGraph reads the annotations of what it calls, and must see those of `node`.
        del node.__wrapped__
        node.__annotations__ = {"state": State, "runtime": Runtime[RunContext], "return": dict}
        return node

    return decorate


def _run(name: str, function: Node, state: State, context: RunContext, *, clean: bool) -> Update:
    iteration = state["iteration"]
    if context.stop.is_set():
        raise Interrupted("the run was stopped")
    context.events.emit(NodeStarted(name, iteration))
    start = context.clock()
    if clean:
        context.workspace.reset(state["head"])
    update = function(state, context)
    if context.stop.is_set():
        # What a stopped node saw may be half a build: nothing of it is kept.
        raise Interrupted("the run was stopped")
    seconds = context.clock() - start
    update["spent_seconds"] = round(state["spent_seconds"] + seconds, 3)
    summary = str(update.pop("summary", ""))
    context.events.emit(NodeFinished(name, iteration, round(seconds, 3), summary))
    return update
