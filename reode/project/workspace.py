"""The worktree of one run: its branch, its commits and the way back."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from reode.errors import GitError, StorageError
from reode.facts.edit import Edit
from reode.project.git import Git, trailers
from reode.project.line_merge import carry_over
from reode.project.tree import Tree


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit or a branch changed: paths, and added plus removed lines."""

    files: tuple[str, ...]
    lines: int


class Workspace:
    """A git worktree on the run's own branch; the only place of a run that is written."""

    def __init__(self, repository: Path, worktree: Path, branch: str, folder: str = "") -> None:
        """Describe a workspace; `open` or `create` makes it usable."""
        self._git = Git(repository)
        self.worktree = worktree
        self.branch = branch
        self.folder = folder

    @property
    def project(self) -> Path:
        """The folder with the pom that is migrated."""
        return self.worktree / self.folder

    def create(self, commit: str) -> None:
        """Add the worktree and branch at `commit`; doing it twice is doing it once."""
        if not (self.worktree / ".git").exists():
            self._add(commit)
        self.reset(self._tip())

    def _add(self, commit: str) -> None:
        shutil.rmtree(self.worktree, ignore_errors=True)
        self.worktree.parent.mkdir(parents=True, exist_ok=True)
        self._git.run("worktree", "prune")
        place = str(self.worktree)
        known = self._git.branch_exists(self.branch)
        what = (place, self.branch) if known else ("-b", self.branch, place, commit)
        self._git.run("worktree", "add", "--quiet", "--no-checkout", *what)

    def _tip(self) -> str:
        return self._git.text("rev-parse", "--verify", f"refs/heads/{self.branch}")

    def head(self) -> str:
        """Return the commit at the tip of the run's branch."""
        return self._tip()

    def reset(self, commit: str) -> None:
        """Put branch, index and files back to `commit`, build output included."""
        here = Git(self.worktree)
        try:
            self._git.run("update-ref", f"refs/heads/{self.branch}", commit)
            here.run("read-tree", commit)
            here.materialise(commit, self.worktree)
        except OSError as error:
            raise StorageError(f"can't restore the worktree: {error}") from error
        finally:
            here.close()

    def commit(self, edits: Iterable[Edit], subject: str, fields: Mapping[str, str]) -> str:
        """Write the edits and commit exactly them, bytes unfiltered; return the new commit id.

        `edits` have paths relative to the project folder. Returns the present tip where nothing
        changed.
        """
        return self._commit(edits, f"{subject}\n\n{trailers(fields)}\n")

    def reapply(self, commit: str) -> str | None:
        """Do again, on top of the present tip, what `commit` did, under its own message.

        Returns the new tip (the present one where nothing is left to do), or None where the change
        clashes with the tree; nothing is written then.
        """
        before, after, now = (self._git.files(c) for c in (f"{commit}^", commit, self._tip()))
        touched = {p for p in {*before, *after} if before.get(p) != after.get(p)}
        old, new, here = (
            {self._below(p): self._git.blob(files[p].sha) for p in touched if p in files}
            for files in (before, after, now)
        )
        message = self._git.text("log", "-1", "--format=%B", commit)
        edits = carry_over(old, new, here, message.partition("\n")[0])
        return None if edits is None else self._commit(edits, f"{message}\n")

    def _below(self, path: str) -> str:
        return path.removeprefix(f"{self.folder}/") if self.folder else path

    def _commit(self, edits: Iterable[Edit], message: str) -> str:
        before = self._tip()
        changed = Tree(self.project).apply(edits)
        if not changed:
            return before
        here = Git(self.worktree)
        try:
            for path in changed:
                _stage(here, self.worktree, f"{self.folder}/{path}" if self.folder else path)
            tree = here.text("write-tree")
            if tree == here.text("rev-parse", f"{before}^{{tree}}"):
                return before
            commit = _commit_tree(here, tree, before, message)
        finally:
            here.close()
        self._git.run("update-ref", f"refs/heads/{self.branch}", commit, before)
        return commit

    def tree_id(self, commit: str) -> str:
        """Return the id of the commit's tree: equal trees are equal projects."""
        return self._git.text("rev-parse", f"{commit}^{{tree}}")

    def history(self, base: str, commit: str) -> list[str]:
        """Return the commits after `base` up to `commit`, oldest first."""
        return self._git.text("rev-list", "--reverse", f"{base}..{commit}").split()

    def change(self, base: str, commit: str) -> Change:
        """Return what `commit` changed since `base`."""
        rows = self._git.text("diff", "--numstat", "--no-renames", "-z", base, commit).split("\0")
        files, lines = [], 0
        for row in filter(None, rows):
            added, removed, path = row.split("\t", 2)
            files.append(path)
            lines += sum(int(n) for n in (added, removed) if n.isdigit())
        return Change(tuple(files), lines)

    def diff(self, base: str, commit: str) -> str:
        """Return the unified diff between two commits."""
        return self._git.text("diff", "--no-color", "--no-ext-diff", "--no-textconv", base, commit)

    def remove(self) -> None:
        """Delete worktree and branch; what is already gone is no error."""
        if (self.worktree / ".git").exists():
            self._git.run("worktree", "remove", "--force", "--force", str(self.worktree))
        shutil.rmtree(self.worktree, ignore_errors=True)
        self._git.run("worktree", "prune")
        if self._git.branch_exists(self.branch):
            self._git.run("branch", "--quiet", "-D", "--", self.branch)

    def picture(self, left_out: Path | None = None) -> dict[str, str]:
        """Return what the user's checkout looks like (HEAD, index, stash, files).

        A run never changes it; `left_out` is REODE's own folder, should it lie inside.
        """
        return self._git.picture(left_out)

    def close(self) -> None:
        """End git's helper processes."""
        self._git.close()


def _stage(here: Git, worktree: Path, path: str) -> None:
    place = worktree / path
    if not place.exists():
        here.run("update-index", "--force-remove", "--", path)
        return
    sha = here.text("hash-object", "-w", "--no-filters", "--", str(place))
    mode = "100755" if place.stat().st_mode & 0o111 else "100644"
    here.run("update-index", "--add", "--cacheinfo", f"{mode},{sha},{path}")


def _commit_tree(here: Git, tree: str, parent: str, message: str) -> str:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write(message)
        file.flush()
        commit = here.text("commit-tree", tree, "-p", parent, "-F", file.name)
    if not commit:
        raise GitError("git made no commit")
    return commit
