"""Reads the settings of a build that decide what is compiled, tested and packaged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.snapshot import Setting
from reode.project.pom import Pom
from reode.project.reactor import Module

#: Plugins whose whole configuration is read; of the others only what skips something.
_WATCHED_PLUGINS = frozenset(
    {"maven-surefire-plugin", "maven-failsafe-plugin", "maven-compiler-plugin",
     "build-helper-maven-plugin", "kotlin-maven-plugin", "gmavenplus-plugin", "scala-maven-plugin",
     "jacoco-maven-plugin", "maven-jar-plugin", "maven-war-plugin", "maven-resources-plugin"}
)  # fmt: skip
_WATCHED_PROPERTY = re.compile(
    r"^(test|it\.test|groups|excludedGroups|testFailureIgnore|enableAssertions|failIfNoTests"
    r"|(maven\.)?(surefire|failsafe|test|main|it)\..*|maven\.main\.skip|maven\.compiler\.failOnError"
    r"|jacoco\.skip|junit\..*|.*[sS]kip.*|.*testFailure.*|.*failIfNo.*|argLine|.*[iI]gnore.*)$"
)
_SKIPS = re.compile(r"skip|archive/|mainClass$|manifestEntries/|ignoreFailures?$|failOnError$|failsOnError$|haltOnFailure$|failOnViolation$",
                    re.IGNORECASE)  # fmt: skip
_FOLDERS = (
    "sourceDirectory", "testSourceDirectory", "scriptSourceDirectory", "directory",
    "outputDirectory", "testOutputDirectory", "defaultGoal", "finalName",
)  # fmt: skip
_EFFECTIVE_PROPERTIES = (
    "skipTests", "maven.test.skip", "maven.test.skip.exec", "skipITs", "maven.test.failure.ignore",
    "test", "it.test", "groups", "excludedGroups", "surefire.excludesFile", "failsafe.excludesFile",
)  # fmt: skip
_RUNNERS = ("skip", "skipTests", "skipExec", "skipITs", "testFailureIgnore", "enableAssertions",
            "argLine", "groups", "excludedGroups", "test")  # fmt: skip
_EFFECTIVE_CONFIGURATION = {
    "maven-surefire-plugin": _RUNNERS,
    "maven-failsafe-plugin": _RUNNERS,
    "maven-compiler-plugin": ("skip", "skipMain", "failOnError"),
}


def read_settings(pom: Pom, module: str, *, effective: bool = False) -> tuple[Setting, ...]:
    """Return the settings of one pom, those of its profiles included."""
    return tuple(_Reader(pom, module, effective).read())


def effective_settings(module: Module) -> Iterator[Setting]:
    """Give what holds for a module after all overriding: a removed override shows only here."""
    for name in _EFFECTIVE_PROPERTIES:
        value = module.resolve(f"${{{name}}}")
        if "${" not in value:
            yield Setting(f"effective property {name}", value, module.path, module=module.folder)
    for artifact, paths in _EFFECTIVE_CONFIGURATION.items():
        plugin = module.plugin(artifact)
        for path in paths if plugin is not None else ():
            configured = plugin.config(path) if plugin is not None else None
            if configured:
                name = f"effective {artifact}/{path}"
                yield Setting(name, configured, module.path, module=module.folder)


class _Reader:
    """Walks one pom; every setting carries the line it stands on."""

    def __init__(self, pom: Pom, module: str, effective: bool) -> None:
        self._pom, self._module, self._effective = pom, module, effective

    def read(self) -> Iterator[Setting]:
        root = self._pom.root
        yield from self._section(root, "")
        for profile in _path(root, "profiles/profile"):
            name = _text(profile, "id") or "default"
            yield from self._section(profile, name)
            yield from self._activation(profile, name)

    def _section(self, section: etree._Element, profile: str) -> Iterator[Setting]:
        for element in _path(section, "properties/*"):
            if _WATCHED_PROPERTY.match(_name(element)):
                yield self._setting(f"property {_name(element)}", element, profile)
        for element in _path(section, "modules/module"):
            yield self._setting("module", element, profile)
        for build in _path(section, "build"):
            yield from self._build(build, profile)

    def _build(self, build: etree._Element, profile: str) -> Iterator[Setting]:
        for folder in _FOLDERS:
            for element in _path(build, folder):
                yield self._setting(f"build/{folder}", element, profile)
        for kind in ("resources/resource", "testResources/testResource"):
            for element in _path(build, kind):
                yield from self._leaves(f"build/{kind}", element, profile)
        for place in ("plugins/plugin", "pluginManagement/plugins/plugin"):
            for plugin in _path(build, place):
                yield from self._plugin(plugin, profile, managed=place.startswith("plugin"))

    def _plugin(self, plugin: etree._Element, profile: str, *, managed: bool) -> Iterator[Setting]:
        name = _text(plugin, "artifactId") or "?"
        if not managed or "pluginManagement" not in plugin.getroottree().getpath(plugin):
            yield self._setting(f"plugin {name}", plugin, profile, name)
        yield from self._configuration(name, "", plugin, profile)
        for element in _path(plugin, "extensions"):
            yield self._setting(f"{name}/extensions", element, profile)
        for execution in _path(plugin, "executions/execution"):
            label = _text(execution, "id") or "default"
            yield from self._configuration(name, f"[{label}]", execution, profile)
            for phase in _path(execution, "phase"):
                yield self._setting(f"{name}[{label}]/phase", phase, profile)
            for goal in _path(execution, "goals/goal"):
                yield self._setting(f"execution {name}:{_value(goal)}", goal, profile, label)

    def _configuration(
        self, name: str, label: str, owner: etree._Element, profile: str
    ) -> Iterator[Setting]:
        for configuration in _path(owner, "configuration"):
            for setting in self._leaves(f"{name}{label}", configuration, profile):
                if name in _WATCHED_PLUGINS or _SKIPS.search(setting.name.partition("/")[2]):
                    yield setting

    def _leaves(self, prefix: str, element: etree._Element, profile: str) -> Iterator[Setting]:
        children = [c for c in element if isinstance(c.tag, str)]
        if not children:
            yield self._setting(prefix, element, profile)
        for child in children:
            yield from self._leaves(f"{prefix}/{_name(child)}", child, profile)

    def _activation(self, profile: etree._Element, name: str) -> Iterator[Setting]:
        for activation in _path(profile, "activation"):
            yield from self._leaves(f"activation {name}", activation, name)

    def _setting(
        self, name: str, element: etree._Element, profile: str, value: str | None = None
    ) -> Setting:
        text = _value(element) if value is None else value
        line = None if self._effective else self._pom.line(element)
        return Setting(name, text, self._pom.path, line, self._module, profile, self._effective)


def _path(element: etree._Element, path: str) -> list[etree._Element]:
    """Return the elements at a path of local names; `*` stands for any name."""
    found = [element]
    for step in path.split("/"):
        found = [
            child
            for parent in found
            for child in parent
            if isinstance(child.tag, str) and step in {"*", _name(child)}
        ]
    return found


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname


def _value(element: etree._Element) -> str:
    """Return the element's own text, comments between its parts left out."""
    parts = [element.text or "", *(child.tail or "" for child in element)]
    return " ".join("".join(parts).split())


def _text(element: etree._Element, path: str) -> str:
    found = _path(element, path)
    return _value(found[0]) if found else ""
