"""Runs the verify command over two trees written to disk, with the build replaced by the optimist."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from reode.cli import verify as command
from reode.facts.build import Jdk
from reode.run.verify import Workshop
from tests.guards.optimist import Optimist

Tree = Mapping[str, str]
Verify = Callable[..., dict[str, Any]]


@pytest.fixture
def run_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Verify:
    """Return a function (base, migrated, *flags) → the command's JSON data."""
    jdk = Jdk("/jdk", 17, "17.0.15")
    monkeypatch.setattr(command, "_workshop", lambda *_, **__: Workshop(Optimist(), (jdk,), jdk))
    app = typer.Typer()
    app.callback()(lambda: None)
    for one in command.COMMANDS:
        one.mount(app)

    def verify(base: Tree, migrated: Tree, *flags: str) -> dict[str, Any]:
        for name, tree in (("base", base), ("migrated", migrated)):
            for path, text in tree.items():
                place = tmp_path / name / path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text, encoding="utf-8")
        trees = ["--base", str(tmp_path / "base"), "--migrated", str(tmp_path / "migrated")]
        result = CliRunner().invoke(app, ["verify", *trees, "--to", "17", "--json", *flags])
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        data: dict[str, Any] = json.loads(result.stdout)["data"]
        assert result.exit_code == (1 if data["answer"] == "failed" else 0)
        return data

    return verify
