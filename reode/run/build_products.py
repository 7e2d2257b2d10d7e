"""Reads what one clean build left behind: class files, coverage, archives and their manifests."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from lxml import etree

from reode.build.classfile import class_levels
from reode.build.reports import first_tests
from reode.facts.snapshot import ClassFact, Coverage

_ARCHIVES = ("*.jar", "*.war", "*.ear", "*.zip", "*.aar")
_VERSION = re.compile(r"-\d[\w.]*?(?:-SNAPSHOT)?(?=[-.][a-z])|-\d[\w.]*(?:-SNAPSHOT)?$")
_UNREADABLE = (OSError, BadZipFile, KeyError)


def read_classes(root: Path) -> tuple[ClassFact, ...]:
    """Return every class file with its level, parts of multi-release archives excepted."""
    found = []
    starts = first_tests(root)
    for file in class_levels(root):
        inside = re.split(r"(?:^|/)target/(?:test-)?classes/", file.path, maxsplit=1)[-1]
        name = inside.removesuffix(".class").replace("/", ".")
        late = _written(root / file.path) > starts.get(file.module, math.inf)
        late = late and not _is_generated(root / file.module, name)
        found.append(ClassFact(file.module, name, file.major, file.test, late))
    return tuple(found)


def _is_generated(module: Path, name: str) -> bool:
    """Tell whether the build wrote a Java source for the class before it compiled it."""
    end = name.partition("$")[0].replace(".", "/") + ".java"
    return any(module.glob(f"target/generated-*/**/{end}"))


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return -math.inf


def read_coverage(root: Path) -> Coverage | None:
    """Return the lines of all JaCoCo reports below `root`, None where there is none."""
    covered = total = 0
    for report in root.rglob("target/site/jacoco*/jacoco.xml"):
        missed, hit = _lines(report)
        covered, total = covered + hit, total + missed + hit
    return Coverage(covered, total) if total else None


def _lines(report: Path) -> tuple[int, int]:
    parser = etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False, recover=True)
    try:
        root = etree.parse(str(report), parser).getroot()
    except (OSError, etree.XMLSyntaxError):
        return 0, 0
    for counter in root.iterchildren("counter") if root is not None else ():
        if counter.get("type") == "LINE":
            return int(counter.get("missed", "0")), int(counter.get("covered", "0"))
    return 0, 0


def read_archives(root: Path) -> dict[str, str]:
    """Return the archives by "module/name" without versions, and their manifest entries."""
    found: dict[str, str] = {}
    for target in sorted(root.rglob("target")):
        if not target.is_dir() or not (target.parent / "pom.xml").is_file():
            continue
        module = target.parent.relative_to(root).as_posix()
        for archive in sorted(p for pattern in _ARCHIVES for p in target.glob(pattern)):
            name = f"{module}/{_VERSION.sub('', archive.stem)}{archive.suffix}"
            found[name] = ""
            found |= {f"{name}!{key}": value for key, value in _manifest(archive)}
    return found


def _manifest(archive: Path) -> Iterator[tuple[str, str]]:
    try:
        with ZipFile(archive) as opened:
            text = opened.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except _UNREADABLE:
        return
    for line in text.replace("\r\n ", "").replace("\n ", "").splitlines():
        key, colon, value = line.partition(": ")
        if colon:
            yield key, value
