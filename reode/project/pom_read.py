"""Answers questions about one pom as it is written, without parents and without expansion."""

from __future__ import annotations

import re

from lxml import etree

from reode.project.pom_declarations import (
    PLUGIN_GROUP,
    Coordinates,
    DependencyDecl,
    ExecutionDecl,
    PluginDecl,
    RepositoryDecl,
)
from reode.project.pom_document import PomDocument
from reode.project.pom_values import child_value, children, value_of

_PROPERTY = re.compile(r"\$\{([^{}]+)\}")


class PomReading(PomDocument):
    """The questions; `profile` names a profile by its id, None means the project itself."""

    @property
    def coordinates(self) -> Coordinates:
        """Return the pom's own coordinates, as written."""
        return _coordinates(self.root)

    def parent(self) -> Coordinates | None:
        """Return the parent's coordinates, None where there is none."""
        found = children(self.root, "parent")
        return _coordinates(found[-1]) if found else None

    def profiles(self) -> tuple[str, ...]:
        """Return the ids of the profiles, `default` for one without an id."""
        found = children(self.root, "profiles/profile")
        return tuple(child_value(one, "id") or "default" for one in found)

    def modules(self, profile: str | None = None) -> tuple[str, ...]:
        """Return the module paths, as written."""
        return tuple(value_of(one) for one in self.find_all("modules/module", profile))

    def properties(self, profile: str | None = None) -> dict[str, str]:
        """Return the properties in order, values raw and trimmed; the last of a name wins."""
        return {_name(one): value_of(one) for one in self.find_all("properties/*", profile)}

    def plugins(
        self, managed: bool = False, profile: str | None = None, *, reporting: bool = False
    ) -> tuple[PluginDecl, ...]:
        """Return the plugins of `build`, of its `pluginManagement` or of `reporting`."""
        place = "build/pluginManagement/plugins" if managed else "build/plugins"
        place = "reporting/plugins" if reporting else place
        return tuple(
            PluginDecl(
                child_value(one, "groupId") or PLUGIN_GROUP,
                child_value(one, "artifactId") or "",
                child_value(one, "version"),
                self.line(one),
                managed,
                profile,
                reporting,
                element=one,
            )
            for one in self.find_all(f"{place}/plugin", profile)
        )

    def find_plugins(
        self, group: str, artifact: str, *, managed: bool = False, profile: str | None = None
    ) -> tuple[PluginDecl, ...]:
        """Return every declaration of one plugin; more than one is legal, Maven merges them."""
        wanted = (group, artifact)
        return tuple(
            one
            for one in self.plugins(managed, profile)
            if self.same(wanted, one.group, one.artifact)
        )

    def dependencies(
        self,
        managed: bool = False,
        profile: str | None = None,
        *,
        plugin: tuple[str, str] | None = None,
    ) -> tuple[DependencyDecl, ...]:
        """Return the dependencies: direct, managed, or those of one plugin."""
        if plugin is not None:
            decls = self.find_plugins(*plugin, managed=managed, profile=profile)
            found = [e for decl in decls for e in children(decl.element, "dependencies/dependency")]
        else:
            place = "dependencyManagement/dependencies" if managed else "dependencies"
            found = self.find_all(f"{place}/dependency", profile)
        return tuple(self._dependency(one, managed, profile) for one in found)

    def processor_paths(
        self, *, managed: bool = False, profile: str | None = None
    ) -> tuple[DependencyDecl, ...]:
        """Return the compiler plugin's annotation processor paths."""
        decls = self.find_plugins(
            PLUGIN_GROUP, "maven-compiler-plugin", managed=managed, profile=profile
        )
        found = [e for decl in decls for e in decl.config_elements("annotationProcessorPaths/*")]
        return tuple(self._dependency(one, managed, profile) for one in found)

    def extensions(self) -> tuple[DependencyDecl, ...]:
        """Return the build extensions."""
        found = self.find_all("build/extensions/extension")
        return tuple(self._dependency(one, False, None) for one in found)

    def repositories(
        self, profile: str | None = None, *, plugin: bool = False
    ) -> tuple[RepositoryDecl, ...]:
        """Return the repositories for dependencies, or those for plugins."""
        place = "pluginRepositories/pluginRepository" if plugin else "repositories/repository"
        return tuple(
            RepositoryDecl(
                child_value(one, "id") or "",
                child_value(one, "url") or "",
                self.line(one),
                profile,
                element=one,
            )
            for one in self.find_all(place, profile)
        )

    def find_all(self, path: str, profile: str | None = None) -> list[etree._Element]:
        """Return every element at a path of local names below the project or a profile."""
        bases = [self.root] if profile is None else self._profile_elements(profile)
        return [found for base in bases for found in children(base, path)]

    def same(self, wanted: tuple[str, str], group: str, artifact: str) -> bool:
        """Say whether written coordinates mean the wanted ones; own expressions are expanded."""
        return wanted in ((group, artifact), (self.expand(group), self.expand(artifact)))

    def expand(self, text: str) -> str:
        """Expand what this pom alone can tell: its properties and coordinates; the rest stays."""
        for _ in range(10):
            expanded = _PROPERTY.sub(lambda match: self._property(match[1]) or match[0], text)
            if expanded == text:
                break
            text = expanded
        return text

    def _profile_elements(self, profile: str) -> list[etree._Element]:
        found = children(self.root, "profiles/profile")
        return [one for one in found if (child_value(one, "id") or "default") == profile]

    def _property(self, name: str) -> str | None:
        plain = name.removeprefix("project.").removeprefix("pom.")
        if plain in ("groupId", "artifactId", "version", "parent.groupId", "parent.version"):
            path = plain.replace(".", "/")
            own = child_value(self.root, path)
            inherited = plain in ("groupId", "version")
            return own or (child_value(self.root, f"parent/{path}") if inherited else None)
        return self.properties().get(name)

    def _dependency(
        self, element: etree._Element, managed: bool, profile: str | None
    ) -> DependencyDecl:
        return DependencyDecl(
            child_value(element, "groupId") or "",
            child_value(element, "artifactId") or "",
            child_value(element, "version"),
            child_value(element, "scope"),
            child_value(element, "type") or "jar",
            child_value(element, "classifier"),
            self.line(element),
            managed,
            profile,
            element=element,
        )


def executions_of(decl: PluginDecl, execution: str) -> tuple[ExecutionDecl, ...]:
    """Return the executions with that id."""
    return tuple(one for one in decl.executions if one.id == execution)


def _coordinates(element: etree._Element) -> Coordinates:
    return Coordinates(
        child_value(element, "groupId"),
        child_value(element, "artifactId"),
        child_value(element, "version"),
    )


def _name(element: etree._Element) -> str:
    return str(element.tag).removeprefix("{").replace("}", ":")
