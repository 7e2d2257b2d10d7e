from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reode.errors import SettingsError
from reode.llm.adapter import Adapter, Observer
from reode.llm.errors import UnconfiguredError
from reode.llm.inference import Inferred, LlmSettings, llm_settings
from reode.llm.messages import Message, Request, Role, Text
from reode.llm.mock.server import MockServer
from reode.llm.registry import Registry, adapter_for, register_wire
from tests.llm.kit import ask


def _environ(claude: MockServer, glm: MockServer) -> dict[str, str]:
    return {
        "ANTHROPIC_API_KEY": "claude-key-1",
        "ANTHROPIC_BASE_URL": claude.url,
        "ZAI_API_KEY": "glm-key-22",
        "ZAI_BASE_URL": f"{glm.url}/v4",
    }


def test_r03_the_request_reaches_the_right_server_after_a_reload() -> None:
    with MockServer() as claude, MockServer("glm") as glm:
        settings = LlmSettings(environ=_environ(claude, glm), profile_files=())
        registry = Registry(settings, {"primary": "claude-opus-4-6"})
        registry.for_tier("primary").complete(ask())
        assert (len(claude.seen), len(glm.seen)) == (1, 0)
        registry.reload(models={"primary": "glm-5"})
        registry.for_tier("primary").complete(ask())
        assert (len(claude.seen), len(glm.seen)) == (1, 1)
        assert glm.seen[0].body["model"] == "glm-5"
        assert glm.seen[0].headers["authorization"] == "Bearer glm-key-22"
        registry.reload(models={"primary": "claude-opus-4-6"})
        registry.for_tier("primary").complete(ask())
        assert (len(claude.seen), len(glm.seen)) == (2, 1)


def test_r03_a_changed_profile_file_infers_again(tmp_path: Path) -> None:
    path = tmp_path / "providers.toml"
    with MockServer("generic") as one, MockServer("generic") as two:
        text = '[provider.acme]\nmodels = ["acme-*"]\nneeds_key = false\nbase_url = "{}/v1"\n'
        path.write_text(text.format(one.url), encoding="utf-8")
        registry = Registry(LlmSettings(environ={}, profile_files=(path,)), {"primary": "acme-1"})
        registry.for_tier("primary").complete(ask())
        path.write_text(text.format(two.url), encoding="utf-8")
        os.utime(path, ns=(1, 1))
        registry.for_tier("primary").complete(ask())
        assert (len(one.seen), len(two.seen)) == (1, 1)


def test_r08_after_escalation_no_request_reaches_the_first_provider() -> None:
    with MockServer("glm") as first, MockServer() as second:
        settings = LlmSettings(environ=_environ(second, first), profile_files=())
        tiers = {"primary": "glm-5", "secondary": "claude-opus-4-6"}
        registry = Registry(settings, tiers)
        weak = registry.for_tier("primary")
        weak.complete(ask())
        strong = registry.for_tier("secondary")
        for _ in range(3):
            strong.complete(ask())
    assert (len(first.seen), len(second.seen)) == (1, 3)
    assert {s.body["model"] for s in second.seen} == {"claude-opus-4-6"}
    assert {s.path for s in second.seen} == {"/v1/messages"}
    assert {s.headers["authorization"] for s in second.seen} == {"Bearer claude-key-1"}
    assert strong.context_window != weak.context_window or strong.max_output != weak.max_output
    assert registry.for_tier("primary") is weak
    assert strong is not weak


def test_r08_the_old_behaviour_is_what_the_test_above_would_catch() -> None:
    """The first REODE swapped the name and kept the client."""
    with MockServer("glm") as first, MockServer() as second:
        settings = LlmSettings(environ=_environ(second, first), profile_files=())
        weak: Any = adapter_for("glm-5", settings)
        weak.inferred = replace(weak.inferred, model="claude-opus-4-6")
        weak.transport.inferred = weak.inferred
        weak.complete(ask())
    assert (len(first.seen), len(second.seen)) == (1, 0)
    assert first.seen[0].body["model"] == "claude-opus-4-6"


def test_a_tier_without_a_model_is_named() -> None:
    with pytest.raises(SettingsError, match="secondary"):
        Registry(LlmSettings(environ={}, profile_files=()), {}).for_tier("secondary")


def test_a_missing_key_is_said_before_any_call() -> None:
    with pytest.raises(UnconfiguredError) as caught:
        adapter_for("claude-x", LlmSettings(environ={}, profile_files=()))
    assert "ANTHROPIC_API_KEY" in caught.value.hint


def test_a_script_is_an_adapter_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "hello"}), encoding="utf-8")
    adapter = adapter_for(f"script:{path}")
    assert isinstance(adapter, Adapter)
    assert adapter.complete(ask()).text == "hello"


def test_only_the_base_url_of_other_settings_is_read() -> None:
    class Other:
        base_url = "http://x"
        model = "ignored"

    assert llm_settings(Other()).base_url == "http://x"
    assert llm_settings(None).base_url is None


class _Echo:
    model, provider, context_window, max_output = "echo", "echo", 10, 5

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        return Message(Role.ASSISTANT, (Text(request.messages[-1].text),))


def test_a_provider_with_code_registers_its_wire(tmp_path: Path) -> None:
    path = tmp_path / "providers.toml"
    path.write_text('[provider.echo]\nmodels = ["echo*"]\nwire = "echo"\nbase_url = "x:"\n')
    settings = LlmSettings(environ={}, profile_files=(path,))
    with pytest.raises(SettingsError, match="echo"):
        adapter_for("echo-1", settings)

    def build(_inferred: Inferred, _settings: LlmSettings, _observer: Observer) -> Adapter:
        return _Echo()

    register_wire("echo", build)
    assert adapter_for("echo-1", settings).complete(ask("hi")).text == "hi"
