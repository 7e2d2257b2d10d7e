"""The command line: mounts the commands and turns errors into sentences and exit codes."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import reode
from reode.cli import config, doctor, fork, log, migrate, plan, report, runs, show, verify
from reode.cli.dashboard import command as dashboard
from reode.cli.failures import as_reode_error, exit_code_of, tell
from reode.cli.options import GROUPS, Panel, examples
from reode.cli.terminal import make_streams_safe

_COMMANDS = (
    *plan.COMMANDS,
    *migrate.COMMANDS,
    *fork.COMMANDS,
    *verify.COMMANDS,
    *runs.COMMANDS,
    *show.COMMANDS,
    *log.COMMANDS,
    *report.COMMANDS,
    *dashboard.COMMANDS,
    *doctor.COMMANDS,
    *config.COMMANDS,
)
_HELP = "Migrate legacy Java Maven repositories to a newer Java, with or without a model."


def build_app(arguments: Sequence[str]) -> typer.Typer:
    """Return the application; of the groups, only those that `arguments` name are loaded."""
    app = typer.Typer(
        name="reode",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        help=_HELP,
        callback=root,
        epilog=examples(
            "reode doctor .            what can this machine do with this project?",
            "reode plan . --to 25      what would change, and why",
            "reode migrate . --to 25   do it, on a branch of its own",
            "reode log latest -f       follow a run from another terminal",
        ),
    )
    for command in _COMMANDS:
        command.mount(app)
    named = {*arguments, *os.environ.get("COMP_WORDS", "").split()}
    for name, (module, text) in GROUPS.items():
        group = typer.Typer(help=text)
        if name in named:
            group = importlib.import_module(module).app
        app.add_typer(group, name=name, rich_help_panel=Panel.MACHINE)
    return app


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"reode {reode.__version__}")
        raise typer.Exit


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
    given = sys.argv[1:] if arguments is None else arguments
    make_streams_safe()
    sys.exit(_run(given))


def _run(arguments: list[str]) -> int:
    try:
        app = build_app(arguments)
        code = app(args=arguments, prog_name="reode", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; writing what is left at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the edge of the program
        shown = as_reode_error(error)
        code = exit_code_of(shown, error)
        tell(shown, arguments, code)
    return code if isinstance(code, int) else 0
