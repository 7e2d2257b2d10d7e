"""The configured models, cheapest first, each with its own adapter, limits and view of the project."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from reode.errors import LimitReached, ProviderError, ReodeError
from reode.events import LimitWarning as LimitEvent
from reode.events import ModelCalled, Sink
from reode.facts.usage import Usage
from reode.fixer.job import Attempt, Job, Spent, tier_of
from reode.fixer.recording import RecordingAdapter, request_key
from reode.fixer.repair import attempt_repair
from reode.llm import budget as llm_budget
from reode.llm.adapter import Adapter, Observer
from reode.llm.messages import Message, Request
from reode.llm.registry import adapter_for
from reode.settings import Settings

#: Builds an adapter; replaced by tests and by replays.
Factory = Callable[[str, Settings, Observer], Adapter]


def _default_factory(model: str, settings: Settings, observer: Observer) -> Adapter:
    return adapter_for(model, settings, observer=observer)


@dataclass(slots=True)
class ModelTiers:
    """One model a tier; escalation swaps the adapter, never a name inside one."""

    models: tuple[str, ...]
    settings: Settings
    transcripts: Path
    sink: Sink
    factory: Factory = field(default=_default_factory)

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
            adapter = self._adapter(model, tier, spent)
        except LimitReached as error:
            return Attempt(call_ok=False, limit=error.message)
        except (ProviderError, ReodeError) as error:
            hint = f" {error.hint}" if error.hint else ""
            return Attempt(call_ok=False, problem=f"{model}: {error.message}.{hint}")
        deadline = None if seconds is None else time.monotonic() + seconds
        chosen = tier_of(tier, model, adapter.context_window)
        result = attempt_repair(job, chosen, adapter, deadline=deadline)
        return replace(result, details={"replayed": adapter.replayed})

    def _adapter(self, model: str, tier: int, spent: Spent) -> RecordingAdapter:
        observer = Observer(
            budget=self._budget(spent),
            record=lambda request, answer: self._report(model, tier, request, answer),
            secrets=_secrets(),
        )
        adapter = self.factory(model, self.settings, observer)
        return RecordingAdapter(self.transcripts, adapter, secrets=_secrets())

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
            on_warning=lambda w: self.sink.emit(LimitEvent(w.name, w.used, w.limit)),
            already=llm_budget.Spent(cost=spent.cost, calls=spent.calls, tokens=spent.tokens),
        )

    def _report(self, model: str, tier: int, request: Request, answer: Message) -> None:
        usage = answer.usage or Usage()
        self.sink.emit(
            ModelCalled(
                model=model,
                tier=tier,
                call_ok=True,
                input_tokens=usage.input_total or 0,
                output_tokens=usage.output or 0,
                cost=usage.cost,
                seconds=0.0,
                transcript=request_key(model, request),
            )
        )


def _secrets() -> tuple[str, ...]:
    """Return the values of the environment that may never be written to a transcript."""
    marks = ("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL")
    return tuple(
        value
        for name, value in os.environ.items()
        if len(value) >= 8 and any(mark in name.upper() for mark in marks)
    )
