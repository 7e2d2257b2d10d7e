"""Finds poms outside the repository: in Maven's local repository, or among given ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from lxml import etree

from reode.errors import PomSyntaxError
from reode.project.model_dependencies import DependencyUse
from reode.project.pom import Pom

_SAFE = re.compile(r"[\w.\-+]+")


class PomRepository:
    """A folder in the layout of Maven's local repository; reads only, downloads nothing."""

    def __init__(self, root: Path) -> None:
        """Keep the folder, for example `~/.m2/repository`; it need not exist."""
        self.root = root
        self._poms: dict[str, Pom] = {}
        #: Effective bills of materials by coordinates and JDK: they never change.
        self.bills: dict[tuple[str, str], Mapping[str, DependencyUse]] = {}

    @classmethod
    def local(cls, home: Path | None = None) -> Self:
        """Return the user's local repository, moved by `~/.m2/settings.xml` where it says so."""
        folder = (home or Path.home()) / ".m2"
        return cls(_configured(folder / "settings.xml") or folder / "repository")

    @classmethod
    def of(cls, poms: Mapping[str, bytes | str]) -> Self:
        """Return a repository of the given texts by `group:artifact:version`."""
        made = cls(Path("nowhere"))
        for name, data in poms.items():
            made._poms[name] = Pom.parse(data if isinstance(data, bytes) else data.encode(), name)
        return made

    def find(self, group: str, artifact: str, version: str) -> Pom | None:
        """Return a pom, None where it isn't there or can't be read; its path is `g:a:v`."""
        name = f"{group}:{artifact}:{version}"
        # A miss is not remembered: the next build of the project may bring the pom.
        found = self._poms.get(name) or self._read(group, artifact, version, name)
        if found is not None:
            self._poms[name] = found
        return found

    def _read(self, group: str, artifact: str, version: str, name: str) -> Pom | None:
        if not all(_SAFE.fullmatch(part) for part in (group, artifact, version)):
            return None
        folder = self.root.joinpath(*group.split("."), artifact, version)
        try:
            data = (folder / f"{artifact}-{version}.pom").read_bytes()
            return Pom.parse(data, name)
        except (OSError, PomSyntaxError):
            return None


def _configured(settings: Path) -> Path | None:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(settings.read_bytes(), parser)
    except (OSError, etree.XMLSyntaxError):
        return None
    for element in root.iter("{*}localRepository"):
        text = (element.text or "").strip().replace("${user.home}", str(Path.home()))
        if text and "${" not in text:
            return Path(text)
    return None
