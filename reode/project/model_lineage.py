"""Lines up a pom with its parents: in the repository by path, else in the local repository."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from reode.errors import PomSyntaxError
from reode.project.model_activation import Circumstances, active_profiles
from reode.project.model_dependencies import DependencyUse, read_management
from reode.project.model_properties import Properties
from reode.project.model_repository import PomRepository
from reode.project.model_source import ModelSource, Site, SiteKind
from reode.project.pom import Coordinates, Pom

_DEFINE = re.compile(r'(?:^|(?<=\s))-D\s*([\w.\-]+)(?:=("[^"]*"|\S*))?', re.MULTILINE)
_PROFILES = re.compile(r"(?:^|(?<=\s))(?:-P\s*|--activate-profiles[\s=])([^\s]+)", re.MULTILINE)
_ARGUMENT_FILE = ".mvn/maven.config"
#: More parents than this are a cycle through two repositories.
_DEPTH = 30


class PomFiles(Protocol):
    """What reading models needs of a tree of files."""

    @property
    def files(self) -> tuple[str, ...]:
        """All paths, sorted."""

    @property
    def repository(self) -> PomRepository:
        """Where poms outside the tree are found."""

    @property
    def jdk(self) -> int:
        """The JDK for which profiles are judged."""

    def exists(self, path: str) -> bool:
        """Tell whether a file is there."""

    def is_folder(self, path: str) -> bool:
        """Tell whether a folder with a file below it is there."""

    def read(self, path: str) -> bytes:
        """Return a file's bytes."""

    def pom(self, path: str) -> Pom:
        """Return a pom; raises PomSyntaxError."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A pom and its parents, own first; `missing` names a parent that wasn't found ("" none)."""

    chain: tuple[ModelSource, ...]
    missing: str = ""


