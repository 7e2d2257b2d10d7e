"""`reode models` and `reode dev` as a user sees them."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from reode.cli import dev, models
from reode.llm.check import check_model
from reode.llm.inference import LlmSettings
from reode.llm.mock import faults
from reode.llm.mock.answer import Answer, MockCall
from reode.llm.mock.server import MockServer
from tests.llm.kit import settings_for

runner = CliRunner()


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ANTHROPIC", "OPENAI", "ZAI", "LOCAL"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_BASE_URL", raising=False)
    monkeypatch.setattr("reode.llm.inference.user_profiles", lambda: tmp_path / "providers.toml")
    monkeypatch.setattr("reode.cli.models.user_profiles", lambda: tmp_path / "providers.toml")


def test_models_lists_what_is_known_and_which_keys_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZAI_API_KEY", "secret-key-value")
    text = runner.invoke(models.app, []).stdout
    assert re.search(r"zai +key set", text)
    assert re.search(r"anthropic +no key +claude-\*", text)
    assert re.search(r"ollama +no key needed", text)
    data = json.loads(runner.invoke(models.app, ["--json"]).stdout)
    assert (data["schema_version"], data["command"]) == (1, "models")
    rows = {row["provider"]: row for row in data["data"]["providers"]}
    assert rows["zai"]["key_set"] is True
    assert rows["openai"]["key_set"] is False
    assert "secret-key-value" not in text + json.dumps(data)


def test_models_shows_prices_and_says_when_they_are_unknown(tmp_path: Path) -> None:
    shown = runner.invoke(models.app, ["show", "claude-sonnet-4-5", "--json"])
    data = json.loads(shown.stdout)["data"]
    assert (data["input_usd_per_million"], data["output_usd_per_million"]) == (3.0, 15.0)
    text = runner.invoke(models.app, ["show", "claude-unheard-of"]).stdout
    assert re.search(r"input usd per million +unknown", text)
    (tmp_path / "providers.toml").write_text(
        '[price]\n"claude-unheard-of" = { input = 1, output = 2 }\n', encoding="utf-8"
    )
    own = runner.invoke(models.app, ["show", "claude-unheard-of", "--json"])
    assert json.loads(own.stdout)["data"]["input_usd_per_million"] == 1.0


def test_check_makes_one_round_trip_with_a_tool_call() -> None:
    call = MockCall("report_number", '{"number": 7}')
    with MockServer("generic", answers=[Answer(calls=(call,)), Answer(text="done")]) as server:
        result = runner.invoke(models.app, ["check", "my/model", "--base-url", f"{server.url}/v1"])
        assert len(server.seen) == 2
        assert server.rejected == []
    assert result.exit_code == 0
    for step in ("provider", "key", "answer", "tool call", "tool result"):
        assert re.search(rf"ok +{step}", result.stdout), result.stdout
    assert "cost unknown" in result.stdout


def test_check_says_exactly_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = runner.invoke(models.app, ["check", "claude-x"])
    assert missing.exit_code == 4
    assert "FAIL key" in missing.stdout
    assert "ANTHROPIC_API_KEY" in missing.stdout
    unknown = runner.invoke(models.app, ["check", "nobody-knows-me", "--json"])
    data = json.loads(unknown.stdout)["data"]
    assert data["ok"] is False
    assert data["steps"][-1]["name"] == "provider"
    with MockServer("generic", answers=[Answer(text="I would call it")]) as server:
        talk = runner.invoke(models.app, ["check", "my/model", "--base-url", f"{server.url}/v1"])
    assert "FAIL tool call" in talk.stdout
    assert "no tool was called" in talk.stdout


@pytest.mark.parametrize(
    ("dialect", "fault", "words"),
    [("anthropic", faults.status(401, "invalid x-api-key"), "AuthError"),
     ("openai", faults.status(404, "no such model"), "ModelNotFoundError"),
     ("glm", faults.status(402, "no money"), "QuotaError")],
)  # fmt: skip
def test_check_names_the_providers_error(dialect: str, fault: faults.Fault, words: str) -> None:
    with MockServer("openai", faults=[fault]) as server:
        settings = settings_for(server, dialect)
        model = {"anthropic": "claude-x", "openai": "gpt-5", "glm": "glm-5"}[dialect]
        report = check_model(model, settings)
    assert not report.ok
    assert report.steps[-1].name == "answer"
    assert words in report.steps[-1].detail


def test_check_of_a_script(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    lines = [{"calls": [{"name": "report_number", "args": {"number": 7}}]}, {"text": "ok"}]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    assert check_model(f"script:{path}", LlmSettings(environ={}, profile_files=())).ok


def test_the_mock_server_command_serves_and_stops() -> None:
    result = runner.invoke(dev.app, ["mock-llm", "--mode", "glm", "--seconds", "0.1"])
    assert result.exit_code == 0
    assert "export OPENAI_BASE_URL=http://127.0.0.1:" in result.stdout
    assert runner.invoke(dev.app, ["mock-llm", "--mode", "nope"]).exit_code == 2
    assert threading.active_count() < 50
