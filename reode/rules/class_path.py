"""The class path of a module as its poms tell it: transitive dependencies without running Maven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reode.project.model_activation import Circumstances, active_profiles
from reode.project.model_dependencies import DependencyUse, read_dependencies, read_management
from reode.project.model_properties import Properties
from reode.project.model_source import ModelSource
from reode.project.reactor import Module
from reode.project.view import ProjectView

#: Scopes of a dependency's own dependencies that reach whoever depends on it.
_TRANSITIVE = frozenset({"compile", "runtime"})
_MAX_PARENTS = 20
_MAX_ARTIFACTS = 2000


@dataclass(slots=True)
class ClassPath:
    """Artifacts by `group:artifact` with their versions, for main code and for tests.

    `complete` is false where a pom could not be read, so that more may be on the class path.
    `modules` are the poms of this reactor that are on it.
    """

    main: dict[str, str] = field(default_factory=dict)
    test: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    complete: bool = True

    def versions(self, *, main: bool) -> Mapping[str, str]:
        """Return the artifacts that main code sees, or those that tests see."""
        return self.main if main else {**self.test, **self.main}

    def keys(self, *, main: bool) -> Iterator[str]:
        """Yield `group:artifact:version` of what main code or tests see."""
        return (f"{key}:{version}" for key, version in self.versions(main=main).items())


def artifact_of(key: str) -> str:
    """Return the `group:artifact` of coordinates that go on."""
    return ":".join(key.split(":")[:2])


def class_path(view: ProjectView, module: Module, *, outside: bool = True) -> ClassPath:
    """Return what the poms tell of a module's class path; nearest declarations win.

    Without `outside` only this repository's own modules are followed, which is much cheaper.
    """
    known: dict[tuple[str, bool], ClassPath] = view.__dict__.setdefault("_class_paths", {})
    if (module.path, outside) not in known:
        known[module.path, outside] = _walk(view, module, outside=outside)
    return known[module.path, outside]


def _walk(view: ProjectView, module: Module, *, outside: bool) -> ClassPath:
    found = ClassPath(complete=not module.missing_parent and not module.management.missing)
    pinned = {f"{u.group}:{u.artifact}": u for u in module.management.entries.values()}
    level = [(use, use.scope == "test", frozenset[str]()) for use in module.dependencies().values()]
    while level and len(found.test) + len(found.main) < _MAX_ARTIFACTS:
        level = [
            (child, is_test, excluded)
            for use, is_test, excluded in level
            if _take(use, found, is_test=is_test, excluded=excluded)
            if outside or _sibling(view, use)
            for child, excluded in _children(view, found, use, pinned, excluded)
        ]
    return found


def _take(
    use: DependencyUse,
    found: ClassPath,
    *,
    is_test: bool,
    excluded: frozenset[str],
) -> bool:
    """Put one artifact on the class path; say whether its own dependencies are still to be read."""
    key = f"{use.group}:{use.artifact}"
    side = found.test if is_test else found.main
    if key in side or key in excluded or f"{use.group}:*" in excluded or "*:*" in excluded:
        return False
    side[key] = use.version or ""
    return use.type != "pom" or bool(use.version)


def _children(
    view: ProjectView,
    found: ClassPath,
    use: DependencyUse,
    pinned: Mapping[str, DependencyUse],
    excluded: frozenset[str],
) -> Iterator[tuple[DependencyUse, frozenset[str]]]:
    own = excluded | {f"{group}:{artifact}" for group, artifact in use.decl.exclusions}
    above = pinned.get(f"{use.group}:{use.artifact}")
    version = (above.version if above else None) or use.version
    dependencies = _dependencies_of(view, found, use, version or "")
    if dependencies is None:
        found.complete = False
        return
    for child in dependencies.values():
        if child.scope in _TRANSITIVE and not child.decl.optional:
            yield child, own


def _sibling(view: ProjectView, use: DependencyUse) -> Module | None:
    module = view.reactor.module(use.artifact)
    return module if module is not None and module.group == use.group else None


def _dependencies_of(
    view: ProjectView, found: ClassPath, use: DependencyUse, version: str
) -> Mapping[str, DependencyUse] | None:
    module = _sibling(view, use)
    if module is not None:
        found.modules.add(module.path)
        return module.dependencies()
    # A published pom never changes: what it depends on is kept for all views of a run.
    known: dict[tuple[str, ...], Mapping[str, DependencyUse]]
    known = view.repository.__dict__.setdefault("_declared", {})
    name = (use.group, use.artifact, version, str(view.jdk))
    declared = known.get(name) or _published(view, use.group, use.artifact, version)
    if declared is not None:
        known[name] = declared
    return declared


def _published(
    view: ProjectView, group: str, artifact: str, version: str
) -> Mapping[str, DependencyUse] | None:
    chain = _outside(view, group, artifact, version)
    if not chain:
        return None
    properties = Properties(chain, {})
    return read_dependencies(properties, read_management(properties, view.reactor.lineages.bill))


def _outside(view: ProjectView, group: str, artifact: str, version: str) -> tuple[ModelSource, ...]:
    """Return the pom of an artifact outside this repository with its parents, () where one lacks."""
    chain: list[ModelSource] = []
    wanted: tuple[str, str, str] | None = (group, artifact, version)
    while wanted is not None and len(chain) < _MAX_PARENTS:
        pom = view.repository.find(*wanted)
        if pom is None:
            return ()
        profiles = active_profiles(pom, Circumstances(str(view.jdk)))
        chain.append(ModelSource(pom, pom.path, editable=False, profiles=profiles))
        parent = pom.parent()
        wanted = None
        if parent is not None:
            wanted = (parent.group or "", parent.artifact or "", parent.version or "")
    return tuple(chain)
