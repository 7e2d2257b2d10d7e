"""The command line: mounts the commands and turns errors into a sentence and an exit code."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import reode
from reode.cli import migrate
from reode.errors import ReodeError

app = typer.Typer(
    name="reode",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    help="Migrate legacy Java Maven repositories to a newer Java, with or without a model.",
)
app.command("migrate")(migrate.migrate)
app.command("resume")(migrate.resume)
app.command("undo")(migrate.undo)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"reode {reode.__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Take the options that belong to no command."""


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and exit; the only place where errors become exit codes."""
    try:
        app(args=arguments, standalone_mode=True)
    except ReodeError as error:
        sys.stderr.write(f"reode: {error.message}\n")
        if error.hint:
            sys.stderr.write(f"       {error.hint}\n")
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.exit(0)
