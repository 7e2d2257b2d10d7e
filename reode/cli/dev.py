"""`reode dev`: what helps to work on REODE itself."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from reode.llm.mock.openai_rules import MODES
from reode.llm.mock.server import MockServer

app = typer.Typer(help="Tools for working on REODE.", no_args_is_help=True)


@app.callback()
def dev() -> None:
    """Keep the commands below `reode dev`, also while there is only one."""


@app.command("diagram")
def diagram(
    page: Annotated[Path, typer.Argument(help="page with the markers")] = Path(
        "docs/how-it-decides.md"
    ),
) -> None:
    """Bring the diagram of the graph in a page up to date."""
    from reode.graph.diagram import write_diagram

    typer.echo(f"{page} {'was brought up to date' if write_diagram(page) else 'is current'}")


@app.command("mock-llm")
def mock_llm(
    mode: Annotated[str, typer.Option(help=f"server to imitate: {', '.join(MODES)}")] = "openai",
    port: Annotated[int, typer.Option(help="port, 0 for any free one")] = 0,
    seconds: Annotated[float | None, typer.Option(help="stop after so many seconds")] = None,
) -> None:
    """Run a strict mock model server on 127.0.0.1 until interrupted.

    It speaks both protocols, refuses what the real servers refuse, and says so line by line.
    """
    if mode not in MODES:
        raise typer.BadParameter(f"the modes are {', '.join(MODES)}", param_hint="--mode")
    with MockServer(mode, port=port, on_request=typer.echo) as server:
        typer.echo(f"export ANTHROPIC_BASE_URL={server.url} ANTHROPIC_API_KEY=mock-key")
        typer.echo(f"export OPENAI_BASE_URL={server.url}/v1 OPENAI_API_KEY=mock-key")
        typer.echo(f"export REODE_BASE_URL={server.url}/v1")
        started = time.monotonic()
        try:
            while seconds is None or time.monotonic() - started < seconds:
                time.sleep(0.05)
        except KeyboardInterrupt:
            typer.echo("stopped")
