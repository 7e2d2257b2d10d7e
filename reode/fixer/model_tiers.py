"""The configured models, cheapest first, each with its own adapter, limits and view of the project."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from reode.errors import LimitReached, ReodeError
from reode.events import LimitWarning as LimitEvent
from reode.events import ModelCalled, Sink
from reode.facts.usage import Usage
from reode.fixer.job import Attempt, Job, Spent, tier_of
from reode.fixer.recording import Exchange, RecordingAdapter, request_key
from reode.fixer.repair import attempt_repair
from reode.fixer.secrets import planted_secrets
from reode.llm import budget as llm_budget
from reode.llm.adapter import Adapter, Observer
from reode.llm.messages import Request
from reode.llm.registry import adapter_for
from reode.llm.scripted import ScriptedAdapter
from reode.settings import Settings

#: Builds an adapter; replaced by tests and by replays. None: only what is on file is answered.
Factory = Callable[[str, Settings, Observer], Adapter | None]


def _default_factory(model: str, settings: Settings, observer: Observer) -> Adapter:
    return adapter_for(model, settings, observer=observer)


def no_adapter(_model: str, _settings: Settings, _observer: Observer) -> None:
    """Be the factory of a replay: nobody is asked."""


@dataclass(slots=True)
class ModelTiers:
    """One model a tier; escalation swaps the adapter, never a name inside one."""

    models: tuple[str, ...]
    settings: Settings
    transcripts: Path
    sink: Sink
    factory: Factory = field(default=_default_factory)
    clock: Callable[[], float] = time.monotonic
    _scripts: dict[str, ScriptedAdapter] = field(init=False, default_factory=dict)

    @property
    def tiers(self) -> int:
        """Number of configured models."""
        return len(self.models)

    def name(self, tier: int) -> str:
        """Return the model of a tier."""
        return self.models[tier]

    def attempt(self, job: Job, tier: int, *, spent: Spent, seconds: float | None) -> Attempt:
        """Let the model of a tier try once; a model that can't be used is no crash."""
        model = self.models[tier]
        try:
            adapter = self._adapter(model, tier, spent, (*_secrets(), *planted_secrets(job.view)))
        except LimitReached as error:
            return Attempt(call_ok=False, limit=error.message)
        except ReodeError as error:
            hint = f" {error.hint}" if error.hint else ""
            return Attempt(call_ok=False, problem=f"{model}: {error.message}.{hint}")
        deadline = None if seconds is None else time.monotonic() + seconds
        chosen = tier_of(tier, model, adapter.context_window)
        result = attempt_repair(job, chosen, adapter, deadline=deadline)
        result = replace(result, details={"replayed": adapter.replayed})
        return self._of_tier(result, tier, spent) if result.limit else result

    def _of_tier(self, result: Attempt, tier: int, spent: Spent) -> Attempt:
        """Turn the limit of a tier into that tier's problem where a higher one may go on."""
        allowed, run_limit = self.settings.tier_max_cost, self.settings.max_cost
        used = spent.tier_cost + result.known_cost
        run_used = spent.cost + result.known_cost
        is_run = run_limit is not None and run_used >= run_limit
        if allowed is None or used < allowed or is_run or tier + 1 >= self.tiers:
            return result
        text = f"{self.models[tier]}: the money of this tier (${allowed:.2f}) is used up"
        return replace(result, limit="", problem=text)

    def _adapter(
        self, model: str, tier: int, spent: Spent, secrets: tuple[str, ...]
    ) -> RecordingAdapter:
        budget = self._budget(spent)
        observer = Observer(budget=budget, secrets=secrets)
        adapter = self._scripts.get(model) or self.factory(model, self.settings, observer)
        if isinstance(adapter, ScriptedAdapter):
            # A script is one story: the next attempt goes on where the last one stopped.
            self._scripts[model] = adapter
            adapter.observer = observer

        def told(exchange: Exchange) -> None:
            if exchange.from_file and exchange.answer is not None:
                budget.add(exchange.answer.usage)
                if isinstance(adapter, ScriptedAdapter):
                    adapter.pass_over(exchange.answer)
            # A process that was killed has told of the answers that it left on file.
            if adapter is None or not exchange.from_file:
                self._report(model, tier, exchange)

        return RecordingAdapter(
            *(self.transcripts, adapter),
            model=model,
            secrets=secrets,
            on_exchange=told,
            clock=self.clock,
        )

    def _budget(self, spent: Spent) -> llm_budget.Budget:
        settings = self.settings
        cost = settings.max_cost
        if settings.tier_max_cost is not None:
            left = spent.cost + max(0.0, settings.tier_max_cost - spent.tier_cost)
            cost = left if cost is None else min(cost, left)
        return llm_budget.Budget(
            max_cost=cost,
            max_calls=settings.max_calls,
            max_tokens=settings.max_tokens,
            on_warning=self._warn,
            already=llm_budget.Spent(cost=spent.cost, calls=spent.calls, tokens=spent.tokens),
        )

    def _warn(self, warning: llm_budget.LimitWarning) -> None:
        self.sink.emit(LimitEvent(warning.name, warning.used, warning.limit))

    def _report(self, model: str, tier: int, exchange: Exchange) -> None:
        answer = exchange.answer
        usage = (answer.usage if answer else None) or Usage()
        self.sink.emit(
            ModelCalled(
                model=model,
                tier=tier,
                call_ok=not exchange.error,
                input_tokens=usage.input_total or 0,
                output_tokens=usage.output or 0,
                cost=usage.cost,
                seconds=round(exchange.seconds, 3),
                transcript=self._key(model, exchange.request) if answer else "",
                error=exchange.error,
                from_file=exchange.from_file,
            )
        )

    def _key(self, model: str, request: Request) -> str:
        """Return the name of the transcript, which lies in the folder of the run."""
        return request_key(model, request, self.transcripts.parent)


def _secrets() -> tuple[str, ...]:
    """Return the values of the environment that may never be written to a transcript."""
    marks = ("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL")
    return tuple(
        value
        for name, value in os.environ.items()
        if len(value) >= 8 and any(mark in name.upper() for mark in marks)
    )
