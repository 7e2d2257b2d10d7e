"""Texts too large for the state, kept as files named by their content."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from reode.errors import StorageError


class ObjectStore:
    """A folder of immutable files; the same content is stored once."""

    def __init__(self, folder: Path) -> None:
        """Keep the folder; it is made when the first object is stored."""
        self.folder = folder

    def put(self, data: bytes) -> str:
        """Store bytes and return their sha256 as hex; a killed writer leaves no half object."""
        name = sha256(data).hexdigest()
        place = self.folder / name
        if not place.exists():
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                temporary = place.with_suffix(f".{os.getpid()}")
                temporary.write_bytes(data)
                temporary.replace(place)
            except OSError as error:
                raise StorageError(f"can't store a record: {error}") from error
        return name

    def get(self, name: str) -> bytes:
        """Return the bytes stored under `name`; raise StorageError where they are missing."""
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise StorageError(f"the record {name[:12]} of this run is missing") from error

    def put_json(self, value: Any) -> str:
        """Store JSON-plain data; equal data has the same name."""
        return self.put(
            json.dumps(value, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
        )

    def get_json(self, name: str) -> Any:
        """Return the JSON-plain data stored under `name`."""
        return json.loads(self.get(name))
