from __future__ import annotations

from typing import Any

import anthropic
import pytest

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema import keywords, nullable, objects, refs
from reode.llm.schema.families import family
from reode.llm.schema.merge import merge
from reode.llm.schema.walk import keywords as used
from reode.llm.schema.walk import nodes
from tests.llm.kit import EDIT, FLAT, PING, READ

S = dict[str, Any]
_STR: S = {"type": "string"}
_OBJ: S = {"type": "object", "properties": {"a": _STR}}


@pytest.mark.parametrize(
    ("step", "before", "after"),
    [
        (keywords.strip_meta, {"$schema": "x", "title": "T", **_STR}, _STR),
        (
            keywords.strip_meta,
            {"properties": {"title": {"title": "T"}}},
            {"properties": {"title": {}}},
        ),
        (keywords.drop_keywords(("if",)), {"if": _STR, "properties": {"if": _STR}},
         {"properties": {"if": _STR}}),
        (keywords.drop_keywords(("minimum",), note=True),
         {"type": "integer", "minimum": 1, "description": "n"},
         {"type": "integer", "description": "n (minimum: 1)"}),
        (keywords.filter_formats(("date",)), {**_STR, "format": "byte"},
         {**_STR, "description": '(format: "byte")'}),
        (keywords.filter_formats(("date",)), {**_STR, "format": "date"}, {**_STR, "format": "date"}),
        (keywords.string_enums_only, {"enum": [1, 2]}, {"description": "(one of [1, 2])"}),
        (nullable.null_form_any_of, {"type": ["string", "null"], "maxLength": 3, "description": "d"},
         {"anyOf": [{**_STR, "maxLength": 3}, {"type": "null"}], "description": "d"}),
        (nullable.null_form_any_of, {"type": ["string"]}, _STR),
        (nullable.null_form_any_of, {**_STR, "nullable": True},
         {"anyOf": [_STR, {"type": "null"}]}),
        (nullable.null_form_flag, {"anyOf": [_STR, {"type": "null"}], "description": "d"},
         {**_STR, "description": "d", "nullable": True}),
        (nullable.null_form_flag, {"anyOf": [_STR, {"type": "integer"}, {"type": "null"}]},
         {"anyOf": [_STR, {"type": "integer"}], "nullable": True}),
        (nullable.null_form_plain,
         {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": _STR},
          "required": ["a", "b"]},
         {"type": "object", "properties": {"a": _STR, "b": _STR}, "required": ["b"]}),
        (nullable.const_to_enum, {"const": "x"}, {"type": "string", "enum": ["x"]}),
        (nullable.const_to_enum, {"const": True}, {"type": "boolean", "enum": [True]}),
        (nullable.const_to_enum, {"const": None}, {"type": "null"}),
        (nullable.drop_null_enum, {"enum": ["a", None]},
         {"enum": ["a"], "type": "string", "nullable": True}),
        (nullable.drop_null_enum, {"enum": [None]}, {"type": "null"}),
        (objects.name_implicit_types, {"properties": {}}, {"type": "object", "properties": {}}),
        (objects.name_implicit_types, {"items": _STR}, {"type": "array", "items": _STR}),
        (objects.one_of_to_any_of, {"oneOf": [_STR], "discriminator": {}}, {"anyOf": [_STR]}),
        (objects.close_objects, _OBJ, {**_OBJ, "additionalProperties": False}),
        (objects.require_all_nullable, _OBJ,
         {"type": "object", "properties": {"a": {"anyOf": [_STR, {"type": "null"}]}},
          "required": ["a"]}),
        (objects.spread_any_of, {"anyOf": [_STR, {"type": "integer"}], "description": "d"},
         {"anyOf": [{**_STR, "description": "d"}, {"type": "integer", "description": "d"}]}),
        (objects.merge_all_of, {"allOf": [{"minimum": 1}, {"minimum": 3}], "type": "integer"},
         {"minimum": 3, "type": "integer"}),
        (objects.merge_all_of,
         {"allOf": [_OBJ, {"properties": {"b": _STR}, "required": ["b"]}]},
         {"type": "object", "properties": {"a": _STR, "b": _STR}, "required": ["b"]}),
        (refs.wrap_ref_siblings, {"$ref": "#", "description": "d"},
         {"anyOf": [{"$ref": "#"}], "description": "d"}),
        (refs.wrap_ref_siblings, {"$ref": "#"}, {"$ref": "#"}),
        (refs.hoist_root_ref, {"$ref": "#/$defs/A", "$defs": {"A": _OBJ}},
         {**_OBJ, "$defs": {"A": _OBJ}}),
        (refs.inline_refs,
         {"properties": {"x": {"$ref": "#/$defs/A", "description": "d"}}, "$defs": {"A": _STR}},
         {"properties": {"x": {**_STR, "description": "d"}}}),
        (refs.prune_unused_defs, {"$defs": {"A": _STR}}, {}),
        (refs.prune_unused_defs,
         {"items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": _STR, "C": _STR}},
         {"items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": _STR}}),
    ],
)  # fmt: skip
def test_p04_each_step_does_its_one_thing_once(step: Any, before: S, after: S) -> None:
    assert step(before) == after
    assert step(step(before)) == after


