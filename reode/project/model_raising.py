"""Raises a version where it is written: the end of a property chain, a literal, an override."""

from __future__ import annotations

import re
from typing import Protocol

from lxml import etree

from reode.facts.edit import Edit
from reode.project.model_levels import LevelSite
from reode.project.model_source import Site, SiteKind
from reode.project.pom import Pom
from reode.project.pom_values import value_of
from reode.project.versions import at_least, is_range


class PomReader(Protocol):
    """What raising needs of a view."""

    def read(self, path: str) -> bytes:
        """Return a file's bytes."""

    def pom(self, path: str) -> Pom:
        """Return a pom of the repository."""


def raise_version(view: PomReader, site: Site | None, minimum: str, reason: str = "") -> list[Edit]:
    """Return the edit that brings the value at a site to `minimum`, none where it is enough.

    A property of a parent outside the repository is overridden in the root-most own pom. Nothing
    happens to ranges, to the project's own version, or where no own pom can change the value.
    """
    if site is None or site.kind is SiteKind.NONE or is_range(site.value):
        return []
    if at_least(site.value, minimum):
        return []
    return set_value(view, site, minimum, reason or f"raise {site.name} to {minimum}")


def set_value(view: PomReader, site: Site, value: str, reason: str) -> list[Edit]:
    """Return the edit that writes a value at a site, whatever stands there; none if it does."""
    if site.kind is SiteKind.ARGUMENT:
        return _set_argument(view, site, value, reason)
    if site.editable and site.element is not None:
        return _edits(view.pom(site.path), _written(view.pom(site.path), site, value), reason)
    if site.kind is SiteKind.PROPERTY and site.override:
        pom = view.pom(site.override)
        return _edits(pom, pom.set_property(site.name, value), reason)
    return []


def set_level(view: PomReader, found: LevelSite, value: str, reason: str) -> list[Edit]:
    """Return the edit that writes a Java level where `found` says, inside javac arguments too."""
    if not found.argument:
        return set_value(view, found.site, value, reason)
    option = re.compile(rf"(--?{re.escape(found.what)}(?:\s+|=))(?!-)\S+")
    text, count = option.subn(lambda m: m[1] + value, found.site.value)
    # Without the option in it the element holds the value alone, after an element with the option.
    return set_value(view, found.site, text if count else value, reason)


def _written(pom: Pom, site: Site, value: str) -> Pom:
    if site.kind is SiteKind.PROPERTY:
        return pom.set_property(site.name, value, site.profile)
    element = _same_element(pom, site)
    return pom if element is None else pom.replace_text(element, value)


def _same_element(pom: Pom, site: Site) -> etree._Element | None:
    """Find a site's element in a pom that may be newer than the site; None where it moved."""
    if site.element is None:
        return None
    path = site.element.getroottree().getpath(site.element)
    for element in pom.root.iter(str(site.element.tag)):
        same_place = element.getroottree().getpath(element) == path
        if same_place and value_of(element) == site.value:
            return element
    return None


def _edits(before: Pom, after: Pom, reason: str) -> list[Edit]:
    return [] if after is before else [Edit(before.path, after.data, reason)]


def _set_argument(view: PomReader, site: Site, value: str, reason: str) -> list[Edit]:
    data = view.read(site.path)
    pattern = rb"(-D\s*" + re.escape(site.name.encode()) + rb"=)(\"[^\"]*\"|\S*)"
    after = re.sub(pattern, lambda m: m[1] + value.encode(), data)
    return [] if after == data else [Edit(site.path, after, reason)]
