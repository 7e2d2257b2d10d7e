"""Surveys a repository: one summary of modules, levels, libraries, sources and tests."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from reode.facts.project import (
    AnnotationFact,
    ArtifactFact,
    LevelFact,
    ModuleFacts,
    ProjectFacts,
    SourceFacts,
)
from reode.project.model_source import Site, SiteKind
from reode.project.reactor import DependencyUse, LevelSite, Module, PluginUse
from reode.project.survey_sources import Skimmed, skim
from reode.project.view import ProjectView

_LANGUAGES = frozenset({"kt", "kts", "groovy", "scala", "clj", "aj", "xtend"})
_KINDS = ("main", "test")


def survey(view: ProjectView) -> ProjectFacts:
    """Return the facts of a repository; Java files are skimmed, not parsed."""
    skimmed = _skim_all(view)
    owned = {t: s.package for files in skimmed.values() for s in files for t in s.types}
    modules = tuple(_module_facts(view, m, skimmed, owned) for m in view.reactor.modules)
    return ProjectFacts(modules, view.reactor.strays, tuple(view.reactor.unreadable))


def find_declarations(view: ProjectView, simple_name: str) -> tuple[str, ...]:
    """Return the files that declare a type of a simple name, one named after it first."""
    pattern = re.compile(rb"\b(?:class|interface|enum|record)\s+" + simple_name.encode() + rb"\b")
    found = [p for p in view.java_files() if pattern.search(view.read(p))]
    return tuple(sorted(found, key=lambda p: posixpath.basename(p) != f"{simple_name}.java"))


def _skim_all(view: ProjectView) -> dict[tuple[str, str], list[Skimmed]]:
    found: dict[tuple[str, str], list[Skimmed]] = defaultdict(list)
    if view.reactor.modules:
        for path in view.java_files():
            module = view.reactor.module_of(path)
            kind = view.kind_of(path)
            found[module.path, kind].append(skim(path, view.read(path), module.encoding))
    return found


def _module_facts(
    view: ProjectView,
    module: Module,
    skimmed: dict[tuple[str, str], list[Skimmed]],
    owned: dict[str, str],
) -> ModuleFacts:
    level = module.level()
    main, test = (
        _source_facts(view, module, kind, skimmed.get((module.path, kind), []), owned)
        for kind in _KINDS
    )
    return ModuleFacts(
        folder=module.folder,
        group=module.group,
        artifact=module.artifact,
        version=module.version,
        packaging=module.packaging,
        parents=tuple(p.path for p in module.parents[1:]),
        missing_parent=module.missing_parent,
        missing_bills=module.management.missing,
        profile=module.profile or "",
        active=module.active,
        active_profiles=module.parents[0].profiles,
        encoding=module.encoding,
        main_level=level.main,
        test_level=level.test,
        level_by_default=level.by_default,
        levels=tuple(_level_fact(s) for s in module.levels()),
        plugins=tuple(_plugin_fact(u) for u in module.plugins().values()),
        dependencies=tuple(_dependency_fact(u) for u in module.dependencies().values()),
        main=main,
        test=test,
    )


def _level_fact(found: LevelSite) -> LevelFact:
    return LevelFact(
        what=found.what,
        value=found.value,
        level=found.level,
        where=found.site.place,
        property=_property_of(found.site),
        plugin=found.plugin,
        profile=found.site.profile,
        editable=found.site.editable,
        active=found.active,
        effective=found.effective,
    )


def _property_of(site: Site | None) -> str:
    return site.name if site is not None and site.kind is SiteKind.PROPERTY else ""


def _plugin_fact(use: PluginUse) -> ArtifactFact:
    site = use.version_site
    managed = bool(use.decls) and all(p.decl.version is None or p.decl.managed for p in use.decls)
    return ArtifactFact(
        key=use.key,
        version=use.version,
        where=site.place if site else "",
        property=_property_of(site),
        managed=managed and site is not None,
        implicit=use.implicit,
    )


def _dependency_fact(use: DependencyUse) -> ArtifactFact:
    site = use.version_site
    return ArtifactFact(
        key=use.key,
        version=use.version,
        where=site.place if site else "",
        property=_property_of(site),
        scope=use.scope,
        managed=use.managed,
    )


def _source_facts(
    view: ProjectView, module: Module, kind: str, files: list[Skimmed], owned: dict[str, str]
) -> SourceFacts:
    frameworks = {f for one in files for f in one.frameworks}
    return SourceFacts(
        roots=tuple(r for r in module.source_roots(kind) if view.is_folder(r)),
        files=len(files),
        lines=sum(one.lines for one in files),
        encodings=_sorted(Counter(one.encoding for one in files)),
        imports=_sorted(Counter(p for one in files for p in one.imported_packages)),
        annotations=_annotations(files, owned),
        frameworks=tuple(sorted(frameworks)) if kind == "test" else (),
        test_methods=sum(one.test_methods for one in files) if kind == "test" else 0,
        other_languages=_other_languages(view, module, kind),
    )


def _sorted(counted: Counter[str]) -> dict[str, int]:
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _annotations(files: Iterable[Skimmed], owned: dict[str, str]) -> tuple[AnnotationFact, ...]:
    uses: Counter[str] = Counter()
    places: dict[str, list[str]] = defaultdict(list)
    for one in files:
        for name, count in one.annotations.items():
            full = _full_name(name, one, owned)
            uses[full] += count
            places[full].append(one.path)
    return tuple(AnnotationFact(n, c, tuple(places[n])) for n, c in _sorted(uses).items())


def _full_name(name: str, one: Skimmed, owned: dict[str, str]) -> str:
    """Name the package of a simple annotation: the project's own, or the only wildcard import's."""
    if "." in name:
        return name
    if name in owned:
        return f"{owned[name]}.{name}".lstrip(".")
    starred = [i.removesuffix(".*") for i in one.imports if i.endswith(".*")]
    foreign = [p for p in starred if p[:1].islower() and not p.startswith("java.")]
    return f"{foreign[0]}.{name}" if len(set(foreign)) == 1 else name


def _other_languages(view: ProjectView, module: Module, kind: str) -> dict[str, int]:
    front = "" if module.folder == "." else f"{module.folder}/"
    found: Counter[str] = Counter()
    for path in view.files:
        extension = path.rpartition(".")[2]
        if extension in _LANGUAGES and path.startswith(f"{front}src/{kind}/"):
            found[extension] += 1
    return _sorted(found)
