"""A mock server on the loopback interface that speaks both protocols and checks every request."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from typing import Self

from reode.llm.mock.answer import Answer, Seen, made_up
from reode.llm.mock.faults import Fault
from reode.llm.mock.handler import Handler
from reode.llm.mock.openai_rules import MODES, Mode

Brain = Callable[[Seen], Answer]


class _QuietServer(ThreadingHTTPServer):
    """Says nothing when a client goes away in the middle of an answer."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Do nothing: going away is what some tests are about."""


@dataclass
class MockServer:
    """Answers `/v1/messages` and `/chat/completions` under any prefix; a context manager.

    `answers` are given in order, then `brain` decides. `faults` hit the requests in order, None
    spares one. `seen` and `rejected` keep what came. Nothing but 127.0.0.1 is listened on.
    """

    mode: str = "openai"
    answers: Iterable[Answer] = ()
    faults: Iterable[Fault | None] = ()
    brain: Brain = made_up
    port: int = 0
    on_request: Callable[[str], None] | None = None
    seen: list[Seen] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    _server: ThreadingHTTPServer | None = None

    def __post_init__(self) -> None:
        self.rules: Mode = MODES[self.mode]
        self._answers = deque(self.answers)
        self._faults = deque(self.faults)
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The server's address without a path."""
        if self._server is None:
            raise RuntimeError("the mock server is not running")
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._server = _QuietServer(
            ("127.0.0.1", self.port), type("Bound", (Handler,), {"mock": self})
        )
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def next_fault(self) -> Fault | None:
        """Take the fault of the next request."""
        with self._lock:
            return self._faults.popleft() if self._faults else None

    def next_answer(self, seen: Seen) -> tuple[Answer, int]:
        """Take the answer to a request, and its number."""
        with self._lock:
            self.seen.append(seen)
            answer = self._answers.popleft() if self._answers else None
            number = len(self.seen)
        return answer or self.brain(seen), number

    def reject(self, seen: Seen, message: str) -> None:
        """Note a refused request."""
        with self._lock:
            self.seen.append(seen)
            self.rejected.append(message)

    def tell(self, line: str) -> None:
        """Tell the caller about a request."""
        if self.on_request is not None:
            self.on_request(line)
