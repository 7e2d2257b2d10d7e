"""The Java EE packages that JDK 11 removed: who provides them now, and whether a module has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import Import, JavaSource
from reode.project.reactor import Module
from reode.rules.class_path import artifact_of, class_path
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.rule import Situation

#: What a diagnostic of a missing class or package is called.
MISSING_KINDS = frozenset(
    {
        "package-missing",
        "symbol-missing",
        "class-file-missing",
        "no-class-def",
        "package-not-visible",
    }
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A dependency to add, `needs` a regular expression that some source must match ("" always)."""

    group: str
    artifact: str
    version: str
    needs: str = ""
    runtime: bool = False

    @property
    def key(self) -> str:
        """Return `group:artifact`."""
        return f"{self.group}:{self.artifact}"


@dataclass(frozen=True, slots=True)
class RemovedModule:
    """Packages that left the JDK and the artifacts that bring them back.

    `packages` matches dotted names of types or packages; `providers` are `group:artifact` keys
    (`*` at the end stands for anything) whose jars hold the packages.
    """

    title: str
    packages: str
    additions: tuple[Addition, ...]
    providers: tuple[str, ...]
    #: Where others share the package: the only simple names that count behind a wildcard import.
    simple_names: tuple[str, ...] = ()

    def names(self, dotted: str) -> bool:
        """Say whether a dotted name lies in these packages."""
        return re.match(self.packages, dotted) is not None

    def is_provided_by(self, key: str) -> bool:
        """Say whether an artifact holds the packages."""
        return any(
            key == one or (one.endswith("*") and key.startswith(one[:-1])) for one in self.providers
        )


@dataclass(frozen=True, slots=True)
class _Need:
    """What one Maven module needs: in its main code or only in its tests, and whether it's sure."""

    module: Module
    main: bool
    texts: tuple[str, ...]
    #: Code of a library needs them, at run time only.
    unseen: bool = False


def find_missing(situation: Situation, removed: RemovedModule) -> list[Edit]:
    """Add the dependencies to each module that uses the packages and has no provider of them.

    Without a diagnostic a module is only helped where its whole class path could be read.
    """
    draft = Draft(situation.view)
    told, seen = _told(situation, removed), _needs(situation, removed)
    needing = {need.module.path for need in seen if need.main}
    for need in [*seen, *_unseen_needs(situation, removed, {n.module.path for n in seen})]:
        path = class_path(draft.view, draft.module(need.module.path))
        if any(removed.is_provided_by(artifact_of(key)) for key in path.keys(main=need.main)):
            continue
        if needing & (path.modules - {need.module.path}):
            continue  # a module that this one depends on brings them along
        if path.complete or need.module.path in told:
            _add(draft, need, removed)
    return draft.edits()


def _needs(situation: Situation, removed: RemovedModule) -> list[_Need]:
    view, words = situation.view, re.compile(removed.packages.encode())
    found: dict[str, dict[str, list[str]]] = {}
    for path in view.java_files():
        if words.search(view.read(path)) and _uses(source := view.java(path), removed):
            module = view.reactor.module_of(path).path
            texts = found.setdefault(module, {"main": [], "test": []})
            texts[view.kind_of(path)].append(source.text)
    needing = [module for module in view.reactor.modules if module.path in found]
    return [
        _Need(m, bool(found[m.path]["main"]), (*found[m.path]["main"], *found[m.path]["test"]))
        for m in needing
    ]


def _unseen_needs(situation: Situation, removed: RemovedModule, seen: set[str]) -> list[_Need]:
    """Return the modules whose tests died of a missing class that only a library names."""
    found: dict[str, _Need] = {}
    for one in situation.of_kind("no-class-def", "class-file-missing"):
        module = module_named(situation.view, one.module)
        if module.path in seen or not any(removed.names(name) for name in missing_names(one)):
            continue
        found[module.path] = _Need(module, True, (), unseen=one.kind == "no-class-def")
    return list(found.values())


def _uses(source: JavaSource, removed: RemovedModule) -> bool:
    """Say whether code of the file needs the packages; an unused single import doesn't count."""
    for one in source.imports:
        if removed.names(one.name) and _is_needed(source, one, removed):
            return True
    written = re.finditer(rf"\b{removed.packages}[\w.]*", source.text)
    return any(source.qualified_uses(match[0].rstrip(".")) for match in written)


def _is_needed(source: JavaSource, one: Import, removed: RemovedModule) -> bool:
    if not one.wildcard:
        return source.uses(one.simple_name)
    return not removed.simple_names or any(source.uses(name) for name in removed.simple_names)


def _told(situation: Situation, removed: RemovedModule) -> set[str]:
    """Return the poms of the modules whose build missed one of the packages."""
    return {
        module_named(situation.view, one.module).path
        for one in situation.of_kind(*MISSING_KINDS)
        if any(removed.names(name) for name in missing_names(one))
    }


def missing_names(one: Diagnostic) -> list[str]:
    """Return the dotted names that a diagnostic says are missing."""
    evidence = one.evidence
    names = [one.symbol or "", evidence.get("package", ""), evidence.get("class", "")]
    names += [f"{evidence['package']}.*"] if evidence.get("package") else []
    location, name = evidence.get("location", ""), evidence.get("name", "")
    package = re.fullmatch(r"(?:package )?([a-z][\w.]*)", location)
    if package and name:
        names.append(f"{package[1]}.{name}")
    return [found.replace("/", ".") for found in names if found]


def _add(draft: Draft, need: _Need, removed: RemovedModule) -> None:
    module = need.module
    managed = draft.module(module.path).management.entries
    pom = draft.pom(module.path)
    for one in removed.additions:
        if one.needs and not need.unseen and not any(re.search(one.needs, t) for t in need.texts):
            continue
        scope = "test" if not need.main else "runtime" if one.runtime or need.unseen else None
        version = None if one.key in managed and _same_major(managed[one.key], one) else one.version
        pom = pom.add_dependency(one.group, one.artifact, version, scope)
    draft.put(pom, f"{removed.title} left the JDK in 11.")


def _same_major(managed: object, one: Addition) -> bool:
    version = str(getattr(managed, "version", None) or "")
    return version.partition(".")[0] == one.version.partition(".")[0]
