"""Edits a pom's plugins: presence, version, configuration, annotation processor paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from lxml import etree

from reode.project.pom_declarations import PLUGIN_GROUP, PluginDecl
from reode.project.pom_layout import NewElement
from reode.project.pom_merging import PomMerging
from reode.project.pom_read import executions_of
from reode.project.pom_values import child_value, children, value_of

_COMPILER = "maven-compiler-plugin"


class PomPlugins(PomMerging):
    """The edits; where a plugin is declared twice, the declaration that Maven obeys is edited."""

    def ensure_plugin(
        self,
        group: str,
        artifact: str,
        version: str | None = None,
        *,
        managed: bool = False,
        profile: str | None = None,
    ) -> Self:
        """Declare the plugin where it is not, and give it `version` where it has none."""
        decls = self.find_plugins(group, artifact, managed=managed, profile=profile)
        if decls:
            if version is None or any(decl.version for decl in decls):
                return self
            return self.set_child(decls[-1].element, "version", version)
        place = "build/pluginManagement/plugins" if managed else "build/plugins"
        parts = [NewElement("groupId", group)] if self._writes_group(group) else []
        parts.append(NewElement("artifactId", artifact))
        parts += [NewElement("version", version)] if version else []
        return self.insert_at(self.base(profile), place, NewElement("plugin", tuple(parts)))

    def set_plugin_version(
        self,
        group: str,
        artifact: str,
        version: str,
        *,
        managed: bool = False,
        profile: str | None = None,
    ) -> Self:
        """Give the plugin `version`, replacing the one that stands; declares it where it is not."""
        pom = self.ensure_plugin(group, artifact, version, managed=managed, profile=profile)
        decls = pom.find_plugins(group, artifact, managed=managed, profile=profile)
        decl = next(one for one in reversed(decls) if one.version)
        return pom.set_child(decl.element, "version", version)

    def set_plugin_config(
        self,
        group: str,
        artifact: str,
        path: str,
        value: str,
        *,
        managed: bool = False,
        profile: str | None = None,
        execution: str | None = None,
    ) -> Self:
        """Set the value at `path` (`proc`, `compilerArgs/arg`) of the plugin's configuration.

        The value is replaced where it stands (the last of several of one name), else added.
        """
        pom, holder = self._holder(
            group, artifact, path, managed=managed, profile=profile, execution=execution
        )
        found = children(holder, f"configuration/{path}")
        if found:
            return pom.replace_text(found[-1], value)
        parents, _, name = f"configuration/{path}".rpartition("/")
        return pom.insert_at(holder, parents, NewElement(name, value))

    def append_plugin_config_item(
        self,
        group: str,
        artifact: str,
        path: str,
        item: str,
        value: str,
        *,
        managed: bool = False,
        profile: str | None = None,
        execution: str | None = None,
    ) -> Self:
        """Add `<item>value</item>` to the list at `path` unless the list has that value."""
        pom, holder = self._holder(
            group, artifact, path, managed=managed, profile=profile, execution=execution
        )
        present = children(holder, f"configuration/{path}/*")
        if any(value_of(one) == value for one in present):
            return pom
        return pom.insert_at(holder, f"configuration/{path}", NewElement(item, value))

    def remove_plugin_config(
        self,
        group: str,
        artifact: str,
        path: str,
        value: str | None = None,
        *,
        managed: bool = False,
        profile: str | None = None,
        execution: str | None = None,
    ) -> Self:
        """Remove what stands at `path` (only where it has `value`), and parents left empty."""

        def find(pom: Self) -> list[etree._Element]:
            decls = pom.find_plugins(group, artifact, managed=managed, profile=profile)
            holders = _holders(decls, execution)
            found = [one for holder in holders for one in children(holder, f"configuration/{path}")]
            return [one for one in found if value is None or value_of(one) == value]

        return self.remove_found(find)

    def remove_plugin(
        self, group: str, artifact: str, *, managed: bool = False, profile: str | None = None
    ) -> Self:
        """Remove every declaration of the plugin, and parents left empty."""

        def find(pom: Self) -> list[etree._Element]:
            decls = pom.find_plugins(group, artifact, managed=managed, profile=profile)
            return [decl.element for decl in decls]

        return self.remove_found(find)

    def add_annotation_processor_path(
        self,
        group: str,
        artifact: str,
        version: str | None,
        *,
        managed: bool = False,
        profile: str | None = None,
    ) -> Self:
        """Put a processor on the compiler plugin's processor path unless it is there.

        A version is given to an entry that has none; one that stands is left alone.
        """
        wanted = (group, artifact)
        paths = self.processor_paths(managed=managed, profile=profile)
        present = [one for one in paths if self.same(wanted, one.group, one.artifact)]
        if present:
            if version is None or present[-1].version:
                return self
            return self.set_child(present[-1].element, "version", version)
        parts = [NewElement("groupId", group), NewElement("artifactId", artifact)]
        parts += [NewElement("version", version)] if version else []
        tag = str(paths[-1].element.tag) if paths else "path"
        pom = self.ensure_plugin(PLUGIN_GROUP, _COMPILER, managed=managed, profile=profile)
        decls = pom.find_plugins(PLUGIN_GROUP, _COMPILER, managed=managed, profile=profile)
        holder = _governing(_holders(decls, None), "annotationProcessorPaths")
        place = "configuration/annotationProcessorPaths"
        return pom.insert_at(holder, place, NewElement(tag, tuple(parts)))

    def _holder(
        self,
        group: str,
        artifact: str,
        path: str,
        *,
        managed: bool,
        profile: str | None,
        execution: str | None,
    ) -> tuple[Self, etree._Element]:
        """Return the pom with the plugin (and execution) declared, and whose configuration rules."""
        pom = self.ensure_plugin(group, artifact, managed=managed, profile=profile)
        decls = pom.find_plugins(group, artifact, managed=managed, profile=profile)
        holders = _holders(decls, execution)
        if not holders and execution is not None:
            new = NewElement("execution", (NewElement("id", execution),))
            pom = pom.insert_at(decls[-1].element, "executions", new)
            decls = pom.find_plugins(group, artifact, managed=managed, profile=profile)
            holders = _holders(decls, execution)
        return pom, _governing(holders, path)

    def _writes_group(self, group: str) -> bool:
        """Say whether this file names the group of Maven's own plugins."""
        if group != PLUGIN_GROUP:
            return True
        places = [
            (managed, profile) for managed in (False, True) for profile in (None, *self.profiles())
        ]
        own = [
            decl
            for managed, profile in places
            for decl in self.plugins(managed, profile)
            if decl.group == PLUGIN_GROUP
        ]
        return not own or any(child_value(decl.element, "groupId") for decl in own)


def _holders(decls: Sequence[PluginDecl], execution: str | None) -> list[etree._Element]:
    """Return the elements whose `<configuration>` is meant: plugins or their executions."""
    if execution is None:
        return [decl.element for decl in decls]
    return [one.element for decl in decls for one in executions_of(decl, execution)]


def _governing(holders: Sequence[etree._Element], path: str) -> etree._Element:
    """Return the last holder that sets `path`, else the last: Maven lets the last one win."""
    setting = [one for one in holders if children(one, f"configuration/{path}")]
    return (setting or list(holders))[-1]
