"""What must always hold: checks that raise AssertionError, shared with the mutation tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import jsonschema

from reode.llm.args import restore_nulls
from reode.llm.assembler import assemble
from reode.llm.errors import ModelError, UnsupportedSchemaError
from reode.llm.events import Event
from reode.llm.messages import Message, Text, Thinking, ToolCall
from reode.llm.mock import schema_rules
from reode.llm.schema.families import NormalResult, family
from reode.llm.schema.keywords import drop_keywords
from reode.llm.schema.names import NameMap
from reode.llm.schema.nullable import null_form_any_of
from reode.llm.schema.walk import nodes

_FAULTS = {
    "openai_strict": schema_rules.strict_openai_fault,
    "anthropic_strict": schema_rules.strict_anthropic_fault,
    "gemini": schema_rules.openapi_fault,
    "vertex": schema_rules.openapi_fault,
}


def normalised(name: str, schema: Mapping[str, Any]) -> NormalResult | None:
    """Return the schema in a dialect, None where it honestly says that it can't."""
    try:
        return family(name).normalize(schema)
    except UnsupportedSchemaError:
        return None


def check_dialect(name: str, schema: dict[str, Any]) -> NormalResult | None:
    """P04: input untouched, idempotent, a valid JSON Schema, references closed, accepted."""
    before = deepcopy(schema)
    result = normalised(name, schema)
    assert schema == before, "the input was changed"
    if result is None:
        return None
    again = family(name).normalize(result.schema)
    assert again.schema == result.schema, "normalising twice changes the schema"
    jsonschema.Draft202012Validator.check_schema(result.schema)
    assert result.schema["type"] == "object"
    assert schema_rules.dangling_ref(result.schema) == ""
    assert result.schema.get("$defs") != {}
    fault = _FAULTS.get(name, schema_rules.plain_fault)(result.schema)
    assert not fault, fault
    return result


def check_property_names(name: str, schema: dict[str, Any]) -> None:
    """Properties called like keywords survive."""
    result = normalised(name, schema)
    if result is not None:
        assert result.schema["properties"].keys() == schema["properties"].keys()


def check_instance(schema: dict[str, Any], result: NormalResult, value: Any) -> None:
    """A value of the strict form, nulls removed, is a value of the original.

    What the result itself names as lost (bounds that moved to the description) is not asked for.
    """
    jsonschema.validate(value, result.schema)
    restored = restore_nulls(value, schema, schema)
    jsonschema.validate(restored, drop_keywords(result.lost)(_without_nullable(schema)))


def _without_nullable(schema: Any) -> Any:
    """JSON Schema itself does not know `nullable`."""
    return null_form_any_of(schema)


def check_names(names: list[str]) -> None:
    """P06: legal, at most 64 bytes, and each maps back to its own."""
    mapped = NameMap.of(names)
    for name in names:
        wire = mapped.wire(name)
        assert len(wire.encode()) <= 64
        assert wire.isascii()
        assert wire.replace("_", "").replace("-", "").isalnum() or set(wire) <= {"_", "-"}
        assert mapped.name(wire) == name
    assert len(mapped.from_wire) == len(names)


def parts_of(message: Message) -> list[tuple[str, str]]:
    """Return what an answer says, part by part, without ids."""
    said = []
    for part in message.parts:
        if isinstance(part, ToolCall):
            said.append((f"call {part.name}", part.raw_args))
        elif isinstance(part, Text | Thinking):
            said.append((type(part).__name__, part.text))
    return said


def check_arrival_order(events: list[Event], reading: Any, expected: list[tuple[str, str]]) -> None:
    """I5: parts stand in the order in which they began, and nothing moved between them."""
    assert parts_of(assemble(events, reading)) == expected


def check_refused(events: list[Event], reading: Any) -> None:
    """I1 to I4: a sequence that breaks the life of a part is refused."""
    try:
        message = assemble(events, reading)
    except ModelError:
        return
    raise AssertionError(f"accepted: {message}")


def count_schemas(schema: Any) -> int:
    """Return how many schemas a schema holds."""
    return sum(1 for _ in nodes(schema))


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
