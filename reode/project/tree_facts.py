"""Reads everything about a tree that needs no build: settings, tests, types, resources, libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from weakref import WeakKeyDictionary

from reode.errors import PomSyntaxError
from reode.facts.snapshot import (
    DependencyFact,
    FileFact,
    ModuleFact,
    Setting,
    TreeFacts,
    TypeFact,
)
from reode.facts.test_syntax import TestSources
from reode.project.api_surface import read_types
from reode.project.archives import find_archive, read_licences, read_packages
from reode.project.build_files import read_build_file, steers_build
from reode.project.build_settings import effective_settings, read_settings
from reode.project.own_names import read_declared
from reode.project.reactor import Module, Reactor
from reode.project.tests_syntax import read_test_sources
from reode.project.tree_sources import SourceMap, is_output, other_projects
from reode.project.type_mentions import read_imports, read_mentions, read_named_types
from reode.project.view import ProjectView

_MENTIONING = (".xml", ".properties", ".yml", ".yaml", ".kt", ".groovy", ".scala", ".jsp", ".conf")
_TYPE_NAME = re.compile(r"\b[a-z]\w*(?:\.[a-z_]\w*)+\.[A-Z]\w*")


#: Views and reactors never change, and views share a reactor whose poms no edit touched.
_TREES: WeakKeyDictionary[ProjectView, TreeFacts] = WeakKeyDictionary()
_MODELS: WeakKeyDictionary[Reactor, _Models] = WeakKeyDictionary()


@dataclass(frozen=True)
class _Models:
    """What the poms alone tell, and where each path seen so far belongs."""

    modules: tuple[ModuleFact, ...]
    settings: tuple[Setting, ...]
    strays: tuple[Setting, ...]
    dependencies: tuple[DependencyFact, ...]
    sources: SourceMap
    places: dict[str, _Place] = field(default_factory=dict)

    def place(self, path: str) -> _Place:
        found = self.places.get(path)
        if found is None:
            ours = self.sources
            found = self.places[path] = _Place(
                ours.module_of(path),
                ours.is_test(path),
                ours.is_source(path),
                ours.is_resource(path),
                is_output(path),
            )
        return found


class _Place(NamedTuple):
    module: str
    test: bool
    source: bool
    resource: bool
    output: bool


def read_tree(view: ProjectView) -> TreeFacts:
    """Return the facts of a tree; what needs a build (`outcome`, `classes`, `coverage`) is left out.

    Each view and each content of a file is read once: a view with edits costs what they touch.
    """
    found = _TREES.get(view)
    if found is None:
        found = _TREES[view] = _read_tree(view)
    return found


def _read_tree(view: ProjectView) -> TreeFacts:
    models = _models(view)
    files = tuple(p for p in view.files if not models.place(p).output)
    java = [p for p in files if p.endswith(".java")]
    main = [p for p in java if not models.place(p).test]
    _read_sources(view, java, models)
    return TreeFacts(
        modules=models.modules,
        settings=(*models.settings, *_steering(view, files, models), *models.strays),
        tests=_tests(view, files, main, models),
        types=tuple(_types(view, main, models)),
        resources=tuple(_resources(view, files, models)),
        dependencies=models.dependencies,
        imports=frozenset().union(
            *(read_imports(view.read(p)) for p in java), *_mentions(view, files)
        ),
        files=files,
        unread_parents=frozenset(
            (m.folder, m.missing_parent) for m in view.reactor.modules if m.missing_parent
        ),
        named=frozenset().union(*_named(view, files, java, models)),
    )


def _models(view: ProjectView) -> _Models:
    found = _MODELS.get(view.reactor)
    if found is None:
        found = _MODELS[view.reactor] = _Models(
            modules=tuple(_modules(view)),
            settings=tuple(_settings(view)),
            strays=tuple(_strays(view)),
            dependencies=tuple(_dependencies(view)),
            sources=_source_map(view),
        )
    return found


def _source_map(view: ProjectView) -> SourceMap:
    modules = view.reactor.modules
    folders = frozenset(m.folder for m in modules)
    tests = tuple(r for m in modules for r in m.source_roots("test"))
    mains = tuple(r for m in modules for r in m.source_roots("main"))
    others = other_projects(view.files, folders, (*tests, *mains))
    return SourceMap(folders | others, tests, mains)


def _read_sources(view: ProjectView, java: list[str], models: _Models) -> None:
    """Read all that is asked of a source while its syntax tree is at hand; the readers keep it."""
    for path in java:
        data, place = view.read(path), models.place(path)
        read_mentions(data)
        read_declared(data)
        if place.source and not place.test:
            read_types(path, place.module, data)


def _active(view: ProjectView) -> list[Module]:
    return [m for m in view.reactor.modules if m.active]


def _modules(view: ProjectView) -> Iterator[ModuleFact]:
    for module in _active(view):
        yield ModuleFact(
            folder=module.folder,
            artifact=f"{module.group}:{module.artifact}",
            packaging=module.packaging,
            file=module.path,
            line=module.pom.line(module.pom.root),
        )


def _settings(view: ProjectView) -> Iterator[Setting]:
    """Give the settings that hold for each module, parents included."""
    for module in view.reactor.modules:
        for source in module.parents:
            for setting in read_settings(source.pom, module.folder):
                if source.editable or not setting.profile or setting.profile in source.profiles:
                    yield replace(setting, value=module.resolve(setting.value))
        yield from effective_settings(module)


def _steering(view: ProjectView, files: tuple[str, ...], models: _Models) -> Iterator[Setting]:
    """Give the settings of files beside the poms."""
    for path in files:
        if steers_build(path):
            yield from read_build_file(path, models.place(path).module, view.read(path))


def _strays(view: ProjectView) -> Iterator[Setting]:
    """Give the settings of poms that no module list names."""
    for path in view.reactor.strays:
        if is_output(path):
            continue
        try:
            yield from read_settings(view.pom(path), path.rpartition("/")[0] or ".")
        except PomSyntaxError:
            continue


def _tests(
    view: ProjectView, files: tuple[str, ...], main: list[str], models: _Models
) -> TestSources:
    tests = {
        path: (place.module, view.read(path))
        for path in files
        if (place := models.place(path)).source and place.test
    }
    return read_test_sources(tests, [view.read(p) for p in main])


def _types(view: ProjectView, main: list[str], models: _Models) -> Iterator[TypeFact]:
    for path in main:
        if models.place(path).source:
            yield from read_types(path, models.place(path).module, view.read(path))


def _resources(view: ProjectView, files: tuple[str, ...], models: _Models) -> Iterator[FileFact]:
    for path in files:
        place = models.place(path)
        if place.resource:
            yield _resource(path, place.module, view.read(path), place.test)


@lru_cache(maxsize=20_000)
def _resource(path: str, module: str, data: bytes, test: bool) -> FileFact:
    content = data.replace(b"\r\n", b"\n")
    return FileFact(path, module, sha256(content).hexdigest(), test, len(content))


def _mentions(view: ProjectView, files: tuple[str, ...]) -> Iterator[frozenset[str]]:
    """Give the names of types that configuration and other languages write out."""
    for path in files:
        if path.endswith(_MENTIONING) and not path.endswith("pom.xml"):
            yield _type_names(view.read(path))


@lru_cache(maxsize=20_000)
def _type_names(data: bytes) -> frozenset[str]:
    return frozenset(_TYPE_NAME.findall(data.decode("utf-8", "replace")))


def _named(
    view: ProjectView, files: tuple[str, ...], java: list[str], models: _Models
) -> Iterator[frozenset[str]]:
    """Give the nested types that annotations, strings and files other than Java name."""
    for path in java:
        yield read_mentions(view.read(path)).named
    for path in files:
        if not path.endswith(".java") and (
            path.endswith(_MENTIONING) or models.place(path).resource
        ):
            yield read_named_types(view.read(path))


def _dependencies(view: ProjectView) -> Iterator[DependencyFact]:
    """Give every declared library and plugin of every module with its resolved version."""
    for module in _active(view):
        for key, use in module.dependencies().items():
            source = use.placed.source
            version = use.version
            yield DependencyFact(
                module=module.folder,
                key=key,
                version=version,
                scope=use.scope or "compile",
                file=source.pom.path,
                line=use.decl.line if source.editable else None,
                licences=read_licences(view.repository, use.group, use.artifact, version),
                packages=read_packages(
                    find_archive(view.repository, use.group, use.artifact, version)
                ),
            )
        yield from _plugins(module)
        yield from _managed(module)


def _managed(module: Module) -> Iterator[DependencyFact]:
    """Give the parent, and the versions that a module manages or imports for others."""
    parent = module.pom.parent()
    if parent is not None and len(module.parents) > 1 and not module.parents[1].editable:
        key = f"{parent.group}:{parent.artifact}"
        number = module.resolve(parent.version or "")
        yield DependencyFact(module.folder, key, number, "parent", module.path, None, "parent")
    for decl in module.pom.dependencies(managed=True):
        key = f"{decl.group}:{decl.artifact}"
        version = module.resolve(decl.version or "") or None
        yield DependencyFact(
            module.folder, key, version, decl.scope or "", module.path, decl.line, "managed"
        )


def _plugins(module: Module) -> Iterator[DependencyFact]:
    for key, plugin in module.plugins().items():
        site = plugin.version_site
        if plugin.implicit and (site is None or not site.editable):
            continue
        yield DependencyFact(
            module=module.folder,
            key=key,
            version=plugin.version,
            scope="plugin",
            file=site.path if site is not None else module.path,
            line=site.line if site is not None else None,
            kind="plugin",
        )
