"""Raises an artifact wherever the poms of a module give it a version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from reode.facts.floors import Floor
from reode.facts.target import Target
from reode.project.pom import DependencyDecl, Pom
from reode.project.pom_values import children
from reode.rules.draft import Draft
from reode.rules.levels import name_in, profiles_of
from reode.rules.raising import needed, raise_dependency
from reode.rules.rewriting import rewrite


@dataclass(frozen=True)
class Raise:
    """What to raise: the artifacts (`names`) that the rows of floors are about.

    `{0}` in the reason stands for the old version.
    """

    target: Target
    rows: tuple[Floor, ...]
    names: frozenset[str]
    reason: str

    def version_for(self, version: str | None) -> str | None:
        """Return the version to write instead, None where it works."""
        return needed(self.rows, version, self.target)


def raise_artifacts(draft: Draft, wanted: Raise) -> None:
    """Raise in every module: bills, processor paths and plugins' dependencies, then the rest.

    A bill comes first: what it manages moves with it.
    """
    for module in draft.view.reactor.modules:
        for source in draft.module(module.path).parents:
            if source.editable:
                _raise_listed(draft, source.pom.path, wanted)
        _raise_dependencies(draft, module.path, wanted)


def _raise_dependencies(draft: Draft, path: str, wanted: Raise) -> None:
    for key, use in draft.module(path).dependencies().items():
        # One member of a family that a foreign bill keeps together is not moved alone.
        is_bound = use.bill is not None and len(wanted.names) > 1
        if is_named(wanted.names, use.group, use.artifact) and not is_bound:
            version = wanted.version_for(use.version)
            if version:
                module, reason = draft.module(path), wanted.reason.format(use.version)
                raise_dependency(draft, module, module.dependencies()[key], version, reason)


def _raise_listed(draft: Draft, path: str, wanted: Raise) -> None:
    def literals(pom: Pom) -> Iterator[etree._Element]:
        for decl in listed(pom, wanted.names):
            yield from children(decl.element, "version")

    def properties(pom: Pom) -> Iterator[etree._Element]:
        used = {n for d in listed(pom, wanted.names) if (n := name_in(d.version))}
        for profile in profiles_of(pom):
            yield from (e for e in pom.find_all("properties/*", profile) if e.tag in used)

    pom = draft.pom(path)
    for places in (literals, properties):
        pom = rewrite(pom, places, wanted.version_for)
    draft.put(pom, wanted.reason.replace(" {0}", ""))


def listed(pom: Pom, names: Iterable[str]) -> Iterator[DependencyDecl]:
    """Yield where a pom lists artifacts beside its dependencies: paths, plugins' lists, bills."""
    wanted = frozenset(names)
    for profile in profiles_of(pom):
        for managed in (False, True):
            decls = list(pom.processor_paths(managed=managed, profile=profile))
            decls += [d for d in pom.dependencies(managed, profile) if d.scope == "import"]
            for plugin in pom.plugins(managed, profile):
                place = (plugin.group, plugin.artifact)
                decls += pom.dependencies(managed, profile, plugin=place)
            yield from (d for d in decls if is_named(wanted, d.group, d.artifact))


def is_named(names: Iterable[str], group: str, artifact: str) -> bool:
    """Say whether `group:artifact` is one of the names; `*` at a name's end stands for anything."""
    key = f"{group}:{artifact}"
    return any(n == key or (n.endswith("*") and key.startswith(n[:-1])) for n in names)
