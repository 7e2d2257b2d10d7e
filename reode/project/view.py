"""A read-only picture of the tree that rules see, cheap to lay edits over."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from reode.errors import PathError, PomSyntaxError
from reode.facts.edit import Edit
from reode.project.git import Git
from reode.project.java import JavaSource
from reode.project.model_repository import PomRepository
from reode.project.places import is_foreign
from reode.project.pom import Pom
from reode.project.reactor import Module, Reactor

_DEFAULT_JDK = 17
_KINDS = ("main", "test")


class _Files(Protocol):
    """Where unchanged files come from."""

    def paths(self) -> Iterable[str]: ...

    def read(self, path: str) -> bytes: ...


class _Memory:
    """Files given as texts."""

    def __init__(self, files: Mapping[str, bytes | str]) -> None:
        self._files = {p: d if isinstance(d, bytes) else d.encode() for p, d in files.items()}

    def paths(self) -> Iterable[str]:
        return self._files

    def read(self, path: str) -> bytes:
        return self._files[path]


class _Folder:
    """Files of a real folder: git's tracked and unignored ones, else all but build output."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve(strict=True)
        self._read: dict[str, bytes] = {}

    def paths(self) -> Iterable[str]:
        listed = list(self._listed()) if Git.contains(self._root) else []
        # A folder that a repository around it ignores is a folder like any other.
        return (p for p in listed or self._walked() if self._is_inside(p))

    def _listed(self) -> Iterator[str]:
        git = Git(self._root)
        prefix = self._root.relative_to(git.root).as_posix()
        below = "" if prefix == "." else f"{prefix}/"
        options = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--full-name")
        for name in git.run(*options, "--", below or ".").split(b"\0"):
            path = os.fsdecode(name)
            inside = path.removeprefix(below)
            if path and not is_foreign(inside.split("/")[:-1]):
                yield inside

    def _walked(self) -> Iterator[str]:
        for folder, names, files in os.walk(self._root):
            relative = Path(folder).relative_to(self._root)
            names[:] = [n for n in names if not is_foreign([*relative.parts, n])]
            yield from ((relative / name).as_posix() for name in files)

    def _is_inside(self, path: str) -> bool:
        """Leave out deleted files, folders (submodules) and links that lead elsewhere."""
        place = self._root / path
        if not place.is_file():
            return False
        return not place.is_symlink() or place.resolve().is_relative_to(self._root)

    def read(self, path: str) -> bytes:
        if path not in self._read:
            self._read[path] = (self._root / path).read_bytes()
        return self._read[path]


