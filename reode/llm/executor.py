"""Runs the tool calls of a turn, in order, and the conversation of a model with its tools."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from reode.errors import Interrupted, LimitReached
from reode.facts.usage import Usage
from reode.llm.adapter import Adapter
from reode.llm.args import ArgsError, validate_args
from reode.llm.errors import ModelError, SandboxError
from reode.llm.messages import (
    Effect,
    Message,
    Problem,
    Request,
    Role,
    Stop,
    ToolCall,
    ToolResult,
    tool_results,
    user,
)
from reode.llm.toolspec import BoundTool

#: Calls with unusable arguments in a row that end the attempt (not the run).
STRIKES = 3
#: Times the same call may fail in the same way.
REPEATS = 3
#: What passes through: limits, the user's wish, and what no model may argue about.
PROPAGATED: tuple[type[BaseException], ...] = (LimitReached, Interrupted, SandboxError, ModelError)


class LoopEnd(StrEnum):
    """Why a tool loop ended; none of them says that anything is fixed."""

    ANSWERED = "answered"
    ROUNDS = "rounds"
    STRIKES = "strikes"
    REPEATED = "repeated"
    TRUNCATED = "truncated"


@dataclass(slots=True)
class Executor:
    """Runs calls one after another and remembers what failed.

    `edits_applied` counts writing tools that returned without error. `stopped` is set once the
    model has three strikes or repeats a failing call.
    """

    tools: Sequence[BoundTool]
    propagated: tuple[type[BaseException], ...] = PROPAGATED
    edits_applied: int = 0
    stopped: LoopEnd | None = None
    _strikes: int = 0
    _failures: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def execute(self, message: Message) -> tuple[ToolResult, ...]:
        """Return one result per call, in call order.

        Calls after the one that stops the loop, or after a truncated one, are answered with
        "not executed". Exceptions in `propagated` and KeyboardInterrupt pass through.
        """
        results: list[ToolResult] = []
        for call in message.calls:
            if self.stopped is not None:
                results.append(ToolResult(call.id, call.name, "not executed", is_error=True))
            else:
                results.append(self._execute_one(call))
        return tuple(results)

    def _execute_one(self, call: ToolCall) -> ToolResult:
        tool = next((t for t in self.tools if t.spec.name == call.name), None)
        complaint = self._complaint(call, tool)
        if complaint is None and tool is not None:
            try:
                args = validate_args(tool.spec, call.args or {})
            except ArgsError as error:
                complaint = f"invalid arguments for {call.name}: {error}"
            else:
                self._strikes = 0
                return self._run(call, tool, args)
        self._strikes += 1
        if self._strikes >= STRIKES:
            self.stopped = LoopEnd.STRIKES
        return self._failed(call, f"{complaint}. Correct the call and try again.")

    def _complaint(self, call: ToolCall, tool: BoundTool | None) -> str | None:
        if tool is None or call.problem is Problem.UNKNOWN_TOOL:
            names = ", ".join(sorted(t.spec.name for t in self.tools))
            return f"there is no tool `{call.name}`; the tools are {names}"
        if call.problem is Problem.TRUNCATED:
            return f"the arguments of {call.name} were cut at the output limit; write less at once"
        if call.problem is not None or call.args is None:
            return f"the arguments of {call.name} are not one valid JSON object"
        return None

    def _run(self, call: ToolCall, tool: BoundTool, args: dict[str, object]) -> ToolResult:
        try:
            text = tool.run(args)
        except self.propagated:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a tool raises is the model's news
            return self._failed(call, str(error) or type(error).__name__)
        if tool.spec.effect is Effect.WRITE:
            self.edits_applied += 1
        return ToolResult(call.id, call.name, text)

    def _failed(self, call: ToolCall, text: str) -> ToolResult:
        same = (call.name, _canonical(call), text)
        self._failures[same] += 1
        if self._failures[same] >= REPEATS and self.stopped is None:
            self.stopped = LoopEnd.REPEATED
        return ToolResult(call.id, call.name, text, is_error=True)


def _canonical(call: ToolCall) -> str:
    return call.raw_args if call.args is None else json.dumps(dict(call.args), sort_keys=True)


@dataclass(frozen=True, slots=True)
class LoopResult:
    """A finished tool loop: every message after the request's own, and what it used.

    `end` says why it ended, `rounds` how many answers were asked for, `edits_applied` how many
    writing calls went through. Whether the build is fixed is nobody's word here.
    """

    messages: tuple[Message, ...]
    end: LoopEnd
    rounds: int
    edits_applied: int
    usage: Usage

    @property
    def text(self) -> str:
        """The last answer's text."""
        answers = [m for m in self.messages if m.role is Role.ASSISTANT]
        return answers[-1].text if answers else ""


def _ignore(_message: Message) -> None:
    """Show nobody."""


def run_tool_loop(
    adapter: Adapter,
    request: Request,
    tools: Sequence[BoundTool],
    *,
    max_rounds: int,
    deadline: float | None = None,
    on_message: Callable[[Message], None] = _ignore,
    is_done: Callable[[], bool] = lambda: False,
) -> LoopResult:
    """Ask, run the calls, answer them, and go on until the model calls no more tools.

    `request.tools` is filled from `tools` where it is empty. ModelError, LimitReached and
    SandboxError pass through; the messages until then have gone to `on_message`. `is_done` is asked
    after each round: a tool may have ended the conversation.
    """
    executor = Executor(tools)
    if not request.tools:
        request = replace(request, tools=tuple(t.spec for t in tools))
    added: list[Message] = []
    usage, rounds, end = Usage.zero(), 0, LoopEnd.ROUNDS
    while rounds < max_rounds:
        asked = replace(request, messages=(*request.messages, *added))
        answer = adapter.complete(asked, deadline=deadline)
        rounds += 1
        usage = usage.plus(answer.usage or Usage())
        reply = _reply(answer, executor)
        for message in (answer, reply):
            if message is not None and message.parts:
                added.append(message)
                on_message(message)
        ended = executor.stopped or (_end_of(answer) if reply is None else None)
        ended = LoopEnd.ANSWERED if ended is None and is_done() else ended
        if ended is not None:
            end = ended
            break
    return LoopResult(tuple(added), end, rounds, executor.edits_applied, usage)


def _reply(answer: Message, executor: Executor) -> Message | None:
    """Return what is said after an answer: the results of its calls, or that it may go on."""
    if answer.calls:
        return tool_results(executor.execute(answer))
    return user("Please go on.") if answer.stop is Stop.PAUSE else None


def _end_of(answer: Message) -> LoopEnd:
    return LoopEnd.TRUNCATED if answer.stop is Stop.MAX_TOKENS else LoopEnd.ANSWERED
