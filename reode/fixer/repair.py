"""One attempt of a model: build the prompt, let it work with its tools, say what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from reode.errors import LimitReached, ProviderError
from reode.fixer.fix_context import build_fix_context
from reode.fixer.job import Attempt, Job, Tier
from reode.fixer.project_context import build_full_project_context
from reode.fixer.prompts import load_prompt
from reode.fixer.tools import build_tools
from reode.fixer.workbench import Workbench
from reode.llm.adapter import Adapter
from reode.llm.executor import run_tool_loop
from reode.llm.messages import Message, Request, Role, user
from reode.llm.toolspec import bound_tools


@dataclass(slots=True)
class _Watch:
    """Counts what an attempt used, also when it ends in an exception."""

    calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0

    def see(self, message: Message) -> None:
        """Take one message of the conversation."""
        if message.role is not Role.ASSISTANT:
            return
        self.calls += 1
        usage = message.usage
        self.tokens += usage.tokens if usage else 0
        known = usage is not None and usage.cost is not None and self.cost is not None
        self.cost = (self.cost or 0.0) + (usage.cost or 0.0) if known and usage else None


def attempt_repair(job: Job, tier: Tier, adapter: Adapter, *, deadline: float | None) -> Attempt:
    """Let the model of a tier try once; edits are in the job's tree, uncommitted.

    No conversation is carried from one attempt to the next: what happened before is in the prompt.
    """
    bench, watch = Workbench(job, tier), _Watch()
    end, problem, limit = "", "", ""
    try:
        result = run_tool_loop(
            adapter,
            build_request(job, tier),
            bound_tools(build_tools(bench)),
            max_rounds=tier.rounds,
            deadline=deadline,
            on_message=watch.see,
            is_done=lambda: bool(bench.finished),
        )
        end = str(result.end)
    except LimitReached as error:
        limit = error.message
    except ProviderError as error:
        problem = f"{adapter.model}: {error.message}"
    return Attempt(
        call_ok=not problem and not limit,
        edits=tuple(bench.edits()),
        summary=bench.finished,
        rounds=watch.calls,
        calls=watch.calls,
        builds=bench.builds,
        tokens=watch.tokens,
        cost=watch.cost,
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
