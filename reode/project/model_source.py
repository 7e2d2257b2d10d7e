"""One pom in the line of parents of a module, and the places where values are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from lxml import etree

from reode.project.pom import DependencyDecl, Pom


class SiteKind(StrEnum):
    """What is written at a site."""

    PROPERTY = "property"
    LITERAL = "literal"
    #: A `-Dname=value` in `.mvn/maven.config`.
    ARGUMENT = "argument"
    #: Written nowhere that a fix may touch: the project's own coordinates, a built-in value.
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Site:
    """Where a value is written.

    `path` is a pom of the repository, or `group:artifact:version` of one outside it (not
    `editable`). `name` is the property's name for properties and arguments, else the element's.
    `value` is raw. `override` names the root-most pom of the repository where a property of that
    name would win over this site ("" where nothing can).
    """

    path: str
    kind: SiteKind
    name: str
    value: str
    line: int = 0
    profile: str | None = None
    editable: bool = False
    override: str = ""
    element: etree._Element | None = field(default=None, repr=False, compare=False)

    @property
    def place(self) -> str:
        """Return `path:line`, or the path alone where no line is known."""
        return f"{self.path}:{self.line}" if self.line else self.path


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A pom with the profiles that are active in it, in the order of the file."""

    pom: Pom
    path: str
    editable: bool
    profiles: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[str | None, ...]:
        """Profiles and the pom itself (None), the strongest first: later profiles win."""
        return (*reversed(self.profiles), None)

    def literal(self, element: etree._Element, value: str, profile: str | None) -> Site:
        """Return the site of a value written as an element's text."""
        return Site(
            path=self.path,
            kind=SiteKind.LITERAL,
            name=str(element.tag),
            value=value,
            line=self.pom.line(element),
            profile=profile,
            editable=self.editable,
            element=element,
        )

    def property_element(self, name: str, profile: str | None) -> etree._Element | None:
        """Return the element that sets a property in one section; the last of a name counts."""
        found = [e for e in self.pom.find_all("properties/*", profile) if str(e.tag) == name]
        return found[-1] if found else None


def walk_sections(chain: tuple[ModelSource, ...]) -> Iterator[tuple[ModelSource, str | None]]:
    """Yield every active section of a line of parents, the strongest first."""
    for source in chain:
        for profile in source.sections:
            yield source, profile


def dependencies_in(pom: Pom, managed: bool, profile: str | None) -> tuple[DependencyDecl, ...]:
    """Return a section's dependencies; poms never change, and bills are long and shared.

    What was read stays with the object: an equal pom has elements of its own.
    """
    known: dict[tuple[bool, str | None], tuple[DependencyDecl, ...]]
    known = pom.__dict__.setdefault("_dependencies_read", {})
    if (managed, profile) not in known:
        known[managed, profile] = pom.dependencies(managed, profile)
    return known[managed, profile]
