"""The enforcer refuses class files of the new level.

Symptom: `EnforceBytecodeVersion failed with message: Found Banned Dependency`, with `Restricted to JDK
    1.8 yet … contains … targeted to 17`.
Cause: `maxJdkVersion` of the rule is below the level that the project now has.
Source: https://www.mojohaus.org/extra-enforcer-rules/enforceBytecodeVersion.html
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import PLUGIN_GROUP, Pom
from reode.project.pom_values import children, value_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import is_below, name_in, profiles_of
from reode.rules.pom_cases import configuration, execution, plugin, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_ENFORCER = (PLUGIN_GROUP, "maven-enforcer-plugin")
_RULE = "configuration/rules/enforceBytecodeVersion/maxJdkVersion"


def find(situation: Situation) -> list[Edit]:
    """Raise the limit to the level."""
    draft, level = Draft(situation.view), situation.target.release
    if not any(
        "Bytecode" in f"{d.message}{d.excerpt}{d.evidence}"
        for d in situation.of_kind("enforcer-rule")
    ):
        return []
    for module in situation.view.reactor.modules:
        for places in (_limits, _properties):
            pom = rewrite(
                draft.pom(module.path), places, lambda t: str(level) if is_below(t, level) else None
            )
            draft.put(pom, f"The project's class files have level {level} now.")
    return draft.edits()


def _limits(pom: Pom) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        for managed in (False, True):
            for decl in pom.find_plugins(*_ENFORCER, managed=managed, profile=profile):
                yield from children(decl.element, _RULE)
                yield from children(decl.element, f"executions/execution/{_RULE}")


def _properties(pom: Pom) -> Iterator[etree._Element]:
    named = {name for e in _limits(pom) if (name := name_in(value_of(e)))}
    for profile in profiles_of(pom):
        yield from (e for e in pom.find_all("properties/*", profile) if e.tag in named)


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"enforcer-rule"}), order=32)

_REFUSED = (diagnostic("enforcer-rule", "EnforceBytecodeVersion failed with message"),)


def _limit(level: str) -> str:
    inner = (
        "<rules>",
        "  <enforceBytecodeVersion>",
        f"    <maxJdkVersion>{level}</maxJdkVersion>",
        "  </enforceBytecodeVersion>",
        "</rules>",
    )
    return plugin("maven-enforcer-plugin", "3.0.0", *execution("bytes", *configuration(*inner)))


CASES = [
    changes(pom(_limit("1.8")), pom(_limit("17")), diagnostics=_REFUSED, title="a literal"),
    changes(
        pom(properties("limit=1.8") + _limit("${limit}")),
        pom(properties("limit=17") + _limit("${limit}")),
        diagnostics=_REFUSED,
        title="a property",
    ),
    keeps(pom(_limit("21")), diagnostics=_REFUSED, title="high enough"),
    keeps(pom(_limit("1.8")), title="nothing failed"),
]
