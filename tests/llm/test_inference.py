from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from reode.errors import SettingsError
from reode.llm import errors as e
from reode.llm.inference import LlmSettings, infer_provider
from reode.llm.profiles import read_catalogue


def settings(**values: Any) -> LlmSettings:
    return LlmSettings(environ=values.pop("environ", {}), profile_files=(), **values)


@pytest.mark.parametrize(
    ("model", "provider", "name"),
    [
        ("claude-opus-4-6", "anthropic", "claude-opus-4-6"),
        ("Claude-Opus", "anthropic", "Claude-Opus"),
        ("gpt-5.2", "openai", "gpt-5.2"),
        ("o3-mini", "openai", "o3-mini"),
        ("codex-mini", "openai", "codex-mini"),
        ("glm-5", "zai", "glm-5"),
        ("deepseek-chat", "deepseek", "deepseek-chat"),
        ("gemini-3-pro", "google", "gemini-3-pro"),
        ("devstral-medium", "mistral", "devstral-medium"),
        ("kimi-k2", "moonshot", "kimi-k2"),
        ("qwen3-max", "qwen", "qwen3-max"),
        ("openai/gpt-5", "openai", "gpt-5"),
        ("openai:gpt-5", "openai", "gpt-5"),
        ("openai/ft:gpt-5:me::1", "openai", "ft:gpt-5:me::1"),
        ("ollama/gpt-oss:20b", "ollama", "gpt-oss:20b"),
        ("vllm/Qwen/Qwen3", "vllm", "Qwen/Qwen3"),
        ("local/whatever", "local", "whatever"),
        ("gpt-oss:20b", "local", "gpt-oss:20b"),
        ("deepseek-r1:7b", "local", "deepseek-r1:7b"),
        ("openai/gpt-oss-20b", "local", "openai/gpt-oss-20b"),
        ("google/gemma-3-27b-it", "local", "google/gemma-3-27b-it"),
        ("Qwen/Qwen3-Coder", "local", "Qwen/Qwen3-Coder"),
        ("deepseek-ai/DeepSeek-V3", "local", "deepseek-ai/DeepSeek-V3"),
        ("something-new", "local", "something-new"),
    ],
)
def test_r03_the_name_decides(model: str, provider: str, name: str) -> None:
    found = infer_provider(model, settings(base_url="http://here/v1"))
    assert (found.provider, found.model) == (provider, name)
    assert found.rule


def test_r03_a_prefix_that_contradicts_the_name_is_refused() -> None:
    with pytest.raises(SettingsError, match="zai") as caught:
        infer_provider("anthropic/glm-5", settings())
    assert "zai/glm-5" in caught.value.hint


def test_r03_there_is_no_provider_setting_to_disagree() -> None:
    environ = {"PROVIDER": "anthropic", "REODE_PROVIDER": "anthropic", "ZAI_API_KEY": "k"}
    assert infer_provider("glm-5", settings(environ=environ)).provider == "zai"
    assert "provider" not in LlmSettings.__dataclass_fields__


def test_an_unknown_name_without_an_endpoint_lists_what_is_known() -> None:
    with pytest.raises(e.UnknownModelError, match="claude-\\*"):
        infer_provider("something-new", settings())
    with pytest.raises(e.UnknownModelError):
        infer_provider("  ", settings())


def test_a_self_hosted_model_needs_its_endpoint_and_nothing_else() -> None:
    with pytest.raises(e.UnconfiguredError) as caught:
        infer_provider("gpt-oss:20b", settings())
    assert "REODE_BASE_URL" in caught.value.hint
    found = infer_provider("gpt-oss:20b", settings(environ={"LOCAL_BASE_URL": "http://x/v1/"}))
    assert found.base_url == "http://x/v1"
    assert not found.profile.needs_key


def test_the_given_base_url_never_redirects_a_known_provider() -> None:
    found = infer_provider("claude-x", settings(base_url="http://evil/v1"))
    assert found.base_url == "https://api.anthropic.com"


@pytest.mark.parametrize(
    ("model", "prefix"),
    [("claude-x", "ANTHROPIC"), ("gpt-5", "OPENAI"), ("glm-5", "ZAI"), ("deepseek-x", "DEEPSEEK"),
     ("gemini-3", "GEMINI"), ("mistral-x", "MISTRAL"), ("kimi-k2", "MOONSHOT"), ("qwen3", "QWEN")],
)  # fmt: skip
def test_keys_and_endpoints_come_from_the_providers_variables(model: str, prefix: str) -> None:
    environ = {f"{prefix}_API_KEY": " key ", f"{prefix}_BASE_URL": "http://mine/"}
    found = infer_provider(model, settings(environ=environ))
    assert (found.key, found.base_url) == ("key", "http://mine")
    assert "key " not in repr(found)


def test_the_first_of_several_key_names_counts() -> None:
    found = infer_provider("glm-5", settings(environ={"GLM_API_KEY": "b", "ZHIPUAI_API_KEY": "c"}))
    assert found.key == "b"


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "providers.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_users_file_adds_servers_routes_models_and_prices(tmp_path: Path) -> None:
    path = _file(
        tmp_path,
        """
        [provider.acme]
        models = ["acme-*"]
        base_url = "https://llm.acme.example/v1"
        system_mode = "one"
        [provider.zai]
        base_url = "https://proxy.example/v4"
        [route]
        "team-*" = "vllm"
        [[model]]
        match = "acme-big"
        context_window = 999
        [price]
        acme-big = { input = 1.0, output = 2 }
        """,
    )
    known = LlmSettings(environ={"ACME_API_KEY": "k"}, profile_files=(path,))
    found = infer_provider("acme-big", known)
    assert (found.provider, found.key, found.profile.context_window) == ("acme", "k", 999)
    assert found.profile.system_mode == "one"
    assert infer_provider("team-coder", known).provider == "vllm"
    zai = infer_provider("glm-5", known)
    assert zai.base_url == "https://proxy.example/v4"
    assert zai.profile.text_tool_calls
    assert read_catalogue([path]).prices["acme-big"] == {"input": 1.0, "output": 2.0}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[provider.x]\nbase_ur = 'a'", "base_ur"),
        ("[provider.x]\nmodels = 'a'", "models"),
        ("[provider.x]\nneeds_key = 1", "needs_key"),
        ("[provider.x]\nmax_output = true", "max_output"),
        ("[provider.x]\nstream = 'sometimes'", "stream"),
        ("[provider.x]\nname = 'y'", "name"),
        ("[providers.x]\nmodels = []", "providers"),
        ("[[model]]\nmax_output = 1", "match"),
        ("[route]\n'a*' = 'nobody'", "nobody"),
        ("[price]\na = { input = 1 }", "output"),
        ("[price]\na = { input = 1, output = -1 }", "price"),
        ("= 1", "can't read"),
    ],
)
def test_a_mistake_in_the_users_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        read_catalogue([_file(tmp_path, text)])


def test_every_shipped_profile_is_whole() -> None:
    catalogue = read_catalogue()
    for name, profile in catalogue.profiles.items():
        assert profile.key_env, name
        assert profile.base_url_env, name
        assert profile.base_url.startswith(("https://", "http://127.0.0.1")) or name in (
            "vertex",
            "local",
        )
        assert 0 < profile.max_output < profile.context_window
