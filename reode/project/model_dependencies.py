"""Gives every dependency of a module its version: own, managed, or from an imported bill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from reode.project.model_properties import Properties
from reode.project.model_source import ModelSource, Site, dependencies_in, walk_sections
from reode.project.pom import DependencyDecl
from reode.project.pom_values import children


@dataclass(frozen=True, slots=True)
class PlacedDependency:
    """A dependency's declaration and the pom it stands in."""

    decl: DependencyDecl
    source: ModelSource


@dataclass(frozen=True, slots=True)
class DependencyUse:
    """A dependency with its version expanded, None where nothing gives one.

    `version_site` is where the version is written; for one from a bill outside the repository it
    isn't editable and `bill` is the place of the bill's own version. `managed` tells that the
    version isn't written at the dependency itself.
    """

    group: str
    artifact: str
    type: str
    classifier: str | None
    version: str | None
    scope: str
    placed: PlacedDependency
    version_site: Site | None
    managed: bool = False
    bill: Site | None = None

    @property
    def key(self) -> str:
        """Return `group:artifact`, with type and classifier where they aren't the usual ones."""
        return key_of(self.group, self.artifact, self.type, self.classifier)

    @property
    def decl(self) -> DependencyDecl:
        """The declaration."""
        return self.placed.decl


def key_of(group: str, artifact: str, kind: str, classifier: str | None) -> str:
    """Return what Maven tells dependencies apart by; a plain jar is `group:artifact`."""
    parts = [group, artifact]
    if kind != "jar" or classifier:
        parts.append(kind)
    return ":".join([*parts, classifier] if classifier else parts)


#: What an imported bill of materials manages, by group, artifact, version; None: not found.
BillFinder = Callable[[str, str, str], Mapping[str, DependencyUse] | None]


@dataclass(frozen=True)
class Management:
    """Managed dependencies by key; bills fill in only what the poms themselves don't name."""

    entries: dict[str, DependencyUse] = field(default_factory=dict)
    #: Bills that aren't in the local repository: `group:artifact:version`.
    missing: tuple[str, ...] = ()


def read_management(properties: Properties, find_bill: BillFinder) -> Management:
    """Return the managed dependencies of a line of parents with all imported bills."""
    entries: dict[str, DependencyUse] = {}
    bills: list[DependencyUse] = []
    for placed in _placed(properties, managed=True):
        use = _use(properties, placed, None)
        if use.scope == "import" and use.type == "pom":
            bills.append(use)
        else:
            entries.setdefault(use.key, use)
    missing: list[str] = []
    for bill in bills:
        found = find_bill(bill.group, bill.artifact, bill.version or "")
        if found is None:
            missing.append(f"{bill.group}:{bill.artifact}:{bill.version}")
            continue
        for key, use in found.items():
            entries.setdefault(key, _under(use, bill))
    return Management(entries, tuple(missing))


def _under(use: DependencyUse, bill: DependencyUse) -> DependencyUse:
    return DependencyUse(
        use.group,
        use.artifact,
        use.type,
        use.classifier,
        use.version,
        use.scope,
        use.placed,
        # A property of a bill can't be overridden from outside.
        _pinned(use.version_site),
        managed=True,
        bill=bill.version_site,
    )


def _pinned(site: Site | None) -> Site | None:
    if site is None or not site.override:
        return site
    return Site(site.path, site.kind, site.name, site.value, site.line, site.profile)


def read_dependencies(properties: Properties, management: Management) -> dict[str, DependencyUse]:
    """Return a module's dependencies by key, inherited ones too."""
    found: dict[str, DependencyUse] = {}
    for placed in _placed(properties, managed=False):
        use = _use(properties, placed, management)
        found.setdefault(use.key, use)
    return found


def _placed(properties: Properties, *, managed: bool) -> Iterator[PlacedDependency]:
    for source, profile in walk_sections(properties.chain):
        # Of two declarations in one place the last wins.
        decls = {decl.key: decl for decl in dependencies_in(source.pom, managed, profile)}
        for decl in decls.values():
            yield PlacedDependency(decl, source)


def _use(
    properties: Properties, placed: PlacedDependency, management: Management | None
) -> DependencyUse:
    decl, resolve = placed.decl, properties.resolve
    group, artifact, kind = resolve(decl.group), resolve(decl.artifact), resolve(decl.type)
    classifier = resolve(decl.classifier) if decl.classifier else None
    version, site = None, None
    if decl.version is not None:
        version = resolve(decl.version)
        element = children(decl.element, "version")[-1]
        site = properties.site_of(placed.source, element, decl.profile)
    scope = resolve(decl.scope) if decl.scope else None
    key = key_of(group, artifact, kind, classifier)
    above = management.entries.get(key) if management else None
    by_above = above is not None and version is None
    if above is not None:
        scope = scope or above.scope
    return DependencyUse(
        group,
        artifact,
        kind,
        classifier,
        above.version if above and by_above else version,
        scope or "compile",
        placed,
        above.version_site if above and by_above else site,
        managed=by_above,
        bill=above.bill if above and by_above else None,
    )
