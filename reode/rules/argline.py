"""The options of the JVM that runs the tests: where `argLine` is written and how flags join it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from lxml import etree

from reode.project.pom import PLUGIN_GROUP, Pom
from reode.project.pom_values import children, value_of
from reode.project.reactor import Module
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.rewriting import rewrite

SUREFIRE = (PLUGIN_GROUP, "maven-surefire-plugin")
FAILSAFE = (PLUGIN_GROUP, "maven-failsafe-plugin")
_PROPERTY = "argLine"


def arg_lines(pom: Pom) -> Iterator[etree._Element]:
    """Yield the `<argLine>` settings of surefire and failsafe: managed, in profiles, in executions."""
    for profile in profiles_of(pom):
        for managed in (False, True):
            for plugin in (SUREFIRE, FAILSAFE):
                for decl in pom.find_plugins(*plugin, managed=managed, profile=profile):
                    yield from children(decl.element, "configuration/argLine")
                    yield from children(decl.element, "executions/execution/configuration/argLine")


def arg_line_properties(pom: Pom) -> Iterator[etree._Element]:
    """Yield the properties whose text reaches a test JVM: `argLine`, and those argLines name."""
    values = {
        str(e.tag): value_of(e) for p in profiles_of(pom) for e in pom.find_all("properties/*", p)
    }
    texts = [value_of(e) for e in arg_lines(pom)] + [values.get(_PROPERTY, "")]
    named, wanted = {_PROPERTY}, _names_in(texts)
    while wanted - named:
        named |= wanted
        wanted = _names_in(values.get(name, "") for name in named)
    for profile in profiles_of(pom):
        yield from (e for e in pom.find_all("properties/*", profile) if e.tag in named)


def _names_in(texts: Iterable[str]) -> set[str]:
    return {name for text in texts for name in re.findall(r"[$@]\{([^{}]+)\}", text)}


def add_flags(draft: Draft, module: Module, flags: list[str], reason: str) -> None:
    """Give the JVM of a module's tests more flags, where its options are written already.

    A configured argLine hides the property, so it is the one that grows; without any, the
    property of the topmost pom in this repository does. JaCoCo puts its agent before a property.
    """
    own = [source.pom.path for source in module.parents if source.editable]
    holders = [path for path in own if any(True for _ in _running(draft.pom(path)))]
    if holders:
        grown = rewrite(draft.pom(holders[0]), _running, _with(flags))
        draft.put(grown, reason)
        return
    inherited = _inherited(module)
    if inherited is not None:
        text = _with(flags)(inherited) or inherited
        draft.put(draft.pom(own[-1]).set_plugin_config(*SUREFIRE, "argLine", text), reason)
        return
    holder = next((p for p in own if _PROPERTY in draft.pom(p).properties()), own[-1])
    value = draft.pom(holder).properties().get(_PROPERTY, "")
    joined = _with(flags)(value)
    if joined:
        draft.put(draft.pom(holder).set_property(_PROPERTY, joined), reason)


def _running(pom: Pom) -> Iterator[etree._Element]:
    """Yield the argLines that count on every build: not those of profiles."""
    inside = set(pom.root.iter("profile"))
    return (e for e in arg_lines(pom) if not inside & set(e.iterancestors()))


def _inherited(module: Module) -> str | None:
    """Return the argLine that a parent outside this repository configures."""
    for source in module.parents:
        if not source.editable:
            for element in _running(source.pom):
                return value_of(element)
    return None


def _with(flags: list[str]) -> Callable[[str], str | None]:
    def joined(text: str) -> str | None:
        missing = [
            flag for flag in flags if flag not in text.replace("--add-opens=", "--add-opens ")
        ]
        return " ".join([text, *missing]).strip() if missing else None

    return joined
