"""What providers refuse in a tool's schema, in words like theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema.refs import lookup
from reode.llm.schema.walk import nodes

_STRICT_OPENAI_REFUSES = (
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "prefixItems",
    "default",
    "dependentRequired",
    "dependentSchemas",
)
_STRICT_ANTHROPIC_REFUSES = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "not",
    "if",
    "patternProperties",
    "prefixItems",
)
_OPENAPI_KEYS = frozenset(
    {
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "properties",
        "required",
        "items",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "pattern",
        "anyOf",
        "example",
        "propertyOrdering",
    }
)


def dangling_ref(schema: Mapping[str, Any]) -> str:
    """Return the first reference that leads nowhere, empty if none does."""
    for _, node in nodes(schema):
        ref = node.get("$ref")
        if ref is None:
            continue
        try:
            lookup(str(ref), schema)
        except UnsupportedSchemaError:
            return str(ref)
    return ""


def plain_fault(schema: Any) -> str:
    """Return what every provider refuses: a root that is no object, a dangling reference."""
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return "schema must be a JSON Schema of 'type: \"object\"'"
    ref = dangling_ref(schema)
    return f"reference {ref!r} can't be resolved" if ref else ""


def strict_openai_fault(schema: Mapping[str, Any]) -> str:
    """Return what OpenAI's strict mode refuses, empty if nothing."""
    for path, node in nodes(schema):
        if "$ref" in node and len(node) > 1:
            extra = sorted(set(node) - {"$ref"})
            return f"In context={path!r}, $ref cannot have keywords {extra}."
        for key in _STRICT_OPENAI_REFUSES:
            if key in node:
                return f"In context={path!r}, '{key}' is not permitted."
        if not node:
            return f"In context={path!r}, schema must have a 'type' key."
        fault = _object_fault(path, node)
        if fault:
            return fault
        if node.get("type") == "array" and not node.get("items"):
            return f"In context={path!r}, array schema missing items."
    return ""


def _object_fault(path: str, node: Mapping[str, Any]) -> str:
    if node.get("type") != "object" and "properties" not in node:
        return ""
    if node.get("additionalProperties") is not False:
        return f"In context={path!r}, 'additionalProperties' is required to be supplied and to be false"
    missing = [n for n in node.get("properties", {}) if n not in node.get("required", ())]
    if missing:
        return (
            f"In context={path!r}, 'required' is required to be supplied and to be an array "
            f"including every key in properties. Missing '{missing[0]}'."
        )
    return ""


def strict_anthropic_fault(schema: Mapping[str, Any]) -> str:
    """Return what Anthropic's strict tools refuse, empty if nothing."""
    for path, node in nodes(schema):
        if isinstance(node.get("type"), list):
            return f"{path or '/'}: lists of types are not supported"
        if node.get("type") == "object" and node.get("additionalProperties") is not False:
            return (
                f"{path or '/'}: For 'object' type, 'additionalProperties' must be explicitly set "
                "to false"
            )
        for key in _STRICT_ANTHROPIC_REFUSES:
            if key in node:
                return f"{path or '/'}: For '{node.get('type')}' type, '{key}' is not supported"
    return ""


def openapi_fault(schema: Mapping[str, Any]) -> str:
    """Return what Gemini's function declarations refuse, empty if nothing."""
    for path, node in nodes(schema):
        unknown = sorted(set(node) - _OPENAPI_KEYS)
        if unknown:
            return f'Invalid JSON payload received. Unknown name "{unknown[0]}" at {path!r}'
        if isinstance(node.get("type"), list):
            return f"Proto field is not repeating, cannot start list at {path!r}"
        if any(not isinstance(v, str) for v in node.get("enum", ())):
            return f"Invalid value at {path!r} (enum): only strings are allowed"
    return ""


def strict_fields(schema: Mapping[str, Any]) -> int:
    """Return how many fields of a schema are optional."""
    return sum(
        len(set(n.get("properties", ())) - set(n.get("required", ()))) for _, n in nodes(schema)
    )
