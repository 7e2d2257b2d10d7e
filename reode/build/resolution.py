"""Read Maven's complaints about artifacts that it can't get."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.build.kinds import Kind

Found = tuple[Kind, dict[str, str]]

_UNRESOLVED = re.compile(
    r"Could not resolve dependencies|or one of its dependencies could not be resolved"
    r"|Failed to collect dependencies|Failed to read artifact descriptor|Could not resolve artifact"
    r"|Resolution of annotationProcessorPath|The following artifacts could not be resolved"
    r"|Could not find artifact |Could not transfer artifact "
)
_GOAL_MISSING = re.compile(
    r"Could not find goal '(?P<goal>[^'\n]{1,80})' in plugin (?P<plugin>\S+)"
)
_NEEDS_MAVEN = re.compile(r"The plugin (?P<plugin>\S+) requires Maven version (?P<maven>\S+)")
_NO_PLUGIN = re.compile(
    r"(?:Plugin|Build Extension) (?P<plugin>[\w.-]+:[\w.-]+:\S+) or one of its dependencies could not be resolved"
)
_NO_PREFIX = re.compile(
    r"No plugin found for prefix '(?P<artifact>[^'\n]{1,80})'|Error resolving version for plugin '(?P<plugin>[^'\n]{1,200})'"
)
_TOOLS_JAR = re.compile(
    r"(?P<artifact>(?:com\.sun:tools|jdk\.tools:jdk\.tools|com\.sun:tools-jar):jar:[^\s,]*)(?:[^\n]*? at specified path (?P<path>\S+))?"
)
_AT_PATH = re.compile(
    r"(?:artifact )?(?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+) at specified path (?P<path>\S+)"
)
_BLOCKED = re.compile(
    r"Blocked mirror for repositories: \[(?P<repository>[^\s(]+) \((?P<url>https?://[^\s,)\]]+)"
)
_TRANSFER = re.compile(
    r"Could not transfer artifact (?P<artifact>[\w.-]+:[\w.-]+:\S+) from/to (?P<repository>[^\s(]+) \((?P<url>[^\s)]+)\)"
)
_LIST = re.compile(r"The following artifacts could not be resolved: (?P<list>[^\n]{1,4000})")
_COORDINATES = re.compile(r"[\w.-]+:[\w.-]+:[\w.-]+(?::[\w.${}-]+){1,2}")
_SINGLE = (
    re.compile(r"Could not find artifact (?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+)"),
    re.compile(r"Failure to find (?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+)"),
    re.compile(r"(?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+) was not found in "),
    re.compile(r"Could not transfer artifact (?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+)"),
    re.compile(r"Failed to read artifact descriptor for (?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+)"),
    re.compile(r"No versions available for (?P<artifact>[\w.-]+:[\w.-]+:[^\s,]+)"),
)


def is_resolution(message: str) -> bool:
    """Tell whether a failure is about getting artifacts."""
    return _UNRESOLVED.search(message) is not None


def plugin_problem(text: str) -> tuple[str, Found] | None:
    """Return (plugin, what is wrong) where `text` says that a plugin can't be used at all."""
    for kind, pattern in (
        (Kind.PLUGIN_GOAL_MISSING, _GOAL_MISSING),
        (Kind.PLUGIN_NEEDS_NEWER_MAVEN, _NEEDS_MAVEN),
    ):
        if match := pattern.search(text):
            named = {k: v.rstrip(":,") for k, v in match.groupdict().items() if v}
            return named.pop("plugin"), (kind, named)
    if match := _NO_PLUGIN.search(text):
        found = next(iter(problems(text)))
        kind, evidence = found
        kind = Kind.PLUGIN_UNRESOLVED if kind is Kind.DEPENDENCY_UNRESOLVED else kind
        return match["plugin"], (kind, evidence)
    if match := _NO_PREFIX.search(text):
        named = {k: v for k, v in match.groupdict().items() if v}
        return named.pop("plugin", ""), (Kind.PLUGIN_UNRESOLVED, named)
    return None


def problems(message: str) -> Iterator[Found]:
    """Yield one problem per artifact that could not be had; at least one."""
    common = _common(message)
    if common is not None and common[0] is not Kind.HTTP_BLOCKED:
        yield common
        return
    for artifact in _artifacts(message) or [""]:
        kind, evidence = common or _lack(message)
        named = {"artifact": artifact} if artifact else {}
        if kind is not Kind.TRANSFER_FAILED:
            evidence = {k: v for k, v in evidence.items() if k != "artifact"}
        yield kind, evidence | named


def _common(message: str) -> Found | None:
    """A reason that holds for the message as a whole."""
    if match := _TOOLS_JAR.search(message):
        return Kind.TOOLS_JAR, _named(match)
    if match := _AT_PATH.search(message):
        return Kind.DEPENDENCY_SYSTEM_PATH, _named(match)
    if match := _BLOCKED.search(message):
        return Kind.HTTP_BLOCKED, _named(match)
    return None


def _lack(message: str) -> Found:
    if match := _TRANSFER.search(message):
        return Kind.TRANSFER_FAILED, _named(match)
    return Kind.DEPENDENCY_UNRESOLVED, {}


def _artifacts(message: str) -> list[str]:
    if match := _LIST.search(message):
        listed = match["list"].split(": ", 1)[0]
        if found := _COORDINATES.findall(listed):
            return list(dict.fromkeys(found))
    every: list[str] = []
    for pattern in _SINGLE:
        every += [found.rstrip(":.,") for found in pattern.findall(message)]
        if every:
            break
    return list(dict.fromkeys(every))[:50]


def _named(match: re.Match[str]) -> dict[str, str]:
    return {k: v.rstrip(":,") for k, v in match.groupdict().items() if v}
