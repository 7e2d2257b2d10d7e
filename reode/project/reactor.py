"""Reads a multi-module project as Maven would see it, without running Maven."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from reode.project.model_compiler import Level, effective_level
from reode.project.model_dependencies import (
    DependencyUse,
    Management,
    read_dependencies,
    read_management,
)
from reode.project.model_levels import LevelSite, read_levels
from reode.project.model_lineage import Lineage, Lineages, PomFiles
from reode.project.model_plugins import PluginUse, read_managed_plugins, read_plugins
from reode.project.model_properties import Properties
from reode.project.model_raising import raise_version, set_level, set_value
from reode.project.model_source import ModelSource, Site, SiteKind
from reode.project.pom import Pom

__all__ = [
    "DependencyUse",
    "Level",
    "LevelSite",
    "Module",
    "PluginUse",
    "Reactor",
    "Site",
    "SiteKind",
    "compiler_levels",
    "raise_version",
    "set_level",
    "set_value",
]

_BUILD_HELPER = "org.codehaus.mojo:build-helper-maven-plugin"


@dataclass(frozen=True, eq=False)
class Module:
    """One pom of the reactor in the eyes of Maven.

    `path` is its pom, `folder` its folder ("." for the root). `profile` names the profile that
    lists it, None where it is listed outright; `active` is false where that profile is off.
    """

    path: str
    reactor: Reactor
    profile: str | None = None
    active: bool = True

    @property
    def folder(self) -> str:
        """The folder, "." for the root."""
        return posixpath.dirname(self.path) or "."

    @cached_property
    def lineage(self) -> Lineage:
        """The pom and its parents."""
        return self.reactor.lineages.own(self.path)

    @property
    def parents(self) -> tuple[ModelSource, ...]:
        """The module's own pom first, then its parents; `editable` ones are in this repository."""
        return self.lineage.chain

    @property
    def missing_parent(self) -> str:
        """Coordinates of the parent that wasn't found: what it sets is unknown. "" for none."""
        return self.lineage.missing

    @property
    def pom(self) -> Pom:
        """The module's own pom."""
        return self.parents[0].pom

    @cached_property
    def properties(self) -> Properties:
        """What `${…}` means here."""
        return Properties(self.parents, self.reactor.lineages.arguments)

    def resolve(self, text: str) -> str:
        """Expand `${…}`; what only a machine knows stays."""
        return self.properties.resolve(text)

    def property_site(self, name: str) -> Site | None:
        """Return where a property's value is written, at the end of its chain."""
        return self.properties.property_site(name)

    @property
    def artifact(self) -> str:
        """The artifactId."""
        return self.resolve("${project.artifactId}")

    @property
    def group(self) -> str:
        """The groupId, inherited where not written."""
        return self.resolve("${project.groupId}")

    @property
    def version(self) -> str:
        """The version, inherited where not written."""
        return self.resolve("${project.version}")

    @property
    def packaging(self) -> str:
        """The packaging, "jar" where not written."""
        return self.resolve("${project.packaging}")

    @cached_property
    def _plugins(self) -> dict[str, PluginUse]:
        return read_plugins(self.properties, self.packaging)

    def plugins(self) -> dict[str, PluginUse]:
        """Return the build's plugins by `group:artifact`, those of the lifecycle included."""
        return self._plugins

    def plugin(self, artifact: str, group: str = "org.apache.maven.plugins") -> PluginUse | None:
        """Return one plugin of the build."""
        return self._plugins.get(f"{group}:{artifact}")

    @cached_property
    def _managed_plugins(self) -> dict[str, PluginUse]:
        return read_managed_plugins(self.properties)

    def managed_plugins(self) -> dict[str, PluginUse]:
        """Return what plugin management holds, used or not."""
        return self._managed_plugins

    @cached_property
    def management(self) -> Management:
        """The managed dependencies with imported bills, and the bills that weren't found."""
        return read_management(self.properties, self.reactor.lineages.bill)

    @cached_property
    def _dependencies(self) -> dict[str, DependencyUse]:
        return read_dependencies(self.properties, self.management)

    def dependencies(self) -> dict[str, DependencyUse]:
        """Return the dependencies by `group:artifact[:type[:classifier]]`, inherited ones too."""
        return self._dependencies

    @property
    def encoding(self) -> str | None:
        """The declared source encoding, None where the pom leaves it to the machine."""
        compiler = self.plugin("maven-compiler-plugin")
        declared = compiler.config("encoding") if compiler else None
        found = declared or self.properties.get("project.build.sourceEncoding")
        return found if found and "${" not in found else None

    @cached_property
    def _source_roots(self) -> dict[str, tuple[str, ...]]:
        expressions = {
            "main": "${project.build.sourceDirectory}",
            "test": "${project.build.testSourceDirectory}",
        }
        found: dict[str, tuple[str, ...]] = {}
        for kind, expression in expressions.items():
            paths = [self.resolve(expression), *self._added_roots(kind)]
            places = (self.place(p) for p in paths if "${" not in p)
            found[kind] = tuple(dict.fromkeys(p for p in places if p is not None))
        return found

    def source_roots(self, kind: str) -> tuple[str, ...]:
        """Return the Java source folders of "main" or "test", written or Maven's own."""
        return self._source_roots[kind]

    def _added_roots(self, kind: str) -> Iterator[str]:
        helper = self._plugins.get(_BUILD_HELPER)
        goal = "add-source" if kind == "main" else "add-test-source"
        for setting in helper.settings("sources/*") if helper else ():
            executions = setting.placed.decl.executions
            goals = [g for e in executions if e.id == setting.execution for g in e.goals]
            if goal in goals:
                yield setting.value

    def place(self, path: str) -> str | None:
        """Return a path of this module's pom relative to the repository, None outside of it."""
        joined = posixpath.normpath(posixpath.join(self.folder, path.replace("\\", "/")))
        return None if joined.startswith(("../", "/")) else joined

    def levels(self) -> tuple[LevelSite, ...]:
        """Return every place that sets a Java level for this module."""
        return read_levels(self.properties, self._plugins, self._managed_plugins)

    def level(self) -> Level:
        """Return the levels that the compiler gets, with Maven's defaults."""
        return effective_level(self.properties, self._plugins)


