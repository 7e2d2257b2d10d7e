"""What models were asked and answered, from the transcripts of a run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from reode.cli.amounts import money
from reode.cli.terminal import FAINT, PLACE, STRONG, Line
from reode.events import read_events
from reode.run.store import StoredRun


def calls_of(run: StoredRun) -> list[dict[str, Any]]:
    """Return the model calls of a run, each with its transcript, None where it was not kept."""
    events = (e for e in read_events(run.event_log) if e["event"] == "model-called")
    return [{**e["data"], "exchange": _exchange(run, e["data"]["transcript"])} for e in events]


def _exchange(run: StoredRun, name: str) -> dict[str, Any] | None:
    place = run.folder / "transcripts" / f"{name}.json"
    try:
        data: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data


def call_lines(calls: list[dict[str, Any]]) -> Iterator[Line]:
    """Yield the calls as one conversation: what an earlier call said already is not repeated."""
    said: list[str] = []
    for number, call in enumerate(calls, 1):
        cost = money(call["cost"])
        yield (
            (f"── call {number}: {call['model']}, tier {call['tier'] + 1}", STRONG),
            (f" · {call['input_tokens']} in, {call['output_tokens']} out · {cost}", FAINT),
        )
        exchange = call["exchange"]
        if exchange is None:
            yield ("(the transcript was not kept)",)
            continue
        request = exchange["request"]
        texts = [("system", text) for text in request["system"]]
        texts += [(m["role"], text) for m in request["messages"] for text in _parts(m)]
        fresh = _after_common(said, [f"{role}\n{text}" for role, text in texts])
        answer = [("answer", text) for text in _parts(exchange["answer"])]
        for role, text in [*texts[fresh:], *answer]:
            yield ((f"[{role}]", PLACE),)
            yield from ((line,) for line in text.splitlines())
        said = [f"{role}\n{text}" for role, text in texts]


def _after_common(before: list[str], now: list[str]) -> int:
    same = 0
    while same < min(len(before), len(now)) and before[same] == now[same]:
        same += 1
    return same


def _parts(message: dict[str, Any]) -> Iterator[str]:
    for part in message["parts"]:
        kind = part["kind"]
        if kind == "tool_call":
            yield f"→ {part['name']} {part['raw_args']}"
        elif kind == "tool_result":
            yield f"← {part['name']}: {part['text']}"
        else:
            yield part["text"]
