"""Split the output of Maven's `help:effective-pom` into one model per module."""

from __future__ import annotations

import os
from pathlib import Path

from lxml import etree

#: The goal with its version pinned, so that the answer does not depend on the day.
EFFECTIVE_POM_GOAL = "org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom"
_PRUNED = frozenset({".git", "target", "node_modules", "src"})


def split_models(data: bytes, root: Path) -> dict[str, bytes]:
    """Return the effective models in `data` by module folder relative to `root` ("." for it).

    A module is recognised by its artifactId where that is unique below `root`, else by the place
    of its build directory; a model that fits no folder is left out.
    """
    document = etree.fromstring(data, _parser())
    models = [document] if _name(document) == "project" else list(document.iter("{*}project"))
    folders = _folders_by_artifact(root)
    found: dict[str, bytes] = {}
    for model in models:
        folder = _folder_of(model, folders, root)
        if folder is not None:
            found.setdefault(folder, etree.tostring(model, encoding="UTF-8"))
    return found


def _folder_of(model: etree._Element, folders: dict[str, list[str]], root: Path) -> str | None:
    candidates = folders.get((model.findtext("{*}artifactId") or "").strip(), [])
    if len(candidates) == 1:
        return candidates[0]
    directory = (model.findtext("{*}build/{*}directory") or "").strip()
    try:
        return Path(directory).resolve().parent.relative_to(root.resolve()).as_posix()
    except (ValueError, OSError):
        return candidates[0] if candidates else None


def _folders_by_artifact(root: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in _PRUNED)
        if "pom.xml" in files and (artifact := _artifact(Path(folder) / "pom.xml")):
            found.setdefault(artifact, []).append(Path(folder).relative_to(root).as_posix())
    return found


def _artifact(pom: Path) -> str:
    try:
        root = etree.fromstring(pom.read_bytes(), _parser())
    except (OSError, etree.XMLSyntaxError, ValueError):
        return ""
    return "" if root is None else (root.findtext("{*}artifactId") or "").strip()


def _parser() -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, recover=True)


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname
