"""Joins schemas that hold at the same time into one, or says that it can't."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from reode.llm.errors import UnsupportedSchemaError
from reode.llm.schema.walk import NAMED, Schema, escape

#: Keywords that explain and do not restrict: the outer one wins.
ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"}
)


def merge(inner: Mapping[str, Any], outer: Mapping[str, Any], path: str) -> Schema:
    """Return one schema that accepts what both accept; UnsupportedSchemaError on a conflict."""
    _check_closed(inner, outer, path)
    result: Schema = deepcopy(dict(inner))
    for key, value in outer.items():
        if key not in result or key in ANNOTATIONS or result[key] == value:
            result[key] = deepcopy(value)
        else:
            result[key] = _both(key, result[key], value, f"{path}/{escape(key)}")
    return result


def _both(key: str, left: Any, right: Any, path: str) -> Any:
    if key in NAMED:
        return _merge_named(left, right, path)
    if key in _JOIN:
        joined = _JOIN[key](left, right)
        if joined is not None:
            return joined
    raise UnsupportedSchemaError(path, key, "two values that can't be joined")


def _merge_named(left: Mapping[str, Any], right: Mapping[str, Any], path: str) -> Schema:
    merged = deepcopy(dict(left))
    for name, schema in right.items():
        if name in merged and isinstance(merged[name], Mapping) and isinstance(schema, Mapping):
            merged[name] = merge(merged[name], schema, f"{path}/{escape(name)}")
        elif name not in merged or merged[name] is True:
            merged[name] = deepcopy(schema)
        elif schema is not True:
            raise UnsupportedSchemaError(f"{path}/{escape(name)}", "allOf", "a conflict")
    return merged


def _check_closed(left: Mapping[str, Any], right: Mapping[str, Any], path: str) -> None:
    """Refuse to join a closed object with one that names other properties: nothing would fit."""
    for one, two in ((left, right), (right, left)):
        more = set(two.get("properties", ())) - set(one.get("properties", ()))
        if one.get("additionalProperties", True) is not True and more:
            raise UnsupportedSchemaError(path, "additionalProperties", "closed in one part only")


def _types(left: Any, right: Any) -> Any:
    first = [left] if isinstance(left, str) else list(left)
    second = [right] if isinstance(right, str) else list(right)
    common = [t for t in first if t in second]
    if not common:
        return None
    return common[0] if len(common) == 1 else common


def _enum(left: list[Any], right: list[Any]) -> list[Any] | None:
    return [deepcopy(v) for v in left if v in right] or None


def _required(left: list[str], right: list[str]) -> list[str]:
    return [*left, *(name for name in right if name not in left)]


_JOIN: dict[str, Callable[[Any, Any], Any]] = {
    "type": _types,
    "enum": _enum,
    "required": _required,
    "minimum": max,
    "exclusiveMinimum": max,
    "minLength": max,
    "minItems": max,
    "minProperties": max,
    "maximum": min,
    "exclusiveMaximum": min,
    "maxLength": min,
    "maxItems": min,
    "maxProperties": min,
}
