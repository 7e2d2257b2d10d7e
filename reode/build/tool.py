"""What REODE asks of a build tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Protocol

from reode.facts.build import BuildOutcome, Jdk

#: Default limits of one build, in seconds.
DEFAULT_TIMEOUT = 3600.0
DEFAULT_SILENCE = 900.0


class BuildTool(Protocol):
    """A build tool that runs goals in a repository and says what happened."""

    @property
    def name(self) -> str:
        """Name, version and origin for the report ("Apache Maven 3.9.16 (PATH)")."""

    @property
    def version(self) -> str:
        """Version of the tool."""

    def run(
        self,
        goals: Sequence[str],
        *,
        root: Path,
        jdk: Jdk,
        log: Path,
        timeout: float = DEFAULT_TIMEOUT,
        silence: float = DEFAULT_SILENCE,
        on_line: Callable[[str], None] | None = None,
        stop: Event | None = None,
        properties: Mapping[str, str] | None = None,
        jvm_options: str = "",
    ) -> BuildOutcome:
        """Run `goals` (goals and flags) at `root` with `jdk`; the whole output goes to `log`.

        `properties` become `-Dname=value`; `jvm_options` reach every Java launcher of the build
        (the tool itself and the forks that run tests).

        Raises:
            BuildToolError: the tool can't be started.
        """

    def effective_poms(self, root: Path, jdk: Jdk) -> dict[str, bytes]:
        """Return the effective model of each module by its folder ("." for the root)."""
