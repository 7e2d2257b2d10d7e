"""`reode dashboard`: serves the page on the loopback address, behind a token."""

# mypy: disable-error-code="import-not-found"
# An extra: its types are checked where it is installed.

from __future__ import annotations

import errno
import secrets
import socket
import webbrowser
from typing import Annotated

import typer

from reode.cli.options import Command, Panel
from reode.errors import MachineError, UsageError


def dashboard(
    *,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1, 0 for any free one.")] = 0,
    browse: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Show runs in the browser, live; for this machine and this address only.

    The address holds a token that is new each time; who does not know it sees nothing.
    """
    try:
        import uvicorn

        from reode.cli.dashboard.app import build_app
    except ModuleNotFoundError as error:
        raise MachineError(
            f"the dashboard needs {error.name}", hint="Run `pip install 'reode[dashboard]'`."
        ) from error
    from reode.run.store import RunStore
    from reode.settings import read_settings

    listener = _listen(port)
    token = secrets.token_urlsafe(24)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/{token}/"
    app = build_app(RunStore(read_settings().settings.home), token)
    # The access log would hold the token.
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
    typer.echo(f"{address}\nCtrl-C ends it.")
    if browse:
        webbrowser.open(address)
    with listener:
        uvicorn.Server(config).run(sockets=[listener])


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise UsageError(
                f"port {port} is in use", hint="Leave --port out to take any free one."
            ) from error
        raise UsageError(
            f"can't listen on port {port}: {error}", hint="Choose a port from 1024 to 65535."
        ) from error
    return listener


COMMANDS = (
    Command(
        "dashboard",
        dashboard,
        Panel.WATCH,
        ("reode dashboard --open", "reode dashboard --port 8765"),
    ),
)
