"""Asks Maven's own classes what they make of poms and versions."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

_SOURCE = Path(__file__).with_name("MavenOracle.java")


def maven_reads(poms: Iterable[Path]) -> dict[Path, str]:
    """Return for each file `ok <artifactId>` or `bad <message>`."""
    files = list(poms)
    return dict(zip(files, _ask("read", [str(one) for one in files]), strict=True))


def maven_compares(pairs: Iterable[tuple[str, str]]) -> list[int]:
    """Return -1, 0 or 1 for each pair of versions."""
    return [int(answer) for answer in _ask("compare", [" ".join(pair) for pair in pairs])]


def _ask(mode: str, lines: list[str]) -> list[str]:
    java, libraries = _java(), _maven_home() / "lib" / "*"
    done = subprocess.run(
        [java, "-cp", str(libraries), str(_SOURCE), mode],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def _java() -> str:
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=f"{home}/bin") if home else shutil.which("java")
    if found is None:
        pytest.skip("no java on this machine")
    return found


def _maven_home() -> Path:
    maven = shutil.which("mvn")
    if maven is None:
        pytest.skip("no mvn on this machine")
    shown = subprocess.run([maven, "-B", "-v"], capture_output=True, text=True, check=True).stdout
    home = re.search(r"Maven home: (.+)", re.sub(r"\x1b\[[0-9;]*m", "", shown))
    assert home, shown
    return Path(home[1].strip())
