"""The documentation: made from the code where it can be, its commands known, its links alive."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from reode.cli.main import build_app
from reode.cli.options import GROUPS
from reode.cli.reference import event_classes, pages

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [ROOT / "README.md", ROOT / "AGENTS.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
)


def test_the_reference_is_current() -> None:
    for name, text in pages().items():
        place = ROOT / "docs" / "reference" / name
        assert place.read_text() == text, "run `python -m reode.cli.reference`"


def test_every_event_has_its_own_name() -> None:
    kinds = [event.kind for event in event_classes()]
    assert len(set(kinds)) == len(kinds) > 10


def test_the_readme_has_exactly_two_commands_of_one_line() -> None:
    lines = (ROOT / "README.md").read_text().splitlines()
    found = [line for line in lines if line.startswith("python3 -m venv ")]
    assert len(found) == 2
    assert "reode migrate e2e_projects/" in found[0]
    assert found[1].endswith("pytest -n auto")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def _blocks(page: Path) -> Iterator[list[str]]:
    text = page.read_text()
    blocks = re.findall(r"```(?:console|sh)\n(.*?)```", text, re.DOTALL)
    for line in "\n".join(blocks).splitlines():
        found = re.match(r"(?:\$ |.*&& \.venv/bin/)(reode .*)", line)
        if found:
            yield shlex.split(re.split(r"\s{2,}| > ", found[1])[0])


def _commands(page: Path) -> Iterator[list[str]]:
    yield from _blocks(page)
    for inline in re.findall(r"`(reode [a-z][^`]*)`", page.read_text()):
        yield shlex.split(inline)


def _known(words: list[str]) -> Any:
    command: Any = typer.main.get_command(build_app(tuple(GROUPS)))
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    return command


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_commands_in_the_docs_exist_with_their_options(page: Path) -> None:
    for words in _commands(page):
        rest = words[1:]
        command = _known(rest)
        if words[1] in {"COMMAND", "--help"}:
            continue
        assert command.name != "reode", words
        options = {name for p in command.params for name in p.opts} | {"--help"}
        given = {word.partition("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
        assert given <= options, words


@pytest.mark.e2e
def test_the_tutorial_works_as_written(tmp_path: Path) -> None:
    """Run every command of the tutorial, in order, on a clone of the sample projects."""
    place = tmp_path / "clone"
    shutil.copytree(ROOT / "e2e_projects", place / "e2e_projects")
    environment = {**_environment(), "REODE_HOME": str(tmp_path / "home")}
    for command in ("init -q -b main", "add -A", "commit -q -m start"):
        subprocess.run(["git", *command.split()], cwd=place, env=environment, check=True)
    for words in _blocks(ROOT / "docs" / "tutorial.md"):
        if words[1] == "undo":
            _check_branch(place, environment)
        if words[-1].endswith("run.html"):
            words[-1] = str(tmp_path / "run.html")
        subprocess.run([sys.executable, "-m", *words], cwd=place, env=environment, check=True)
    assert (tmp_path / "run.html").stat().st_size > 5_000


def _environment() -> dict[str, str]:
    names = ("AUTHOR", "COMMITTER")
    who = {f"GIT_{n}_NAME": "t" for n in names} | {f"GIT_{n}_EMAIL": "t@localhost" for n in names}
    kept = {k: v for k, v in os.environ.items() if not k.startswith("REODE_")}
    return kept | who | {"PYTHONPATH": str(ROOT)}


def _check_branch(folder: Path, environment: dict[str, str]) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "reode", "show", "latest", "--json"],
        cwd=folder, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    data = json.loads(shown.stdout)["data"]
    assert data["verdict"].startswith("migrated")
    subprocess.run(
        ["git", "merge", "--quiet", data["branch"]], cwd=folder, env=environment, check=True
    )
