from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reode.errors import UsageError
from reode.llm import errors as e
from reode.llm.adapter import Adapter
from reode.llm.messages import Problem, Refusal, Stop, Thinking
from reode.llm.scripted import ScriptedAdapter, prompt_text
from tests.llm.kit import READ, ask


def adapter(tmp_path: Path, *lines: dict[str, Any] | str) -> ScriptedAdapter:
    path = tmp_path / "s.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts), encoding="utf-8")
    return ScriptedAdapter(path)


def test_replies_come_in_order_and_run_out(tmp_path: Path) -> None:
    scripted = adapter(tmp_path, "# a comment", "", {"text": "one"}, {"text": "two"})
    assert isinstance(scripted, Adapter)
    assert [scripted.complete(ask()).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(e.ScriptError, match="no reply left"):
        scripted.complete(ask())
    assert scripted.model.startswith("script:")


def test_a_reply_may_demand_a_text_of_the_prompt(tmp_path: Path) -> None:
    scripted = adapter(tmp_path, {"text": "a", "expect": ["repair", "TypeTag"]})
    with pytest.raises(e.ScriptError, match=r"line 1 .*TypeTag"):
        scripted.complete(ask("something else"))
    assert scripted.complete(ask("repair the TypeTag")).text == "a"


def test_a_reply_may_be_passed_over_and_repeated(tmp_path: Path) -> None:
    scripted = adapter(
        tmp_path,
        {"text": "lombok", "if": "Lombok", "repeat": True},
        {"text": "other", "repeat": True},
    )
    said = [scripted.complete(ask(text)).text for text in ("x", "Lombok", "x", "Lombok")]
    assert said == ["other", "lombok", "other", "lombok"]


def test_a_script_knows_only_what_the_prompt_says(tmp_path: Path) -> None:
    call = {"name": "read_file", "args": {"path": "{{file}}", "deep": ["{{file}}", 3]}}
    line = {"calls": [call], "text": "see {{file}}", "capture": {"file": r"ERROR (\S+\.java)"}}
    scripted = adapter(tmp_path, line, line)
    message = scripted.complete(ask("ERROR src/A.java:3"))
    assert message.text == "see src/A.java"
    assert message.calls[0].args == {"path": "src/A.java", "deep": ["src/A.java", 3]}
    with pytest.raises(e.ScriptError, match="finds no"):
        scripted.complete(ask("no error"))


def test_broken_calls_refusals_thinking_and_usage(tmp_path: Path) -> None:
    scripted = adapter(
        tmp_path,
        {
            "thinking": "hm",
            "calls": [{"name": "x", "raw_args": '{"a'}],
            "usage": {"output": 7, "cost": 0.5},
        },
        {"text": "no", "stop": "refusal"},
    )
    message = scripted.complete(ask())
    assert isinstance(message.parts[0], Thinking)
    assert message.calls[0].problem is Problem.BAD_JSON
    assert message.stop is Stop.TOOLS
    assert message.usage is not None
    assert (message.usage.output, message.usage.cost) == (7, 0.5)
    with pytest.raises(e.RefusalError) as caught:
        scripted.complete(ask())
    assert caught.value.reply.parts == (Refusal("no"),)
    assert scripted.observer.budget.spent.cost == 0.5


@pytest.mark.parametrize(
    "name", ["rate_limited", "overloaded", "auth", "quota", "server", "timeout", "context"]
)
def test_a_script_can_fail_like_a_provider(tmp_path: Path, name: str) -> None:
    with pytest.raises(e.ModelError):
        adapter(tmp_path, {"error": name}).complete(ask())


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"txt": "a"}', '{"error": "nope"}', '{"stop": "nope"}']
)
def test_a_mistake_in_a_script_names_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(UsageError, match=r"s\.jsonl:2"):
        adapter(tmp_path, "", line)


def test_a_missing_script_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't read"):
        ScriptedAdapter(tmp_path / "none")


def test_the_prompt_is_every_text_of_the_request() -> None:
    text = prompt_text(ask("hello", tools=(READ, {"name": "raw", "input_schema": {}})))
    for piece in ("You repair builds.", "hello", "read_file: Read one file.", "raw"):
        assert piece in text
