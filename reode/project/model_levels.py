"""Finds every place that sets a Java level for a module, written or through properties."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from lxml import etree

from reode.project.model_compiler import COMPILER, level_number
from reode.project.model_plugins import PlacedPlugin, PluginUse
from reode.project.model_properties import Properties
from reode.project.model_source import ModelSource, Site, SiteKind
from reode.project.pom import PLUGIN_GROUP
from reode.project.pom_values import children, value_of

_OPTIONS = ("source", "target", "release", "testSource", "testTarget", "testRelease")
_PROPERTIES = {f"maven.compiler.{option}": option for option in _OPTIONS} | {
    "kotlin.compiler.jvmTarget": "jvmTarget"
}
_ARGUMENTS = (
    "compilerArgument",
    "testCompilerArgument",
    "compilerArgs/*",
    "compilerArguments/*",
    "testCompilerArguments/*",
)
#: Configuration of other plugins that names a Java level, by `group:artifact`.
_RELATED = {
    "org.codehaus.mojo:aspectj-maven-plugin": ("complianceLevel", "source", "target", "release"),
    "dev.aspectj:aspectj-maven-plugin": ("complianceLevel", "source", "target", "release"),
    "org.jetbrains.kotlin:kotlin-maven-plugin": ("jvmTarget",),
    "net.alchim31.maven:scala-maven-plugin": ("source", "target", "release"),
    "org.codehaus.gmavenplus:gmavenplus-plugin": ("targetBytecode",),
    f"{PLUGIN_GROUP}:maven-javadoc-plugin": ("source", "release"),
    f"{PLUGIN_GROUP}:maven-pmd-plugin": ("targetJdk",),
    f"{PLUGIN_GROUP}:maven-toolchains-plugin": ("toolchains/jdk/version",),
    f"{PLUGIN_GROUP}:maven-enforcer-plugin": ("rules/requireJavaVersion/version",),
    COMPILER: ("jdkToolchain/version",),
}
_OPTION = re.compile(r"(?:^|\s)(--?(?:source|target|release))(?:[\s=]+|$)(\S+)?")


@dataclass(frozen=True, slots=True)
class LevelSite:
    """One place that sets a level.

    `what` is the option (`source`, `release`, …, or another plugin's own name); `value` is
    expanded, `site` the end of its `${…}` chain. `plugin` is "" for a property that Maven's
    compiler plugin reads by itself. `argument` marks a javac argument: the site's text is the
    argument, not just the level. `active` is false in a profile that is off, `effective` where
    another place wins (a property, where the plugin's configuration names a level itself). `related`: another tool's level, not javac's.
    """

    what: str
    value: str
    site: Site
    plugin: str = ""
    execution: str | None = None
    managed: bool = False
    argument: bool = False
    active: bool = True
    effective: bool = True
    related: bool = False

    @property
    def level(self) -> int | None:
        """The level as a number (1.8 → 8), None where the value is no level."""
        return level_number(self.value)


def read_levels(
    properties: Properties, plugins: Mapping[str, PluginUse], managed: Mapping[str, PluginUse]
) -> tuple[LevelSite, ...]:
    """Return every place, those that win first, profiles that are off last."""
    found = [_unless_configured(s, plugins.get(COMPILER)) for s in _property_levels(properties)]
    for key in dict.fromkeys((COMPILER, *_RELATED)):
        use = plugins.get(key) or managed.get(key)
        found += _plugin_levels(properties, key, use)
    unique: dict[object, LevelSite] = {}
    for one in found:
        identity = (one.site, one.what, one.plugin, one.execution, one.value)
        unique.setdefault(identity, one)
    ordered = sorted(unique.values(), key=lambda s: (not s.active, not s.effective, s.related))
    return tuple(ordered)


def _unless_configured(found: LevelSite, compiler: PluginUse | None) -> LevelSite:
    """Mark a property that the compiler's own configuration beats."""
    winner = compiler.setting(found.what) if compiler and not found.related else None
    if winner is None or winner.site == found.site:
        return found
    return replace(found, effective=False)


def _property_levels(properties: Properties) -> Iterator[LevelSite]:
    for name, option in _PROPERTIES.items():
        yield from _levels_of_property(properties, name, option, related=option == "jvmTarget")


def _levels_of_property(
    properties: Properties, name: str, option: str, *, related: bool
) -> Iterator[LevelSite]:
    """Yield the definitions that end a property's chain: the one in force, then the others."""
    end = properties.property_site(name)
    if end is not None:
        yield LevelSite(option, properties.resolve(f"${{{name}}}"), end, related=related)
    for link in _chain_names(properties, name):
        for site, active in definitions(properties, link):
            is_end = end is not None and site.place == end.place and site.name == end.name
            if not is_end and not site.value.startswith("${"):
                yield LevelSite(
                    option,
                    properties.resolve(site.value),
                    site,
                    active=active,
                    effective=False,
                    related=related,
                )


def _chain_names(properties: Properties, name: str) -> list[str]:
    """Return the property names that a value passes through, in any section."""
    names = [name]
    for link in names:
        for site, _ in definitions(properties, link):
            inner = re.fullmatch(r"\$\{([^{}]+)\}", site.value)
            if inner and inner[1] not in names:
                names.append(inner[1])
    return names


def definitions(properties: Properties, name: str) -> Iterator[tuple[Site, bool]]:
    """Yield every definition of a property and whether its section is active.

    Profiles that are off count only in the repository's own poms: nobody can edit the others.
    """
    if name in properties.arguments:
        yield properties.arguments[name], True
    for source, profile, active in _all_sections(properties.chain):
        element = source.property_element(name, profile)
        if element is not None:
            site = source.literal(element, value_of(element), profile)
            override = "" if source.editable else properties.override_path
            yield replace(site, kind=SiteKind.PROPERTY, override=override), active


def _all_sections(
    chain: tuple[ModelSource, ...],
) -> Iterator[tuple[ModelSource, str | None, bool]]:
    for source in chain:
        for profile in source.sections:
            yield source, profile, True
        for profile in dict.fromkeys(source.pom.profiles() if source.editable else ()):
            if profile not in source.profiles:
                yield source, profile, False


def _plugin_levels(properties: Properties, key: str, use: PluginUse | None) -> Iterator[LevelSite]:
    options = (_OPTIONS if key == COMPILER else ()) + _RELATED[key]
    for placed, active in _all_decls(properties, key, use):
        for option in options:
            related = option in _RELATED[key]
            for found in _settings(properties, placed, option):
                level = replace(found, plugin=key, active=active, related=related)
                yield _with_effect(level, use)
        if key == COMPILER:
            for found in _arguments(properties, placed):
                yield replace(found, plugin=key, active=active, effective=active)


def _all_decls(
    properties: Properties, key: str, use: PluginUse | None
) -> Iterator[tuple[PlacedPlugin, bool]]:
    for placed in use.decls if use else ():
        yield placed, True
    for source, profile, active in _all_sections(properties.chain):
        if active:
            continue
        for managed in (False, True):
            for decl in source.pom.plugins(managed, profile):
                if f"{properties.resolve(decl.group)}:{decl.artifact}" == key:
                    yield PlacedPlugin(decl, source), False


def _with_effect(found: LevelSite, use: PluginUse | None) -> LevelSite:
    """Mark a setting that another declaration of the same plugin beats."""
    if not found.active or use is None:
        return replace(found, effective=False)
    if found.execution is not None:
        return found
    winner = use.setting(found.what)
    return replace(found, effective=winner is not None and winner.site == found.site)


def _settings(properties: Properties, placed: PlacedPlugin, path: str) -> Iterator[LevelSite]:
    for holder, execution in _holders(placed):
        for element in children(holder, f"configuration/{path}"):
            yield _level_site(properties, placed, element, path, execution)


def _holders(placed: PlacedPlugin) -> Iterator[tuple[etree._Element, str | None]]:
    for execution in placed.decl.executions:
        yield execution.element, execution.id
    yield placed.decl.element, None


def _level_site(
    properties: Properties,
    placed: PlacedPlugin,
    element: etree._Element,
    what: str,
    execution: str | None,
) -> LevelSite:
    text, profile = value_of(element), placed.decl.profile
    site = properties.site_of(placed.source, element, profile)
    value = properties.resolve(text)
    inner = re.fullmatch(r"\$\{([^{}]+)\}", text)
    # A profile that is off sees its own properties once it is on.
    own = placed.source.property_element(inner[1], profile) if inner and profile else None
    if own is not None:
        value = properties.resolve(value_of(own))
        literal = placed.source.literal(own, value_of(own), profile)
        site = replace(literal, kind=SiteKind.PROPERTY)
    return LevelSite(what, value, site, execution=execution, managed=placed.decl.managed)


def _arguments(properties: Properties, placed: PlacedPlugin) -> Iterator[LevelSite]:
    """Yield the levels inside javac arguments, of whichever of the five elements."""
    for holder, execution in _holders(placed):
        for path in _ARGUMENTS:
            waiting = ""
            for element in children(holder, f"configuration/{path}"):
                found = _level_site(properties, placed, element, path, execution)
                named = _named_option(path, element)
                if named:
                    yield replace(found, what=named)
                    continue
                pairs, waiting = _parse(found.value, waiting)
                for option, value in pairs:
                    yield replace(found, what=option, value=value, argument=True)


def _named_option(path: str, element: etree._Element) -> str:
    """Return the option of `<compilerArguments><source>8</source>`: the element's own name."""
    name = str(element.tag).strip("-")
    return name if path.endswith("Arguments/*") and name in _OPTIONS else ""


def _parse(text: str, waiting: str) -> tuple[list[tuple[str, str]], str]:
    """Return options with values, and the option whose value is the next argument."""
    if waiting:
        return [(waiting, text)], ""
    found = [(m[1].lstrip("-"), m[2] or "") for m in _OPTION.finditer(text)]
    last = found[-1][0] if found and not found[-1][1] else ""
    return [(option, value) for option, value in found if value], last
