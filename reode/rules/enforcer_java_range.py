"""The enforcer refuses the JDK: the allowed range ends before it.

Symptom: `RequireJavaVersion failed with message: Detected JDK Version: 17.0.15 is not in the
    allowed range [1.8,1.9)`.
Cause: a `requireJavaVersion` rule with an upper bound, or with another single version in brackets.
Source: https://maven.apache.org/enforcer/enforcer-rules/versionRanges.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import PLUGIN_GROUP, Pom
from reode.project.pom_values import children, value_of
from reode.project.versions import compare
from reode.rules.cases import JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import name_in, profiles_of
from reode.rules.pom_cases import configuration, execution, plugin, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_ENFORCER = (PLUGIN_GROUP, "maven-enforcer-plugin")
_RULE = "configuration/rules/requireJavaVersion/version"
_PART = re.compile(r"([\[(])([^\[\]()]*)([\])])")


def find(situation: Situation) -> list[Edit]:
    """Open the range upwards from the level that the project will have."""
    draft, target = Draft(situation.view), situation.target
    lowest = min(target.release, target.jdk)

    def opened(text: str) -> str | None:
        return None if allows(text, target.jdk) else f"[{lowest},)"

    for module in situation.view.reactor.modules:
        for places in (_versions, _properties):
            pom = rewrite(draft.pom(module.path), places, opened)
            draft.put(pom, f"The enforcer has to allow JDK {target.jdk}.")
    return draft.edits()


def allows(text: str, jdk: int) -> bool:
    """Say whether a version or range of `requireJavaVersion` lets a JDK pass; a lone one is a minimum."""
    if "${" in text or not text.strip():
        return True
    parts = _PART.findall(text)
    if not parts:
        return compare(str(jdk), text.strip()) >= 0
    return any(_holds(inner, jdk) for _, inner, _ in parts)


def _holds(inner: str, jdk: int) -> bool:
    low, comma, high = (piece.strip() for piece in inner.partition(","))
    version = f"{jdk}.0.1"
    if not comma:
        return compare(str(jdk), low) == 0
    above = not low or compare(version, low) > 0
    below = not high or compare(version, high) < 0
    return above and below


def _versions(pom: Pom) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        for managed in (False, True):
            for decl in pom.find_plugins(*_ENFORCER, managed=managed, profile=profile):
                yield from children(decl.element, _RULE)
                yield from children(decl.element, f"executions/execution/{_RULE}")


def _properties(pom: Pom) -> Iterator[etree._Element]:
    named = {name for e in _versions(pom) if (name := name_in(value_of(e)))}
    for profile in profiles_of(pom):
        yield from (e for e in pom.find_all("properties/*", profile) if e.tag in named)


rule = Rule(find=find, when=When.CERTAIN, kinds=frozenset({"enforcer-rule"}), order=32)


def _rules(version: str, name: str = "requireJavaVersion") -> str:
    inner = configuration(
        "<rules>", f"  <{name}>", f"    <version>{version}</version>", f"  </{name}>", "</rules>"
    )
    return plugin("maven-enforcer-plugin", "1.4.1", *execution("java", *inner))


CASES = [
    changes(pom(_rules("[1.8,1.9)")), pom(_rules("[17,)")), title="only Java 8"),
    changes(pom(_rules("[1.7,9)")), pom(_rules("[25,)")), target=JDK25, title="below 9"),
    changes(pom(_rules("[1.8]")), pom(_rules("[17,)")), title="exactly one"),
    changes(pom(_rules("(,1.8],(11,12)")), pom(_rules("[17,)")), title="two ranges"),
    changes(
        pom(properties("java.range=[1.8,11]") + _rules("${java.range}")),
        pom(properties("java.range=[17,)") + _rules("${java.range}")),
        title="a property",
    ),
    keeps(pom(_rules("1.8")), title="a minimum"),
    keeps(pom(_rules("[1.8,)")), title="open upwards"),
    keeps(pom(_rules("[1.8,1.9),[17,18)")), title="one of two ranges holds"),
    keeps(pom(_rules("[3.0,3.5)", "requireMavenVersion")), title="a range of Maven's versions"),
]
