"""References inside a schema: looking them up, inlining them, dropping what nobody refers to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema.merge import merge
from reode.llm.schema.walk import Schema, nodes, rewrite

#: A schema that inlining blows up beyond this many nodes is refused.
MAX_NODES = 5_000
_DEFS = ("$defs", "definitions")


def lookup(ref: str, root: Mapping[str, Any]) -> Any:
    """Return the schema that a local reference names; UnsupportedSchemaError where it dangles."""
    if not ref.startswith("#"):
        raise UnsupportedSchemaError(ref, "$ref", "only local references are known")
    place: Any = root
    for token in ref[1:].split("/")[1:]:
        key = unquote(token).replace("~1", "/").replace("~0", "~")
        if isinstance(place, list) and key.isdigit() and int(key) < len(place):
            place = place[int(key)]
        elif isinstance(place, Mapping) and key in place:
            place = place[key]
        else:
            raise UnsupportedSchemaError(ref, "$ref", "it leads nowhere")
    return place


def resolve(schema: Any, root: Mapping[str, Any]) -> Any:
    """Follow a chain of references to the schema it ends at; siblings of `$ref` are dropped."""
    seen: set[str] = set()
    while isinstance(schema, Mapping) and "$ref" in schema:
        ref = schema["$ref"]
        if ref in seen:
            raise UnsupportedSchemaError(ref, "$ref", "it refers to itself")
        seen.add(ref)
        schema = lookup(ref, root)
    return schema


def hoist_root_ref(schema: Schema) -> Schema:
    """Put the referred schema in the place of a root that is only a reference to it."""
    if "$ref" not in schema:
        return rewrite(schema, lambda node, _: node)  # type: ignore[no-any-return]
    target = resolve(schema, schema)
    siblings = {k: v for k, v in schema.items() if k != "$ref"}
    hoisted = merge(dict(target), siblings, "")
    return rewrite(hoisted, lambda node, _: node)  # type: ignore[no-any-return]


def inline_refs(schema: Schema) -> Schema:
    """Replace every reference by what it names; a recursive schema is unsupported.

    Annotations beside a `$ref` win over the target's; constraints of both hold.
    """
    count = 0

    def expand(node: Any, path: str, above: tuple[str, ...]) -> Any:
        nonlocal count
        count += 1
        if count > MAX_NODES:
            raise UnsupportedSchemaError(path, "$ref", "inlined, the schema is too large")
        ref = node.get("$ref")
        if ref is None:
            return node
        if ref in above:
            raise UnsupportedSchemaError(path, "$ref", "the schema is recursive")
        siblings = {k: v for k, v in node.items() if k != "$ref"}
        target = _expand_below(lookup(ref, schema), path, (*above, ref))
        return merge(target, siblings, path) if isinstance(target, dict) else target

    def _expand_below(node: Any, path: str, above: tuple[str, ...]) -> Any:
        return rewrite(node, lambda inner, place: expand(inner, path + place, above))

    body = {k: v for k, v in schema.items() if k not in _DEFS}
    return _expand_below(body, "", ())  # type: ignore[no-any-return]


def inline_when_acyclic(schema: Schema) -> Schema:
    """Inline the references, or leave all of them where the schema is recursive."""
    try:
        return inline_refs(schema)
    except UnsupportedSchemaError:
        return prune_unused_defs(schema)


def wrap_ref_siblings(schema: Schema) -> Schema:
    """Move a reference that has neighbours into an `anyOf` of one, where neighbours may stand."""

    def visit(node: Schema, _path: str) -> Schema:
        if "$ref" not in node or len(node) == 1:
            return node
        rest = {k: v for k, v in node.items() if k != "$ref"}
        if "anyOf" in rest:
            raise UnsupportedSchemaError(_path, "$ref", "beside anyOf")
        return {"anyOf": [{"$ref": node["$ref"]}], **rest}

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def prune_unused_defs(schema: Schema) -> Schema:
    """Drop definitions that nothing reaches, and `$defs` itself when it is empty."""
    copy: Schema = rewrite(schema, lambda node, _: node)
    used = _reached(copy)
    for key in _DEFS:
        if key not in copy:
            continue
        kept = {n: d for n, d in copy[key].items() if any(_names(r, key, n) for r in used)}
        if kept:
            copy[key] = kept
        else:
            del copy[key]
    return copy


def _names(ref: str, key: str, name: str) -> bool:
    tokens = [unquote(t).replace("~1", "/").replace("~0", "~") for t in ref.split("/")]
    return tokens[:3] == ["#", key, name]


def _reached(schema: Schema) -> set[str]:
    """Return every reference reachable from the root without passing through `$defs`."""
    body = {k: v for k, v in schema.items() if k not in _DEFS}
    todo: list[Any] = [body]
    found: set[str] = set()
    while todo:
        for _, node in nodes(todo.pop()):
            ref = node.get("$ref")
            if isinstance(ref, str) and ref not in found:
                found.add(ref)
                if ref != "#":
                    todo.append(lookup(ref, schema))
    return found
