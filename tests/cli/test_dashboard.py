"""The dashboard: only with the token, only from here, only reading, and live."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reode.run.store import RunStore
from tests.report.sample_run import RUN_ID, happenings, log_lines, store_run

pytest.importorskip("starlette", reason="the dashboard is an extra")
pytest.importorskip("uvicorn", reason="the dashboard is an extra")

from starlette.testclient import TestClient

from reode.cli.dashboard.app import build_app
from reode.cli.dashboard.stream import follow

TOKEN = "t0ken"  # of this test


@pytest.fixture
def client(home: Path) -> Iterator[Any]:
    store_run(home)
    with TestClient(build_app(RunStore(home), TOKEN), base_url="http://127.0.0.1") as made:
        yield made


def test_the_list_names_every_run(client: Any) -> None:
    page = client.get(f"/{TOKEN}/")
    assert page.status_code == 200
    assert RUN_ID in page.text
    assert "migrated unproven" in page.text


@pytest.mark.parametrize("path", ["/", "/wrong/", f"/wrong/runs/{RUN_ID}", "/wrong/static/live.js"])
def test_without_the_token_there_is_nothing(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert RUN_ID not in answer.text


def test_another_host_name_for_this_address_is_refused(client: Any) -> None:
    assert client.get(f"/{TOKEN}/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_written(client: Any, method: str) -> None:
    for path in (f"/{TOKEN}/", f"/{TOKEN}/runs/{RUN_ID}"):
        assert getattr(client, method)(path).status_code == 405


def test_pages_ask_nobody_else(client: Any) -> None:
    for path in ("", f"runs/{RUN_ID}", f"runs/{RUN_ID}/report"):
        answer = client.get(f"/{TOKEN}/{path}")
        assert answer.status_code == 200
        assert "http" not in answer.text.replace("http-equiv", "")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"


def test_a_finished_run_streams_all_events_and_ends(client: Any) -> None:
    answer = client.get(f"/{TOKEN}/runs/{RUN_ID}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.text.count("\ndata: ") == len(happenings()) + 1
    assert answer.text.endswith("event: end\ndata: finished\n\n")


def test_a_browser_that_comes_back_gets_only_what_it_missed(client: Any) -> None:
    last = len(happenings())
    answer = client.get(f"/{TOKEN}/runs/{RUN_ID}/events", headers={"Last-Event-ID": str(last - 1)})
    assert answer.text.startswith(f"id: {last}\n")
    assert "migrated_unproven" in answer.text


def test_an_event_is_sent_within_a_second_of_its_writing(home: Path) -> None:
    run = store_run(home, events=happenings()[:5], finished=False)

    async def watch() -> float:
        stream = follow(run, 5)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0.5)
        assert not waiting.done()
        with run.event_log.open("a") as log:
            log.write(json.dumps(list(log_lines())[5]) + "\n")
        start = time.monotonic()
        message = await asyncio.wait_for(waiting, 5)
        assert json.loads(message.split("data: ")[1])["kind"] == "build-finished"
        await stream.aclose()  # type: ignore[attr-defined]
        return time.monotonic() - start

    with run.locked():
        assert asyncio.run(watch()) < 1.0


def test_a_port_in_use_is_said_with_its_remedy(reode: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = reode("dashboard", "--port", taken.getsockname()[1])
    assert ended.code == 2
    assert "is in use" in ended.err
    assert "Leave --port out" in ended.err


def test_without_its_packages_the_dashboard_says_what_to_install(
    reode: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ended = reode("dashboard")
    assert ended.code == 3
    assert "reode[dashboard]" in ended.err


@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium here")
def test_in_a_real_browser_the_page_fills_and_can_be_used_with_the_keyboard(home: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    uvicorn = pytest.importorskip("uvicorn")
    store_run(home)
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(build_app(RunStore(home), TOKEN), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/{TOKEN}/"
    try:
        with playwright.sync_playwright() as tool:
            browser = tool.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page()
            asked: list[str] = []
            page.on("request", lambda request: asked.append(request.url))
            page.goto(address)
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            page.wait_for_selector("#events p:last-child >> text=migrated_unproven")
            assert page.locator("#events p").count() == len(happenings())
            assert page.locator("#report").is_visible()
            assert all(url.startswith((address, "data:")) for url in asked)
            browser.close()
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
