"""What a run without a model must not pay for."""

from __future__ import annotations

import subprocess
import sys

_HEAVY = ("anthropic", "openai", "httpx2", "langchain_core", "genai_prices", "langgraph")
_ALL = (
    "import reode.llm.registry, reode.llm.executor, reode.llm.scripted, reode.llm.client, "
    "reode.llm.toolspec, reode.llm.check, reode.cli.models, reode.cli.dev"
)


def _run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_neither_sdk_is_imported_with_the_layer() -> None:
    out = _run(f"{_ALL}\nimport sys; print([m for m in {_HEAVY!r} if m in sys.modules])")
    assert out.strip() == "[]"


def test_neither_sdk_is_imported_when_an_adapter_is_built_or_a_script_runs() -> None:
    code = f"""
import pathlib, sys, tempfile
from reode.llm.inference import LlmSettings
from reode.llm.messages import Request, user
from reode.llm.registry import adapter_for
path = pathlib.Path(tempfile.mkdtemp(), "s.jsonl")
path.write_text('{{"text": "a"}}')
adapter_for("script:" + str(path)).complete(Request((), (user("x"),)))
keys = {{"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "k"}}
for model in ("claude-x", "gpt-5"):
    adapter_for(model, LlmSettings(environ=keys, profile_files=()))
print([m for m in {_HEAVY!r} if m in sys.modules])
"""
    assert _run(code).strip() == "[]"


def test_the_layer_works_with_both_sdks_absent() -> None:
    code = f"""
import sys
sys.modules["anthropic"] = sys.modules["openai"] = None
{_ALL}
from reode.llm.inference import LlmSettings, infer_provider
print(infer_provider("glm-5", LlmSettings(environ={{}}, profile_files=())).provider)
"""
    assert _run(code).strip() == "zai"
