"""Knows in which order people write the children of a pom's elements."""

from __future__ import annotations

from collections.abc import Sequence

_COORDINATES = ("groupId", "artifactId", "version")

# The order that Maven's code style names for poms.
_PROJECT = (
    "modelVersion",
    "parent",
    *_COORDINATES,
    "packaging",
    "name",
    "description",
    "url",
    "inceptionYear",
    "organization",
    "licenses",
    "developers",
    "contributors",
    "mailingLists",
    "prerequisites",
    "modules",
    "scm",
    "issueManagement",
    "ciManagement",
    "distributionManagement",
    "properties",
    "dependencyManagement",
    "dependencies",
    "repositories",
    "pluginRepositories",
    "build",
    "reporting",
    "profiles",
)
_BUILD = (
    "sourceDirectory",
    "scriptSourceDirectory",
    "testSourceDirectory",
    "outputDirectory",
    "testOutputDirectory",
    "extensions",
    "defaultGoal",
    "resources",
    "testResources",
    "directory",
    "finalName",
    "filters",
    "pluginManagement",
    "plugins",
)
# What most published poms do, which is not the schema's order.
_PLUGIN = (
    *_COORDINATES,
    "extensions",
    "inherited",
    "configuration",
    "dependencies",
    "executions",
)
_DEPENDENCY = (
    *_COORDINATES,
    "type",
    "classifier",
    "scope",
    "systemPath",
    "exclusions",
    "optional",
)
_ORDERS = {
    "project": _PROJECT,
    "profile": ("id", "activation", *_PROJECT),
    "build": _BUILD,
    "plugin": _PLUGIN,
    "execution": ("id", "phase", "goals", "inherited", "configuration"),
    "dependency": _DEPENDENCY,
    "parent": (*_COORDINATES, "relativePath"),
    "extension": _COORDINATES,
    "path": _COORDINATES,
}


def place(parent: str, siblings: Sequence[str], new: str) -> int:
    """Return the index for `new` among `siblings`: the one that breaks the order least.

    Of equally good places the last is taken; children without an order go to the end.
    """
    order = {tag: rank for rank, tag in enumerate(_ORDERS.get(parent, ()))}
    if new not in order:
        return len(siblings)
    known = [order.get(tag) for tag in siblings]

    def disorder(index: int) -> int:
        before = sum(rank is not None and rank > order[new] for rank in known[:index])
        return before + sum(rank is not None and rank < order[new] for rank in known[index:])

    return min(range(len(siblings), -1, -1), key=disorder)