def compiler_levels(module: Module) -> tuple[LevelSite, ...]:
    """Return every place that sets a Java level for a module."""
    return module.levels()


class Reactor:
    """All modules from the root pom down; poms that nothing lists are `strays`."""

    def __init__(self, tree: PomFiles) -> None:
        """Read the poms of a tree, from `pom.xml` in its root."""
        self.lineages = Lineages(tree)
        self._tree = tree
        #: Poms that can't be read, and modules that aren't there: (path, reason).
        self.unreadable: list[tuple[str, str]] = []
        found: dict[str, Module] = {}
        if tree.exists("pom.xml"):
            self._collect("pom.xml", None, found, active=True)
        self.modules: tuple[Module, ...] = tuple(found.values())

    def _collect(
        self, path: str, profile: str | None, found: dict[str, Module], *, active: bool
    ) -> None:
        if path in found:
            return
        pom = self.lineages.readable(path)
        if pom is None:
            self.unreadable.append((path, "not a readable pom"))
            return
        module = Module(path, self, profile, active)
        found[path] = module
        on = module.parents[0].profiles
        for section in (None, *dict.fromkeys(pom.profiles())):
            is_active = active and (section is None or section in on)
            for name in pom.modules(section):
                listed = self.lineages.pom_path(module.folder, module.resolve(name))
                if listed is None:
                    self.unreadable.append((path, f"module {name} isn't there"))
                else:
                    self._collect(listed, section or profile, found, active=is_active)

    @property
    def root(self) -> Module | None:
        """The root module, None where there is no readable pom."""
        return self.modules[0] if self.modules else None

    @property
    def strays(self) -> tuple[str, ...]:
        """Poms in the tree that no module list names."""
        known = {m.path for m in self.modules}
        names = (p for p in self._tree.files if posixpath.basename(p) == "pom.xml")
        return tuple(p for p in names if p not in known)

    @cached_property
    def _by_folder(self) -> dict[str, Module]:
        return {m.folder: m for m in reversed(self.modules)}

    def module_of(self, path: str) -> Module:
        """Return the module that a file belongs to: the nearest folder upwards; else the root.

        Raises LookupError where the project has no module at all.
        """
        folder = posixpath.dirname(path)
        while folder and folder not in self._by_folder:
            folder = posixpath.dirname(folder)
        module = self._by_folder.get(folder or ".", self.root)
        if module is None:
            raise LookupError(f"{path} belongs to no module: there is no readable pom.xml")
        return module

    def module(self, artifact: str) -> Module | None:
        """Return the module of an artifactId."""
        return next((m for m in self.modules if m.artifact == artifact), None)
