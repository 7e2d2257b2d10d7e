"""Know which versions of an artifact exist, from the metadata that Maven itself fetches."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import cmp_to_key
from pathlib import Path

from floor_module import dependency, root_pom
from lxml import etree

from reode.build.maven import Maven
from reode.facts.build import Jdk
from reode.project.model_repository import PomRepository
from reode.project.versions import compare

_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:resolve"
#: A range that holds nothing: Maven reads which versions exist, and fetches none of them.
_NOTHING = "[0,0.0.0.0.1)"
_UNSTABLE = re.compile(
    r"(alpha|beta|snapshot|preview|milestone|incubating|(^|[.-])(a|b|m|rc|cr|ea|pre|dev|test)[.-]?\d)",
    re.IGNORECASE,
)


def metadata_files(artifact: str) -> list[Path]:
    """Return what the local repository knows of the artifact's versions."""
    group, _, name = artifact.partition(":")
    folder = PomRepository.local().root / group.replace(".", "/") / name
    return sorted(folder.glob("maven-metadata-*.xml"))


def known_versions(artifact: str) -> list[str]:
    """Return the versions of "group:artifact" in Maven's order; [] where nothing was fetched."""
    found: set[str] = set()
    for path in metadata_files(artifact):
        parser = etree.XMLParser(resolve_entities=False)
        texts = etree.fromstring(path.read_bytes(), parser).findall("versioning/versions/version")
        found |= {(text.text or "").strip() for text in texts}
    return sorted(found - {""}, key=cmp_to_key(compare))


def fetch_versions(artifacts: Iterable[str], maven: Maven, jdk: Jdk) -> None:
    """Let Maven read the metadata of those artifacts that the local repository lacks."""
    missing = sorted({one for one in artifacts if not metadata_files(one)})
    if not missing:
        return
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        names = [f"v{number}" for number in range(len(missing))]
        (root / "pom.xml").write_text(root_pom(names), encoding="utf-8")
        for name, artifact in zip(names, missing, strict=True):
            (root / name).mkdir()
            (root / name / "pom.xml").write_text(_asking(name, artifact), encoding="utf-8")
        maven.run([_GOAL, "-fae"], root=root, jdk=jdk, log=root / "log")


def _asking(name: str, artifact: str) -> str:
    asked = dependency(f"{artifact}:{_NOTHING}::pom")
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        f"<groupId>probe</groupId><artifactId>{name}</artifactId><version>1</version>"
        f"<packaging>pom</packaging><dependencies>{asked}</dependencies></project>"
    )


def newest_below(versions: Iterable[str], floor: str, fine_below: str) -> str | None:
    """Return the newest version under `floor` that is not fine again, None where there is none."""
    return max(same_line(versions, floor, fine_below), key=cmp_to_key(compare), default=None)


def same_line(versions: Iterable[str], floor: str, fine_below: str) -> list[str]:
    """Return the versions under `floor` that are not fine again, in order.

    Releases are preferred to previews, and those of the floor's own flavour ("-jre", ".Final",
    "-groovy-2.4") to others.
    """
    under = [
        one
        for one in versions
        if compare(one, floor) < 0 and not (fine_below and compare(one, fine_below) < 0)
    ]
    stable = [one for one in under if not is_preview(one)]
    alike = [one for one in stable if _flavour(one) == _flavour(floor)]
    chosen = alike or stable or (under if is_preview(floor) else [])
    return sorted(chosen, key=cmp_to_key(compare))


def is_preview(version: str) -> bool:
    """Say whether a version's name says that it is not a release."""
    return _UNSTABLE.search(version) is not None


def _flavour(version: str) -> str:
    match = re.search(r"[.-]([A-Za-z].*)$", version)
    return re.sub(r"\d{8,}", "", match[1]).lower() if match else ""
