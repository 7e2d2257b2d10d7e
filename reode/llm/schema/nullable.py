"""Null in a schema: recognising it in every form and writing it in the one a dialect reads."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from reode.llm.schema.merge import ANNOTATIONS
from reode.llm.schema.walk import Schema, rewrite

NULL: Schema = {"type": "null"}
#: Keywords that restrict only one type.
_OF_TYPE = {
    "string": frozenset({"minLength", "maxLength", "pattern", "format"}),
    "array": frozenset({"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"}),
    "object": frozenset(
        {
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
        }
    ),
}
_NUMBER = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"})
_OF_TYPE |= {"integer": _NUMBER, "number": _NUMBER}
_TYPED: frozenset[str] = frozenset().union(*_OF_TYPE.values())


def null_form_any_of(schema: Schema) -> Schema:
    """Write every list of types, and `nullable`, as `anyOf` with a branch for null."""
    return rewrite(schema, lambda node, _: _any_of(node))  # type: ignore[no-any-return]


def null_form_flag(schema: Schema) -> Schema:
    """Write null as `nullable: true` beside a plain type, or beside an `anyOf` of the others."""
    return rewrite(null_form_any_of(schema), lambda node, _: _flag(node))  # type: ignore[no-any-return]


def null_form_plain(schema: Schema) -> Schema:
    """Drop null where a property may be left out instead; elsewhere it becomes an `anyOf` branch.

    A property that was required and nullable is no longer required: `restore_nulls` puts the
    null back when the arguments arrive.
    """

    def visit(node: Schema, _path: str) -> Schema:
        properties = node.get("properties")
        if not isinstance(properties, Mapping):
            return node
        optional = {name for name, child in properties.items() if _has_null_branch(child)}
        node["properties"] = {n: _without_null(c) for n, c in properties.items()}
        if "required" in node:
            node["required"] = [name for name in node["required"] if name not in optional]
            if not node["required"]:
                del node["required"]
        return node

    return rewrite(null_form_any_of(schema), visit)  # type: ignore[no-any-return]


def drop_null_enum(schema: Schema) -> Schema:
    """Take null out of enumerations and say `nullable` instead; a null form must follow."""

    def visit(node: Schema, _path: str) -> Schema:
        values = node.get("enum")
        if not isinstance(values, list) or None not in values:
            return node
        kept = [value for value in values if value is not None]
        if not kept:
            return {**{k: v for k, v in node.items() if k not in ("enum", "nullable")}, **NULL}
        kinds = _kinds(node)
        allowed = not kinds or "null" in kinds or node.get("nullable") is True
        types = [k for k in kinds or sorted({_kind_of(v) for v in kept}) if k != "null"]
        said = {**node, "enum": kept, "type": types[0] if len(types) == 1 else types}
        return {**said, "nullable": True} if allowed else said

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def const_to_enum(schema: Schema) -> Schema:
    """Write `const` as an enumeration of one, with its type."""

    def visit(node: Schema, _path: str) -> Schema:
        if "const" not in node:
            return node
        value = node["const"]
        rest = {k: v for k, v in node.items() if k != "const"}
        if value is None:
            return {**rest, **NULL}
        return {"type": _kind_of(value), **rest, "enum": [value]}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def make_nullable(schema: Any) -> Any:
    """Return a schema that accepts null as well, as `anyOf`; annotations stay outside."""
    if not isinstance(schema, Mapping) or accepts_null_here(schema):
        return schema
    if "anyOf" in schema and not set(schema) - ANNOTATIONS - {"anyOf"}:
        return {**schema, "anyOf": [*schema["anyOf"], dict(NULL)]}
    outer = {k: v for k, v in schema.items() if k in ANNOTATIONS}
    inner = {k: v for k, v in schema.items() if k not in ANNOTATIONS}
    return {"anyOf": [inner, dict(NULL)], **outer}


def accepts_null_here(schema: Mapping[str, Any]) -> bool:
    """Tell whether null is accepted, without following references."""
    branches = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(branches, list):
        return any(isinstance(b, Mapping) and accepts_null_here(b) for b in branches)
    if "enum" in schema and None not in schema["enum"]:
        return False
    return "null" in _kinds(schema) or schema.get("nullable") is True


def _kinds(node: Mapping[str, Any]) -> list[str]:
    kind = node.get("type", [])
    return [kind] if isinstance(kind, str) else list(kind)


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    names = {str: "string", int: "integer", float: "number", list: "array", dict: "object"}
    return names.get(type(value), "null")


def _any_of(node: Schema) -> Schema:
    kinds, flagged = _kinds(node), node.get("nullable") is True
    node = {k: v for k, v in node.items() if k != "nullable"}
    if flagged and "type" not in node:
        return _flat(_with_null(node))
    if flagged and "null" not in kinds:
        kinds.append("null")
    if flagged and "enum" in node:
        node["enum"] = [*(v for v in node["enum"] if v is not None), None]
    if len(kinds) < 2:
        return _flat({**node, "type": kinds[0]} if kinds else node)
    outer = {k: v for k, v in node.items() if k in ANNOTATIONS}
    shared = {
        k: v for k, v in node.items() if k not in ANNOTATIONS and k != "type" and k not in _TYPED
    }
    if shared.keys() - {"enum"}:
        return {**node, "type": kinds}
    branches = [b for kind in kinds if (b := _branch(node, kind)) is not None]
    return {"anyOf": branches, **outer}


def _with_null(node: Schema) -> Schema:
    if "anyOf" in node:
        return {**node, "anyOf": [*node["anyOf"], dict(NULL)]}
    outer = {k: v for k, v in node.items() if k in ANNOTATIONS}
    inner = {k: v for k, v in node.items() if k not in ANNOTATIONS}
    return {"anyOf": [inner, dict(NULL)], **outer}


def _flat(node: Schema) -> Schema:
    """Lift the branches of unions inside a union, so that null is looked for in one place.

    A union with a description is lifted only where that speaks of every other branch as well, so
    that no description is lost and none is said of the wrong thing.
    """
    branches = node.get("anyOf")
    if not isinstance(branches, list):
        return node
    others = [b for b in branches if not _is_null(b)]
    said = {b.get("description") for b in others if _is_union(b)}
    moved = said - {None}
    known = node.get("description") in (None, *moved)
    shared = len(said) == 1 and known and all(_is_union(b) for b in others)
    lifted: list[Any] = []
    for branch in branches:
        lifts = _is_union(branch) and (shared or "description" not in branch)
        lifted += branch["anyOf"] if lifts else [branch]
    unique = [b for i, b in enumerate(lifted) if b not in lifted[:i]]
    described = {"description": next(iter(moved))} if shared and moved else {}
    return {**node, **described, "anyOf": unique}


def _is_union(schema: Any) -> bool:
    known = ANNOTATIONS | {"anyOf"}
    return isinstance(schema, Mapping) and "anyOf" in schema and schema.keys() <= known


def _branch(node: Schema, kind: str) -> Schema | None:
    branch: Schema = {"type": kind}
    branch |= {k: deepcopy(v) for k, v in node.items() if k in _OF_TYPE.get(kind, frozenset())}
    if "enum" in node:
        values = [v for v in node["enum"] if _kind_of(v) == kind or _is_number(v, kind)]
        if not values:
            return None
        if kind != "null":
            branch["enum"] = values
    return branch


def _is_number(value: Any, kind: str) -> bool:
    return kind == "number" and type(value) is int


def _flag(node: Schema) -> Schema:
    branches = node.get("anyOf")
    if not isinstance(branches, list):
        return node
    kept = [b for b in branches if not _is_null(b)]
    flagged = len(kept) < len(branches)
    rest = {k: v for k, v in node.items() if k != "anyOf"}
    if len(kept) == 1 and isinstance(kept[0], Mapping) and rest.keys() <= ANNOTATIONS:
        node = {**kept[0], **rest}
    else:
        node = {**rest, "anyOf": kept} if kept else {**rest, **NULL}
    return {**node, "nullable": True} if flagged and kept else node


def _has_null_branch(schema: Any) -> bool:
    return isinstance(schema, Mapping) and any(_is_null(b) for b in schema.get("anyOf", ()))


def _is_null(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "null"


def _without_null(schema: Any) -> Any:
    if not _has_null_branch(schema):
        return schema
    kept = [b for b in schema["anyOf"] if not _is_null(b)]
    rest = {k: v for k, v in schema.items() if k != "anyOf"}
    if len(kept) == 1 and isinstance(kept[0], Mapping) and rest.keys() <= ANNOTATIONS:
        return {**kept[0], **rest}
    return {**rest, "anyOf": kept} if kept else schema
