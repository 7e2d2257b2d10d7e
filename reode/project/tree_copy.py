"""Copies a tree as a fresh clone would hold it: no build output, nothing that git ignores."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from reode.errors import GitError
from reode.project.git import Git

_OWN_DATA = frozenset({".git", ".hg", ".svn"})


def copy_tree(source: Path, target: Path) -> None:
    """Copy the files of `source` into the new folder `target`; links stay links."""
    root = source.resolve(strict=True)
    target.mkdir(parents=True)
    for path in _files(root):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, place, follow_symlinks=False)


def uncommitted(folder: Path, base: Path) -> tuple[str, ...] | None:
    """Return the paths that differ from the last commit, None where `folder` is in no repository.

    A tree whose last commit is still the base's state holds the whole migration uncommitted: then
    nothing stands out, and the answer is empty.
    """
    try:
        git = Git(folder)
    except GitError:
        return None
    root = folder.resolve()
    if git.root != root:
        return None
    try:
        dirty = git.dirty()
        return () if dirty and _is_base(git, base, dirty) else dirty
    except GitError:
        return None
    finally:
        git.close()


def _is_base(git: Git, base: Path, dirty: tuple[str, ...]) -> bool:
    """Tell whether the committed state of every changed file is the base's."""
    committed = git.files(git.head())
    for path in dirty:
        old = base / path
        known = git.blob(committed[path].sha) if path in committed else None
        now = old.read_bytes() if old.is_file() else None
        if known != now:
            return False
    return True


def _files(root: Path) -> Iterator[str]:
    try:
        git = Git(root)
    except GitError:
        yield from _walk(root)
        return
    try:
        if git.root != root:
            yield from _walk(root)
            return
        listed = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    finally:
        git.close()
    for name in dict.fromkeys(listed.split(b"\0")):
        path = os.fsdecode(name)
        if path and ((root / path).is_file() or (root / path).is_symlink()):
            yield path


def _walk(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        # `target` is build output only beside a pom; elsewhere it may be a package.
        output = {"target"} if "pom.xml" in names else set()
        links = [f for f in folders if (here / f).is_symlink()]
        folders[:] = [f for f in folders if f not in _OWN_DATA | output | set(links)]
        for name in (*names, *links):
            yield (here / name).relative_to(root).as_posix()
