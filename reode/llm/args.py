"""Reads a tool call's arguments strictly, and says what is wrong in words a model can act on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from reode.llm.messages import Effect, Problem, ToolCall, ToolSpec
from reode.llm.schema.refs import resolve

#: At most so many complaints go back to the model at once.
_MAX_COMPLAINTS = 8


class ArgsError(ValueError):
    """The arguments can't be used; the text names the fields."""


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ArgsError("a key stands twice in one object")
    return found


def _no_constant(name: str) -> Any:
    raise ArgsError(f"{name} is no JSON")


def read_args(raw: str, schema: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the arguments of one call; ArgsError unless `raw` is exactly one JSON object.

    An empty text is the empty object where `schema` requires nothing (GLM and others send it).
    Nothing is repaired: half an edit is worse than none.
    """
    if not raw.strip():
        if schema is not None and schema.get("required"):
            raise ArgsError("no arguments were given")
        return {}
    try:
        args = json.loads(raw, object_pairs_hook=_unique, parse_constant=_no_constant)
        json.dumps(args, ensure_ascii=False).encode()
    except RecursionError:
        raise ArgsError("nested too deeply") from None
    except (json.JSONDecodeError, UnicodeEncodeError) as error:
        raise ArgsError(f"not valid JSON: {error}") from None
    if not isinstance(args, dict):
        raise ArgsError("the arguments must be a JSON object")
    return args


def read_call(
    call_id: str,
    name: str,
    raw: str,
    *,
    tools: Mapping[str, Mapping[str, Any]] | None = None,
    truncated: bool = False,
    extra: Mapping[str, Any] | None = None,
    from_text: bool = False,
) -> ToolCall:
    """Return a call as it can be used; `tools` maps the offered names to their schemas.

    A call that the output limit cut is never used, even where its text happens to parse.
    """
    args: dict[str, Any] | None = None
    problem: Problem | None = None
    if tools is not None and name not in tools:
        problem = Problem.UNKNOWN_TOOL
    elif truncated:
        problem = Problem.TRUNCATED
    else:
        try:
            args = read_args(raw, (tools or {}).get(name))
        except ArgsError:
            problem = Problem.BAD_JSON if raw.strip() else Problem.SCHEMA
    return ToolCall(call_id, name, raw, args, problem, dict(extra or {}), from_text)


def accepts_null(schema: Any, root: Mapping[str, Any]) -> bool:
    """Tell whether null is a valid value; where it can't be told, yes."""
    schema = resolve(schema, root)
    if not isinstance(schema, Mapping):
        return True
    if "const" in schema:
        return schema["const"] is None
    if "enum" in schema:
        return None in schema["enum"]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return any(accepts_null(branch, root) for branch in schema[key])
    if "allOf" in schema and "type" not in schema:
        return all(accepts_null(part, root) for part in schema["allOf"])
    kind = schema.get("type", "null")
    return schema.get("nullable") is True or "null" in ([kind] if isinstance(kind, str) else kind)


def restore_nulls(value: Any, schema: Any, root: Mapping[str, Any]) -> Any:
    """Undo what a dialect did to optional fields.

    A null where a field is optional and never null counts as absent (strict dialects force every
    field to be present); an absent field that is required and may be null becomes null.
    """
    schema = _branch(value, resolve(schema, root), root)
    if not isinstance(schema, Mapping):
        return value
    if isinstance(value, list):
        return [restore_nulls(v, schema.get("items"), root) for v in value]
    if not isinstance(value, Mapping):
        return value
    properties, required = schema.get("properties", {}), schema.get("required", ())
    restored = {}
    for name, item in value.items():
        known = properties.get(name)
        dropped = item is None and known is not None and name not in required
        if not (dropped and not accepts_null(known, root)):
            restored[name] = restore_nulls(item, known, root)
    for name in required:
        if name not in value and name in properties and _says_null(properties[name], root):
            restored[name] = None
    return restored


def _branch(value: Any, schema: Any, root: Mapping[str, Any]) -> Any:
    """Return the branch of a union that `value` was made for, the schema itself if it is none."""
    if not isinstance(schema, Mapping) or not isinstance(value, Mapping | list):
        return schema
    for branch in (b for key in ("anyOf", "oneOf", "allOf") for b in schema.get(key, ())):
        candidate = _branch(value, resolve(branch, root), root)
        if isinstance(candidate, Mapping) and _was_made_for(value, candidate, root):
            return candidate
    return schema


def _was_made_for(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    if isinstance(value, list):
        return schema.get("type") == "array"
    properties = schema.get("properties", {})
    if not value.keys() <= properties.keys():
        return False
    for name, known in properties.items():
        fixed = resolve(known, root)
        if not isinstance(fixed, Mapping) or name not in value:
            continue
        allowed = [fixed["const"]] if "const" in fixed else fixed.get("enum")
        if allowed is not None and value[name] not in (*allowed, None):
            return False
    return all(
        name in value or _says_null(properties[name], root)
        for name in schema.get("required", ())
        if name in properties
    )


def _says_null(schema: Any, root: Mapping[str, Any]) -> bool:
    resolved = resolve(schema, root)
    constrained = isinstance(resolved, Mapping) and resolved.keys() & {"type", "anyOf", "enum"}
    return bool(constrained) and accepts_null(resolved, root)


def validate_args(spec: ToolSpec, args: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that the args model accepts, by their field names.

    Unknown fields are refused, and a writing tool's values are not coerced. ArgsError names each
    field and what it must be.
    """
    restored = restore_nulls(dict(args), spec.schema, spec.schema)
    if spec.args_model is None:
        return dict(restored)
    try:
        model = spec.args_model.model_validate_json(
            json.dumps(restored), strict=spec.effect is Effect.WRITE, extra="forbid"
        )
    except ValidationError as error:
        raise ArgsError(_complaints(error)) from None
    return _fields(model, restored)


def _fields(model: BaseModel, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the accepted fields that were given, as JSON-plain values."""
    dumped = model.model_dump(mode="json", by_alias=True)
    return {name: dumped.get(name, value) for name, value in given.items()}


def _complaints(error: ValidationError) -> str:
    lines = []
    for item in error.errors(include_url=False, include_input=False)[:_MAX_COMPLAINTS]:
        place = ".".join(str(part) for part in item["loc"]) or "arguments"
        lines.append(f"{place}: {item['msg']}")
    return "; ".join(lines)
