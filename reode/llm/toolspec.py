"""Turns a tool that is declared once, with langchain-core's `@tool`, into what models are told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from reode.llm.messages import Effect, ToolSpec

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

Run = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class BoundTool:
    """A tool's description and the function that runs it on validated arguments."""

    spec: ToolSpec
    run: Run


def toolspec_from(tool: BaseTool, *, effect: Effect | None = None) -> ToolSpec:
    """Return the spec of a langchain-core tool.

    The schema is what Pydantic writes for the args model, `$defs` included: langchain's own
    conversion inlines references and empties recursive fields (langchain #30797). Without
    `effect`, `tool.metadata["effect"]` (`read` or `write`) decides, and then `write`.
    """
    schema = _schema(tool.tool_call_schema)
    schema.pop("description", None)
    args = tool.args_schema
    model = args if isinstance(args, type) and issubclass(args, BaseModel) else None
    known = effect or Effect((tool.metadata or {}).get("effect", Effect.WRITE))
    return ToolSpec(tool.name, tool.description, schema, model, known)


def _schema(source: Any) -> dict[str, Any]:
    if isinstance(source, Mapping):
        return dict(source)
    schema: dict[str, Any] = source.model_json_schema()
    return schema


def bound_tool(tool: BaseTool, *, effect: Effect | None = None) -> BoundTool:
    """Return the spec of a langchain-core tool together with its function.

    What the function returns is sent as text; anything but a string as JSON.
    """

    def run(args: Mapping[str, Any]) -> str:
        answer = tool.invoke(dict(args))
        return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)

    return BoundTool(toolspec_from(tool, effect=effect), run)


def bound_tools(tools: Iterable[BaseTool]) -> tuple[BoundTool, ...]:
    """Return `bound_tool` of each."""
    return tuple(bound_tool(tool) for tool in tools)
