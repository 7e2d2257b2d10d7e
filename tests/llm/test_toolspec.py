from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest

from reode.llm.errors import InvalidRequestError
from reode.llm.messages import Effect, Tool, ToolSpec
from reode.llm.mock.server import MockServer
from reode.llm.schema.cache import SchemaCache
from reode.llm.schema.refs import lookup
from reode.llm.schema.tools import ToolForm, spec_of
from reode.llm.schema.walk import nodes
from reode.llm.toolspec import bound_tool
from tests.llm.kit import EDIT, FLAT, READ, ask, client_for, edit_file

_ANTHROPIC: dict[str, Any] = {
    "name": "edit_file",
    "description": "Edit.",
    "input_schema": dict(EDIT.schema),
}
_OPENAI: dict[str, Any] = {
    "type": "function",
    "function": {"name": "edit_file", "description": "Edit.", "parameters": dict(EDIT.schema)},
}

#: Every place that writes a tool's schema for a wire whose dialect has references.
_PLACES = [
    ToolForm("anthropic", "anthropic"),
    ToolForm("anthropic", "anthropic", "anthropic_strict"),
    ToolForm("openai", "openai"),
    ToolForm("openai", "openai", "openai_strict"),
    ToolForm("openai", "generic"),
]


@pytest.mark.parametrize("form", _PLACES, ids=lambda f: f"{f.wire}-{f.strict or f.schema}")
@pytest.mark.parametrize("tool", [EDIT, _ANTHROPIC, _OPENAI], ids=["spec", "anthropic", "openai"])
def test_p01_nested_and_recursive_types_keep_their_defs(form: ToolForm, tool: Tool) -> None:
    [written] = form.write([tool], SchemaCache()).tools
    text = json.dumps(written)
    assert '"$defs"' in text
    assert '"definitions"' not in text
    schema = written.get("input_schema") or written["function"]["parameters"]
    refs = [node["$ref"] for _, node in nodes(schema) if "$ref" in node]
    assert refs
    for ref in refs:
        assert isinstance(lookup(ref, schema), dict)
    children = schema["$defs"]["Node"]["properties"]["children"]
    assert '"#/$defs/Node"' in json.dumps(children)


@pytest.mark.parametrize("form", _PLACES, ids=lambda f: f"{f.wire}-{f.strict or f.schema}")
def test_p01_defs_are_absent_when_empty(form: ToolForm) -> None:
    tool = ToolSpec("t", "d", {**READ.schema, "$defs": {}})
    assert '"$defs"' not in json.dumps(form.write([tool], SchemaCache()).tools)


def test_p02_one_declaration_gives_the_whole_schema() -> None:
    assert EDIT.name == "edit_file"
    assert EDIT.description == "Edit one file."
    properties = EDIT.schema["properties"]
    assert properties["path"] == {
        "description": "file to edit",
        "pattern": "^[^/]",
        "title": "Path",
        "type": "string",
    }
    assert properties["mode"]["enum"] == ["replace", "append"]
    assert (properties["count"]["minimum"], properties["count"]["maximum"]) == (1, 9)
    assert EDIT.schema["required"] == ["path"]
    assert EDIT.schema["$defs"]["Place"]["properties"]["line"] == {
        "description": "first line",
        "minimum": 1,
        "title": "Line",
        "type": "integer",
    }


def test_p02_constraints_reach_the_wire() -> None:
    [written] = ToolForm("anthropic", "anthropic").write([EDIT], SchemaCache()).tools
    properties = written["input_schema"]["properties"]
    assert properties["count"] == {"default": 1, "maximum": 9, "minimum": 1, "type": "integer"}
    assert properties["path"]["pattern"] == "^[^/]"


def test_p02_the_effect_comes_from_the_tool() -> None:
    assert EDIT.effect is Effect.WRITE
    assert READ.effect is Effect.READ
    marked = edit_file.model_copy(update={"metadata": {"effect": "read"}})
    assert bound_tool(marked).spec.effect is Effect.READ


def test_a_bound_tool_runs_the_function() -> None:
    assert bound_tool(edit_file).run({"path": "a"}).startswith("edited a replace 1")


def _langchains_form(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the first REODE did: tools as they were, whatever the wire (R02)."""
    return tools


def test_r02_anthropic_form_tools_reach_an_openai_server_as_functions() -> None:
    with MockServer("openai") as server:
        client = client_for(server, "openai")
        message = client.complete(ask(tools=(_ANTHROPIC,)))
    [sent] = server.seen[0].body["tools"]
    assert sent["type"] == "function"
    assert sent["function"]["name"] == "edit_file"
    assert sent["function"]["parameters"]["properties"].keys() == EDIT.schema["properties"].keys()
    assert message.calls[0].name == "edit_file"
    assert server.rejected == []


def test_r02_the_old_behaviour_is_refused_as_the_real_server_refuses_it() -> None:
    body = {
        "model": "gpt-5",
        "messages": [{"role": "user", "content": "x"}],
        "tools": _langchains_form([_ANTHROPIC]),
    }
    with MockServer("openai") as server:
        url = f"{server.url}/v1/chat/completions"
        answer = httpx2.post(url, json=body, headers={"authorization": "Bearer k"})
    assert answer.status_code == 400
    assert "tools[0].type" in answer.json()["error"]["message"]


def test_r02_openai_form_tools_pass_unchanged() -> None:
    [sent] = ToolForm("openai", "generic").write([_OPENAI], SchemaCache()).tools
    assert sent == _OPENAI
    assert sent is not _OPENAI


def test_r02_the_reverse_holds_for_anthropic() -> None:
    with MockServer() as server:
        client = client_for(server, "anthropic")
        message = client.complete(ask(tools=(_OPENAI,)))
    [sent] = server.seen[0].body["tools"]
    assert sent["name"] == "edit_file"
    assert "type" not in sent
    assert "function" not in sent
    assert message.calls[0].args is not None
    [same] = ToolForm("anthropic", "anthropic").write([_ANTHROPIC], SchemaCache()).tools
    assert same == _ANTHROPIC


def test_r02_a_tool_in_no_known_form_is_named() -> None:
    with pytest.raises(InvalidRequestError, match="foo"):
        spec_of({"foo": 1})


def test_tools_are_sorted_and_their_bytes_stable() -> None:
    form = ToolForm("openai", "generic")
    cache = SchemaCache()
    one = form.write([READ, FLAT, EDIT], cache)
    two = form.write([EDIT, READ, FLAT], cache)
    assert json.dumps(one.tools) == json.dumps(two.tools)
    assert [t["function"]["name"] for t in one.tools] == ["edit_file", "read_file", "write_line"]


def test_two_tools_of_one_name_are_refused_here() -> None:
    with pytest.raises(InvalidRequestError, match="read_file"):
        ToolForm("openai", "generic").write([READ, READ], SchemaCache())


def test_beyond_the_strict_limits_tools_are_not_strict() -> None:
    form = ToolForm("anthropic", "anthropic", "anthropic_strict", strict_limit=2)
    tools = [ToolSpec(f"t{i}", "d", FLAT.schema) for i in range(3)]
    assert not form.write(tools, SchemaCache()).strict
    assert form.write(tools[:2], SchemaCache()).strict
    few = ToolForm("anthropic", "anthropic", "anthropic_strict", optional_limit=1)
    assert not few.write([EDIT], SchemaCache()).strict
