"""Read the level of every class file that a build wrote."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from reode.facts.classes import ClassFile

_MAGIC = b"\xca\xfe\xba\xbe"
#: Minor version of a class that uses preview features (JVM specification, §4.1).
_PREVIEW = 0xFFFF
_OUTPUT = {"classes": False, "test-classes": True}
_PRUNED = frozenset({".git", "node_modules", "src"})


def class_levels(root: Path) -> tuple[ClassFile, ...]:
    """Return the class files in `target/classes` and `target/test-classes` of every module.

    Parts of multi-release jars (`META-INF/versions/N`) are left out, since their level is N by
    design; so is everything that was copied there as a resource below `META-INF` or `BOOT-INF`.
    """
    return tuple(sorted(_found(root), key=lambda one: one.path))


def _found(root: Path) -> Iterator[ClassFile]:
    for folder, folders, _ in os.walk(root):
        path = Path(folder)
        if path.name == "target":
            module = path.parent.relative_to(root).as_posix()
            for name, test in _OUTPUT.items():
                yield from _classes(path / name, root, module, test=test)
            folders.clear()
        else:
            folders[:] = sorted(f for f in folders if f not in _PRUNED)


def _classes(output: Path, root: Path, module: str, *, test: bool) -> Iterator[ClassFile]:
    for folder, folders, files in os.walk(output):
        if Path(folder) == output:
            folders[:] = [f for f in folders if f not in {"META-INF", "BOOT-INF", "WEB-INF"}]
        for name in files:
            if name.endswith(".class"):
                path = Path(folder) / name
                minor, major = read_version(path)
                relative = path.relative_to(root).as_posix()
                yield ClassFile(relative, major, module, test, minor == _PREVIEW)


def read_version(path: Path) -> tuple[int, int]:
    """Return (minor, major) of a class file, (0, 0) for a file that is none."""
    try:
        with path.open("rb") as data:
            head = data.read(8)
    except OSError:
        return 0, 0
    if len(head) < 8 or head[:4] != _MAGIC:
        return 0, 0
    return int.from_bytes(head[4:6], "big"), int.from_bytes(head[6:8], "big")
