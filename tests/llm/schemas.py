"""Random JSON Schemas of tools, and values that fit them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

_NAMES = st.sampled_from(
    ["path", "type", "properties", "default", "if", "title", "$ref", "required", "enum", "a", "b"]
)
_WORDS = st.sampled_from(["x", "yy", "zzz", "with space", "ü"])


def _with_notes(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    notes = st.fixed_dictionaries(
        {},
        optional={
            "title": _WORDS,
            "description": _WORDS,
            "$comment": _WORDS,
            "examples": st.just([1]),
        },
    )
    return notes.map(lambda extra: {**schema, **extra})


def _leaf() -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(
        st.just({"type": "string"}),
        st.just({"type": "string", "minLength": 1, "maxLength": 4}),
        st.just({"type": "string", "format": "date-time"}),
        st.just({"type": "string", "pattern": "^x"}),
        st.just({"type": "integer"}),
        st.just({"type": "integer", "minimum": 1, "maximum": 9}),
        st.just({"type": "number", "exclusiveMinimum": 0}),
        st.just({"type": "boolean"}),
        st.just({"type": ["string", "null"]}),
        st.just({"type": ["integer", "string"], "minimum": 2}),
        st.just({"type": "string", "nullable": True}),
        st.just({"enum": ["a", "b", None]}),
        st.just({"type": ["string", "null"], "enum": ["a", None]}),
        st.just({"type": "string", "enum": ["a", "b"]}),
        st.just({"const": "k"}),
        st.just({"const": 3}),
        st.just({"type": "integer", "default": 4}),
    ).flatmap(_with_notes)


def _objects(child: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    @st.composite
    def build(draw: st.DrawFn) -> dict[str, Any]:
        properties = draw(st.dictionaries(_NAMES, child, min_size=1, max_size=3))
        required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True))
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        if draw(st.booleans()):
            schema["additionalProperties"] = False
        return schema

    return build()


def _extend(child: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of(
        _objects(child),
        child.map(lambda c: {"type": "array", "items": c, "minItems": 1}),
        st.lists(child, min_size=2, max_size=3).map(lambda cs: {"anyOf": cs}),
        child.map(lambda c: {"anyOf": [c, {"type": "null"}], "default": None}),
        st.just({"oneOf": [{"type": "integer"}, {"type": ["boolean", "null"]}]}),
        st.just({"$ref": "#/$defs/Leaf"}),
        st.just({"$ref": "#/$defs/Leaf", "description": "beside"}),
        st.just({"allOf": [{"$ref": "#/$defs/Leaf"}], "description": "all"}),
        st.just({"$ref": "#/$defs/Tree"}),
    )


_DEFS: dict[str, Any] = {
    "Leaf": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
    "Tree": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
        },
        "required": ["name"],
    },
    "Unused": {"type": "string"},
}


@st.composite
def tool_schemas(draw: st.DrawFn) -> dict[str, Any]:
    """Draw the schema of a tool's arguments: an object, sometimes with definitions."""
    inner = draw(_objects(st.recursive(_leaf(), _extend, max_leaves=6)))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **inner, "$defs": _DEFS}


#: Schemas without definitions that recurse, for dialects that inline everything.
@st.composite
def flat_schemas(draw: st.DrawFn) -> dict[str, Any]:
    schema = draw(tool_schemas())
    text = repr(schema)
    if "#/$defs/Tree" in text.replace(repr(_DEFS), ""):
        return {**schema, "$defs": {**_DEFS, "Tree": _DEFS["Leaf"]}}
    return schema


def value_for(  # noqa: PLR0911 - one return per kind of schema
    draw: st.DrawFn, schema: Any, root: dict[str, Any], depth: int = 0
) -> Any:
    """Draw a value that a normalised schema accepts (patterns and formats included)."""
    if "$ref" in schema:
        target = root
        for token in schema["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        return value_for(draw, target, root, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return draw(st.sampled_from(schema["enum"]))
    if "anyOf" in schema:
        branches = schema["anyOf"]
        nulls = [b for b in branches if b == {"type": "null"}]
        branch = nulls[0] if nulls and depth > 3 else draw(st.sampled_from(branches))
        return value_for(draw, branch, root, depth + 1)
    kind = schema["type"]
    if kind == "object":
        known = schema.get("properties", {})
        return {n: value_for(draw, known[n], root, depth + 1) for n in schema.get("required", ())}
    if kind == "array":
        least = schema.get("minItems", 0)
        count = least if depth > 3 else draw(st.integers(least, 2))
        return [value_for(draw, schema["items"], root, depth + 1) for _ in range(count)]
    plain: dict[str, st.SearchStrategy[Any]] = {
        "string": st.sampled_from(["x", "xy"]),
        "integer": st.integers(2, 9),
        "number": st.integers(1, 9),
        "boolean": st.booleans(),
        "null": st.none(),
    }
    if kind == "string" and schema.get("format") == "date-time":
        return "2026-01-01T00:00:00Z"
    return draw(plain[kind])
