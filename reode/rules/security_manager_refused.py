"""A test installs a security manager, which the JDK allows only when told so.

Symptom: `UnsupportedOperationException: The Security Manager is deprecated and will be removed in a
    future release`.
Cause: from JDK 18 to 23 `System.setSecurityManager` throws unless the JVM was started with
    `-Djava.security.manager=allow`. From 24 on there is none, and the option itself stops the JVM.
Source: https://openjdk.org/jeps/411 and https://openjdk.org/jeps/486
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.facts.target import Target
from reode.rules.argline import add_flags
from reode.rules.cases import JDK21, JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import properties
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"security-manager"})
_FLAG = "-Djava.security.manager=allow"


def find(situation: Situation) -> list[Edit]:
    """Allow it to the tests of the modules that ask for it."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        module = module_named(draft.view, one.module)
        add_flags(draft, module, [_FLAG], "The tests install a security manager.")
    return draft.edits()


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, targets=range(18, 24), order=84)

_REFUSED = (diagnostic("security-manager", module="app"),)
_ALLOWED = pom(properties(f"argLine={_FLAG}"))

CASES = [
    changes(pom(), _ALLOWED, target=JDK21, diagnostics=_REFUSED, title="not told so far"),
    keeps(_ALLOWED, target=JDK21, diagnostics=_REFUSED, title="allowed already"),
    keeps(pom(), target=JDK25, diagnostics=_REFUSED, title="gone for good"),
    keeps(pom(), target=Target(jdk=17, release=17), diagnostics=_REFUSED, title="17 only warns"),
]
