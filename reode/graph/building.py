"""One run of the build tool inside a node: its log, its events, its limits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from reode.build.overrides import ALL_TESTS
from reode.events import BuildFinished, BuildProgress, BuildStarted
from reode.facts.build import BuildOutcome, Jdk
from reode.graph.context import RunContext

#: Maven's announcement of a goal; 3.9 prints the plugin's short name, 3.8 the artifactId.
_GOAL = re.compile(r"^\[INFO\] --- (\S+?)(?:-maven-plugin|-plugin)?:[^:\s]+:(\S+) \(.*?\) @ (\S+)")
#: All failures of all modules and tests are wanted at once, so the build goes on past them; the
#: verdict is read from the reports, never from the exit code alone.
_WHOLE = ("-fae",)
#: A run never gets less, or the last build of a nearly spent run could not even start.
_LEAST_SECONDS = 30.0


def run_build(
    context: RunContext,
    goals: Sequence[str],
    *,
    jdk: Jdk,
    purpose: str,
    spent: float,
    properties: Mapping[str, str] | None = None,
    jvm_options: str = "",
    root: Path | None = None,
) -> BuildOutcome:
    """Run the build tool in the worktree (or another `root`) and return what it showed.

    `purpose` is shown to the user and names the log; `spent` is what the run has used up of its
    time, in seconds.
    """
    log = _next_log(context, purpose)
    arguments = [*_WHOLE, *context.settings.maven_args, *goals]
    if context.settings.offline:
        arguments.insert(0, "--offline")
    context.events.emit(BuildStarted(" ".join(goals), jdk.feature, log.name, purpose))
    outcome = context.tool.run(
        arguments,
        root=root or context.workspace.project,
        jdk=jdk,
        log=log,
        timeout=_time_left(context, spent),
        silence=context.settings.build_silence,
        on_line=lambda line: _report_goal(line, context),
        stop=context.stop,
        properties={**ALL_TESTS, **(properties or {})},
        jvm_options=jvm_options,
    )
    context.events.emit(
        BuildFinished(
            outcome.ok,
            str(outcome.phase),
            len(outcome.diagnostics),
            outcome.tests.counts(),
            round(outcome.seconds, 1),
            purpose,
            jdk.feature,
        )
    )
    return outcome


def _next_log(context: RunContext, purpose: str) -> Path:
    folder = context.folder / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1 + len(list(folder.glob("mvn-*.log")))
    return folder / f"mvn-{number:03d}-{purpose}.log"


def _time_left(context: RunContext, spent: float) -> float:
    allowed = context.request.timeout
    left = context.settings.build_timeout if allowed is None else allowed - spent
    return max(_LEAST_SECONDS, min(context.settings.build_timeout, left))


def _report_goal(line: str, context: RunContext) -> None:
    found = _GOAL.match(line)
    if found:
        plugin, goal, module = found.groups()
        context.events.emit(BuildProgress(f"{plugin.removeprefix('maven-')}:{goal}", module))
