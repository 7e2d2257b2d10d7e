"""An XML parser or XPath stops at a limit that used to be higher.

Symptom: `JAXP00010001: The parser has encountered more than "2500" entity expansions`, `JAXP0801001`,
    or `Use of the extension function … is not allowed`.
Cause: JDK 24 lowered the limits of its XML library. The old values can be set for the JVM that runs
    the tests; a program that needs them in production needs them there too.
Source: https://www.oracle.com/java/technologies/javase/24-relnote-issues.html (JDK-8343004)
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.argline import add_flags
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import properties
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"xml-limit"})
#: What JDK 17 allowed, by the code of the message.
_OLD_LIMITS = {
    "JAXP00010001": "-Djdk.xml.entityExpansionLimit=64000",
    "JAXP00010002": "-Djdk.xml.elementAttributeLimit=10000",
    "JAXP00010003": "-Djdk.xml.maxGeneralEntitySizeLimit=0",
    "JAXP00010004": "-Djdk.xml.totalEntitySizeLimit=50000000",
    "JAXP00010006": "-Djdk.xml.maxElementDepth=0",
    "JAXP0801001": "-Djdk.xml.xpathExprGrpLimit=0",
    "JAXP0801002": "-Djdk.xml.xpathExprOpLimit=0",
    "Use of the extension function": "-Djdk.xml.enableExtensionFunctions=true",
}


def find(situation: Situation) -> list[Edit]:
    """Give the tests of each module the old value of the limit they met."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        flag = _OLD_LIMITS.get(one.evidence.get("code", ""))
        if flag:
            module = module_named(draft.view, one.module)
            add_flags(draft, module, [flag], "The JDK's XML library has lower limits since 24.")
    return draft.edits()


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=83)

_MET = (diagnostic("xml-limit", module="app", evidence={"code": "JAXP00010001"}),)
_SET = pom(properties("argLine=-Djdk.xml.entityExpansionLimit=64000"))

CASES = [
    changes(pom(), _SET, target=JDK25, diagnostics=_MET, title="entity expansions"),
    keeps(_SET, target=JDK25, diagnostics=_MET, title="set already"),
    keeps(
        pom(),
        target=JDK25,
        diagnostics=(diagnostic("xml-limit", evidence={"code": "JAXP00019999"}),),
        title="a limit nobody knows",
    ),
    keeps(pom(), target=JDK25, title="nothing failed"),
]
