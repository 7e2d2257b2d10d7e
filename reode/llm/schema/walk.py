"""Visits the schemas inside a schema, and nothing that merely looks like one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

Schema = dict[str, Any]

#: Keywords whose value maps names to schemas: the names are data, not keywords.
NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
#: Keywords whose value is a list of schemas.
LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
#: Keywords whose value is one schema (`items` may be a list of them in older drafts).
SINGLE = (
    "items",
    "additionalProperties",
    "additionalItems",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
)


def escape(name: str) -> str:
    """Return one token of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def children(node: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield pointer and value of each schema directly inside `node`."""
    for key, value in node.items():
        if key in NAMED and isinstance(value, Mapping):
            for name, child in value.items():
                yield f"{path}/{escape(key)}/{escape(name)}", child
        elif key in LISTED and isinstance(value, list):
            for index, child in enumerate(value):
                yield f"{path}/{key}/{index}", child
        elif key in SINGLE and isinstance(value, Mapping):
            yield f"{path}/{key}", value
        elif key in SINGLE and isinstance(value, list):
            for index, child in enumerate(value):
                yield f"{path}/{key}/{index}", child


def nodes(schema: Any, path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield pointer and value of every object schema, the outermost first."""
    if isinstance(schema, Mapping):
        yield path, schema
        for place, child in children(schema, path):
            yield from nodes(child, place)


Visit = Callable[[Schema, str], Any]


def rewrite(schema: Any, visit: Visit, path: str = "") -> Any:
    """Return a copy in which every object schema, innermost first, is what `visit` makes of it.

    `visit` gets a fresh dict and its JSON pointer. Values that are no schemas (`default`, `enum`,
    `examples`) are copied as they are; the input is never touched.
    """
    if not isinstance(schema, Mapping):
        return deepcopy(schema)
    copy: Schema = {}
    for key, value in schema.items():
        copy[key] = _rewrite_value(key, value, visit, f"{path}/{escape(key)}")
    return visit(copy, path)


def _rewrite_value(key: str, value: Any, visit: Visit, path: str) -> Any:
    if key in NAMED and isinstance(value, Mapping):
        return {n: rewrite(child, visit, f"{path}/{escape(n)}") for n, child in value.items()}
    if key in (*LISTED, *SINGLE) and isinstance(value, list):
        return [rewrite(child, visit, f"{path}/{i}") for i, child in enumerate(value)]
    if key in SINGLE:
        return rewrite(value, visit, path)
    return deepcopy(value)


def keywords(schema: Any) -> frozenset[str]:
    """Return the keywords used anywhere in the schema; names of properties do not count."""
    return frozenset(key for _, node in nodes(schema) for key in node)
