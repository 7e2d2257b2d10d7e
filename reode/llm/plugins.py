"""Finds providers and schema families that other packages bring along."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

GROUP = "reode.providers"


@cache
def load_plugins() -> tuple[str, ...]:
    """Call each entry point of the group `reode.providers` once, and return their names.

    An entry point is a function without arguments that calls `register_wire` or
    `register_family`. Installed packages only: a migrated repository can't bring any.
    """
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    for point in found:
        point.load()()
    return tuple(point.name for point in found)
