"""The routes of the dashboard, all below the token, all read-only."""

# mypy: disable-error-code="import-not-found"
# An extra: its types are checked where it is installed.

from __future__ import annotations

import secrets
from importlib import resources

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from reode.cli.dashboard.pages import index_page, run_page
from reode.cli.dashboard.stream import follow
from reode.cli.material import read_material
from reode.cli.runs import row_of
from reode.errors import ReodeError
from reode.report.html import to_html
from reode.run.store import RunStore

#: Nothing comes from elsewhere, nothing is sent elsewhere, nothing is framed.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_STATIC = {"dashboard.css": "text/css", "live.js": "text/javascript"}


def build_app(store: RunStore, token: str) -> Starlette:
    """Return the application over the runs of `store`; a wrong token is answered like no page."""
    pages = _Pages(store, token)
    routes = [
        Route("/{token}/", pages.index),
        Route("/{token}/runs/{run}", pages.run),
        Route("/{token}/runs/{run}/events", pages.events),
        Route("/{token}/runs/{run}/report", pages.report),
        Route("/{token}/static/{name}", pages.static),
    ]
    # Another site's name that points to this address must not read the runs.
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    return Starlette(routes=routes, middleware=[hosts])


class _Pages:
    """What the routes answer."""

    def __init__(self, store: RunStore, token: str) -> None:
        self._store, self._token = store, token

    def index(self, request: Request) -> Response:
        """List the runs."""
        if not self._is_known(request):
            return _nothing()
        rows = [row_of(run) for run in self._store.runs()]
        return HTMLResponse(index_page(rows, str(self._store.home)), headers=_HEADERS)

    def run(self, request: Request) -> Response:
        """Follow one run."""
        if not self._is_known(request):
            return _nothing()
        try:
            run = self._store.find(request.path_params["run"])
            return HTMLResponse(run_page(row_of(run)), headers=_HEADERS)
        except ReodeError as error:
            return _nothing(error.message)

    def events(self, request: Request) -> Response:
        """Send the events of a run as they come; a browser that reconnects says what it has."""
        if not self._is_known(request):
            return _nothing()
        try:
            run = self._store.find(request.path_params["run"])
        except ReodeError as error:
            return _nothing(error.message)
        seen = request.headers.get("last-event-id", "")
        after = int(seen) if seen.isdecimal() else 0
        return StreamingResponse(
            follow(run, after), media_type="text/event-stream", headers=_HEADERS
        )

    def report(self, request: Request) -> Response:
        """Show the report of a finished run."""
        if not self._is_known(request):
            return _nothing()
        try:
            material = read_material(self._store.find(request.path_params["run"]))
        except ReodeError as error:
            return _nothing(error.message)
        return HTMLResponse(to_html(material), headers=_HEADERS)

    def static(self, request: Request) -> Response:
        """Send the style or the script."""
        name = request.path_params["name"]
        if not self._is_known(request) or name not in _STATIC:
            return _nothing()
        text = resources.files("reode.cli.dashboard").joinpath("static", name).read_bytes()
        return Response(text, media_type=_STATIC[name], headers=_HEADERS)

    def _is_known(self, request: Request) -> bool:
        return secrets.compare_digest(request.path_params["token"], self._token)


def _nothing(why: str = "There is nothing here.") -> Response:
    return PlainTextResponse(why, status_code=404, headers=_HEADERS)
