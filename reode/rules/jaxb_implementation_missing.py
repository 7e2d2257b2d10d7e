"""The JAXB API is there, but nothing that implements it.

Symptom: `JAXBException: Implementation of JAXB-API has not been found on module path or classpath`, or
    `ClassNotFoundException: com.sun.xml.internal.bind.v2.ContextFactory`.
Cause: the JDK brought the implementation until 10. An API of the `javax` packages needs a runtime of
    2.3; 3.x and 4.x implement `jakarta`.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When

_RUNTIME = ("org.glassfish.jaxb", "jaxb-runtime", "2.3.9")
_KINDS = frozenset({"jaxb-implementation-missing"})


def find(situation: Situation) -> list[Edit]:
    """Add the runtime to the modules whose tests asked for it in vain."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        path = module_named(situation.view, one.module).path
        if f"{_RUNTIME[0]}:{_RUNTIME[1]}" not in draft.module(path).dependencies():
            added = draft.pom(path).add_dependency(*_RUNTIME, "runtime")
            draft.put(added, "JAXB's implementation left the JDK in 11.")
    return draft.edits()


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, targets=range(11, 100), order=63)

_MISSING = (diagnostic("jaxb-implementation-missing", module="app"),)
_API = "javax.xml.bind:jaxb-api:2.3.1"
_RUN = f"{':'.join(_RUNTIME)}:runtime"

CASES = [
    changes(
        pom(dependencies(_API)),
        pom(dependencies(_API, _RUN)),
        diagnostics=_MISSING,
        title="only the API",
    ),
    keeps(pom(dependencies(_API, _RUN)), diagnostics=_MISSING, title="it is there"),
    keeps(pom(dependencies(_API)), title="nothing failed"),
]
