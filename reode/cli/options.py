"""Options and arguments that several commands share, and the examples below their help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from reode.errors import UsageError

#: Targets that REODE migrates to.
LOWEST, HIGHEST = 11, 25
#: The lowest class-file level that javac of every target still writes.
LOWEST_LEVEL = 8

#: Groups of commands, loaded only when they are named: their imports are not free.
GROUPS = {
    "rules": ("reode.cli.rules", "List, show and test the deterministic rules."),
    "models": ("reode.cli.models", "Show what is known about models and providers."),
    "dev": ("reode.cli.dev", "Tools for working on REODE."),
}

RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="Id of the run, its beginning, or `latest`.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit 1 for migrated_unproven.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the result.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Every step and goal.")]
Release = Annotated[
    int | None,
    typer.Option(
        "--release", metavar="L", help="Class-file level; the value of --to if not given."
    ),
]
JdkHome = Annotated[
    Path | None, typer.Option("--jdk", metavar="DIR", help="JDK to build and run with.")
]
TestJava = Annotated[
    Path | None,
    typer.Option(
        "--test-java", metavar="DIR", help="Java that runs the tests, if not the JDK that builds."
    ),
]


def examples(*commands: str) -> str:
    """Return the text below a command's help: one example a line."""
    return "\n".join(("Examples:", *(f"  {command}" for command in commands)))


class Panel(StrEnum):
    """The groups of commands in `reode --help`."""

    WORK = "Migrate"
    WATCH = "Watch and review"
    MACHINE = "Machine and settings"


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, the function behind it, and examples for its help."""

    name: str
    function: Callable[..., Any]
    panel: Panel
    examples: tuple[str, ...]

    def mount(self, app: typer.Typer) -> None:
        """Add the command to the application."""
        shown = examples(*self.examples)
        app.command(self.name, epilog=shown, rich_help_panel=self.panel)(self.function)


def checked_level(to: int, release: int | None) -> int:
    """Return the class-file level; raise UsageError for a target or level that can't be."""
    level = to if release is None else release
    if not LOWEST <= to <= HIGHEST:
        raise UsageError(
            f"--to {to}: REODE migrates to Java {LOWEST} to {HIGHEST}",
            hint=f"Give a version between {LOWEST} and {HIGHEST}.",
        )
    if not LOWEST_LEVEL <= level <= to:
        raise UsageError(
            f"--release {level} is not between {LOWEST_LEVEL} and {to}, the value of --to",
            hint="Leave --release out to compile at the level of --to.",
        )
    return level
