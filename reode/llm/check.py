"""One cheap round trip with a tool call, step by step, so that a failure has a name."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from reode.errors import ReodeError
from reode.facts.usage import Usage
from reode.llm.adapter import Adapter, Observer
from reode.llm.args import ArgsError, validate_args
from reode.llm.errors import ModelError
from reode.llm.inference import LlmSettings, infer_provider
from reode.llm.messages import (
    Effect,
    Message,
    Request,
    ToolResult,
    ToolSpec,
    tool_results,
    user,
)
from reode.llm.registry import adapter_for
from reode.llm.scripted import PREFIX

_TOOL = ToolSpec(
    "report_number",
    "Report a number to the user.",
    {
        "type": "object",
        "properties": {"number": {"type": "integer", "description": "the number to report"}},
        "required": ["number"],
    },
    effect=Effect.READ,
)
_ASK = "Call the tool report_number with the number 7. Say nothing else."


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One thing that was tried; `detail` says what was seen, `hint` what to do about a failure."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found; it ends at the first step that fails. `seconds` is the whole time."""

    model: str
    steps: tuple[CheckStep, ...]
    usage: Usage
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every step passed."""
        return all(step.ok for step in self.steps)


class _Checking:
    """The state of one check: its steps, and what the calls used."""

    def __init__(self, model: str, settings: LlmSettings, observer: Observer) -> None:
        self.model, self.settings, self.observer = model, settings, observer
        self.steps: list[CheckStep] = []
        self.usage = Usage.zero()
        self.request = Request((), (user(_ASK),), (_TOOL,), max_output=1024)

    def provider(self) -> str:
        if self.model.startswith(PREFIX):
            return "a script, no provider"
        found = infer_provider(self.model, self.settings)
        return f"{found.provider} at {found.base_url} ({found.rule})"

    def key(self) -> str:
        self.adapter: Adapter = adapter_for(self.model, self.settings, observer=self.observer)
        return "all that is needed is set"

    def answer(self) -> str:
        self.first = self._ask(self.request)
        return f"stopped with {self.first.stop_raw or self.first.stop}"

    def tool_call(self) -> str:
        calls = self.first.calls
        if not calls:
            raise ModelError(
                f"no tool was called; the model said {self.first.text[:120]!r}",
                hint="The model or its server can't call tools; REODE's repairs need that.",
            )
        call = calls[0]
        if call.args is None:
            raise ModelError(f"the call is unusable ({call.problem}): {call.raw_args[:120]!r}")
        try:
            return f"{call.name}({validate_args(_TOOL, call.args)})"
        except ArgsError as error:
            raise ModelError(f"the arguments don't fit: {error}") from None

    def result(self) -> str:
        results = tuple(ToolResult(c.id, c.name, "ok") for c in self.first.calls)
        messages = (*self.request.messages, self.first, tool_results(results))
        asked = Request((), messages, (_TOOL,), max_output=1024)
        answer = self._ask(asked)
        return f"accepted; the model said {answer.text[:60]!r}"

    def _ask(self, request: Request) -> Message:
        answer = self.adapter.complete(request)
        self.usage = self.usage.plus(answer.usage or Usage())
        return answer

    def step(self, name: str, run: Callable[[], str]) -> bool:
        try:
            self.steps.append(CheckStep(name, ok=True, detail=run()))
        except ReodeError as error:
            kind = type(error).__name__
            self.steps.append(CheckStep(name, False, f"{kind}: {error.message}", error.hint))
        return self.steps[-1].ok


def check_model(
    model: str, settings: LlmSettings | None = None, observer: Observer | None = None
) -> CheckReport:
    """Try a model: its provider, its key, an answer, a tool call, and a tool's result."""
    started = time.monotonic()
    checking = _Checking(model, settings or LlmSettings(), observer or Observer())
    steps: tuple[tuple[str, Callable[[], str]], ...] = (
        ("provider", checking.provider),
        ("key", checking.key),
        ("answer", checking.answer),
        ("tool call", checking.tool_call),
        ("tool result", checking.result),
    )
    for name, run in steps:
        if not checking.step(name, run):
            break
    seconds = time.monotonic() - started
    return CheckReport(model, tuple(checking.steps), checking.usage, seconds)