class Lineages:
    """Builds lineages and bills of materials over one tree."""

    def __init__(self, tree: PomFiles) -> None:
        """Keep the tree; everything else is read when asked."""
        self.tree = tree

    @cached_property
    def arguments(self) -> Mapping[str, Site]:
        """The `-D` arguments of `.mvn/maven.config`, which win over every property."""
        text = self._argument_text
        found: dict[str, Site] = {}
        for match in _DEFINE.finditer(text):
            value = "true" if match[2] is None else match[2].strip('"')
            line = text.count("\n", 0, match.start()) + 1
            found[match[1]] = Site(
                _ARGUMENT_FILE, SiteKind.ARGUMENT, match[1], value, line, editable=True
            )
        return found

    @cached_property
    def _argument_text(self) -> str:
        if not self.tree.exists(_ARGUMENT_FILE):
            return ""
        return self.tree.read(_ARGUMENT_FILE).decode("utf-8", "replace")

    @cached_property
    def _named_profiles(self) -> frozenset[str]:
        listed = _PROFILES.findall(self._argument_text)
        return frozenset(name.lstrip("+") for one in listed for name in one.split(",") if name)

    @cached_property
    def _by_artifact(self) -> dict[tuple[str, str], list[str]]:
        found: dict[tuple[str, str], list[str]] = {}
        for path in self.tree.files:
            if posixpath.basename(path) == "pom.xml":
                pom = self.readable(path)
                if pom is not None:
                    found.setdefault(_group_artifact(pom), []).append(path)
        return found

    def readable(self, path: str) -> Pom | None:
        """Return a pom of the tree, None where it can't be read."""
        try:
            return self.tree.pom(path)
        except PomSyntaxError:
            return None

    def own(self, path: str) -> Lineage:
        """Return the lineage of a pom in the tree; raises PomSyntaxError where it is unreadable."""
        return self._lineage(self._own_source(path, self.tree.pom(path)))

    def properties(self, path: str) -> Properties:
        """Return the properties that a pom of the tree sees."""
        return Properties(self.own(path).chain, self.arguments)

    def _lineage(self, first: ModelSource) -> Lineage:
        chain = [first]
        while len(chain) < _DEPTH:
            wanted = chain[-1].pom.parent()
            if wanted is None:
                return Lineage(tuple(chain))
            parent = self._parent(chain[-1], wanted)
            if parent is None or parent.path in {s.path for s in chain}:
                return Lineage(tuple(chain), _name(chain[-1].pom, wanted))
            chain.append(parent)
        return Lineage(tuple(chain))

    def _parent(self, child: ModelSource, wanted: Coordinates) -> ModelSource | None:
        if child.editable:
            path = self._parent_path(child, wanted)
            if path is not None:
                return self._own_source(path, self.tree.pom(path))
        group, artifact, version = _name(child.pom, wanted).split(":")
        return self._outside(group, artifact, version)

    def _parent_path(self, child: ModelSource, wanted: Coordinates) -> str | None:
        """Return the parent's path in the tree: by `relativePath`, else by coordinates."""
        relative = child.pom.text("parent/relativePath")
        pair = (wanted.group or "", wanted.artifact or "")
        if relative != "":
            path = self.pom_path(posixpath.dirname(child.path), relative or "../pom.xml")
            pom = self.readable(path) if path else None
            if path and pom is not None and _fits(pom, pair, wanted.version):
                return path
        for path in self._by_artifact.get(pair, ()):
            pom = self.readable(path)
            if path != child.path and pom is not None and _fits(pom, pair, wanted.version):
                return path
        return None

    def pom_path(self, folder: str, relative: str) -> str | None:
        """Return the pom that a module or relative path names, None where none is there."""
        path = posixpath.normpath(posixpath.join(folder, relative.replace("\\", "/")))
        for candidate in (path, posixpath.normpath(posixpath.join(path, "pom.xml"))):
            if self.tree.exists(candidate):
                return candidate
        return None

    def _own_source(self, path: str, pom: Pom) -> ModelSource:
        folder = posixpath.dirname(path)

        def exists(relative: str) -> bool:
            place = posixpath.normpath(posixpath.join(folder, relative))
            return self.tree.exists(place) or self.tree.is_folder(place)

        now = self._circumstances(exists)
        return ModelSource(pom, path, editable=True, profiles=active_profiles(pom, now))

    def _circumstances(self, exists: Callable[[str], bool]) -> Circumstances:
        values = {name: site.value for name, site in self.arguments.items()}
        return Circumstances(str(self.tree.jdk), values, exists, self._named_profiles)

    def _outside(self, group: str, artifact: str, version: str) -> ModelSource | None:
        pom = self.tree.repository.find(group, artifact, version)
        if pom is None:
            return None
        now = self._circumstances(lambda _: False)
        return ModelSource(pom, pom.path, editable=False, profiles=active_profiles(pom, now))

    def bill(self, group: str, artifact: str, version: str) -> Mapping[str, DependencyUse] | None:
        """Return what an imported bill of materials manages, None where it isn't found."""
        for path in self._by_artifact.get((group, artifact), ()):
            return read_management(self.properties(path), self.bill).entries
        known = self.tree.repository.bills
        name = (f"{group}:{artifact}:{version}", str(self.tree.jdk))
        if name not in known:
            source = self._outside(group, artifact, version)
            if source is None:
                return None
            # An entry before its own reading ends a cycle of imports.
            known[name] = {}
            seen = Properties(self._lineage(source).chain, {})
            known[name] = read_management(seen, self.bill).entries
        return known[name]


def _group_artifact(pom: Pom) -> tuple[str, str]:
    own, parent = pom.coordinates, pom.parent()
    group = own.group or (parent.group if parent else None) or ""
    return pom.expand(group), pom.expand(own.artifact or "")


def _fits(pom: Pom, pair: tuple[str, str], version: str | None) -> bool:
    """Tell whether a pom is the wanted parent; versions with expressions are taken on trust."""
    if _group_artifact(pom) != pair:
        return False
    parent = pom.parent()
    own = pom.coordinates.version or (parent.version if parent else None) or ""
    return own == version or "${" in own or "${" in (version or "") or version is None


def _name(pom: Pom, wanted: Coordinates) -> str:
    parts = (wanted.group or "", wanted.artifact or "", wanted.version or "")
    return ":".join(pom.expand(part).replace(":", "") for part in parts)
