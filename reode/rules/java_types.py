"""How a Java file writes a type: by its simple name, by its full name, or not at all."""

from __future__ import annotations

from reode.project.java import JavaSource
from reode.project.view import ProjectView


def names_of(source: JavaSource, full: str) -> frozenset[str]:
    """Return the names under which a file's code uses a type (simple, full, both or none).

    A simple name counts only where a single import or a wildcard of the package brings it.
    """
    package, _, simple = full.rpartition(".")
    found = set()
    by_import = bool(source.imported(full) or source.imported(f"{package}.*"))
    if by_import and full in source.may_be(simple):
        found.add(simple)
    if source.qualified_uses(full):
        found.add(full)
    return frozenset(found)


def simple_or_full(view: ProjectView, source: JavaSource, full: str) -> str:
    """Return the simple name where it is free in this file for `full`, else the full name."""
    simple = full.rpartition(".")[2]
    taken = any(
        i.simple_name == simple and i.name != full for i in source.imports if not i.wildcard
    )
    declared = any(simple in t.name.split(".") for t in source.types)
    neighbour = f"{source.path.rpartition('/')[0]}/{simple}.java"
    return full if taken or declared or view.exists(neighbour) else simple
