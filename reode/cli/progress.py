"""What a run is doing, folded from its events, and the one line that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reode.cli.amounts import clock, count, money
from reode.cli.terminal import FAINT, STRONG, WARN, Line

#: What the nodes of the graph are called on screen.
STEPS = {
    "explore": "explore",
    "deterministic_fix": "rules",
    "validate": "validate",
    "measure": "measure",
    "route": "route",
    "llm_fix": "model",
    "finish": "final check",
    "minimise": "minimise",
}


@dataclass(slots=True)
class Progress:
    """Where a run stands; `take` folds one event in, `line` says it in one line.

    Times are seconds of one monotonic clock. `errors` are those of the builds that judged an edit,
    the first and the latest one.
    """

    step: str = "start"
    iteration: int = 0
    max_iterations: int = 0
    building: bool = False
    goal: str = ""
    module: str = ""
    jdk: int = 0
    log: str = ""
    purpose: str = ""
    errors: list[int] = field(default_factory=list)
    cost: float | None = 0.0
    max_cost: float | None = None
    calls: int = 0
    run_id: str = ""
    started: float | None = None
    verdict: str = ""

    def take(self, kind: str, data: Mapping[str, Any], now: float) -> None:
        """Fold one event of the log in; an unknown kind changes nothing."""
        if self.started is None:
            self.started = now
        handler = _HANDLERS.get(kind)
        if handler is not None:
            handler(self, data)

    def line(self, now: float, *, last_output: float | None = None) -> Line:
        """Return the status line; `last_output` is the age of the build's last output."""
        parts = [self._step(), self._build(), *self._numbers(now), self._money()]
        if self.building and last_output is not None:
            parts.append(f"last output {int(last_output)}s")
        line: list[Any] = [(parts[0], STRONG)]
        for part in filter(None, parts[1:]):
            line += [(" · ", FAINT), (part, WARN) if _is_stale(part, last_output) else part]
        return tuple(line)

    def _step(self) -> str:
        name = STEPS.get(self.step, self.step)
        number = self.iteration + (self.step == "validate")
        if not number or not self.max_iterations:
            return name
        return f"{name} {number}/{self.max_iterations}"

    def _build(self) -> str:
        if not self.building:
            return ""
        where = f" @ {self.module}" if self.module else ""
        return f"mvn {self.goal}{where} · JDK {self.jdk}"

    def _numbers(self, now: float) -> list[str]:
        first, last = (self.errors[0], self.errors[-1]) if self.errors else (None, None)
        shown = "" if last is None else count(last, "error")
        if first is not None and len(self.errors) > 1:
            shown = f"{first}→{shown}"
        started = now if self.started is None else self.started
        return [shown, clock(now - started)]

    def _money(self) -> str:
        if not self.calls:
            return ""
        limit = "" if self.max_cost is None else f"/{self.max_cost:.2f}"
        return money(self.cost) + limit


#: Silence of a build that deserves a look, in seconds.
_STALE = 60


def _is_stale(part: str, last_output: float | None) -> bool:
    return part.startswith("last output") and (last_output or 0) >= _STALE


def _run_started(p: Progress, data: Mapping[str, Any]) -> None:
    p.run_id = data.get("run_id", "")
    p.max_iterations = data.get("max_iterations", 0)
    p.max_cost = data.get("max_cost")
    p.building = False


def _node_started(p: Progress, data: Mapping[str, Any]) -> None:
    p.step, p.iteration, p.building = data["node"], data["iteration"], False


def _build_started(p: Progress, data: Mapping[str, Any]) -> None:
    p.building, p.goal, p.module = True, data["goals"], ""
    p.jdk, p.log, p.purpose = data["jdk"], data["log"], data["purpose"]


def _build_progress(p: Progress, data: Mapping[str, Any]) -> None:
    p.goal, p.module = data["goal"], data["module"]


def _build_finished(p: Progress, data: Mapping[str, Any]) -> None:
    p.building = False
    if p.purpose == "validate":
        p.errors.append(data["errors"])


def _model_called(p: Progress, data: Mapping[str, Any]) -> None:
    p.calls += 1
    cost = data["cost"]
    p.cost = None if p.cost is None or cost is None else p.cost + cost


def _run_finished(p: Progress, data: Mapping[str, Any]) -> None:
    p.verdict, p.building = data["verdict"], False


_HANDLERS = {
    "run-started": _run_started,
    "node-started": _node_started,
    "build-started": _build_started,
    "build-progress": _build_progress,
    "build-finished": _build_finished,
    "model-called": _model_called,
    "run-finished": _run_finished,
}
