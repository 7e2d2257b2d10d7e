"""One migration on screen: live view, Ctrl-C, summary, reports and notification."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reode.cli.envelope import print_json
from reode.cli.event_lines import Weight
from reode.cli.failures import as_reode_error
from reode.cli.live import LiveView
from reode.cli.material import read_material
from reode.cli.notify import notify_command
from reode.cli.report import write_reports
from reode.cli.summary import last_line, summary, verdict_lines
from reode.cli.terminal import WARN, print_lines
from reode.cli.tracing import tracing
from reode.errors import Interrupted, ReodeError
from reode.run.migration import Migrations
from reode.run.stopping import Stopper
from reode.run.store import RunStore
from reode.settings import Settings

_STOPPING = (("stopping after the current step … (Ctrl-C again stops at once)", WARN),)


@dataclass(frozen=True, slots=True)
class Session:
    """How a run is shown: `command` names it in JSON; progress goes to stderr."""

    command: str
    settings: Settings
    quiet: bool = False
    verbose: bool = False
    as_json: bool = False

    def work(
        self, action: Callable[[Migrations], dict[str, Any]], *, notify: str | None = None
    ) -> dict[str, Any]:
        """Run a migration, show it, and return its record."""
        store = RunStore(self.settings.home)
        view = LiveView(
            sys.stderr,
            logs_of=lambda run_id: store.place(run_id).folder / "logs",
            shown=self._weight(),
        )
        stopper = Stopper(on_first=lambda: view.say(_STOPPING))
        with view, tracing(os.environ) as spans:
            try:
                record = action(Migrations(self.settings, (view, *spans), stopper))
            except Exception as error:
                raise _with_way_back(as_reode_error(error), view.run_id) from error
        self._show(record, store)
        if notify:
            notify_command(notify, self.command, record)
        return record

    def _weight(self) -> Weight:
        if self.quiet:
            return Weight.ALWAYS
        return Weight.DETAIL if self.verbose else Weight.USUAL

    def _show(self, record: dict[str, Any], store: RunStore) -> None:
        run = store.place(record["run_id"])
        material = read_material(run)
        written = write_reports(run, material)
        if self.as_json:
            print_json(self.command, record)
        elif self.quiet:
            print_lines([*list(verdict_lines(record))[1:], last_line(record)])
        else:
            print_lines(summary(material, report=written))


def _with_way_back(error: ReodeError, run_id: str) -> ReodeError:
    """Add the command that goes on with a run which had begun."""
    if run_id and not isinstance(error, Interrupted):
        error.hint = f"{error.hint} Then go on with `reode resume {run_id}`.".strip()
    return error