class ProjectView:
    """Files by path relative to the repository, with `/`, and what is read from them.

    `jdk` is the JDK for which profiles are judged. Poms and Java files are parsed once; a view
    with edits shares what the edits leave alone.
    """

    def __init__(
        self,
        files: _Files,
        *,
        repository: PomRepository | None = None,
        jdk: int = _DEFAULT_JDK,
    ) -> None:
        """Use `of` or `at`."""
        self._base = files
        self._changed: dict[str, bytes | None] = {}
        self._poms: dict[str, Pom | PomSyntaxError] = {}
        self._java: dict[str, JavaSource] = {}
        self.repository = repository or PomRepository.of({})
        self.jdk = jdk

    @classmethod
    def of(
        cls,
        files: Mapping[str, bytes | str],
        *,
        repository: PomRepository | None = None,
        jdk: int = _DEFAULT_JDK,
    ) -> ProjectView:
        """Return a view of given texts; without a repository no pom is known beside them."""
        return cls(_Memory(files), repository=repository, jdk=jdk)

    @classmethod
    def at(
        cls, root: Path, *, repository: PomRepository | None = None, jdk: int = _DEFAULT_JDK
    ) -> ProjectView:
        """Return a view of a folder; the listing is taken once, files are read when asked.

        `repository` defaults to the user's local Maven repository.
        """
        return cls(_Folder(root), repository=repository or PomRepository.local(), jdk=jdk)

    @cached_property
    def _listing(self) -> frozenset[str]:
        return frozenset(self._base.paths())

    @cached_property
    def files(self) -> tuple[str, ...]:
        """All paths, sorted."""
        gone = {p for p, d in self._changed.items() if d is None}
        return tuple(sorted((self._listing | self._changed.keys()) - gone))

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(self.files)

    @cached_property
    def _folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self.files:
            folder = posixpath.dirname(path)
            while folder and folder not in found:
                found.add(folder)
                folder = posixpath.dirname(folder)
        return frozenset(found)

    def exists(self, path: str) -> bool:
        """Tell whether a file is in the picture."""
        return path in self._paths

    def is_folder(self, path: str) -> bool:
        """Tell whether a folder has a file of the picture below it."""
        return path in self._folders

    def read(self, path: str) -> bytes:
        """Return a file's bytes; raises PathError where it isn't in the picture."""
        if not self.exists(path):
            raise PathError(f"{path!r} is not a file of the repository")
        changed = self._changed.get(path)
        return self._base.read(path) if changed is None else changed

    def text(self, path: str) -> str:
        """Return a file as text; bytes that aren't UTF-8 are replaced."""
        return self.read(path).decode("utf-8", "replace")

    def pom(self, path: str) -> Pom:
        """Return a pom; raises PomSyntaxError where Maven couldn't read it either."""
        found = self._poms.get(path)
        if found is None:
            try:
                found = Pom.parse(self.read(path), path)
            except PomSyntaxError as error:
                found = error
            self._poms[path] = found
        if isinstance(found, PomSyntaxError):
            raise found
        return found

    def pom_paths(self) -> tuple[str, ...]:
        """Return every file named pom.xml."""
        return tuple(p for p in self.files if posixpath.basename(p) == "pom.xml")

    def java(self, path: str) -> JavaSource:
        """Return a Java file, read in its module's encoding."""
        found = self._java.get(path)
        if found is None:
            found = JavaSource.parse(self.read(path), path, self._encoding(path))
            self._java[path] = found
        return found

    def _encoding(self, path: str) -> str | None:
        return self.reactor.module_of(path).encoding if self.reactor.modules else None

    def java_files(self, kind: str | None = None, *, module: Module | None = None) -> Iterator[str]:
        """Yield the Java files' paths: all, or those of "main" or "test", or of one module."""
        for path in self.files:
            if not path.endswith(".java") or (kind and self.kind_of(path) != kind):
                continue
            if module is None or self.reactor.module_of(path) is module:
                yield path

    def kind_of(self, path: str) -> str:
        """Return "test" for what lies in a test source folder, else "main"."""
        if self.reactor.modules:
            module = self.reactor.module_of(path)
            for kind in reversed(_KINDS):
                if any(path.startswith(f"{r}/") for r in module.source_roots(kind)):
                    return kind
        return "test" if "test" in path.split("/")[:-1] else "main"

    @cached_property
    def reactor(self) -> Reactor:
        """The project's modules as Maven sees them."""
        return Reactor(self)

    def mentioning(self, *words: str, kind: str | None = None) -> Iterator[JavaSource]:
        """Yield the Java files whose bytes hold one of some ASCII words; others aren't parsed."""
        wanted = [word.encode("ascii") for word in words]
        for path in self.java_files(kind):
            data = self.read(path)
            if any(word in data for word in wanted):
                yield self.java(path)

    def uses_annotation(self, name: str) -> tuple[str, ...]:
        """Return the files, of whatever module, that use an annotation of a full name."""
        simple = name.rpartition(".")[2]
        found = (s for s in self.mentioning(simple) if _annotates(s, simple, name))
        return tuple(source.path for source in found)

    def with_edits(self, edits: Iterable[Edit]) -> ProjectView:
        """Return the picture after the edits; this one stays as it is."""
        after = ProjectView(self._base, repository=self.repository, jdk=self.jdk)
        new = {edit.path: edit.content for edit in edits}
        after._changed = {**self._changed, **new}
        after._poms = {p: pom for p, pom in self._poms.items() if p not in new}
        after._java = {p: java for p, java in self._java.items() if p not in new}
        after.__dict__["_listing"] = self._listing
        if all(data is not None and self.exists(path) for path, data in new.items()):
            after._share(self, ("files", "_paths", "_folders"))
            if not any(self._may_steer(path) for path in new):
                after._share(self, ("reactor",))
        return after

    def _share(self, other: ProjectView, names: tuple[str, ...]) -> None:
        """Take over what another view has found out already."""
        self.__dict__.update({n: other.__dict__[n] for n in names if n in other.__dict__})

    def _may_steer(self, path: str) -> bool:
        """Tell whether models may be read from a file: poms have other names, too."""
        return path in self._poms or path.endswith((".xml", ".pom")) or ".mvn/" in path

    def for_jdk(self, jdk: int) -> ProjectView:
        """Return the same files in the eyes of another JDK."""
        if jdk == self.jdk:
            return self
        after = self.with_edits(())
        after.__dict__.pop("reactor", None)
        after.jdk = jdk
        return after


def _annotates(source: JavaSource, simple: str, name: str) -> bool:
    written = {a.name for a in source.annotations(simple)}
    return name in written or (simple in written and name in source.may_be(simple))
