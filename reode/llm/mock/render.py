"""Answers as the bytes of each protocol, plain and as a list of stream events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from reode.llm.mock.answer import Answer, Seen
from reode.llm.mock.anthropic_rules import signature
from reode.llm.mock.openai_rules import SIGNATURE, Mode, reasoning_for

Json = dict[str, Any]
#: Text is streamed in pieces of so many characters.
PIECE = 7


def _pieces(text: str) -> list[str]:
    return [text[i : i + PIECE] for i in range(0, len(text), PIECE)]


def prompt_tokens(seen: Seen) -> int:
    """Return made-up tokens of a prompt: four bytes each."""
    return len(json.dumps(seen.body, ensure_ascii=False).encode("utf-8", "replace")) // 4 + 1


def _counts(answer: Answer, seen: Seen, window: int | None = None) -> tuple[int, int]:
    said = len(answer.text) + len(answer.thinking) + sum(len(c.args) for c in answer.calls)
    total = prompt_tokens(seen) if answer.input_tokens is None else answer.input_tokens
    if window is not None:
        total = min(total, window)
    return total, said // 4 + 1 if answer.output_tokens is None else answer.output_tokens


def _data(event: Json | str) -> bytes:
    text = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
    return f"data: {text}\n\n".encode()


# --- Anthropic -------------------------------------------------------------------------------


def _blocks(answer: Answer, seen: Seen, number: int) -> list[Json]:
    blocks: list[Json] = []
    if answer.thinking:
        signed = signature(seen.body["model"], answer.thinking)
        blocks.append({"type": "thinking", "thinking": answer.thinking, "signature": signed})
    if answer.text:
        blocks.append({"type": "text", "text": answer.text})
    for index, call in enumerate(answer.calls):
        block = {"type": "tool_use", "id": f"toolu_{number}_{index}", "name": call.name}
        blocks.append({**block, "input": call.args})
    return blocks


def anthropic_plain(answer: Answer, seen: Seen, number: int) -> Json:
    """Return a whole Messages answer; a call's arguments must be valid JSON here."""
    total, output = _counts(answer, seen)
    blocks = _blocks(answer, seen, number)
    for block in blocks:
        if block["type"] == "tool_use":
            block["input"] = json.loads(block["input"] or "{}")
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": seen.body["model"],
        "content": blocks,
        "stop_reason": answer.stop or ("tool_use" if answer.calls else "end_turn"),
        "stop_sequence": None,
        "usage": {
            "input_tokens": total - answer.cached_tokens,
            "cache_read_input_tokens": answer.cached_tokens,
            "cache_creation_input_tokens": 0,
            "output_tokens": output,
        },
    }


def anthropic_stream(answer: Answer, seen: Seen, number: int) -> list[bytes]:
    """Return the events of a Messages stream, each with its name."""
    return [
        f"event: {event['type']}\n".encode() + _data(event)
        for event in _anthropic_events(answer, seen, number)
    ]


def _anthropic_events(answer: Answer, seen: Seen, number: int) -> Iterator[Json]:
    total, output = _counts(answer, seen)
    usage = {
        "input_tokens": total - answer.cached_tokens,
        "cache_read_input_tokens": answer.cached_tokens,
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    message: Json = {"id": f"msg_{number}", "type": "message", "role": "assistant", "content": []}
    message |= {"model": seen.body["model"], "stop_reason": None, "usage": usage}
    yield {"type": "message_start", "message": message}
    yield {"type": "ping"}
    for index, block in enumerate(_blocks(answer, seen, number)):
        yield from _block_events(index, block)
    stop = answer.stop or ("tool_use" if answer.calls else "end_turn")
    delta = {"stop_reason": stop, "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": output}}
    yield {"type": "message_stop"}


