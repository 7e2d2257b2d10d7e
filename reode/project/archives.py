"""Looks into the local Maven repository: which packages an archive brings, which licences a pom names."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from lxml import etree

from reode.project.model_repository import PomRepository

#: More parents than this are a cycle.
_DEPTH = 12


def find_archive(
    repository: PomRepository, group: str, artifact: str, version: str | None
) -> Path | None:
    """Return the jar of an artifact in the local repository, None where it isn't there."""
    if not version or "${" in version:
        return None
    path = repository.root.joinpath(
        *group.split("."), artifact, version, f"{artifact}-{version}.jar"
    )
    return path if path.is_file() else None


@lru_cache(maxsize=4096)
def read_packages(archive: Path | None) -> frozenset[str] | None:
    """Return the packages of the classes in a jar, None where there is no readable jar.

    `META-INF.services` among them says that the jar offers itself, without anybody's import.
    """
    if archive is None:
        return None
    found = _packages(archive)
    if found is not None and not found:
        # An empty main jar: the classes are in a jar per platform beside it (as JavaFX has them).
        beside = sorted(archive.parent.glob(f"{archive.stem}-*.jar"))
        found = frozenset().union(*(_packages(one) or () for one in beside))
    return found


def _packages(archive: Path) -> frozenset[str] | None:
    try:
        with ZipFile(archive) as jar:
            names = jar.namelist()
    except (OSError, BadZipFile):
        return None
    offers = any(n.startswith("META-INF/services/") and not n.endswith("/") for n in names)
    return frozenset({"META-INF.services"} if offers else ()) | frozenset(
        name.rpartition("/")[0].replace("/", ".")
        for name in names
        if name.endswith(".class") and not name.startswith("META-INF/")
    )


def read_licences(
    repository: PomRepository, group: str, artifact: str, version: str | None
) -> tuple[str, ...] | None:
    """Return the licence names of an artifact's pom or its parents', None where there is no pom."""
    found = None
    for _ in range(_DEPTH):
        pom = repository.find(group, artifact, version) if version else None
        if pom is None:
            return found
        found = tuple(_names(pom.root))
        parent = pom.parent()
        if found or parent is None or parent.version is None:
            return found
        group, artifact, version = parent.group or "", parent.artifact or "", parent.version
    return found


def _names(root: etree._Element) -> list[str]:
    return [
        " ".join((element.text or "").split())
        for element in root.iterfind("{*}licenses/{*}license/{*}name")
    ]
