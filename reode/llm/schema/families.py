"""The dialects of tool schemas, each a pipeline of pure steps; a new one is one more pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reode.errors import SettingsError
from reode.llm.errors import UnsupportedSchemaError
from reode.llm.plugins import load_plugins
from reode.llm.schema.keywords import (
    META,
    drop_keywords,
    filter_formats,
    keep_keywords,
    string_enums_only,
    strip_meta,
)
from reode.llm.schema.nullable import (
    const_to_enum,
    drop_null_enum,
    null_form_any_of,
    null_form_flag,
    null_form_plain,
)
from reode.llm.schema.objects import (
    close_objects,
    ensure_object_root,
    limit_depth,
    merge_all_of,
    name_implicit_types,
    one_of_to_any_of,
    refuse,
    refuse_untyped,
    require_all_nullable,
    spread_any_of,
)
from reode.llm.schema.refs import (
    hoist_root_ref,
    inline_refs,
    inline_when_acyclic,
    prune_unused_defs,
    wrap_ref_siblings,
)
from reode.llm.schema.walk import Schema, keywords

Step = Callable[[Schema], Schema]


@dataclass(frozen=True, slots=True)
class NormalResult:
    """A schema in a dialect; `lost` are the keywords that no longer restrict anything."""

    schema: Schema
    strict: bool = False
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """A dialect: `steps` run in order; `fallback` is the family used where they can't.

    Raise `version` when a step changes: it is part of the cache's key.
    """

    id: str
    steps: tuple[Step, ...]
    version: int = 1
    strict: bool = False
    fallback: str = ""

    def normalize(self, schema: Mapping[str, Any]) -> NormalResult:
        """Return the schema in this dialect; the input is not touched.

        Idempotent. Raises UnsupportedSchemaError instead of guessing.
        """
        result: Schema = dict(schema)
        for step in self.steps:
            try:
                result = step(result)
            except RecursionError:
                raise UnsupportedSchemaError("", "$ref", "nested too deeply") from None
        lost = keywords(schema) - keywords(result) - _NOT_LOST
        return NormalResult(result, self.strict, tuple(sorted(lost)))


#: Rewritten or explanatory: their absence loses nothing.
_NOT_LOST = META | {"$defs", "definitions", "$ref", "oneOf", "allOf", "const", "discriminator"}

_BOUNDS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
)
_CONDITIONS = ("if", "then", "else", "dependentSchemas", "dependentRequired")
_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6")
#: The OpenAPI subset that Gemini's function declarations accept.
_OPENAPI = (
    "type",
    "format",
    "description",
    "nullable",
    "enum",
    "properties",
    "required",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
)
_ROOT: tuple[Step, ...] = (hoist_root_ref, strip_meta, name_implicit_types, ensure_object_root)
_REFUSED = ("not", "prefixItems", "additionalItems", "contains", "propertyNames", *_CONDITIONS)
_OPENAPI_STEPS: tuple[Step, ...] = (
    *_ROOT,
    inline_refs,
    merge_all_of,
    one_of_to_any_of,
    const_to_enum,
    drop_null_enum,
    null_form_flag,
    string_enums_only,
    filter_formats(("enum", "date-time")),
    keep_keywords(_OPENAPI),
)

_STRICT_STEPS: tuple[Step, ...] = (
    *_ROOT,
    prune_unused_defs,
    refuse(*_REFUSED),
    merge_all_of,
    one_of_to_any_of,
    const_to_enum,
    drop_null_enum,
    wrap_ref_siblings,
    null_form_any_of,
    refuse_untyped,
    close_objects,
)
_FAMILIES: dict[str, Family] = {}


def register_family(family: Family) -> None:
    """Make `schema = "<id>"` usable in profiles; a family of the same id is replaced."""
    _FAMILIES[family.id] = family


def family(name: str) -> Family:
    """Return the family of that id; SettingsError names those that exist."""
    if name not in _FAMILIES:
        load_plugins()
    if name not in _FAMILIES:
        raise SettingsError(f"no schema family {name!r}; there are {', '.join(sorted(_FAMILIES))}")
    return _FAMILIES[name]


def families() -> tuple[Family, ...]:
    """Return every family, by id."""
    return tuple(_FAMILIES[name] for name in sorted(_FAMILIES))


for _family in (
    Family("anthropic", (*_ROOT, prune_unused_defs)),
    Family(
        "anthropic_strict",
        (
            *_STRICT_STEPS,
            drop_keywords(("default",)),
            drop_keywords((*_BOUNDS, "minItems"), note=True),
            filter_formats((*_FORMATS, "uuid")),
        ),
        strict=True,
        fallback="anthropic",
    ),
    Family("openai", (*_ROOT, prune_unused_defs, drop_keywords(_CONDITIONS))),
    Family(
        "openai_strict",
        (
            *_STRICT_STEPS,
            require_all_nullable,
            drop_keywords(("default", "minProperties", "maxProperties")),
            drop_keywords(("uniqueItems", "minLength", "maxLength"), note=True),
            filter_formats((*_FORMATS, "uuid")),
            limit_depth(10),
        ),
        strict=True,
        fallback="openai",
    ),
    Family("gemini", (*_OPENAPI_STEPS, limit_depth(32))),
    Family("vertex", (*_OPENAPI_STEPS, spread_any_of, limit_depth(16))),
    Family(
        "generic",
        (
            *_ROOT,
            inline_when_acyclic,
            drop_keywords(_CONDITIONS),
            const_to_enum,
            drop_null_enum,
            null_form_plain,
        ),
    ),
):
    register_family(_family)
