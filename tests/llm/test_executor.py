from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from reode.errors import LimitReached
from reode.llm.adapter import Observer
from reode.llm.budget import Budget
from reode.llm.errors import SandboxError
from reode.llm.executor import Executor, LoopEnd, run_tool_loop
from reode.llm.messages import Message, Problem, Request, Role, Stop, ToolCall
from reode.llm.scripted import ScriptedAdapter
from reode.llm.toolspec import BoundTool, bound_tool, toolspec_from
from tests.llm.kit import EDIT, READ, ask, edit_file, read_file

TOOLS = (bound_tool(edit_file), bound_tool(read_file))


def _script(tmp_path: Path, *lines: dict[str, Any], observer: Observer | None = None) -> Any:
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return ScriptedAdapter(path, observer or Observer())


def _calls(*calls: tuple[str, dict[str, Any] | None]) -> Message:
    parts = tuple(
        ToolCall(
            f"id{i}",
            name,
            json.dumps(args) if args is not None else "{",
            args,
            None if args is not None else Problem.BAD_JSON,
        )
        for i, (name, args) in enumerate(calls)
    )
    return Message(Role.ASSISTANT, parts, stop=Stop.TOOLS)


def test_p03_a_validation_error_goes_back_and_the_model_may_retry(tmp_path: Path) -> None:
    adapter = _script(
        tmp_path,
        {"calls": [{"name": "edit_file", "args": {"path": "a", "count": 100}}]},
        {"calls": [{"name": "edit_file", "args": {"path": "a"}}], "expect": "count: "},
        {"text": "done", "expect": "edited a"},
    )
    result = run_tool_loop(adapter, ask(), TOOLS, max_rounds=9)
    assert result.end is LoopEnd.ANSWERED
    assert (result.rounds, result.edits_applied, result.text) == (3, 1, "done")
    first = result.messages[1].results[0]
    assert first.is_error
    assert "count" in first.text


def test_p03_three_strikes_end_the_attempt_and_not_the_run(tmp_path: Path) -> None:
    wrong = [
        {"calls": [{"name": "edit_file", "args": {"path": f"{n}", "count": 0}}]} for n in range(5)
    ]
    adapter = _script(tmp_path, *wrong)
    result = run_tool_loop(adapter, ask(), TOOLS, max_rounds=9)
    assert result.end is LoopEnd.STRIKES
    assert result.rounds == 3
    again = run_tool_loop(adapter, ask(), TOOLS, max_rounds=1)
    assert again.end is LoopEnd.ROUNDS


def test_p03_a_valid_call_clears_the_strikes(tmp_path: Path) -> None:
    executor = Executor(TOOLS)
    for _ in range(2):
        executor.execute(_calls(("edit_file", None)))
        executor.execute(_calls(("edit_file", {"nope": 1})))
        executor.execute(_calls(("read_file", {"path": "a"})))
    assert executor.stopped is None


def test_calls_run_in_order_and_each_gets_one_result() -> None:
    ran: list[str] = []

    def run(args: Mapping[str, Any]) -> str:
        ran.append(args["path"])
        return "ok"

    executor = Executor((BoundTool(READ, run),))
    message = _calls(*[("read_file", {"path": str(n)}) for n in range(4)], ("rm", {}))
    results = executor.execute(message)
    assert ran == ["0", "1", "2", "3"]
    assert [r.call_id for r in results] == [c.id for c in message.calls]
    assert results[-1].is_error
    assert "read_file" in results[-1].text


def test_after_the_third_strike_nothing_runs_any_more() -> None:
    ran: list[Any] = []
    executor = Executor((BoundTool(READ, lambda args: ran.append(args) or "ok"),))
    results = executor.execute(
        _calls(("x", {}), ("x", {"a": 1}), ("x", {"a": 2}), ("read_file", {"path": "a"}))
    )
    assert executor.stopped is LoopEnd.STRIKES
    assert ran == []
    assert results[-1].text == "not executed"
    assert results[-1].is_error


def test_the_same_failing_call_three_times_stops_the_loop(tmp_path: Path) -> None:
    def fail(_args: Mapping[str, Any]) -> str:
        raise OSError("no such file")

    adapter = _script(tmp_path, *[{"calls": [{"name": "read_file", "args": {"path": "x"}}]}] * 5)
    result = run_tool_loop(adapter, ask(), (BoundTool(READ, fail),), max_rounds=9)
    assert result.end is LoopEnd.REPEATED
    assert result.rounds == 3
    assert result.messages[1].results[0].text == "no such file"


@pytest.mark.parametrize("error", [SandboxError("out"), LimitReached("x"), KeyboardInterrupt()])
def test_what_no_model_may_argue_about_passes_through(error: BaseException) -> None:
    def run(_args: Mapping[str, Any]) -> str:
        raise error

    with pytest.raises(type(error)):
        Executor((BoundTool(READ, run),)).execute(_calls(("read_file", {"path": "a"})))


def test_edits_are_counted_and_nothing_says_that_the_build_is_fixed(tmp_path: Path) -> None:
    adapter = _script(
        tmp_path,
        {
            "calls": [
                {"name": "edit_file", "args": {"path": "a"}},
                {"name": "read_file", "args": {"path": "a"}},
            ]
        },
        {"text": "All is fixed now!"},
    )
    result = run_tool_loop(
        adapter, ask(), (bound_tool(edit_file), BoundTool(READ, lambda _: "x")), max_rounds=9
    )
    assert result.edits_applied == 1
    assert not any("fixed" in name or "success" in name for name in dir(result))


def test_a_cut_answer_ends_as_truncated_and_pause_goes_on(tmp_path: Path) -> None:
    adapter = _script(
        tmp_path, {"text": "thinking", "stop": "pause"}, {"text": "a", "stop": "max_tokens"}
    )
    result = run_tool_loop(adapter, ask(), TOOLS, max_rounds=9)
    assert result.end is LoopEnd.TRUNCATED
    assert [m.role for m in result.messages] == [Role.ASSISTANT, Role.USER, Role.ASSISTANT]


def test_the_budget_is_asked_before_each_call(tmp_path: Path) -> None:
    observer = Observer(budget=Budget(max_calls=2))
    adapter = _script(
        tmp_path,
        *[{"calls": [{"name": "read_file", "args": {"path": "a"}}]}] * 9,
        observer=observer,
    )
    seen: list[Message] = []
    with pytest.raises(LimitReached):
        run_tool_loop(adapter, ask(), TOOLS, max_rounds=9, on_message=seen.append)
    assert observer.budget.spent.calls == 2
    assert len(seen) == 4


def test_the_specs_are_offered_and_an_empty_answer_is_not_kept(tmp_path: Path) -> None:
    asked: list[Request] = []
    observer = Observer(record=lambda request, _message: asked.append(request))
    adapter = _script(tmp_path, {"text": ""}, observer=observer)
    result = run_tool_loop(adapter, ask(), TOOLS, max_rounds=2)
    assert asked[0].tools == (EDIT, toolspec_from(read_file))
    assert result.messages == ()
    assert (result.end, result.text) == (LoopEnd.ANSWERED, "")
