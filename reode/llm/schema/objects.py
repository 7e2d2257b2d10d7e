"""Objects and unions in a schema: closing them, requiring every field, joining `allOf`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema.merge import ANNOTATIONS, merge
from reode.llm.schema.nullable import make_nullable
from reode.llm.schema.refs import lookup
from reode.llm.schema.walk import Schema, nodes, rewrite

_SAYS_WHAT = frozenset({"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"})


def ensure_object_root(schema: Schema) -> Schema:
    """Make the root an object with properties; UnsupportedSchemaError where it is something else."""
    copy: Schema = rewrite(schema, lambda node, _: node)
    for key in ("anyOf", "oneOf", "enum", "const"):
        if key in copy:
            raise UnsupportedSchemaError("", key, "the arguments must be one object")
    if copy.get("type", "object") != "object":
        raise UnsupportedSchemaError("/type", "type", "the arguments must be an object")
    return {**copy, "type": "object", "properties": copy.get("properties", {})}


def name_implicit_types(schema: Schema) -> Schema:
    """Write `type` where only `properties` or `items` say what is meant."""

    def visit(node: Schema, _path: str) -> Schema:
        if not node.keys() & _SAYS_WHAT:
            for key, kind in (("properties", "object"), ("items", "array")):
                if key in node:
                    return {"type": kind, **node}
        return node

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def one_of_to_any_of(schema: Schema) -> Schema:
    """Write `oneOf` as `anyOf` and drop `discriminator`; both at once are unsupported."""

    def visit(node: Schema, path: str) -> Schema:
        if "oneOf" in node and "anyOf" in node:
            raise UnsupportedSchemaError(path, "oneOf", "beside anyOf")
        kept = {k: v for k, v in node.items() if k != "discriminator"}
        return {("anyOf" if k == "oneOf" else k): v for k, v in kept.items()}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def merge_all_of(schema: Schema) -> Schema:
    """Join the parts of each `allOf`; a conflict, or a part that refers to itself, is unsupported.

    A single reference stays a reference, so that recursive types keep their shape.
    """

    def visit(node: Schema, path: str) -> Schema:
        parts = node.get("allOf")
        if not isinstance(parts, list):
            return node
        rest = {k: v for k, v in node.items() if k != "allOf"}
        lone = len(parts) == 1 and "$ref" in parts[0] and rest.keys() <= ANNOTATIONS
        if lone:
            return {**parts[0], **rest}
        joined = rest
        for part in parts:
            inner = _opened(part, schema, path, ())
            joined = merge(inner, joined, path)
        return joined

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def _opened(part: Any, root: Schema, path: str, above: tuple[str, ...]) -> Schema:
    """Return one part of an `allOf` with its own reference and `allOf` opened."""
    if not isinstance(part, Mapping):
        raise UnsupportedSchemaError(path, "allOf", "a part is no object")
    ref = part.get("$ref")
    if ref is not None:
        if ref in above:
            raise UnsupportedSchemaError(path, "allOf", "a part refers to itself")
        target = _opened(lookup(ref, root), root, path, (*above, ref))
        return merge(target, {k: v for k, v in part.items() if k != "$ref"}, path)
    joined = {k: v for k, v in part.items() if k != "allOf"}
    for inner in part.get("allOf", ()):
        joined = merge(_opened(inner, root, path, above), joined, path)
    return joined


def close_objects(schema: Schema) -> Schema:
    """Forbid other properties in every object; an open map can't be closed and is unsupported."""

    def visit(node: Schema, path: str) -> Schema:
        if node.get("patternProperties"):
            raise UnsupportedSchemaError(path, "patternProperties", "an open map")
        if node.get("type") != "object" and "properties" not in node:
            return node
        more = node.get("additionalProperties")
        if more not in (None, False) or ("properties" not in node and more is None):
            raise UnsupportedSchemaError(path, "additionalProperties", "an open map")
        return {**node, "properties": node.get("properties", {}), "additionalProperties": False}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def refuse_untyped(schema: Schema) -> Schema:
    """Raise UnsupportedSchemaError for a schema that allows anything at all."""
    for path, node in nodes(schema):
        if not node.keys() & _SAYS_WHAT:
            raise UnsupportedSchemaError(path, "type", "any value at all is allowed")
        if node.get("items") in ({}, True) or (node.get("type") == "array" and "items" not in node):
            raise UnsupportedSchemaError(f"{path}/items", "items", "any item at all is allowed")
    return rewrite(schema, lambda node, _: node)  # type: ignore[no-any-return]


def refuse(*keys: str) -> Callable[[Schema], Schema]:
    """Return a step that raises UnsupportedSchemaError where one of `keys` is used."""

    def step(schema: Schema) -> Schema:
        for path, node in nodes(schema):
            for key in keys:
                if key in node:
                    raise UnsupportedSchemaError(f"{path}/{key}", key)
        return rewrite(schema, lambda node, _: node)  # type: ignore[no-any-return]

    return step


def require_all_nullable(schema: Schema) -> Schema:
    """Require every property; those that could be left out accept null instead."""

    def visit(node: Schema, _path: str) -> Schema:
        properties = node.get("properties")
        if not isinstance(properties, Mapping):
            return node
        required = set(node.get("required", ()))
        full = {n: c if n in required else make_nullable(c) for n, c in properties.items()}
        return {**node, "properties": full, "required": list(properties)}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def spread_any_of(schema: Schema) -> Schema:
    """Leave nothing beside an `anyOf`: its neighbours move into each branch (Vertex insists)."""

    def visit(node: Schema, path: str) -> Schema:
        branches = node.get("anyOf")
        if not isinstance(branches, list):
            return node
        lifted: list[Any] = []
        for branch in branches:
            lifted += branch["anyOf"] if set(branch) == {"anyOf"} else [branch]
        branches = lifted
        rest = {k: v for k, v in node.items() if k != "anyOf"}
        spread = [merge(rest, branch, path) for branch in branches]
        return {"anyOf": [b for i, b in enumerate(spread) if b not in spread[:i]]}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def limit_depth(most: int) -> Callable[[Schema], Schema]:
    """Return a step that raises UnsupportedSchemaError where values nest deeper than `most`."""

    def depth(node: Any) -> int:
        if not isinstance(node, Mapping):
            return 0
        inner = [*node.get("properties", {}).values(), node.get("items")]
        beside = [*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())]
        down = max((depth(child) for child in inner), default=0)
        return max(1 + down, max((depth(child) for child in beside), default=0))

    def step(schema: Schema) -> Schema:
        if depth(schema) > most:
            raise UnsupportedSchemaError("", "depth", f"values nest deeper than {most}")
        return rewrite(schema, lambda node, _: node)  # type: ignore[no-any-return]

    return step