def _block_events(index: int, block: Json) -> Iterator[Json]:
    empty = {"thinking": "", "text": "", "input": {}, "signature": ""}
    start = {k: empty.get(k, v) for k, v in block.items()}
    yield {"type": "content_block_start", "index": index, "content_block": start}
    forms = {
        "text": ("text", "text_delta", "text"),
        "thinking": ("thinking", "thinking_delta", "thinking"),
        "tool_use": ("input", "input_json_delta", "partial_json"),
    }
    key, kind, name = forms[block["type"]]
    for piece in _pieces(block[key]):
        delta = {"type": kind, name: piece}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    if "signature" in block:
        delta = {"type": "signature_delta", "signature": block["signature"]}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


# --- chat completions ------------------------------------------------------------------------


def _call_id(number: int, index: int, mode: Mode) -> str:
    return f"{number:05}{index:04}"[-9:] if mode.name == "mistral" else f"call_{number}_{index}"


def _openai_calls(answer: Answer, number: int, mode: Mode) -> list[Json]:
    calls = []
    for index, call in enumerate(answer.calls):
        function = {"name": call.name, "arguments": call.args}
        data = {"id": _call_id(number, index, mode), "type": "function", "function": function}
        calls.append({**data, "extra_content": SIGNATURE} if mode.signs else data)
    return calls


def _usage(answer: Answer, seen: Seen, mode: Mode) -> Json:
    total, output = _counts(answer, seen, mode.window)
    details = {"cached_tokens": answer.cached_tokens}
    usage = {"prompt_tokens": total, "completion_tokens": output, "total_tokens": total + output}
    return {**usage, "prompt_tokens_details": details}


def openai_plain(answer: Answer, seen: Seen, number: int, mode: Mode) -> Json:
    """Return a whole chat completion."""
    message: Json = {"role": "assistant", "content": answer.text or None}
    thinking = reasoning_for(answer.thinking) if mode.reasons else answer.thinking
    if thinking:
        message["reasoning_content"] = thinking
    if answer.calls:
        message["tool_calls"] = _openai_calls(answer, number, mode)
    reason = answer.stop or ("tool_calls" if answer.calls else "stop")
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": seen.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": _usage(answer, seen, mode),
    }


def openai_stream(answer: Answer, seen: Seen, number: int, mode: Mode) -> list[bytes]:
    """Return the events of a chat completion stream, `[DONE]` included."""
    head = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": 0}
    head["model"] = seen.body["model"]
    reason = answer.stop or ("tool_calls" if answer.calls else "stop")
    events = [
        _data({**head, "choices": [{"index": 0, "delta": delta}]})
        for delta in _deltas(answer, seen, number, mode)
    ]
    last = {"index": 0, "delta": {}, "finish_reason": reason}
    events.append(_data({**head, "choices": [last]}))
    if (seen.body.get("stream_options") or {}).get("include_usage") or not mode.stream_options:
        events.append(_data({**head, "choices": [], "usage": _usage(answer, seen, mode)}))
    return [*events, _data("[DONE]")]


def _deltas(answer: Answer, seen: Seen, number: int, mode: Mode) -> Iterator[Json]:
    yield {"role": "assistant", "content": ""}
    thinking = reasoning_for(answer.thinking) if mode.reasons else answer.thinking
    for piece in _pieces(thinking):
        yield {"reasoning_content": piece}
    for piece in _pieces(answer.text):
        yield {"content": piece}
    if mode.tool_stream and not seen.body.get("tool_stream"):
        return
    for index, call in enumerate(_openai_calls(answer, number, mode)):
        yield from _call_deltas(index, call, mode)


def _call_deltas(index: int, call: Json, mode: Mode) -> Iterator[Json]:
    if mode.bare_deltas:
        yield {"tool_calls": [{"function": call["function"]}]}
        return
    args = call["function"]["arguments"]
    first = {**call, "index": index, "function": {**call["function"], "arguments": ""}}
    yield {"tool_calls": [first]}
    for piece in _pieces(args):
        yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
