"""A process that runs or resumes a migration in the small world, and may kill itself on the way.

Arguments: `start|minimise|resume HOME REPOSITORY [NODE when count]`; `when` is "start" (the node began),
"middle" (inside a build or a model's turn) or "end" (its work is done, its checkpoint is not).
"""

from __future__ import annotations

import os
import signal
import traceback
from pathlib import Path
from typing import Any

from reode.events import Event, NodeFinished, NodeStarted
from reode.facts.build import Jdk
from reode.facts.edit import Edit
from reode.fixer.job import Attempt, Job, Spent
from reode.run import context as run_context
from reode.run import engine, migration
from reode.run.machine import Machine
from reode.run.migration import Migrations, Wish
from reode.settings import Settings
from tests.graph.world import FAULTS, HEADER, FaultTool, _agreeing, fixing_rule, writing_rule

SPARE = "src/main/resources/spare.properties"
RULES = (
    writing_rule("symbol-missing", SPARE, "a=1\n"),
    fixing_rule("symbol-missing"),
    fixing_rule("shade"),
)
START = HEADER + "compile symbol-missing A.java\ntest hard T\npackage shade pom.xml\n"


class Killer:
    """Kills the process at one point of one node's n-th visit."""

    def __init__(self, node: str, when: str, count: int) -> None:
        self._node, self._when, self._count = node, when, count
        self._now = ""

    def emit(self, event: Event) -> None:
        if isinstance(event, NodeStarted):
            self._now = event.node
            self._count -= event.node == self._node
            self._strike("start")
        if isinstance(event, NodeFinished):
            self._strike("end")
            self._now = ""

    def middle(self) -> None:
        self._strike("middle")

    def _strike(self, when: str) -> None:
        if self._now == self._node and self._when == when and self._count == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class OneModel:
    """A model that removes the fault that no rule knows; half its edit lies in the tree first."""

    tiers = 1

    def __init__(self, killer: Killer) -> None:
        self._killer = killer

    def name(self, tier: int) -> str:
        return "model"

    def attempt(self, job: Job, tier: int, *, spent: Spent, seconds: float | None) -> Attempt:
        job.tree.apply([Edit("half.txt", b"half an edit", "x")])
        self._killer.middle()
        lines = [x for x in job.view.text(FAULTS).splitlines(keepends=True) if "hard" not in x]
        edits = (Edit(FAULTS, "".join(lines).encode(), "model"),)
        return Attempt(call_ok=True, edits=edits, summary="hard is gone", calls=1, tokens=5)


def main(arguments: list[str]) -> None:
    """Run as the docstring says."""
    verb, home, repository, *kill = arguments
    killer = Killer(kill[0], kill[1], int(kill[2])) if kill else Killer("", "", 0)
    jdk = Jdk("/jdk", 17, "17.0.1")
    tool: Any = FaultTool(before_run=killer.middle)
    migration.find_machine = lambda *_: Machine((jdk,), jdk, tool)
    run_context.find_rules = lambda *_: RULES
    run_context.CommandVerifier = lambda *_: _agreeing  # type: ignore[assignment,misc]
    run_context._models = lambda *_: OneModel(killer)  # type: ignore[assignment]
    settings = Settings(home=Path(home), model="script:none", minimise=verb == "minimise")
    migrations = Migrations(settings, sinks=(killer,))
    if verb != "resume":
        migrations.start(Wish(repository, 17, 17))
    else:
        migrations.resume("latest")


def run_quietly(errors: str, arguments: list[str]) -> None:
    """Run `main` in a child process; what goes wrong is written to the file `errors`."""
    try:
        main(arguments)
    except BaseException:  # noqa: BLE001 - written down, and the exit code says so
        Path(errors).write_text(traceback.format_exc())
        raise SystemExit(1) from None


assert engine  # imported for the server that children are forked from