@pytest.mark.parametrize(
    ("step", "schema", "keyword"),
    [
        (refs.inline_refs, {"properties": {"a": {"$ref": "#"}}}, "$ref"),
        (refs.inline_refs, {"items": {"$ref": "http://x/y"}}, "$ref"),
        (refs.inline_refs, {"items": {"$ref": "#/$defs/none"}}, "$ref"),
        (refs.hoist_root_ref, {"$ref": "#"}, "$ref"),
        (refs.wrap_ref_siblings, {"$ref": "#", "anyOf": []}, "$ref"),
        (objects.close_objects, {"type": "object"}, "additionalProperties"),
        (
            objects.close_objects,
            {"type": "object", "additionalProperties": _STR},
            "additionalProperties",
        ),
        (objects.close_objects, {"patternProperties": {"x": _STR}}, "patternProperties"),
        (objects.ensure_object_root, {"anyOf": [_OBJ]}, "anyOf"),
        (objects.ensure_object_root, {"type": "string"}, "type"),
        (objects.one_of_to_any_of, {"oneOf": [], "anyOf": []}, "oneOf"),
        (objects.merge_all_of, {"allOf": [_STR, {"type": "integer"}]}, "type"),
        (objects.merge_all_of, {"allOf": [{"pattern": "a"}, {"pattern": "b"}]}, "pattern"),
        (objects.merge_all_of, {"allOf": [{"$ref": "#"}, _STR]}, "allOf"),
        (objects.refuse_untyped, {"type": "object", "properties": {"a": {}}}, "type"),
        (objects.refuse_untyped, {"type": "array"}, "items"),
        (objects.refuse("not"), {"not": {}}, "not"),
        (objects.limit_depth(2), {"items": {"items": {"items": {}}}}, "depth"),
    ],
)
def test_p04_what_cannot_be_said_is_refused_and_never_guessed(
    step: Any, schema: S, keyword: str
) -> None:
    with pytest.raises(UnsupportedSchemaError) as caught:
        step(schema)
    assert caught.value.keyword == keyword


def test_p04_a_branch_never_overwrites_its_parents_properties() -> None:
    merged = merge({"properties": {"a": _STR}, "required": ["a"]}, {"properties": {"b": _STR}}, "")
    assert merged == {"properties": {"a": _STR, "b": _STR}, "required": ["a"]}
    with pytest.raises(UnsupportedSchemaError):
        merge({**_OBJ, "additionalProperties": False}, {"properties": {"b": _STR}}, "")


def test_p04_inlining_stops_before_it_explodes() -> None:
    defs = {
        f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}, {"$ref": f"#/$defs/D{n + 1}"}]}
        for n in range(30)
    }
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": {**defs, "D30": _STR}}
    with pytest.raises(UnsupportedSchemaError, match="too large"):
        refs.inline_refs(schema)


def test_p04_lost_says_what_no_longer_restricts() -> None:
    bounded = {
        "type": "object",
        "properties": {"a": {"type": "integer", "minimum": 1}},
        "required": ["a"],
    }
    assert family("anthropic_strict").normalize(bounded).lost == ("minimum",)
    assert family("openai").normalize({**bounded, "if": {}}).lost == ("if",)
    assert family("anthropic").normalize(bounded).lost == ()


def test_p04_walking_knows_names_from_keywords() -> None:
    schema = {"properties": {"properties": {"properties": {"enum": {"const": {"type": "x"}}}}}}
    assert used(schema) == {"properties", "const"}
    assert [path for path, _ in nodes(schema)] == [
        "",
        "/properties/properties",
        "/properties/properties/properties/enum",
    ]


@pytest.mark.parametrize("name", ["anthropic_strict", "openai_strict"])
@pytest.mark.parametrize("tool", [READ, FLAT, PING], ids=lambda t: t.name)
def test_simple_tools_differ_only_in_what_strict_demands(name: str, tool: Any) -> None:
    strict = family(name).normalize(tool.schema)
    plain = family(name.removesuffix("_strict")).normalize(tool.schema)
    differing = {k for k in strict.schema if strict.schema[k] != plain.schema.get(k)}
    assert differing <= {"additionalProperties", "required"}
    assert strict.lost == ()


def test_the_strict_form_matches_what_anthropics_own_normaliser_makes_of_it() -> None:
    ours = family("anthropic_strict").normalize(EDIT.schema).schema
    theirs = anthropic.transform_schema(ours)
    assert _without_text_format(theirs) == ours


def _without_text_format(schema: Any) -> Any:
    """Literals lose their type in the SDK's normaliser; everything else must agree."""
    if isinstance(schema, dict):
        copy = {k: _without_text_format(v) for k, v in schema.items()}
        if "enum" in copy and "type" not in copy:
            copy = {"enum": copy["enum"], "type": "string", **copy}
        return copy
    return [_without_text_format(v) for v in schema] if isinstance(schema, list) else schema
