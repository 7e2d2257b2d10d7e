"""Expands `${…}` as Maven does and follows a property to the place that writes its value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from lxml import etree

from reode.project.model_source import ModelSource, Site, SiteKind, walk_sections
from reode.project.pom_values import value_of

_EXPRESSION = re.compile(r"\$\{([^{}]+)\}")
_PREFIX = re.compile(r"(?:project|pom)\.(.+)", re.DOTALL)
#: Expansions deeper than this are a cycle.
_DEPTH = 20
#: What the super POM of Maven 3.8.7 says of a build's folders.
_SUPER = {
    "packaging": "jar",
    "basedir": ".",
    "build.directory": "target",
    "build.outputDirectory": "target/classes",
    "build.testOutputDirectory": "target/test-classes",
    "build.sourceDirectory": "src/main/java",
    "build.testSourceDirectory": "src/test/java",
    "build.scriptSourceDirectory": "src/main/scripts",
}
_INHERITED = frozenset({"groupId", "version"})
_OWN = frozenset({"groupId", "artifactId", "version", "packaging", "name"})


class Properties:
    """The properties that one module sees through its parents, profiles and command line.

    The order is Maven's: the model's own values under `project.`, then `-D` arguments, then
    properties (own pom before parents, profiles before their pom). JVM and environment values
    stay unexpanded: they belong to a machine.
    """

    def __init__(self, chain: tuple[ModelSource, ...], arguments: Mapping[str, Site]) -> None:
        """Keep the module's pom and its parents, and the `-D` sites of `.mvn/maven.config`."""
        self.chain = chain
        self.arguments = arguments

    @cached_property
    def _definitions(self) -> dict[str, tuple[ModelSource, str | None, etree._Element]]:
        found: dict[str, tuple[ModelSource, str | None, etree._Element]] = {}
        for source, profile in walk_sections(self.chain):
            here = {str(e.tag): e for e in source.pom.find_all("properties/*", profile)}
            for name, element in here.items():
                found.setdefault(name, (source, profile, element))
        return found

    def names(self) -> tuple[str, ...]:
        """Return the names of all properties that are set, sorted."""
        return tuple(sorted({*self._definitions, *self.arguments}))

    def raw(self, name: str) -> str | None:
        """Return what `${name}` stands for, one step, None where nothing in the poms tells."""
        prefixed = _PREFIX.fullmatch(name)
        own = self._model_value(prefixed[1]) if prefixed else None
        if own is not None:
            return own
        if name in self.arguments:
            return self.arguments[name].value
        if name in self._definitions:
            return value_of(self._definitions[name][2])
        return self._model_value(name) if name in {*_OWN, "basedir"} else None

    def resolve(self, text: str) -> str:
        """Expand every expression that can be told; the rest stays as written."""
        return self._resolve(text, ())

    def _resolve(self, text: str, inside: tuple[str, ...]) -> str:
        def expand(match: re.Match[str]) -> str:
            name = match[1].strip()
            raw = None if name in inside or len(inside) > _DEPTH else self.raw(name)
            return match[0] if raw is None else self._resolve(raw, (*inside, name))

        return _EXPRESSION.sub(expand, text)

    def get(self, name: str) -> str | None:
        """Return a property's expanded value, None where it isn't set."""
        raw = self.raw(name)
        return None if raw is None else self._resolve(raw, (name,))

    def property_site(self, name: str) -> Site | None:
        """Return where the value of a property is written, at the end of its `${…}` chain."""
        return self._follow(name, ())

    def _follow(self, name: str, inside: tuple[str, ...]) -> Site | None:
        site = self.definition(name)
        if site is None:
            return None
        alone = _EXPRESSION.fullmatch(site.value)
        if alone is None or alone[1] in inside:
            return site
        # The end of the chain may be a JVM value: then this is the last place that is written.
        return self._follow(alone[1].strip(), (*inside, name)) or site

    def definition(self, name: str) -> Site | None:
        """Return where a property is set, without following its value any further."""
        prefixed = _PREFIX.fullmatch(name)
        if prefixed and self._model_value(prefixed[1]) is not None:
            return Site(self.chain[0].path, SiteKind.NONE, name, self.raw(name) or "")
        if name in self.arguments:
            return self.arguments[name]
        if name not in self._definitions:
            return None
        source, profile, element = self._definitions[name]
        site = source.literal(element, value_of(element), profile)
        override = "" if source.editable else self.override_path
        return replace(site, kind=SiteKind.PROPERTY, override=override)

    @property
    def override_path(self) -> str:
        """Path of the root-most pom of the repository in the line of parents."""
        editable = [s.path for s in self.chain if s.editable]
        return editable[-1] if editable else ""

    def site_of(
        self, source: ModelSource, element: etree._Element, profile: str | None = None
    ) -> Site:
        """Return where an element's value is written: in a property's chain, else right there."""
        text = value_of(element)
        alone = _EXPRESSION.fullmatch(text)
        site = self.property_site(alone[1].strip()) if alone else None
        return site or source.literal(element, text, profile)

    def _model_value(self, path: str) -> str | None:
        """Return a value of the model itself, as `${project.path}` reads it."""
        own = self.chain[0].pom
        if path.startswith("parent."):
            return own.text(path.replace(".", "/"))
        if path in _OWN:
            inherited = own.text(f"parent/{path}") if path in _INHERITED else None
            return own.text(path) or inherited or _SUPER.get(path)
        if "." in path:
            return self._inherited_text(path.replace(".", "/")) or _SUPER.get(path)
        return _SUPER.get(path)

    def _inherited_text(self, path: str) -> str | None:
        for source, profile in walk_sections(self.chain):
            found = source.pom.find_all(path, profile)
            if found and value_of(found[-1]):
                return value_of(found[-1])
        return None
