"""Keeps every exchange with a model as a file; a known request is answered from its file."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from reode.build.normal import normalise, without_chance
from reode.errors import ProviderError
from reode.llm.adapter import Adapter
from reode.llm.errors import RefusalError
from reode.llm.messages import Message, Request, Role
from reode.llm.transcript import (
    message_from_json,
    message_to_json,
    redact_message,
    redact_request,
    request_to_json,
)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call of a model: `error` names what went wrong ("": the answer is whole).

    `answer` is None where there is none; a refusal is an answer with an error. `seconds` is the
    time it took, `from_file` that nobody was asked.
    """

    request: Request
    answer: Message | None
    seconds: float = 0.0
    error: str = ""
    from_file: bool = False


def _ignore(_exchange: Exchange) -> None:
    """Tell nobody."""


#: What is told of a request that a replay can't answer.
_NOT_ON_FILE = "NotOnFile"


@dataclass(slots=True)
class RecordingAdapter:
    """Wraps an adapter: what was answered once in this run is not asked (and paid) again.

    A killed node runs again from its start and asks the same questions; with the answers on file
    it reaches the same tree. With `adapter` None it only replays, and an unknown request is an
    error. What goes out has no keys and no `secrets` in it; `on_exchange` hears of every call.
    """

    folder: Path
    adapter: Adapter | None
    model: str = ""
    provider: str = "recorded"
    context_window: int = 200_000
    max_output: int = 32_000
    secrets: tuple[str, ...] = ()
    on_exchange: Callable[[Exchange], None] = _ignore
    clock: Callable[[], float] = time.monotonic
    replayed: int = 0

    def __post_init__(self) -> None:
        if self.adapter is not None:
            self.model, self.provider = self.model or self.adapter.model, self.adapter.provider
            self.context_window = self.adapter.context_window
            self.max_output = self.adapter.max_output
        else:
            self.context_window = _window_on_file(self.folder, self.model, self.context_window)

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        """Return the answer on file, else ask and file the answer."""
        request = redact_request(request, self.secrets)
        place = self.folder / f"{request_key(self.model, request, self.folder.parent)}.json"
        if place.exists():
            self.replayed += 1
            stored = json.loads(place.read_text(encoding="utf-8"))
            answer = message_from_json(stored["answer"])
            self.on_exchange(Exchange(request, answer, from_file=True))
            return answer
        if self.adapter is None:
            self.on_exchange(Exchange(request, None, error=_NOT_ON_FILE, from_file=True))
            raise ProviderError(
                "this request has no answer on file", hint="The run changed course."
            )
        answer = self._ask(self.adapter, request, deadline)
        self._file(place, request, answer)
        return answer

    def _ask(self, adapter: Adapter, request: Request, deadline: float | None) -> Message:
        start = self.clock()
        try:
            answer = adapter.complete(request, deadline=deadline)
        except ProviderError as error:
            reply = error.reply if isinstance(error, RefusalError) else None
            seconds, kind = self.clock() - start, type(error).__name__
            self.on_exchange(Exchange(request, reply, seconds, kind))
            raise
        self.on_exchange(Exchange(request, answer, self.clock() - start))
        return answer

    def _file(self, place: Path, request: Request, answer: Message) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        data = {
            "model": self.model,
            "context_window": self.context_window,
            "request": request_to_json(request),
            "answer": message_to_json(redact_message(answer, self.secrets)),
        }
        temporary = place.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        temporary.replace(place)


def _window_on_file(folder: Path, model: str, otherwise: int) -> int:
    """Return the context window that a model had when it was asked: prompts are cut by it."""
    for place in sorted(folder.glob("*.json")):
        stored = json.loads(place.read_text(encoding="utf-8"))
        if stored["model"] == model and "context_window" in stored:
            return int(stored["context_window"])
    return otherwise


def request_key(model: str, request: Request, run: Path) -> str:
    """Return what identifies a request to a model: 64 hex digits.

    Ids of calls are minted anew in every process and say nothing, so they do not count; neither do
    times, ports, hashes and absolute paths in what tools answered: a second build says the same in
    other words. Of the prompt, which tells of a build too, times and hashes do not count, nor does
    the folder of the run: a replay works in another one.
    """
    data = _steady(_without_ids(request_to_json(request)))
    text = json.dumps([model, data], sort_keys=True, ensure_ascii=False).replace(str(run), "<run>")
    return sha256(text.encode("utf-8", "replace")).hexdigest()


#: Longer answers of tools are not told apart beyond this many characters.
_COMPARED = 60_000


def _steady(data: dict[str, Any]) -> dict[str, Any]:
    for message in data["messages"]:
        for part in message["parts"]:
            if part["kind"] == "tool_result":
                part["text"] = normalise(part["text"], _COMPARED)
            elif message["role"] == Role.USER and part["kind"] == "text":
                part["text"] = without_chance(part["text"])
    return data


_MINTED = frozenset({"id", "call_id", "origin", "usage", "extra"})


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_ids(v) for k, v in value.items() if k not in _MINTED}
    return [_without_ids(item) for item in value] if isinstance(value, list) else value
