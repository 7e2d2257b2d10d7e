"""What the tests of the command line share: a home of their own, stored runs, the command itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reode.cli.main import run


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)["data"]


Command = Callable[..., Ended]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the process a home of its own, and none of the developer's settings."""
    place = tmp_path / "home"
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("REODE_HOME", str(place))
    monkeypatch.setenv("TZ", "UTC")
    for name in ("REODE_MODEL", "REODE_ESCALATE_TO", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.fixture
def reode(home: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run the command line in this process."""

    def call(*arguments: object) -> Ended:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run([str(a) for a in arguments])
        shown = capsys.readouterr()
        return Ended(int(ended.value.code or 0), shown.out, shown.err)

    return call
