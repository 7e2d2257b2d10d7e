"""The demo of `docs/how-it-decides.md`, as written: a scripted migration, then its replay."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reode.build.jdk import find_jdks
from reode.events import read_events
from reode.project.git import Git
from reode.run.store import RunStore, StoredRun

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
#: What the demo needs of a clone of REODE.
SAMPLE = "e2e_projects/models/tag-arrays"
SCRIPT = "tests/fixer/scripts/tag-arrays.jsonl"
REPLAY = "reode replay latest"


def _demo() -> tuple[str, str]:
    """Return the demo's commands up to the replay, and the replay."""
    page = (ROOT / "docs" / "how-it-decides.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sh\n(SCRIPT=.*?)```", page, re.DOTALL)
    before, found, after = block.partition(REPLAY)
    assert found
    return before, f"{found}{after}"


def _clone(folder: Path) -> Path:
    shutil.copytree(ROOT / SAMPLE, folder / SAMPLE, ignore=shutil.ignore_patterns("target"))
    (folder / SCRIPT).parent.mkdir(parents=True)
    shutil.copy(ROOT / SCRIPT, folder / SCRIPT)
    identity = ("git", "-c", "user.name=T", "-c", "user.email=t@localhost")
    for command in (["init", "-q", "-b", "main"], ["add", "-A", "-f"], ["commit", "-qm", "first"]):
        subprocess.run([*identity, *command], cwd=folder, check=True)
    return folder


def _bash(commands: str, folder: Path, home: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", commands],
        cwd=folder,
        env={**os.environ, "PATH": path, "REODE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def _events(run: StoredRun, kind: str) -> list[dict[str, Any]]:
    return [e["data"] for e in read_events(run.event_log) if e["event"] == kind]


def test_j09_the_demo_runs_and_its_replay_reaches_the_same_tree_and_verdict(
    tmp_path: Path,
) -> None:
    if not any(jdk.feature == 25 for jdk in find_jdks()):
        pytest.skip("no JDK 25 on this machine")
    clone, home = _clone(tmp_path / "clone"), tmp_path / "home"
    migration, replay = _demo()
    _bash(migration, clone, home)
    (clone / SCRIPT).unlink()  # whoever asks the scripted model now fails
    _bash(replay, clone, home)

    again, first = RunStore(home).runs()
    assert again.request().replay_of == first.run_id
    old, new = first.record(), again.record()
    assert old is not None
    assert new is not None
    assert old["verdict"] in {"migrated", "migrated_unproven"}
    for key in ("verdict", "reason", "diff", "llm_calls", "tokens", "iterations", "maven_runs"):
        assert new[key] == old[key], key
    git = Git(clone)
    trees = [git.text("rev-parse", f"{r['head_commit']}^{{tree}}") for r in (old, new)]
    assert trees[0] == trees[1] != git.text("rev-parse", "main^{tree}")
    assert any(t["by"].startswith("model:") for t in new["transforms"])

    asked, answered = _events(first, "model-called"), _events(again, "model-called")
    assert [(c["tier"], c["from_file"]) for c in asked] == [(0, False), (1, False)]
    assert [(c["tier"], c["from_file"]) for c in answered] == [(0, True), (1, True)]
    assert [c["transcript"] for c in answered] == [c["transcript"] for c in asked]
    assert not _events(again, "run-started")[0]["resumed"]
