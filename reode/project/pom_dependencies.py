"""Edits a pom's dependencies: direct, managed, a plugin's, and other lists of coordinates."""

from __future__ import annotations

from typing import Self

from lxml import etree

from reode.project.pom_declarations import DependencyDecl
from reode.project.pom_layout import NewElement
from reode.project.pom_plugins import PomPlugins


class PomDependencies(PomPlugins):
    """The edits; `plugin` means the dependencies of that plugin, `path` a list in its settings."""

    def find_dependencies(
        self,
        group: str,
        artifact: str,
        *,
        managed: bool = False,
        profile: str | None = None,
        plugin: tuple[str, str] | None = None,
        path: str | None = None,
    ) -> tuple[DependencyDecl, ...]:
        """Return every declaration of `group:artifact`, of any type and classifier.

        `path` looks below the configuration of `plugin`, as `annotationProcessorPaths/path`.
        """
        if plugin is not None and path is not None:
            holders = self.find_plugins(*plugin, managed=managed, profile=profile)
            found = [one for holder in holders for one in holder.config_elements(path)]
            decls = tuple(self._dependency(one, managed, profile) for one in found)
        else:
            decls = self.dependencies(managed, profile, plugin=plugin)
        wanted = (group, artifact)
        return tuple(one for one in decls if self.same(wanted, one.group, one.artifact))

    def add_dependency(
        self,
        group: str,
        artifact: str,
        version: str | None = None,
        scope: str | None = None,
        *,
        type: str | None = None,  # noqa: A002 - Maven's own word
        classifier: str | None = None,
        managed: bool = False,
        profile: str | None = None,
        plugin: tuple[str, str] | None = None,
    ) -> Self:
        """Add the dependency at the end of its list unless one of its type and classifier stands."""
        for one in self.find_dependencies(
            group, artifact, managed=managed, profile=profile, plugin=plugin
        ):
            if (one.type, one.classifier) == (type or "jar", classifier or None):
                return self
        values = {
            "groupId": group,
            "artifactId": artifact,
            "version": version,
            "type": type,
            "classifier": classifier,
            "scope": scope,
        }
        parts = tuple(NewElement(tag, value) for tag, value in values.items() if value)
        new = NewElement("dependency", parts)
        if plugin is None:
            place = "dependencyManagement/dependencies" if managed else "dependencies"
            return self.insert_at(self.base(profile), place, new)
        pom = self.ensure_plugin(*plugin, managed=managed, profile=profile)
        decls = pom.find_plugins(*plugin, managed=managed, profile=profile)
        return pom.insert_at(decls[-1].element, "dependencies", new)

    def set_dependency_version(
        self,
        group: str,
        artifact: str,
        version: str,
        *,
        managed: bool = False,
        profile: str | None = None,
        plugin: tuple[str, str] | None = None,
        path: str | None = None,
    ) -> Self:
        """Replace the version of every declaration that has one; else give it to the last one.

        Nothing changes where the dependency is not declared.
        """

        def found(pom: Self) -> tuple[DependencyDecl, ...]:
            return pom.find_dependencies(
                group, artifact, managed=managed, profile=profile, plugin=plugin, path=path
            )

        pom, count = self, len(found(self))
        if count and not any(one.version for one in found(pom)):
            return pom.set_child(found(pom)[-1].element, "version", version)
        for index in range(count):
            decl = found(pom)[index]
            if decl.version:
                pom = pom.set_child(decl.element, "version", version)
        return pom

    def remove_dependency(
        self,
        group: str,
        artifact: str,
        *,
        managed: bool = False,
        profile: str | None = None,
        plugin: tuple[str, str] | None = None,
        path: str | None = None,
    ) -> Self:
        """Remove every declaration of `group:artifact`, and parents left empty."""

        def find(pom: Self) -> list[etree._Element]:
            decls = pom.find_dependencies(
                group, artifact, managed=managed, profile=profile, plugin=plugin, path=path
            )
            return [one.element for one in decls]

        return self.remove_found(find)

    def add_exclusion(self, decl: DependencyDecl, group: str, artifact: str) -> Self:
        """Exclude `group:artifact` from a dependency of this pom unless it is excluded."""
        if (group, artifact) in decl.exclusions:
            return self
        parts = (NewElement("groupId", group), NewElement("artifactId", artifact))
        return self.insert_at(decl.element, "exclusions", NewElement("exclusion", parts))

    def add_extension(self, group: str, artifact: str, version: str) -> Self:
        """Add a build extension unless it is there."""
        wanted = (group, artifact)
        if any(self.same(wanted, one.group, one.artifact) for one in self.extensions()):
            return self
        values = (("groupId", group), ("artifactId", artifact), ("version", version))
        parts = tuple(NewElement(tag, value) for tag, value in values)
        return self.insert_at(self.root, "build/extensions", NewElement("extension", parts))
