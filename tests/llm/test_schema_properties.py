from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from reode.errors import SettingsError
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.families import Family, families, family, register_family
from reode.llm.schema.keywords import strip_meta
from reode.llm.schema.walk import nodes
from tests.llm.kit import EDIT
from tests.llm.properties import check_dialect, check_instance, check_names, check_property_names
from tests.llm.schemas import flat_schemas, tool_schemas, value_for

NAMES = ["anthropic", "anthropic_strict", "openai", "openai_strict", "generic", "gemini", "vertex"]
_quick = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)


@pytest.mark.parametrize("name", NAMES)
@_quick
@given(schema=tool_schemas())
def test_p04_dialects_are_idempotent_pure_valid_and_accepted(
    name: str, schema: dict[str, Any]
) -> None:
    check_dialect(name, schema)
    check_property_names(name, schema)


@pytest.mark.parametrize("name", ["gemini", "vertex", "generic"])
@_quick
@given(schema=flat_schemas())
def test_p04_dialects_without_references_take_every_schema_that_does_not_recurse(
    name: str, schema: dict[str, Any]
) -> None:
    result = check_dialect(name, schema)
    if result is not None:
        assert name == "generic" or not any("$ref" in node for _, node in nodes(result.schema))


@pytest.mark.parametrize("name", ["openai_strict", "anthropic_strict"])
@_quick
@given(data=st.data())
def test_p04_values_of_the_strict_form_are_values_of_the_original(
    name: str, data: st.DataObject
) -> None:
    schema = data.draw(tool_schemas())
    result = check_dialect(name, schema)
    if result is None:
        return
    value = data.draw(st.composite(lambda draw: value_for(draw, result.schema, result.schema))())
    check_instance(schema, result, value)


def test_p04_every_family_of_the_requirement_is_there() -> None:
    assert {f.id for f in families()} >= set(NAMES)


def test_p04_a_user_can_add_a_family() -> None:
    register_family(Family("mine", (strip_meta, lambda s: {**s, "x-mine": True})))
    result = family("mine").normalize({"type": "object", "title": "T"})
    assert result.schema == {"type": "object", "x-mine": True}
    with pytest.raises(SettingsError, match="anthropic_strict"):
        family("nobody's")


def test_p04_the_raw_schema_is_stored_verbatim() -> None:
    before = deepcopy(dict(EDIT.schema))
    cache = SchemaCache()
    for name in NAMES:
        if name not in ("gemini", "vertex"):
            cache.normalize(family(name), EDIT.schema)
    assert EDIT.schema == before
    assert EDIT.args_model is not None
    raw = EDIT.args_model.model_json_schema()
    assert EDIT.schema["$defs"] == raw["$defs"]


def test_p05_the_cache_hits_copies_and_clears() -> None:
    cache = SchemaCache()
    first = cache.normalize(family("openai"), EDIT.schema)
    first.schema["properties"].clear()
    second = cache.normalize(family("openai"), EDIT.schema)
    assert second.schema["properties"]
    assert cache.hits == 1
    second.schema.clear()
    assert cache.normalize(family("openai"), EDIT.schema).schema
    cache.clear()
    assert cache.hits == 0
    cache.normalize(family("openai"), EDIT.schema)
    assert cache.hits == 0


def test_p05_the_key_is_content_family_and_version() -> None:
    cache = SchemaCache()
    shuffled = dict(reversed(list(EDIT.schema.items())))
    cache.normalize(family("openai"), EDIT.schema)
    cache.normalize(family("openai"), shuffled)
    assert cache.hits == 1
    cache.normalize(family("anthropic"), EDIT.schema)
    cache.normalize(family("openai"), {**EDIT.schema, "description": "other"})
    newer = Family("openai", family("openai").steps, version=2)
    cache.normalize(newer, EDIT.schema)
    assert cache.hits == 1


def test_p05_equal_hashes_of_different_schemas_do_not_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    class Same:
        def __init__(self, _data: bytes) -> None:
            pass

        def hexdigest(self) -> str:
            return "same"

    monkeypatch.setattr("reode.llm.schema.cache.hashlib.sha256", Same)
    cache = SchemaCache()
    one = cache.normalize(family("openai"), {"type": "object", "properties": {"a": {}}})
    two = cache.normalize(family("openai"), {"type": "object", "properties": {"b": {}}})
    assert one != two


def test_p05_the_least_used_is_dropped_first() -> None:
    cache = SchemaCache(size=2)
    schemas = [{"type": "object", "description": str(n)} for n in range(3)]
    for index in (0, 1, 0, 2, 0, 1):
        cache.normalize(family("openai"), schemas[index])
    assert cache.hits == 2


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.text(min_size=1, max_size=90)
        | st.builds(lambda a, b: a * 80 + b, st.sampled_from("aé/"), st.text(max_size=3)),
        unique=True,
        max_size=12,
    )
)
def test_p06_names_are_legal_short_and_map_back(names: list[str]) -> None:
    check_names(names)


def test_p06_two_long_names_never_collide() -> None:
    check_names(["mcp_server__" + "x" * 80 + tail for tail in ("_read", "_write", "_list")])
    check_names(["a.b", "a/b", "a b", "a_b"])
