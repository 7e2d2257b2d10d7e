"""Git with hooks, filters and the user's identity out of play; raw bytes in and out."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import git
from git.exc import GitCommandError, InvalidGitRepositoryError, NoSuchPathError

from reode.errors import GitError

#: Whoever reads the history sees that a machine wrote it; no configured identity is needed.
_IDENTITY = {
    "GIT_AUTHOR_NAME": "REODE",
    "GIT_AUTHOR_EMAIL": "reode@localhost",
    "GIT_COMMITTER_NAME": "REODE",
    "GIT_COMMITTER_EMAIL": "reode@localhost",
    # Reading must not refresh the user's index.
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
_SAFE = (
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.autocrlf=false",
    "-c",
    "core.fsmonitor=false",
)
_LINK = 0o120000
_EXECUTABLE = 0o100755


@dataclass(frozen=True, slots=True)
class Blob:
    """A file of a commit: git mode and object id."""

    mode: int
    sha: str


class Git:
    """One repository; every failure is a GitError that names the command."""

    def __init__(self, folder: Path) -> None:
        """Open the repository that contains `folder`; raise GitError where there is none."""
        try:
            self._repo = git.Repo(folder, search_parent_directories=True)
        except (InvalidGitRepositoryError, NoSuchPathError) as error:
            raise GitError(f"{folder} is not inside a git repository") from error
        if self._repo.working_tree_dir is None:
            raise GitError(f"{folder} is a bare repository", hint="Clone it and give the clone.")
        self.root = Path(self._repo.working_tree_dir).resolve()

    @staticmethod
    def contains(folder: Path) -> bool:
        """Tell whether `folder` lies in a repository with a working tree."""
        try:
            return git.Repo(folder, search_parent_directories=True).working_tree_dir is not None
        except (InvalidGitRepositoryError, NoSuchPathError):
            return False

    @staticmethod
    def create(folder: Path) -> Git:
        """Make a new repository in `folder`."""
        git.Repo.init(folder, initial_branch="main")
        return Git(folder)

    @staticmethod
    def clone(url: str, folder: Path) -> Git:
        """Clone `url` into `folder`; raise GitError where that fails."""
        try:
            git.Git().execute(
                ["git", *_SAFE, "clone", "--quiet", "--", url, str(folder)], env=_environment()
            )
        except GitCommandError as error:
            raise GitError(f"can't clone {url}: {_reason(error)}") from error
        return Git(folder)

    def run(self, *arguments: str) -> bytes:
        """Run a git command in the working tree and return what it printed, as bytes."""
        try:
            output: bytes = self._repo.git.execute(
                ["git", *_SAFE, *arguments],
                stdout_as_string=False,
                strip_newline_in_stdout=False,
                env=_environment(),
            )
        except GitCommandError as error:
            raise GitError(f"git {arguments[0]} failed: {_reason(error)}") from error
        return output

    def text(self, *arguments: str) -> str:
        """Run a git command and return its output as text without the last line end."""
        return self.run(*arguments).decode("utf-8", "replace").rstrip("\n")

    def head(self) -> str:
        """Return the commit id of HEAD; raise GitError in a repository without commits."""
        try:
            return self.text("rev-parse", "--verify", "HEAD^{commit}")
        except GitError as error:
            raise GitError(
                f"{self.root} has no commit yet", hint="Commit the project once, then run again."
            ) from error

    def files(self, commit: str) -> dict[str, Blob]:
        """Return the files of a commit by path; submodules are left out."""
        entries = self.run("ls-tree", "-r", "-z", "--full-tree", commit).split(b"\0")
        return dict(_entry(line) for line in entries if line and b" blob " in line)

    def blob(self, sha: str) -> bytes:
        """Return the bytes of a file object."""
        data: bytes = self._repo.odb.stream(bytes.fromhex(sha)).read()
        return data

    def dirty(self, folder: str = "") -> tuple[str, ...]:
        """Return the paths with uncommitted changes (untracked ones included), sorted."""
        output = self.text(
            "status", "--porcelain", "-z", "--untracked-files=normal", "--", folder or "."
        )
        return tuple(sorted(entry[3:] for entry in output.split("\0") if len(entry) > 3))

    def branch_exists(self, branch: str) -> bool:
        """Tell whether a local branch has that name."""
        return bool(self.text("for-each-ref", f"refs/heads/{branch}"))

    def picture(self, left_out: Path | None = None) -> dict[str, str]:
        """Return HEAD, index, stash and every visible file as hashes: equal where nothing changed.

        Files below `left_out` do not count.
        """
        branch = "" if self.detached else self.text("symbolic-ref", "-q", "HEAD")
        seen = {
            "HEAD": f"{branch} {self.text('rev-parse', 'HEAD')}",
            "stash and tags": self.text("for-each-ref", "refs/stash", "refs/tags"),
            "index": hashlib.sha256(self.run("ls-files", "--stage", "-z")).hexdigest(),
        }
        for name in self.run("ls-files", "-z", "-co", "--exclude-standard").split(b"\0"):
            place = self.root / os.fsdecode(name)
            if name and not (left_out and place.is_relative_to(left_out)):
                seen[os.fsdecode(name)] = _content_hash(place)
        return seen

    @property
    def detached(self) -> bool:
        """Tell whether HEAD names a commit instead of a branch."""
        return bool(self._repo.head.is_detached)

    def close(self) -> None:
        """End the helper processes that read objects."""
        self._repo.close()

    def materialise(self, commit: str, folder: Path) -> None:
        """Make `folder` hold exactly the files of `commit`, byte for byte, and nothing else."""
        wanted = self.files(commit)
        for path in list(_walk(folder)):
            if path not in wanted:
                (folder / path).unlink()
        for path, blob in wanted.items():
            _place(folder / path, blob, self.blob(blob.sha))
        _prune(folder)


#: A commit's subject has room for so many characters.
_SUBJECT = 72


def subject(text: str, others: int = 0) -> str:
    """Return the subject of a commit: the text's first line, cut at a word; `others` are counted."""
    more = f" (and {others} more)" if others else ""
    first = (text.strip().splitlines() or [""])[0].rstrip(".")
    room = _SUBJECT - len(more)
    if len(first) > room:
        first = first[: room - 1].rsplit(" ", 1)[0] + "…"
    return first + more


