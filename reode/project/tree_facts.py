"""Reads everything about a tree that needs no build: settings, tests, types, resources, libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

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
from reode.project.reactor import Module
from reode.project.tests_syntax import read_test_sources
from reode.project.tree_sources import SourceMap, is_output, other_projects
from reode.project.type_mentions import read_imports, read_mentions, read_named_types
from reode.project.view import ProjectView

_MENTIONING = (".xml", ".properties", ".yml", ".yaml", ".kt", ".groovy", ".scala", ".jsp", ".conf")
_TYPE_NAME = re.compile(r"\b[a-z]\w*(?:\.[a-z_]\w*)+\.[A-Z]\w*")


def read_tree(view: ProjectView) -> TreeFacts:
    """Return the facts of a tree; what needs a build (`outcome`, `classes`, `coverage`) is left out."""
    sources = _source_map(view)
    files = tuple(p for p in view.files if not is_output(p))
    java = [p for p in files if p.endswith(".java")]
    main = [p for p in java if not sources.is_test(p)]
    return TreeFacts(
        modules=tuple(_modules(view)),
        settings=tuple(_settings(view, files, sources)),
        tests=_tests(view, files, main, sources),
        types=tuple(_types(view, main, sources)),
        resources=tuple(_resources(view, files, sources)),
        dependencies=tuple(_dependencies(view)),
        imports=frozenset(name for p in java for name in read_imports(view.read(p)))
        | frozenset(_mentions(view, files)),
        files=files,
        unread_parents=frozenset(
            (m.folder, m.missing_parent) for m in view.reactor.modules if m.missing_parent
        ),
        named=frozenset(_named(view, files, java, sources)),
    )


def _source_map(view: ProjectView) -> SourceMap:
    modules = view.reactor.modules
    folders = frozenset(m.folder for m in modules)
    return SourceMap(
        folders | other_projects(view.files, folders),
        tuple(r for m in modules for r in m.source_roots("test")),
        tuple(r for m in modules for r in m.source_roots("main")),
    )


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


def _settings(view: ProjectView, files: tuple[str, ...], sources: SourceMap) -> Iterator[Setting]:
    """Give the settings that hold for each module, parents included, then the files beside them."""
    for module in view.reactor.modules:
        for source in module.parents:
            for setting in read_settings(source.pom, module.folder):
                if source.editable or not setting.profile or setting.profile in source.profiles:
                    yield replace(setting, value=module.resolve(setting.value))
        yield from effective_settings(module)
    for path in files:
        if steers_build(path):
            yield from read_build_file(path, sources.module_of(path), view.read(path))
    yield from _strays(view)


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
    view: ProjectView, files: tuple[str, ...], main: list[str], sources: SourceMap
) -> TestSources:
    tests = {
        path: (sources.module_of(path), view.read(path))
        for path in files
        if sources.is_source(path) and sources.is_test(path)
    }
    return read_test_sources(tests, [view.read(p) for p in main])


def _types(view: ProjectView, main: list[str], sources: SourceMap) -> Iterator[TypeFact]:
    for path in main:
        if sources.is_source(path):
            yield from read_types(path, sources.module_of(path), view.read(path))


def _resources(view: ProjectView, files: tuple[str, ...], sources: SourceMap) -> Iterator[FileFact]:
    for path in files:
        if sources.is_resource(path):
            content = view.read(path).replace(b"\r\n", b"\n")
            digest = sha256(content).hexdigest()
            test = sources.is_test(path)
            yield FileFact(path, sources.module_of(path), digest, test, len(content))


def _mentions(view: ProjectView, files: tuple[str, ...]) -> Iterator[str]:
    """Give the names of types that configuration and other languages write out."""
    for path in files:
        if path.endswith(_MENTIONING) and not path.endswith("pom.xml"):
            yield from _TYPE_NAME.findall(view.text(path))


def _named(
    view: ProjectView, files: tuple[str, ...], java: list[str], sources: SourceMap
) -> Iterator[str]:
    """Give the nested types that annotations, strings and files other than Java name."""
    for path in java:
        yield from read_mentions(view.read(path)).named
    for path in files:
        if not path.endswith(".java") and (path.endswith(_MENTIONING) or sources.is_resource(path)):
            yield from read_named_types(view.read(path))


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
