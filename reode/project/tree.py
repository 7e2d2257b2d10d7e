"""Path-safe reading and writing below one folder; the only code that writes to a migrated tree."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from reode.errors import PathError
from reode.facts.edit import Edit
from reode.project.places import is_foreign


class Tree:
    """A folder that can be read and written by relative paths with `/`."""

    def __init__(self, root: Path) -> None:
        """Keep the folder; it must exist."""
        self.root = root.resolve(strict=True)

    def locate(self, path: str) -> Path:
        """Return the absolute path; raise PathError where it would leave the tree."""
        pure = PurePosixPath(path)
        if (
            pure.is_absolute()
            or ".." in pure.parts
            or "\\" in path
            or "\0" in path
            or not pure.parts
        ):
            raise PathError(f"{path!r} is not a path inside the repository")
        if is_foreign(pure.parts):
            raise PathError(f"{path!r} lies in other tools' data or in build output")
        place = self.root / pure
        parent = place.parent.resolve()
        if parent != self.root and self.root not in parent.parents:
            raise PathError(f"{path!r} leads out of the repository through a symbolic link")
        if place.is_symlink():
            raise PathError(f"{path!r} is a symbolic link")
        return place

    def read(self, path: str) -> bytes:
        """Return the bytes of a file; raise PathError where there is none."""
        try:
            return self.locate(path).read_bytes()
        except OSError as error:
            raise PathError(f"can't read {path!r}: {error.strerror}") from error

    def apply(self, edits: Iterable[Edit]) -> list[str]:
        """Write the edits and return the paths that really changed, in order."""
        changed = []
        for edit in edits:
            place = self.locate(edit.path)
            before = place.read_bytes() if place.exists() else None
            if before == edit.content:
                continue
            _write(place, edit.content)
            changed.append(edit.path)
        return changed


def _write(place: Path, content: bytes | None) -> None:
    if content is None:
        place.unlink()
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    mode = place.stat().st_mode & 0o777 if place.exists() else 0o644
    # Beside the file and renamed over it: a killed process leaves the old or the new content.
    temporary = place.with_name(f".{place.name}.reode")
    temporary.write_bytes(content)
    temporary.chmod(mode)
    os.replace(temporary, place)  # noqa: PTH105 - the atomic one