def trailers(fields: Mapping[str, str]) -> str:
    """Return git trailers, one a line, with line breaks in values folded to blanks."""
    return "\n".join(f"{name}: {' '.join(value.split())}" for name, value in fields.items())


def _environment() -> dict[str, str]:
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k.startswith("GIT_SSL")
    }
    return kept | _IDENTITY


def _entry(line: bytes) -> tuple[str, Blob]:
    meta, path = line.split(b"\t", 1)
    mode, _, sha = meta.split(b" ")
    return os.fsdecode(path), Blob(int(mode, 8), sha.decode())


def _reason(error: GitCommandError) -> str:
    text = str(error.stderr or error).strip().removeprefix("stderr:").strip(" '\n")
    return text.splitlines()[-1] if text else "no reason given"


def _content_hash(path: Path) -> str:
    try:
        data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
    except OSError:
        return "-"
    return hashlib.sha256(data).hexdigest()


def _walk(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if not (Path(place, f).is_symlink() or f == ".git")]
        here = Path(place)
        links = [entry.name for entry in here.iterdir() if entry.is_symlink()]
        for name in {*names, *links} - {".git"}:
            yield (here / name).relative_to(folder).as_posix()


def _place(path: Path, blob: Blob, data: bytes) -> None:
    if blob.mode == _LINK:
        if not (path.is_symlink() and os.fsencode(path.readlink()) == data):
            path.unlink(missing_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(os.fsdecode(data))
        return
    if path.is_dir() and not path.is_symlink():
        raise GitError(f"{path} is a folder where a file should be")
    if path.is_symlink() or not path.exists() or path.read_bytes() != data:
        path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    wanted = 0o755 if blob.mode == _EXECUTABLE else 0o644
    if stat.S_IMODE(path.stat().st_mode) & 0o111 != wanted & 0o111:
        path.chmod(wanted)


def _prune(folder: Path) -> None:
    for place, _, _ in os.walk(folder, topdown=False):
        here = Path(place)
        if (
            here != folder
            and ".git" not in here.relative_to(folder).parts
            and not any(here.iterdir())
        ):
            here.rmdir()
