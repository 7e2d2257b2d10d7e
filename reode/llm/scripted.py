"""A model that reads its answers from a file, for tests, demonstrations and offline runs.

One JSON object per line (empty lines and lines that begin with `#` are skipped):

* `text`, `thinking`: what is said
* `calls`: `[{"name": …, "args": {…}}]`; `raw_args` (a text) instead of `args` for a broken call
* `stop`: `end`, `tools`, `max_tokens`, `refusal`, …
* `usage`: `{"input_total": …, "output": …, "cost": …}`
* `expect`: text, or list of texts, that the prompt must contain, else ScriptError
* `if`: the same, but a reply that does not fit is passed over instead
* `repeat`: true where the reply is not used up
* `capture`: `{"name": "regex"}`; the first group of its first match in the prompt replaces
  `{{name}}` in `text` and in the strings of `args`. A script knows only what the prompt says.
* `error`: `rate_limited`, `overloaded`, `auth`, `quota`, `server`, `timeout`, `context`: raised
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reode.errors import UsageError
from reode.facts.usage import Usage
from reode.llm import errors
from reode.llm.adapter import Observer
from reode.llm.args import read_call
from reode.llm.errors import ModelError, ScriptError
from reode.llm.ids import mint_id, taken_ids
from reode.llm.messages import (
    Message,
    Origin,
    Part,
    Refusal,
    Request,
    Role,
    Stop,
    Text,
    Thinking,
    ToolCall,
)

PREFIX = "script:"
_KEYS = frozenset(
    "text thinking calls stop usage expect if repeat capture error".split()  # noqa: SIM905
)
_ERRORS: dict[str, type[ModelError]] = {
    "rate_limited": errors.RateLimitedError,
    "overloaded": errors.OverloadedError,
    "auth": errors.AuthError,
    "quota": errors.QuotaError,
    "server": errors.ServerError,
    "timeout": errors.ModelTimeoutError,
    "context": errors.ContextWindowError,
}


@dataclass(slots=True)
class _Reply:
    line: int
    data: Mapping[str, Any]
    used: bool = False


@dataclass(slots=True)
class ScriptedAdapter:
    """Answers from the file at `path`; ScriptError when nothing is left or nothing fits."""

    path: Path
    observer: Observer = field(default_factory=Observer)
    context_window: int = 200_000
    max_output: int = 32_000
    provider: str = "script"
    _replies: list[_Reply] = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.path = Path(self.path)
        self._replies = read_script(self.path)

    @property
    def model(self) -> str:
        """`script:FILE`."""
        return f"{PREFIX}{self.path}"

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        """Return the next reply that fits the prompt; nothing is waited for."""
        del deadline
        self.observer.budget.check()
        prompt = prompt_text(request)
        with self._lock:
            reply = self._next(prompt)
            reply.used = not reply.data.get("repeat", False)
        if "error" in reply.data:
            raise _ERRORS[reply.data["error"]](f"{self._place(reply)} says so")
        message = self._message(reply, request, prompt)
        self.observer.budget.add(message.usage)
        self.observer.answered(request, message)
        if message.stop is Stop.REFUSAL:
            raise errors.RefusalError(f"{self._place(reply)} refuses", reply=message)
        return message

    def pass_over(self, answer: Message) -> None:
        """Count the reply that gave `answer` as used: an earlier process has heard it."""
        place = answer.origin.response_id if answer.origin else ""
        with self._lock:
            for reply in self._replies:
                if place == f"line-{reply.line}" and not reply.data.get("repeat", False):
                    reply.used = True

    def _place(self, reply: _Reply) -> str:
        return f"line {reply.line} of {self.path.name}"

    def _next(self, prompt: str) -> _Reply:
        for reply in self._replies:
            if reply.used or _missing(reply.data.get("if"), prompt):
                continue
            missing = _missing(reply.data.get("expect"), prompt)
            if missing:
                raise ScriptError(f"{self._place(reply)} expects {missing!r} in the prompt")
            return reply
        raise ScriptError(f"{self.path.name} has no reply left for this prompt")

    def _message(self, reply: _Reply, request: Request, prompt: str) -> Message:
        data, found = reply.data, self._captured(reply, prompt)
        parts: list[Part] = []
        if data.get("thinking"):
            parts.append(Thinking(data["thinking"]))
        stop = Stop(data.get("stop") or ("tools" if data.get("calls") else "end"))
        if data.get("text"):
            text = _fill(data["text"], found)
            parts.append(Refusal(text) if stop is Stop.REFUSAL else Text(text))
        taken = taken_ids(request.messages)
        for number, call in enumerate(data.get("calls", ())):
            parts.append(_call(call, found, mint_id(taken, f"script:{reply.line}:{number}")))
        usage = Usage.from_json(data["usage"]) if "usage" in data else Usage(cost=0.0)
        origin = Origin("script", self.model, "", f"line-{reply.line}")
        return Message(Role.ASSISTANT, tuple(parts), origin, stop, stop.value, usage)

    def _captured(self, reply: _Reply, prompt: str) -> dict[str, str]:
        found = {}
        for name, pattern in reply.data.get("capture", {}).items():
            match = re.search(pattern, prompt)
            if match is None:
                raise ScriptError(f"{self._place(reply)} finds no {pattern!r} in the prompt")
            found[name] = match.group(1) if match.groups() else match.group()
        return found


def read_script(path: Path) -> list[_Reply]:
    """Return the replies of a script; UsageError names the line that is wrong."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"can't read the script {path}: {error}") from error
    replies = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            replies.append(_Reply(number, _read_line(line, f"{path}:{number}")))
    return replies


def _read_line(line: str, place: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{place} is no JSON: {error}") from error
    if not isinstance(data, dict) or not data.keys() <= _KEYS:
        unknown = sorted(data.keys() - _KEYS) if isinstance(data, dict) else "no object"
        raise UsageError(f"{place}: unknown keys {unknown}; the keys are {sorted(_KEYS)}")
    if data.get("error", "server") not in _ERRORS:
        raise UsageError(f"{place}: error must be one of {sorted(_ERRORS)}")
    if data.get("stop") and data["stop"] not in set(Stop):
        raise UsageError(f"{place}: stop must be one of {[s.value for s in Stop]}")
    return data


def prompt_text(request: Request) -> str:
    """Return every text that a request says: system, messages, results, names of tools."""
    said = [*request.system]
    for message in request.messages:
        said += [p.raw_args if isinstance(p, ToolCall) else p.text for p in message.parts]
    for tool in request.tools:
        said.append(tool["name"] if isinstance(tool, Mapping) and "name" in tool else "")
        if not isinstance(tool, Mapping):
            said.append(f"{tool.name}: {tool.description}")
    return "\n".join(said)


def _missing(wanted: str | list[str] | None, prompt: str) -> str:
    """Return the first of the wanted texts that the prompt lacks, empty if it has all."""
    texts = [wanted] if isinstance(wanted, str) else wanted or []
    return next((text for text in texts if text not in prompt), "")


def _fill(value: Any, found: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for name, text in found.items():
            value = value.replace("{{" + name + "}}", text)
        return value
    if isinstance(value, Mapping):
        return {key: _fill(item, found) for key, item in value.items()}
    return [_fill(item, found) for item in value] if isinstance(value, list) else value


def _call(data: Mapping[str, Any], found: Mapping[str, str], call_id: str) -> ToolCall:
    args = _fill(data.get("args", {}), found)
    raw = data.get("raw_args", json.dumps(args, ensure_ascii=False))
    return read_call(call_id, data["name"], raw)
