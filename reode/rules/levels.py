"""Where a compiler level stands: the words Maven and javac have for it, and chains of properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from lxml import etree

from reode.project.pom import PLUGIN_GROUP, Pom
from reode.project.pom_values import children, value_of
from reode.project.reactor import Module

COMPILER = (PLUGIN_GROUP, "maven-compiler-plugin")
TOOLCHAINS = (PLUGIN_GROUP, "maven-toolchains-plugin")
#: Settings of the compiler plugin that hold a level.
LEVEL_TAGS = ("source", "target", "release", "testSource", "testTarget", "testRelease")
#: Properties that the compiler plugin reads by itself.
LEVEL_PROPERTIES = frozenset(f"maven.compiler.{tag}" for tag in LEVEL_TAGS)

_LEVEL = re.compile(r"(?:1\.)?(\d{1,2})(?:\.0)?")
_EXPRESSION = re.compile(r"\$\{([^{}]+)\}")
_OPTIONS = re.compile(r"(--?(?:source|target|release))([= ]+)((?:1\.)?\d{1,2})\b")


def level_of(text: str | None) -> int | None:
    """Return the Java level that a text means (`1.8` and `8` are 8); None for anything else."""
    found = _LEVEL.fullmatch((text or "").strip())
    return int(found[1]) if found else None


def is_below(text: str | None, level: int) -> bool:
    """Say whether a text is a level, and an older one."""
    found = level_of(text)
    return found is not None and found < level


def name_in(expression: str | None) -> str | None:
    """Return the property that `${name}` names; None where the text is anything more or else."""
    found = _EXPRESSION.fullmatch((expression or "").strip())
    return found[1] if found else None


def raise_options(text: str, level: int) -> str:
    """Return compiler options (`-source 1.6 -target 1.6`, `--release=8`) with levels raised."""

    def raised(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{level}" if is_below(match[3], level) else match[0]

    return _OPTIONS.sub(raised, text)


def profiles_of(pom: Pom) -> tuple[str | None, ...]:
    """Return None for the project itself, then the ids of its profiles."""
    return (None, *pom.profiles())


def compiler_configurations(pom: Pom) -> Iterator[etree._Element]:
    """Yield every `<configuration>` of the compiler plugin: managed, in profiles, in executions."""
    for profile in profiles_of(pom):
        for managed in (False, True):
            for decl in pom.find_plugins(*COMPILER, managed=managed, profile=profile):
                yield from children(decl.element, "configuration")
                yield from children(decl.element, "executions/execution/configuration")


def level_elements(pom: Pom) -> Iterator[etree._Element]:
    """Yield the elements of the compiler plugin's configurations that hold a level."""
    for configuration in compiler_configurations(pom):
        if value_of_child(configuration, "multiReleaseOutput") == "true":
            continue
        for tag in LEVEL_TAGS:
            yield from children(configuration, tag)
            yield from children(configuration, f"compilerArguments/{tag}")
        yield from children(configuration, "jdkToolchain/version")
        yield from _levels_among_arguments(configuration)


def value_of_child(element: etree._Element, tag: str) -> str | None:
    """Return the value of a child, None where it lacks."""
    found = children(element, tag)
    return value_of(found[-1]) if found else None


def _levels_among_arguments(configuration: etree._Element) -> Iterator[etree._Element]:
    arguments = children(configuration, "compilerArgs/arg")
    for option, level in pairwise(arguments):
        if value_of(option).lstrip("-") in {"source", "target", "release"}:
            yield level


def level_names(module: Module) -> set[str]:
    """Return the names of all properties that give this module's compiler a level."""
    poms = [source.pom for source in module.parents]
    names = set(LEVEL_PROPERTIES)
    for pom in poms:
        names |= {name for e in level_elements(pom) if (name := name_in(value_of(e)))}
    before: set[str] = set()
    while names != before:
        before = set(names)
        for pom in poms:
            for profile in profiles_of(pom):
                values = pom.properties(profile)
                names |= {n for k in before & set(values) if (n := name_in(values[k]))}
    return names


def configured(module: Module, tag: str) -> str | None:
    """Return what the compiler plugin's configuration says for this module, unresolved."""
    plugin = module.plugins().get(":".join(COMPILER))
    found = plugin.setting(tag) if plugin else None
    return value_of(found.element) or None if found else None


def end_of_chain(module: Module, name: str) -> str:
    """Return the last property of `${a}` → `${b}` → … as this module sees it."""
    seen = {name}
    while True:
        raw = next(
            (v for s in module.parents if (v := s.pom.properties().get(name)) is not None), None
        )
        following = name_in(raw)
        if following is None or following in seen:
            return name
        seen.add(following)
        name = following
