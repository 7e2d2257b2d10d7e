from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.llm.args import ArgsError, read_args, read_call, restore_nulls, validate_args
from reode.llm.messages import Effect, Problem
from tests.llm.kit import EDIT, READ


@pytest.mark.parametrize(
    "raw",
    [
        '{"a": 1',
        '{"a": 1}}',
        '{"a": 1} x',
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "b": 1}}',
        '{"a": NaN}',
        "[]",
        "1",
        "null",
        '"text"',
        "{'a': 1}",
        '{"a": "\\ud800"}',
        "[" * 100_000,
    ],
    ids=range(13),
)
def test_p03_only_one_whole_json_object_is_arguments(raw: str) -> None:
    with pytest.raises(ArgsError):
        read_args(raw)


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.booleans() | st.none()))
def test_what_is_json_is_read_exactly(args: dict[str, Any]) -> None:
    assert read_args(json.dumps(args)) == args


def test_empty_arguments_are_an_object_only_where_nothing_is_required() -> None:
    assert read_args("", {"required": []}) == {}
    assert read_args("  ") == {}
    with pytest.raises(ArgsError):
        read_args("", {"required": ["path"]})


def test_p03_the_complaint_names_the_field() -> None:
    with pytest.raises(ArgsError, match=r"at\.line: Input should be greater"):
        validate_args(EDIT, {"path": "a", "at": {"line": 0}})
    with pytest.raises(ArgsError, match=r"path: Field required"):
        validate_args(EDIT, {})


def test_p03_unknown_arguments_are_refused_at_every_depth() -> None:
    with pytest.raises(ArgsError, match=r"colour: Extra inputs"):
        validate_args(EDIT, {"path": "a", "colour": 1})
    with pytest.raises(ArgsError, match=r"at\.row: Extra inputs"):
        validate_args(EDIT, {"path": "a", "at": {"line": 1, "row": 2}})


def test_p03_a_writing_tools_values_are_not_coerced() -> None:
    with pytest.raises(ArgsError, match="count"):
        validate_args(EDIT, {"path": "a", "count": "3"})
    lenient = replace(EDIT, effect=Effect.READ)
    assert validate_args(lenient, {"path": "a", "count": "3"}) == {"path": "a", "count": 3}


def test_a_strict_dialects_null_counts_as_absent() -> None:
    args = {"path": "a", "mode": None, "count": None, "at": {"line": 1, "column": None}}
    assert validate_args(EDIT, args) == {"path": "a", "at": {"line": 1, "column": None}}


def test_a_null_that_the_schema_allows_stays() -> None:
    assert validate_args(EDIT, {"path": "a", "at": None}) == {"path": "a", "at": None}


def test_an_absent_required_null_comes_back() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "b": {}},
        "required": ["a", "b"],
    }
    assert restore_nulls({"b": 1}, schema, schema) == {"b": 1, "a": None}
    assert restore_nulls({}, schema, schema) == {"a": None}


def test_nulls_inside_a_union_are_restored_by_its_branch() -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "x": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {"k": {"const": "a"}, "n": {"type": "integer"}},
                        "required": ["k"],
                    },
                    {
                        "type": "object",
                        "properties": {"k": {"const": "b"}, "n": {"type": ["integer", "null"]}},
                        "required": ["k"],
                    },
                ]
            }
        },
    }
    assert restore_nulls({"x": {"k": "a", "n": None}}, schema, schema) == {"x": {"k": "a"}}
    assert restore_nulls({"x": {"k": "b", "n": None}}, schema, schema) == {
        "x": {"k": "b", "n": None}
    }


def test_a_cut_call_is_never_used_even_where_it_parses() -> None:
    call = read_call("1", "read_file", '{"path": "a"}', truncated=True)
    assert (call.args, call.problem) == (None, Problem.TRUNCATED)


def test_an_unknown_tool_and_missing_arguments_are_told_apart() -> None:
    tools = {"read_file": READ.schema}
    assert read_call("1", "rm", "{}", tools=tools).problem is Problem.UNKNOWN_TOOL
    assert read_call("1", "read_file", "", tools=tools).problem is Problem.SCHEMA
    assert read_call("1", "read_file", "{", tools=tools).problem is Problem.BAD_JSON
