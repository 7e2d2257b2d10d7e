"""The pom editor: reads what Maven reads, and changes nothing but what it is asked to."""

from __future__ import annotations

from typing import Self

from lxml import etree

from reode.project.pom_declarations import (
    PLUGIN_GROUP,
    Coordinates,
    DependencyDecl,
    ExecutionDecl,
    PluginDecl,
    RepositoryDecl,
)
from reode.project.pom_dependencies import PomDependencies
from reode.project.pom_layout import NewElement
from reode.project.pom_values import children

__all__ = [
    "PLUGIN_GROUP",
    "Coordinates",
    "DependencyDecl",
    "ExecutionDecl",
    "NewElement",
    "PluginDecl",
    "Pom",
    "RepositoryDecl",
]


class Pom(PomDependencies):
    """One pom as an immutable value.

    Every edit returns a new `Pom`, or the same object where nothing changes; done twice it does
    nothing more. New elements take the file's indentation, line ends and usual order, inside the
    containers that stand: no edit makes a second `<build>` or the like under one parent.
    """

    def set_property(self, name: str, value: str, profile: str | None = None) -> Self:
        """Set a property where it stands (the last of its name), else add it."""
        found = self.find_all(f"properties/{name}", profile)
        if found:
            return self.replace_text(found[-1], value)
        return self.insert_at(self.base(profile), "properties", NewElement(name, value))

    def remove_property(self, name: str, profile: str | None = None) -> Self:
        """Remove a property, and `<properties>` where nothing is left in it."""

        def find(pom: Self) -> list[etree._Element]:
            return pom.find_all(f"properties/{name}", profile)

        return self.remove_found(find)

    def set_parent_version(self, version: str) -> Self:
        """Give the parent another version; raises `ValueError` where there is no parent."""
        found = children(self.root, "parent")
        if not found:
            raise ValueError(f"{self.path} has no parent")
        return self.set_child(found[-1], "version", version)
