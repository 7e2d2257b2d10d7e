"""What the user named (a checkout, a sub-folder, a plain folder, a URL), as a repository to work in."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from reode.errors import GitError, ProjectError, UsageError
from reode.project.git import Git
from reode.project.places import is_foreign

_URL = re.compile(r"^(?:[a-z][a-z0-9+.-]*://|[\w.-]+@[\w.-]+:)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a migration starts.

    `repository` is the root of the git repository, `folder` the part that is migrated ("" for all),
    `commit` the state that is migrated, `dirty` the uncommitted paths that stay out, `private`
    whether REODE made the repository.
    """

    repository: Path
    folder: str
    commit: str
    dirty: tuple[str, ...] = ()
    private: bool = False


def locate_source(given: str, storage: Path) -> Source:
    """Find the repository behind a path or URL.

    `storage` is REODE's own folder for clones and private repositories. Raises UsageError for a
    path that does not exist, ProjectError where no pom is there, GitError where git refuses.
    """
    if _URL.match(given):
        return _checked(_from_url(given, storage))
    path = Path(given).expanduser()
    if not path.is_dir():
        raise UsageError(
            f"{given} is not a folder" if path.exists() else f"{given} does not exist",
            hint="Give the folder that holds the project's pom.xml, or a git URL.",
        )
    path = path.resolve()
    return _checked(_from_checkout(path) if Git.contains(path) else _from_folder(path, storage))


def _from_checkout(path: Path) -> Source:
    repository = Git(path)
    try:
        folder = path.relative_to(repository.root).as_posix()
        folder = "" if folder == "." else folder
        return Source(repository.root, folder, repository.head(), repository.dirty(folder))
    finally:
        repository.close()


def _from_url(url: str, storage: Path) -> Source:
    place = storage / _slug(url)
    if not (place / ".git").exists():
        shutil.rmtree(place, ignore_errors=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        Git.clone(url, place).close()
    repository = Git(place)
    try:
        repository.run("fetch", "--quiet", "origin")
        commit = repository.text("rev-parse", "--verify", "refs/remotes/origin/HEAD^{commit}")
        return Source(place.resolve(), "", commit, private=True)
    finally:
        repository.close()


def _from_folder(path: Path, storage: Path) -> Source:
    if (path / "HEAD").is_file() and (path / "objects").is_dir():
        raise GitError(f"{path} is a bare repository", hint="Clone it and give the clone.")
    place = storage / _slug(str(path))
    place.mkdir(parents=True, exist_ok=True)
    repository = Git(place) if (place / ".git").exists() else Git.create(place)
    try:
        for old in place.iterdir():
            if old.name != ".git":
                shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
        shutil.copytree(path, place, symlinks=True, ignore=_left_out(path), dirs_exist_ok=True)
        attributes = place / ".git" / "info" / "attributes"
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_text("* -text -filter -ident\n")  # bytes go in as they are
        repository.run("add", "--all", "--force", "--", ".")
        repository.run("commit", "--quiet", "--allow-empty", "--message", f"Take in {path.name}")
        return Source(place.resolve(), "", repository.head(), private=True)
    finally:
        repository.close()


def _left_out(root: Path) -> Callable[[str, list[str]], set[str]]:
    """Return what `copytree` asks: the names of a folder that are not copied."""

    def ignore(folder: str, names: list[str]) -> set[str]:
        above = Path(folder).relative_to(root).parts
        return {name for name in names if is_foreign([*above, name])}

    return ignore


def _checked(source: Source) -> Source:
    repository = Git(source.repository)
    try:
        wanted = f"{source.folder}/pom.xml" if source.folder else "pom.xml"
        files = repository.files(source.commit)
    finally:
        repository.close()
    if wanted in files:
        return source
    raise ProjectError(_no_pom(source, wanted), hint=_no_pom_hint(files))


def _no_pom(source: Source, wanted: str) -> str:
    if wanted in source.dirty or f"{source.folder}/" in source.dirty:
        return f"{wanted} is not committed, and only committed files are migrated"
    for name, tool in (
        ("build.gradle", "Gradle"),
        ("build.gradle.kts", "Gradle"),
        ("build.xml", "Ant"),
    ):
        if (source.repository / source.folder / name).exists():
            return f"this is a {tool} project; REODE migrates Maven projects"
    return f"no {wanted} in the repository"


def _no_pom_hint(files: Collection[str]) -> str:
    poms = sorted(path for path in files if path.endswith("pom.xml"))
    if poms:
        return f"There is a pom in {Path(poms[0]).parent.as_posix()}; give that folder."
    return "Give the folder of a Maven project."


def _slug(text: str) -> str:
    name = (
        re.sub(r"[^A-Za-z0-9._-]+", "-", text.rstrip("/").split("/")[-1]).strip("-.") or "project"
    )
    return f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"
