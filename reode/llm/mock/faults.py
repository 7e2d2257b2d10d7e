"""Failures that a mock server can be told to have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure, of one request.

    `status` with `headers` and `body` replaces the answer. `cut_after` ends a stream after so
    many events, `cut_bytes` after so many bytes (inside a character, for instance); `clean` ends
    it politely, otherwise the connection breaks. `insert` puts bytes before event `cut_after` and
    goes on. `pause` seconds pass between events.
    """

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    cut_after: int | None = None
    cut_bytes: int | None = None
    clean: bool = False
    insert: bytes = b""
    pause: float = 0.0


def status(code: int, message: str = "mock failure", kind: str = "", **headers: str) -> Fault:
    """Return a fault that answers with an error body both SDKs understand."""
    error = {"type": kind or f"mock_{code}", "code": kind or None, "message": message}
    body = json.dumps({"type": "error", "error": error}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(status=code, headers={"content-type": "application/json", **named}, body=body)


def web_page() -> Fault:
    """Return a fault that answers 200 with a web page (a proxy's log-in, for instance)."""
    return Fault(status=200, headers={"content-type": "text/html"}, body=b"<html>log in</html>")


def empty_body() -> Fault:
    """Return a fault that answers 200 with nothing."""
    return Fault(status=200, headers={"content-type": "application/json"})


def error_with_200(message: str = "mock failure") -> Fault:
    """Return a fault that answers 200 with an error in the body."""
    body = json.dumps({"error": {"message": message, "code": "server_error"}}).encode()
    return Fault(status=200, headers={"content-type": "application/json"}, body=body)


def stream_error(wire: str, after: int = 2, kind: str = "overloaded_error") -> Fault:
    """Return a fault that puts an error event into a stream."""
    error = {"type": "error", "error": {"type": kind, "code": kind, "message": "Overloaded"}}
    text = f"data: {json.dumps(error)}\n\n"
    return Fault(
        cut_after=after,
        clean=True,
        insert=(f"event: error\n{text}" if wire == "anthropic" else text).encode(),
    )


def cut(after: int, *, clean: bool = False) -> Fault:
    """Return a fault that ends a stream after so many events."""
    return Fault(cut_after=after, clean=clean)


def apply(fault: Fault | None, events: list[bytes]) -> tuple[list[bytes], bool]:
    """Return the bytes to send and whether the connection ends politely after them."""
    if fault is None:
        return events, True
    if fault.cut_bytes is not None:
        return [b"".join(events)[: fault.cut_bytes]], fault.clean
    if fault.cut_after is not None:
        return [*events[: fault.cut_after], fault.insert], fault.clean
    return events, True
