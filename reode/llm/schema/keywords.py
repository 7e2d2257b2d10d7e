"""Keywords that a dialect does not know: dropped, or said in the description instead."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from reode.llm.schema.walk import Schema, rewrite

#: Keywords about the document, or for people only: no model needs them.
META = frozenset({"$schema", "$id", "$comment", "$anchor", "$vocabulary", "title", "examples"})


def strip_meta(schema: Schema) -> Schema:
    """Drop what is about the document and not about the value."""
    return drop_keywords(META)(schema)


def drop_keywords(keys: Iterable[str], *, note: bool = False) -> Callable[[Schema], Schema]:
    """Return a step that drops `keys`; with `note` the description says what they said."""
    gone = frozenset(keys)

    def visit(node: Schema, _path: str) -> Schema:
        kept = {k: v for k, v in node.items() if k not in gone}
        said = [f"{k}: {_short(v)}" for k, v in node.items() if k in gone]
        return _noted(kept, said) if note and said else kept

    return lambda schema: rewrite(schema, visit)


def keep_keywords(keys: Iterable[str]) -> Callable[[Schema], Schema]:
    """Return a step that keeps only `keys`; what restricts a value moves to the description."""
    known = frozenset(keys)

    def visit(node: Schema, _path: str) -> Schema:
        kept = {k: v for k, v in node.items() if k in known}
        said = [f"{k}: {_short(v)}" for k, v in node.items() if k in _WORTH_SAYING - known]
        return _noted(kept, said) if said else kept

    return lambda schema: rewrite(schema, visit)


_WORTH_SAYING = frozenset(
    {
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "default",
    }
)


def filter_formats(allowed: Iterable[str]) -> Callable[[Schema], Schema]:
    """Return a step that moves every other `format` into the description."""
    known = frozenset(allowed)

    def visit(node: Schema, _path: str) -> Schema:
        if "format" not in node or node["format"] in known:
            return node
        kept = {k: v for k, v in node.items() if k != "format"}
        return _noted(kept, [f"format: {_short(node['format'])}"])

    return lambda schema: rewrite(schema, visit)


def string_enums_only(schema: Schema) -> Schema:
    """Move enumerations of anything but strings into the description (Gemini refuses them)."""

    def visit(node: Schema, _path: str) -> Schema:
        values = node.get("enum")
        if not isinstance(values, list) or all(isinstance(v, str) for v in values):
            return node
        kept = {k: v for k, v in node.items() if k != "enum"}
        return _noted(kept, [f"one of {_short(values)}"])

    return rewrite(schema, visit)  # type: ignore[no-any-return]


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _noted(node: Schema, said: list[str]) -> Schema:
    note = f"({'; '.join(said)})"
    text = node.get("description", "")
    return {**node, "description": f"{text} {note}" if text else note}
