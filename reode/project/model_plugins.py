"""Merges the plugins of a module over its parents, profiles and management, as Maven does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from reode.project.model_lifecycle import bound_plugins, super_managed
from reode.project.model_properties import Properties
from reode.project.model_source import ModelSource, Site, walk_sections
from reode.project.pom import PluginDecl
from reode.project.pom_values import child_value, children, value_of


@dataclass(frozen=True, slots=True)
class PlacedPlugin:
    """A plugin's declaration and the pom it stands in."""

    decl: PluginDecl
    source: ModelSource


@dataclass(frozen=True, slots=True)
class Setting:
    """A configuration value of a plugin: expanded, and where it is written.

    `execution` is None at plugin level; `element` is the configuration's own element.
    """

    path: str
    value: str
    site: Site
    placed: PlacedPlugin
    execution: str | None
    element: etree._Element = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class PluginArtifact:
    """An artifact that a plugin is given: its own dependency, or an annotation processor path."""

    group: str
    artifact: str
    version: str | None
    version_site: Site | None
    placed: PlacedPlugin
    element: etree._Element = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        """Return `group:artifact`."""
        return f"{self.group}:{self.artifact}"


@dataclass(frozen=True, slots=True)
class PluginUse:
    """A plugin that a module's build has.

    `version` is None where Maven would ask the remote repositories; `version_site` is None where
    Maven's own default or nothing gives it. `implicit`: no pom declares it under `build/plugins`.
    `decls` are all declarations, the strongest first, managed ones last.
    """

    group: str
    artifact: str
    version: str | None
    version_site: Site | None
    decls: tuple[PlacedPlugin, ...]
    implicit: bool
    properties: Properties = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        """Return `group:artifact`."""
        return f"{self.group}:{self.artifact}"

    def settings(self, path: str) -> tuple[Setting, ...]:
        """Return every setting at a configuration path ("*" for any name), the strongest first.

        Settings of executions come with those of the declaration they stand in, before it.
        """
        return tuple(s for placed in self.decls for s in self._settings_in(placed, path))

    def _settings_in(self, placed: PlacedPlugin, path: str) -> Iterator[Setting]:
        for execution in placed.decl.executions:
            yield from self._placed(placed, path, execution.element, execution.id)
        yield from self._placed(placed, path, placed.decl.element, None)

    def _placed(
        self, placed: PlacedPlugin, path: str, holder: etree._Element, execution: str | None
    ) -> Iterator[Setting]:
        for element in reversed(children(holder, f"configuration/{path}")):
            site = self.properties.site_of(placed.source, element, placed.decl.profile)
            value = self.properties.resolve(value_of(element))
            yield Setting(path, value, site, placed, execution, element)

    def setting(self, path: str) -> Setting | None:
        """Return the setting that holds at plugin level, None where there is none."""
        return next((s for s in self.settings(path) if s.execution is None), None)

    def config(self, path: str) -> str | None:
        """Return the expanded value that holds at plugin level."""
        found = self.setting(path)
        return None if found is None else found.value

    def dependencies(self) -> tuple[PluginArtifact, ...]:
        """Return the plugin's own dependencies, those of all declarations."""
        found = ((p, children(p.decl.element, "dependencies/dependency")) for p in self.decls)
        return tuple(self._artifact(p, e) for p, elements in found for e in elements)

    def processor_paths(self) -> tuple[PluginArtifact, ...]:
        """Return the annotation processor paths of all declarations and executions."""
        found = self.settings("annotationProcessorPaths/*")
        return tuple(self._artifact(s.placed, s.element) for s in reversed(found))

    def _artifact(self, placed: PlacedPlugin, element: etree._Element) -> PluginArtifact:
        resolve = self.properties.resolve
        group, artifact, version = (
            resolve(child_value(element, name) or "")
            for name in ("groupId", "artifactId", "version")
        )
        written = children(element, "version") if version else []
        site = None
        if written:
            site = self.properties.site_of(placed.source, written[-1], placed.decl.profile)
        return PluginArtifact(group, artifact, version or None, site, placed, element)


def read_plugins(properties: Properties, packaging: str) -> dict[str, PluginUse]:
    """Return the plugins of a build by `group:artifact`, those of the lifecycle included."""
    declared = _by_key(properties, managed=False)
    managed = _by_key(properties, managed=True)
    bound = bound_plugins(packaging)
    return {
        key: _use(properties, key, declared.get(key, ()), managed.get(key, ()), bound.get(key))
        for key in (*declared, *(k for k in bound if k not in declared))
    }


def read_managed_plugins(properties: Properties) -> dict[str, PluginUse]:
    """Return what plugin management holds, whether the build uses it or not."""
    managed = _by_key(properties, managed=True)
    return {key: _use(properties, key, (), decls, None) for key, decls in managed.items()}


def _by_key(properties: Properties, *, managed: bool) -> dict[str, tuple[PlacedPlugin, ...]]:
    found: dict[str, tuple[PlacedPlugin, ...]] = {}
    for source, profile in walk_sections(properties.chain):
        is_own = source is properties.chain[0]
        here: dict[str, tuple[PlacedPlugin, ...]] = {}
        for decl in source.pom.plugins(managed, profile):
            if is_own or child_value(decl.element, "inherited") != "false":
                key = f"{properties.resolve(decl.group)}:{properties.resolve(decl.artifact)}"
                # Of two declarations in one place the last wins.
                here[key] = (PlacedPlugin(decl, source), *here.get(key, ()))
        for key, placed in here.items():
            found[key] = (*found.get(key, ()), *placed)
    return found


def _use(
    properties: Properties,
    key: str,
    declared: tuple[PlacedPlugin, ...],
    managed: tuple[PlacedPlugin, ...],
    bound: str | None,
) -> PluginUse:
    group, _, artifact = key.partition(":")
    decls = (*declared, *managed)
    version, site = bound or super_managed(key), None
    for placed in decls:
        if placed.decl.version is not None:
            version = properties.resolve(placed.decl.version)
            element = children(placed.decl.element, "version")[-1]
            site = properties.site_of(placed.source, element, placed.decl.profile)
            break
    return PluginUse(group, artifact, version, site, decls, not declared, properties)
