"""One HTTP connection of a mock server: reads a request, has it checked, sends what it deserves."""

from __future__ import annotations

import json
import time
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any, ClassVar

from reode.llm.mock import anthropic_rules, openai_rules, render
from reode.llm.mock.answer import Answer, Seen
from reode.llm.mock.faults import Fault, apply
from reode.llm.mock.openai_rules import Mode
from reode.llm.mock.rejection import Rejection, anthropic_error, openai_error

if TYPE_CHECKING:
    from reode.llm.mock.server import MockServer


class Handler(BaseHTTPRequestHandler):
    """Serves one connection of a mock server."""

    mock: ClassVar[MockServer]

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing on stderr."""

    def do_GET(self) -> None:
        """List one model, as clients ask for."""
        self._json(200, {"object": "list", "data": [{"id": "mock", "object": "model"}]})

    def do_POST(self) -> None:
        """Check a request and answer it."""
        size = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(size) or b"{}")
        wire = "anthropic" if self.path.split("?")[0].endswith("/messages") else "openai"
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.path, headers, body, wire)
        fault = self.mock.next_fault()
        if fault is not None and fault.status is not None:
            self.mock.next_answer(seen) if fault.status < 300 else self.mock.reject(seen, "fault")
            self._send(fault.status, fault.body, dict(fault.headers))
            return
        try:
            _check(seen, self.mock.rules)
        except Rejection as rejection:
            self.mock.reject(seen, rejection.message)
            self.mock.tell(f"{rejection.status} {self.path} {rejection.message}")
            make = anthropic_error if wire == "anthropic" else openai_error
            self._json(rejection.status, make(rejection))
            return
        self._answer(seen, fault)

    def _answer(self, seen: Seen, fault: Fault | None) -> None:
        answer, number = self.mock.next_answer(seen)
        self.mock.tell(f"200 {self.path} {seen.body['model']}")
        if seen.body.get("stream"):
            self._stream(_events(answer, seen, number, self.mock.rules), fault)
        elif seen.wire == "anthropic":
            self._plain(render.anthropic_plain(answer, seen, number), fault)
        else:
            self._plain(render.openai_plain(answer, seen, number, self.mock.rules), fault)

    def _plain(self, data: object, fault: Fault | None) -> None:
        body = json.dumps(data, ensure_ascii=False).encode()
        if fault is None:
            self._send(200, body, {"content-type": "application/json"})
            return
        self._head(200, {"content-type": "application/json", "content-length": str(len(body))})
        pieces = [body[i : i + 20] for i in range(0, len(body), 20)]
        self._pieces(*apply(fault, pieces), fault)

    def _stream(self, events: list[bytes], fault: Fault | None) -> None:
        self._head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})
        pieces, clean = apply(fault, events)
        framed = [f"{len(p):x}\r\n".encode() + p + b"\r\n" for p in pieces if p]
        self._pieces([*framed, b"0\r\n\r\n"] if clean else framed, clean, fault)

    def _pieces(self, pieces: list[bytes], clean: bool, fault: Fault | None) -> None:
        try:
            for piece in pieces:
                self.wfile.write(piece)
                self.wfile.flush()
                if fault is not None and fault.pause:
                    time.sleep(fault.pause)
        except OSError:
            clean = False
        self.close_connection = self.close_connection or not clean or fault is not None

    def _json(self, status: int, data: object) -> None:
        self._send(status, json.dumps(data).encode(), {"content-type": "application/json"})

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self._head(status, {**headers, "content-length": str(len(body))})
        self.wfile.write(body)

    def _head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"request-id": "req_mock", **headers, "connection": "close"}.items():
            self.send_header(name, value)
        self.end_headers()


def _check(seen: Seen, mode: Mode) -> None:
    if seen.wire == "anthropic":
        anthropic_rules.check_request(seen.body, seen.headers)
    else:
        openai_rules.check_request(seen.body, seen.headers, mode)


def _events(answer: Answer, seen: Seen, number: int, mode: Mode) -> list[bytes]:
    if seen.wire == "anthropic":
        return render.anthropic_stream(answer, seen, number)
    return render.openai_stream(answer, seen, number, mode)
