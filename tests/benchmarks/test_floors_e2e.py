"""A sample of floors.toml is verified by the command itself, with real builds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ("maven-war-plugin", "org.javassist:javassist", "org.ow2.asm:asm", "org.mybatis:mybatis")


@pytest.mark.e2e
def test_the_command_proves_floors_with_real_builds(tmp_path: Path) -> None:
    results = tmp_path / "floors.jsonl"
    argv = [sys.executable, str(ROOT / "benchmarks" / "floors.py"), "verify", *SAMPLE]
    argv += ["--jdk", "17", "--results", str(results)]

    first = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stdout + first.stderr
    lines = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    assert {line["row"].partition(":")[2] for line in lines} == {
        name.rpartition(":")[2] for name in SAMPLE
    }
    floors = {line["row"]: line["passed"] for line in lines if line["side"] == "floor"}
    below = {line["row"]: line["passed"] for line in lines if line["side"] == "below"}
    assert len(floors) == len(below) == len(SAMPLE)
    assert all(floors.values()), first.stdout
    assert not any(below.values()), first.stdout
    kinds = {line["row"]: line["kind"] for line in lines if line["side"] == "below"}
    assert kinds["org.ow2.asm:asm"] == "class-file-version"

    again = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert again.stdout == "", "every build has its line: nothing is built twice"
