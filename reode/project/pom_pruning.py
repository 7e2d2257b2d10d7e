"""Removes elements together with the parents they leave empty, and sets single children."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from lxml import etree

from reode.project.pom_layout import NewElement
from reode.project.pom_read import PomReading
from reode.project.pom_values import children

# Containers that mean nothing when empty; an empty <plugin> or <execution> still means something.
_CONTAINERS = frozenset(
    {
        "build",
        "configuration",
        "dependencies",
        "dependencyManagement",
        "exclusions",
        "executions",
        "extensions",
        "pluginManagement",
        "pluginRepositories",
        "plugins",
        "properties",
        "repositories",
    }
)


class PomPruning(PomReading):
    """Steps that the edits of plugins, dependencies and properties share."""

    def base(self, profile: str | None) -> etree._Element:
        """Return the project or the profile; raises `ValueError` for an unknown profile."""
        if profile is None:
            return self.root
        found = self._profile_elements(profile)
        if not found:
            raise ValueError(f"{self.path} has no profile {profile!r}")
        return found[-1]

    def set_child(self, element: etree._Element, name: str, value: str) -> Self:
        """Give the child `name` the value, at its natural place where it lacks."""
        found = children(element, name)
        if found:
            return self.replace_text(found[-1], value)
        return self.insert_element(element, NewElement(name, value))

    def remove_pruned(self, element: etree._Element) -> Self:
        """Remove an element, and each container above that then holds neither child nor comment."""
        parent = element.getparent()
        while (
            parent is not None
            and len(parent) == 1
            and (str(parent.tag) in _CONTAINERS or _is_setting(parent))
            and not self._tree.span(parent).has_comment
        ):
            element, parent = parent, parent.getparent()
        return self.remove_element(element)

    def remove_found(self, find: Callable[[Self], Sequence[etree._Element]]) -> Self:
        """Remove, one after the other, everything that `find` gives."""
        pom = self
        while found := find(pom):
            pom = pom.remove_pruned(found[-1])
        return pom


def _is_setting(element: etree._Element) -> bool:
    return any(ancestor.tag == "configuration" for ancestor in element.iterancestors())
