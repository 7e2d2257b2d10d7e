"""What the user may name: a checkout, a sub-folder, a plain folder, a URL, and what is refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from reode.errors import GitError, ProjectError, UsageError
from reode.project.git import Git
from reode.project.source import locate_source

POM = b"<project>\r\n</project>"


def _git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=T", "-c", "user.email=t@localhost", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def _repository(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(POM)
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_a_checkout(tmp_path: Path) -> None:
    here = _repository(tmp_path / "r", "pom.xml")
    source = locate_source(str(here), tmp_path / "store")
    assert (source.repository, source.folder, source.private) == (here.resolve(), "", False)
    assert source.commit == Git(here).head()


def test_a_sub_folder_and_its_own_uncommitted_changes(tmp_path: Path) -> None:
    here = _repository(tmp_path / "r", "pom.xml", "part/pom.xml")
    (here / "elsewhere").write_text("x")
    (here / "part" / "mine").write_text("x")
    source = locate_source(str(here / "part"), tmp_path / "store")
    assert (source.folder, source.dirty) == ("part", ("part/mine",))


def test_j01_a_plain_folder_gets_a_private_repository(tmp_path: Path) -> None:
    here = tmp_path / "plain"
    here.mkdir()
    (here / "pom.xml").write_bytes(POM)
    (here / ".gitattributes").write_text("* text=auto\n")
    source = locate_source(str(here), tmp_path / "store")
    assert source.private
    assert not (here / ".git").exists()
    git = Git(source.repository)
    assert git.blob(git.files(source.commit)["pom.xml"].sha) == POM
    (here / "pom.xml").write_bytes(POM + b"\n")
    assert locate_source(str(here), tmp_path / "store").commit != source.commit


def test_a_url_is_cloned_and_then_kept_fresh(tmp_path: Path) -> None:
    here = _repository(tmp_path / "r", "pom.xml")
    first = locate_source(here.as_uri(), tmp_path / "store")
    _git(here, "commit", "-q", "--allow-empty", "-m", "second")
    second = locate_source(here.as_uri(), tmp_path / "store")
    assert first.private
    assert first.repository == second.repository
    assert first.commit != second.commit == Git(here).head()


@pytest.mark.parametrize(
    ("make", "error", "says"),
    [
        (lambda t: str(t / "nowhere"), UsageError, "does not exist"),
        (lambda t: str(_file(t)), UsageError, "is not a folder"),
        (lambda t: str(_repository(t / "r", "x/pom.xml")), ProjectError, "no pom.xml"),
        (lambda t: str(_repository(t / "r", "build.gradle")), ProjectError, "Gradle project"),
        (lambda t: str(_repository(t / "r", "build.xml")), ProjectError, "Ant project"),
        (lambda t: str(_uncommitted(t)), ProjectError, "not committed"),
        (lambda t: str(_empty(t)), GitError, "no commit yet"),
        (lambda t: (t / "gone").as_uri(), GitError, "can't clone"),
    ],
)
def test_what_is_refused(tmp_path: Path, make: object, error: type[Exception], says: str) -> None:
    given = make(tmp_path)  # type: ignore[operator]
    with pytest.raises(error, match=says) as raised:
        locate_source(given, tmp_path / "store")
    assert getattr(raised.value, "hint", "") or error is GitError


def _file(folder: Path) -> Path:
    (folder / "file").write_text("x")
    return folder / "file"


def _uncommitted(folder: Path) -> Path:
    here = _repository(folder / "r", "README")
    (here / "pom.xml").write_bytes(POM)
    return here


def _empty(folder: Path) -> Path:
    here = folder / "r"
    here.mkdir()
    _git(here, "init", "-q")
    (here / "pom.xml").write_bytes(POM)
    return here
