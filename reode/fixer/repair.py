"""One attempt of a model: build the prompt, let it work with its tools, say what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from reode.errors import LimitReached, ProviderError
from reode.facts.usage import Usage
from reode.fixer.fix_context import build_fix_context
from reode.fixer.job import Attempt, Job, Tier
from reode.fixer.project_context import build_full_project_context
from reode.fixer.prompts import load_prompt
from reode.fixer.tools import build_tools
from reode.fixer.workbench import Workbench
from reode.llm.adapter import Adapter
from reode.llm.errors import RefusalError, SandboxError, UnsupportedSchemaError
from reode.llm.executor import run_tool_loop
from reode.llm.messages import Message, Request, user
from reode.llm.toolspec import bound_tools


@dataclass(slots=True)
class _Counting:
    """An adapter that counts what an attempt used, also when it ends in an exception."""

    adapter: Adapter
    calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    known_cost: float = 0.0

    @property
    def model(self) -> str:
        return self.adapter.model

    @property
    def provider(self) -> str:
        return self.adapter.provider

    @property
    def context_window(self) -> int:
        return self.adapter.context_window

    @property
    def max_output(self) -> int:
        return self.adapter.max_output

    def complete(self, request: Request, *, deadline: float | None = None) -> Message:
        """Ask, and count the answer; a refusal was paid for as well."""
        try:
            answer = self.adapter.complete(request, deadline=deadline)
        except RefusalError as error:
            self._count(error.reply.usage)
            raise
        self._count(answer.usage)
        return answer

    def _count(self, usage: Usage | None) -> None:
        usage = usage or Usage()
        self.calls += 1
        self.tokens += usage.tokens
        self.known_cost += usage.cost or 0.0
        known = self.cost is not None and usage.cost is not None
        self.cost = self.known_cost if known else None


def attempt_repair(job: Job, tier: Tier, adapter: Adapter, *, deadline: float | None) -> Attempt:
    """Let the model of a tier try once; edits are in the job's tree, uncommitted.

    No conversation is carried from one attempt to the next: what happened before is in the prompt.
    """
    bench, counted = Workbench(job, tier), _Counting(adapter)
    end, problem, limit = "", "", ""
    try:
        result = run_tool_loop(
            counted,
            build_request(job, tier),
            bound_tools(build_tools(bench)),
            max_rounds=tier.rounds,
            deadline=deadline,
            is_done=lambda: bool(bench.finished),
        )
        end = str(result.end)
    except LimitReached as error:
        limit = error.message
    except (ProviderError, SandboxError, UnsupportedSchemaError) as error:
        problem = f"{adapter.model}: {error.message}"
    return Attempt(
        call_ok=not problem and not limit,
        edits=tuple(bench.edits()),
        summary=bench.finished,
        rounds=counted.calls,
        calls=counted.calls,
        builds=bench.builds,
        tokens=counted.tokens,
        cost=counted.cost,
        known_cost=counted.known_cost,
        end=end,
        problem=problem,
        limit=limit,
        refusals=tuple(bench.refusals),
    )


def build_request(job: Job, tier: Tier) -> Request:
    """Return the first request of an attempt: the tier's system prompt and its view of things."""
    values = {"target": str(job.target.jdk), "release": str(job.target.release)}
    name = "system_expert" if tier.whole_project else "system_first"
    build = build_full_project_context if tier.whole_project else build_fix_context
    return Request(
        system=(load_prompt(name).render(values),),
        messages=(user(build(job, tier)),),
        cache_hint=0,
    )
