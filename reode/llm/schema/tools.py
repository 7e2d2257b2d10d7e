"""Tools in a provider's form: ours, Anthropic's and OpenAI's are all understood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from reode.llm.errors import InvalidRequestError, UnsupportedSchemaError
from reode.llm.messages import Tool, ToolSpec
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.families import Family, family
from reode.llm.schema.names import NameMap
from reode.llm.schema.walk import nodes

Json = dict[str, Any]


def is_anthropic_form(tool: Mapping[str, Any]) -> bool:
    """Tell whether a raw tool is in Anthropic's form: a name and an `input_schema`."""
    return "input_schema" in tool and "name" in tool


def is_openai_form(tool: Mapping[str, Any]) -> bool:
    """Tell whether a raw tool is in OpenAI's form: a `function` with a name."""
    function = tool.get("function")
    return tool.get("type") == "function" and isinstance(function, Mapping) and "name" in function


def spec_of(tool: Tool) -> ToolSpec:
    """Return a tool as a spec, whatever its form; InvalidRequestError for an unknown one."""
    if isinstance(tool, ToolSpec):
        return tool
    if is_openai_form(tool):
        inner = tool["function"]
        return ToolSpec(inner["name"], inner.get("description", ""), inner.get("parameters", {}))
    if is_anthropic_form(tool):
        return ToolSpec(tool["name"], tool.get("description", ""), tool["input_schema"])
    raise InvalidRequestError(f"a tool with the keys {sorted(tool)} is in no known form")


@dataclass(frozen=True, slots=True)
class WireTools:
    """The tools of one request in a provider's form, sorted by wire name, and their names.

    `strict` tells whether any is strict, `lost` which keywords the dialect could not carry.
    """

    tools: tuple[Json, ...]
    names: NameMap
    strict: bool = False
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolForm:
    """How tools are written: `wire` is `anthropic` or `openai`; `strict` names the strict family.

    At most `strict_limit` tools are strict, with `optional_limit` optional fields together:
    beyond that providers compile no grammar (anthropic-sdk-typescript #885).
    """

    wire: str
    schema: str
    strict: str = ""
    strict_limit: int = 20
    optional_limit: int = 24

    def write(self, tools: Iterable[Tool], cache: SchemaCache) -> WireTools:
        """Return the tools as they go over the wire; tools in the wire's own form pass unchanged."""
        given = list(tools)
        specs = [spec_of(tool) for tool in given]
        try:
            names = NameMap.of(spec.name for spec in specs)
        except ValueError as error:
            raise InvalidRequestError(str(error)) from None
        dialect = self._dialect(specs, given)
        written: list[tuple[str, Json]] = []
        lost: set[str] = set()
        strict = False
        for tool, spec in zip(given, specs, strict=True):
            if not isinstance(tool, ToolSpec) and self._is_own(tool):
                written.append((spec.name, deepcopy(dict(tool))))
                continue
            name = names.wire(spec.name)
            body, is_strict, gone = self._one(spec, name, dialect, cache)
            written.append((name, body))
            lost |= set(gone)
            strict = strict or is_strict
        written.sort(key=lambda pair: pair[0])
        return WireTools(tuple(body for _, body in written), names, strict, tuple(sorted(lost)))

    def _is_own(self, tool: Mapping[str, Any]) -> bool:
        return is_anthropic_form(tool) if self.wire == "anthropic" else is_openai_form(tool)

    def _dialect(self, specs: list[ToolSpec], given: list[Tool]) -> Family:
        own = sum(isinstance(tool, ToolSpec) for tool in given)
        optional = sum(_optional_fields(spec.schema) for spec in specs)
        if self.strict and own <= self.strict_limit and optional <= self.optional_limit:
            return family(self.strict)
        return family(self.schema)

    def _one(
        self, spec: ToolSpec, name: str, dialect: Family, cache: SchemaCache
    ) -> tuple[Json, bool, tuple[str, ...]]:
        try:
            result = cache.normalize(dialect, spec.schema)
        except UnsupportedSchemaError as error:
            raise InvalidRequestError(f"the tool {spec.name!r} can't be sent: {error}") from error
        if self.wire == "anthropic":
            body: Json = {"name": name, "description": spec.description}
            body["input_schema"] = result.schema
            if result.strict:
                body["strict"] = True
            return body, result.strict, result.lost
        function: Json = {"name": name, "description": spec.description}
        function["parameters"] = result.schema
        if result.strict:
            function["strict"] = True
        return {"type": "function", "function": function}, result.strict, result.lost


def _optional_fields(schema: Mapping[str, Any]) -> int:
    return sum(
        len(set(node.get("properties", ())) - set(node.get("required", ())))
        for _, node in nodes(schema)
    )
