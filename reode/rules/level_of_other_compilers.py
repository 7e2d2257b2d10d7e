"""Kotlin's or AspectJ's compiler still writes class files of the old level.

Symptom: the build is green, but some class files are of the old level; or AspectJ says `The type X
    is … targeted for a newer version`, `compliance level`.
Cause: these plugins have a level of their own (`jvmTarget`, `complianceLevel`), apart from the Java
    compiler's. Kotlin writes only the levels that its version knows.
Source: https://kotlinlang.org/docs/maven.html#attributes-specific-to-jvm and
    https://www.mojohaus.org/aspectj-maven-plugin/compile-mojo.html
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import children, value_of
from reode.project.reactor import Module
from reode.project.versions import at_least
from reode.rules.cases import JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import is_below, name_in, profiles_of
from reode.rules.pom_cases import configuration, plugin, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_KOTLIN = ("org.jetbrains.kotlin", "kotlin-maven-plugin")
_ASPECTJ = (("org.codehaus.mojo", "aspectj-maven-plugin"), ("dev.aspectj", "aspectj-maven-plugin"))
_KOTLIN_PROPERTY = "kotlin.compiler.jvmTarget"
#: The first Kotlin that writes a level.
_KOTLIN_SINCE = {17: "1.6.0", 18: "1.7.0", 19: "1.8.0", 20: "1.9.0", 21: "1.9.20", 22: "2.0.0"}
_KOTLIN_SINCE |= {23: "2.1.0", 24: "2.2.0", 25: "2.3.0"}


def find(situation: Situation) -> list[Edit]:
    """Raise the levels that these compilers are given, as far as they know them."""
    draft, level = Draft(situation.view), situation.target.release
    for module in situation.view.reactor.modules:
        kotlin = _kotlin_level(module, level)
        _raise(draft, module, _kotlin_places, kotlin)
        _raise(draft, module, _aspectj_places, level)
    return draft.edits()


def _raise(
    draft: Draft,
    module: Module,
    places: Callable[[Pom], Iterator[etree._Element]],
    level: int,
) -> None:
    names = {n for s in module.parents for e in places(s.pom) if (n := name_in(value_of(e)))}

    def named(pom: Pom) -> Iterator[etree._Element]:
        for profile in profiles_of(pom):
            yield from (e for e in pom.find_all("properties/*", profile) if e.tag in names)

    for source in module.parents:
        if source.editable:
            pom = draft.pom(source.pom.path)
            for where in (places, named):
                pom = rewrite(pom, where, lambda t: str(level) if is_below(t, level) else None)
            draft.put(pom, f"This compiler has a level of its own: {level}.")


def _kotlin_level(module: Module, level: int) -> int:
    """Return the highest level up to the wanted one that the module's Kotlin writes."""
    use = module.plugins().get(":".join(_KOTLIN))
    version = use.version if use else None
    known = [j for j, since in _KOTLIN_SINCE.items() if version and at_least(version, since)]
    return min(level, max(known, default=0))


def _kotlin_places(pom: Pom) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        yield from pom.find_all(f"properties/{_KOTLIN_PROPERTY}", profile)
    yield from _settings(pom, _KOTLIN, "jvmTarget")


def _aspectj_places(pom: Pom) -> Iterator[etree._Element]:
    for one in _ASPECTJ:
        for name in ("complianceLevel", "source", "target", "release"):
            yield from _settings(pom, one, name)


def _settings(pom: Pom, artifact: tuple[str, str], name: str) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        for managed in (False, True):
            for decl in pom.find_plugins(*artifact, managed=managed, profile=profile):
                yield from children(decl.element, f"configuration/{name}")
                yield from children(decl.element, f"executions/execution/configuration/{name}")


rule = Rule(find=find, when=When.CERTAIN, order=31)


def _kotlin(target: str, version: str = "1.9.25") -> str:
    inner = configuration(f"<jvmTarget>{target}</jvmTarget>")
    return plugin(_KOTLIN[1], version, *inner, group=_KOTLIN[0])


def _aspectj(level: str) -> str:
    lines = [f"<{n}>{level}</{n}>" for n in ("complianceLevel", "source", "target")]
    return plugin(
        "aspectj-maven-plugin", "1.14.0", *configuration(*lines), group="org.codehaus.mojo"
    )


CASES = [
    changes(pom(_kotlin("1.8")), pom(_kotlin("17")), title="Kotlin's target"),
    changes(
        pom(properties(f"{_KOTLIN_PROPERTY}=1.8") + plugin(_KOTLIN[1], "1.9.25", group=_KOTLIN[0])),
        pom(properties(f"{_KOTLIN_PROPERTY}=17") + plugin(_KOTLIN[1], "1.9.25", group=_KOTLIN[0])),
        title="Kotlin's target as a property",
    ),
    changes(
        pom(_kotlin("1.8")), pom(_kotlin("21")), target=JDK25, title="as far as this Kotlin goes"
    ),
    changes(
        pom(properties("java=17", "aj=1.8") + _aspectj("${aj}")),
        pom(properties("java=17", "aj=17") + _aspectj("${aj}")),
        title="AspectJ's three levels",
    ),
    keeps(pom(_kotlin("1.8", "1.3.72")), title="a Kotlin that knows no newer level"),
    keeps(pom(_kotlin("17")), title="high enough"),
    keeps(pom(_aspectj("${undefined}")), title="nobody knows what it is"),
]
