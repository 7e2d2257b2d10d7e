"""What a mock server says: an answer given by a test, or one made up from the request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reode.llm.schema.refs import resolve


@dataclass(frozen=True, slots=True)
class MockCall:
    """A tool call; `args` is the raw text of its arguments."""

    name: str
    args: str = "{}"


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: reasoning, text, calls, in this order.

    `stop` is in the protocol's own words, empty for what fits. Token counts of None are made up
    from the size of prompt and answer.
    """

    text: str = ""
    thinking: str = ""
    calls: tuple[MockCall, ...] = ()
    stop: str = ""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]
    wire: str

    @property
    def tools(self) -> list[tuple[str, Mapping[str, Any]]]:
        """Names and schemas of the offered tools."""
        if self.wire == "anthropic":
            return [(t["name"], t["input_schema"]) for t in self.body.get("tools", ())]
        functions = [t["function"] for t in self.body.get("tools", ())]
        return [(f["name"], f.get("parameters", {})) for f in functions]

    @property
    def answers_a_call(self) -> bool:
        """Whether the request ends with a tool's result."""
        last = self.body["messages"][-1]
        if self.wire != "anthropic":
            return bool(last.get("role") == "tool")
        content = last.get("content")
        return isinstance(content, list) and any(b.get("type") == "tool_result" for b in content)


def made_up(seen: Seen) -> Answer:
    """Return an answer that fits: the first tool with arguments it accepts, then a text."""
    if seen.tools and not seen.answers_a_call and seen.body.get("tool_choice") != "none":
        name, schema = seen.tools[0]
        return Answer(calls=(MockCall(name, json.dumps(sample(schema, schema))),))
    return Answer(text="The mock server has nothing more to say.")


def sample(schema: Any, root: Mapping[str, Any], depth: int = 0) -> Any:
    """Return a small value that a schema accepts (patterns are not looked at)."""
    schema = resolve(schema, root)
    if not isinstance(schema, Mapping) or depth > 6:
        return None
    if "const" in schema or "enum" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    branches = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
    if branches:
        return sample(branches[-1], root, depth + 1)
    kind = schema.get("type", "object")
    return _of_type(kind[0] if isinstance(kind, list) else kind, schema, root, depth + 1)


def _of_type(kind: str, schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> Any:
    if kind == "object":
        known = schema.get("properties", {})
        names = schema.get("required", ())
        return {name: sample(known.get(name, {}), root, depth) for name in names}
    if kind == "array":
        return [
            sample(schema.get("items", {}), root, depth) for _ in range(schema.get("minItems", 0))
        ]
    plain = {
        "string": "x" * max(1, schema.get("minLength", 1)),
        "integer": schema.get("minimum", 1),
        "number": schema.get("minimum", 1.0),
        "boolean": True,
    }
    return plain.get(kind)
