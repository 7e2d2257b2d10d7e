"""Tool names that every provider accepts, mapped back when a call arrives."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

_LEGAL = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]")
#: 55 characters, an underscore and eight hexadecimal digits make 64.
_KEPT = 55


def wire_name(name: str) -> str:
    """Return a legal name of at most 64 bytes; a changed one ends in a hash of the whole name."""
    if _LEGAL.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_ILLEGAL.sub('_', name)[:_KEPT]}_{digest}"


@dataclass(frozen=True, slots=True)
class NameMap:
    """The names of one request's tools in both directions."""

    to_wire: dict[str, str]
    from_wire: dict[str, str]

    @classmethod
    def of(cls, names: Iterable[str]) -> NameMap:
        """Map each name to a wire name of its own; ValueError where one name stands twice."""
        forward: dict[str, str] = {}
        backward: dict[str, str] = {}
        for name in names:
            if name in forward:
                raise ValueError(f"two tools have the name {name!r}")
            wire = wire_name(name)
            salt = 0
            while wire in backward:
                salt += 1
                digest = hashlib.sha256(f"{salt}:{name}".encode("utf-8", "surrogatepass"))
                wire = f"{wire[:_KEPT]}_{digest.hexdigest()[:8]}"
            forward[name], backward[wire] = wire, name
        return cls(forward, backward)

    def wire(self, name: str) -> str:
        """Return the wire name; of a tool that is no longer offered, its legal form."""
        return self.to_wire.get(name) or wire_name(name)

    def name(self, wire: str) -> str:
        """Return the tool's own name; an unknown one comes back as it is."""
        return self.from_wire.get(wire, wire)
