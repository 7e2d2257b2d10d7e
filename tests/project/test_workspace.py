"""The worktree of a run: bytes as they are, the user's checkout untouched, and the way back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from reode.errors import PathError
from reode.facts.edit import Edit
from reode.project.git import Git, subject
from reode.project.tree import Tree
from reode.project.workspace import Workspace

CRLF = b"<project>\r\n\t<a/>\r\n</project>\r\n"


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=T", "-c", "user.email=t@localhost", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "user"
    (folder / "src").mkdir(parents=True)
    (folder / "pom.xml").write_bytes(CRLF)
    (folder / "src" / "A.java").write_bytes(b"class A {}\n")
    (folder / "run.sh").write_bytes(b"#!/bin/sh\n")
    (folder / "run.sh").chmod(0o755)
    (folder / "link").symlink_to("pom.xml")
    (folder / ".gitattributes").write_text("*.java text eol=crlf\n")
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "-m", "first")
    return folder


@pytest.fixture
def workspace(repository: Path, tmp_path: Path) -> Workspace:
    made = Workspace(repository, tmp_path / "run" / "worktree", "reode/X")
    made.create(_git(repository, "rev-parse", "HEAD").strip())
    return made


def test_files_come_out_byte_for_byte(workspace: Workspace) -> None:
    assert (workspace.project / "pom.xml").read_bytes() == CRLF
    assert (workspace.project / "src" / "A.java").read_bytes() == b"class A {}\n"
    assert (workspace.project / "link").is_symlink()
    assert (workspace.project / "run.sh").stat().st_mode & 0o111


def test_j04_a_commit_holds_exactly_the_edits_and_their_trailers(
    workspace: Workspace, repository: Path
) -> None:
    base = workspace.head()
    (workspace.project / "target").mkdir()
    (workspace.project / "target" / "A.class").write_bytes(b"x")
    edit = Edit("src/A.java", b"class A { }\r\n", "why")
    commit = workspace.commit([edit], "Change A", {"Reode-Rule": "a\nb"})
    assert workspace.change(base, commit).files == ("src/A.java",)
    stored = Git(repository).run("cat-file", "blob", f"{commit}:src/A.java")
    assert stored == b"class A { }\r\n"
    message = _git(repository, "log", "-1", "--format=%B", commit)
    assert message.startswith("Change A\n\nReode-Rule: a b\n")
    assert _git(repository, "log", "-1", "--format=%an", commit) == "REODE\n"


def test_committing_what_is_already_there_makes_no_commit(workspace: Workspace) -> None:
    before = workspace.head()
    assert workspace.commit([Edit("pom.xml", CRLF, "same")], "s", {}) == before


def test_reset_removes_everything_that_is_not_in_the_commit(workspace: Workspace) -> None:
    base = workspace.head()
    workspace.commit(
        [Edit("src/B.java", b"class B {}", "new"), Edit("run.sh", None, "go")], "s", {}
    )
    (workspace.project / "junk").write_text("x")
    (workspace.project / "pom.xml").write_text("half an edit")
    workspace.reset(base)
    names = {p.name for p in workspace.project.iterdir()} - {".git"}
    assert names == {"pom.xml", "src", "run.sh", "link", ".gitattributes"}
    assert (workspace.project / "pom.xml").read_bytes() == CRLF
    assert workspace.head() == base


def test_j03_the_users_checkout_stays_as_it_is(workspace: Workspace, repository: Path) -> None:
    (repository / "dirty.txt").write_text("mine")
    (repository / "pom.xml").write_text("edited by the user")
    _git(repository, "add", "dirty.txt")
    index = (repository / ".git" / "index").read_bytes()
    before = workspace.picture()
    workspace.commit([Edit("pom.xml", b"<project/>", "x")], "s", {})
    workspace.reset(workspace.head())
    assert workspace.picture() == before
    assert (repository / ".git" / "index").read_bytes() == index
    assert (repository / "pom.xml").read_text() == "edited by the user"


@pytest.mark.parametrize("change", ["file", "untracked", "index", "stash", "branch"])
def test_j05_the_picture_sees_every_change(
    workspace: Workspace, repository: Path, change: str
) -> None:
    before = workspace.picture()
    (repository / "pom.xml" if change == "file" else repository / "new").write_text("y")
    if change == "index":
        _git(repository, "add", "-A")
        (repository / "new").unlink()
    if change == "stash":
        _git(repository, "stash", "-u")
    if change == "branch":
        (repository / "new").unlink()
        _git(repository, "checkout", "-q", "-b", "other")
    assert workspace.picture() != before


def test_j05_reodes_own_folder_inside_the_checkout_does_not_count(
    workspace: Workspace, repository: Path
) -> None:
    home = repository / "home"
    before = workspace.picture(home)
    home.mkdir()
    (home / "events.jsonl").write_text("x")
    assert workspace.picture(home) == before != workspace.picture()


def test_j03_undo_leaves_nothing_behind(workspace: Workspace, repository: Path) -> None:
    workspace.commit([Edit("pom.xml", b"<project/>", "x")], "s", {})
    workspace.remove()
    assert not workspace.worktree.exists()
    assert _git(repository, "branch", "--list", "reode/*") == ""
    assert len(_git(repository, "worktree", "list").splitlines()) == 1
    workspace.remove()


def test_creating_again_keeps_the_branch(workspace: Workspace) -> None:
    commit = workspace.commit([Edit("pom.xml", b"<project/>", "x")], "s", {})
    workspace.create("HEAD")
    assert workspace.head() == commit


def test_hooks_of_the_repository_do_not_run(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for name in ("post-checkout", "pre-commit", "reference-transaction"):
        hook = repository / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\ntouch {mark}\n")
        hook.chmod(0o755)
    made = Workspace(repository, tmp_path / "w", "reode/H")
    made.create(_git(repository, "rev-parse", "HEAD").strip())
    made.commit([Edit("pom.xml", b"<project/>", "x")], "s", {})
    made.remove()
    assert not mark.exists()


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "a/../../x", ".git/config", "target/A", "", "a\\..\\b", "a\0b"]
)
def test_no_path_leaves_the_tree(tmp_path: Path, path: str) -> None:
    with pytest.raises(PathError):
        Tree(tmp_path).locate(path)


def test_no_symbolic_link_leads_out(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "out").symlink_to(tmp_path)
    (root / "file").symlink_to(tmp_path / "other")
    for path in ("out/x", "file"):
        with pytest.raises(PathError):
            Tree(root).locate(path)


def test_j06_a_commit_is_made_again_without_the_one_before_it(
    workspace: Workspace, repository: Path
) -> None:
    base = workspace.head()
    with_b = CRLF.replace(b"<a/>\r\n", b"<a/>\r\n\t<b/>\r\n")
    with_c = with_b.replace(b"<b/>\r\n", b"<b/>\r\n\t<c/>\r\n")
    first = workspace.commit([Edit("pom.xml", with_b, "b")], "Add b", {"Reode-Run": "X"})
    fields = {"Reode-Run": "X", "Reode-Rule": "c_missing"}
    second = workspace.commit([Edit("pom.xml", with_c, "c")], "Add c", fields)
    workspace.reset(base)
    again = workspace.reapply(second)
    assert again is not None
    assert workspace.head() == again
    assert workspace.history(base, again) == [again]
    assert (workspace.project / "pom.xml").read_bytes() == with_c.replace(b"\t<b/>\r\n", b"")
    message = _git(repository, "log", "-1", "--format=%B", again)
    assert message == _git(repository, "log", "-1", "--format=%B", second)
    assert first not in _git(repository, "rev-list", again)


def test_a_commit_that_clashes_is_not_made_and_one_that_is_done_makes_none(
    workspace: Workspace,
) -> None:
    base = workspace.head()
    edit = Edit("src/A.java", b"class A { int b; }\n", "b")
    first = workspace.commit([edit], "Add b", {})
    second = workspace.commit([Edit("src/A.java", b"class A { int c; }\n", "c")], "Say c", {})
    assert workspace.reapply(second) == second
    workspace.reset(base)
    assert workspace.reapply(second) is None
    assert workspace.head() == base
    assert workspace.reapply(first) == workspace.head() != base


def test_a_commit_in_a_sub_folder_is_made_again_there(repository: Path, tmp_path: Path) -> None:
    workspace = Workspace(repository, tmp_path / "run" / "worktree", "reode/Y", "src")
    workspace.create(_git(repository, "rev-parse", "HEAD").strip())
    base = workspace.head()
    workspace.commit([Edit("B.java", b"class B {}\n", "b")], "Add B", {})
    second = workspace.commit([Edit("A.java", None, "a")], "Remove A", {})
    workspace.reset(base)
    assert workspace.reapply(second) is not None
    assert [p.name for p in workspace.project.iterdir()] == []


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("Compile at level 25.", 0, "Compile at level 25"),
        ("Compile at level 25.", 2, "Compile at level 25 (and 2 more)"),
        ("first line\nsecond line", 0, "first line"),
        ("word " * 20, 0, "word " * 13 + "word…"),
        ("word " * 20, 3, "word " * 10 + "word… (and 3 more)"),
    ],
)
def test_j04_a_subject_fits_on_one_line(text: str, others: int, expected: str) -> None:
    assert subject(text, others) == expected
    assert len(expected) <= 72
