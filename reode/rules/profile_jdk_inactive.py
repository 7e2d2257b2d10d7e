"""A profile for "JDK 1.8" is off on newer JDKs, and with it what the build needs.

Symptom: no message from Maven; modules are not built at all, or `package … does not exist` for a
    dependency that the pom plainly has.
Cause: `<jdk>1.8</jdk>` in an activation means versions that begin with 1.8, and `(,9)` ends there.
    Only profiles that bring modules or dependencies are opened: a profile that brings settings of
    an old tool is rightly off.
Source: https://maven.apache.org/guides/introduction/introduction-to-profiles.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.model_activation import jdk_matches
from reode.project.pom import Pom
from reode.project.pom_values import child_value, children, value_of
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies, modules, profile, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_EIGHT = "1.8.0_402"
_TOOLS = re.compile(r"tools\.jar|jfxrt\.jar")


def find(situation: Situation) -> list[Edit]:
    """Let the profiles that were on with Java 8 stay on."""
    draft, jdk = Draft(situation.view), str(situation.target.jdk)

    def opened(text: str) -> str | None:
        was_on = jdk_matches(text, _EIGHT) and not text.startswith("!")
        return "[1.8,)" if was_on and not jdk_matches(text, jdk) else None

    for module in situation.view.reactor.modules:
        changed = rewrite(draft.pom(module.path), _activations, opened)
        draft.put(changed, f"The build needs what this profile brings on JDK {jdk} too.")
    return draft.edits()


def _activations(pom: Pom) -> Iterator[etree._Element]:
    for one in children(pom.root, "profiles/profile"):
        brings = children(one, "modules/module") + children(one, "dependencies/dependency")
        paths = [child_value(e, "systemPath") or "" for e in brings]
        has_twin = len(children(pom.root, "profiles/profile/activation/jdk")) > 1
        if brings and not has_twin and not any(_TOOLS.search(path) for path in paths):
            yield from (e for e in children(one, "activation/jdk") if value_of(e))


rule = Rule(find=find, when=When.CERTAIN, targets=range(9, 100), order=15)


def _with(body: str, jdk: str) -> str:
    return pom(profile("old", body, f"<jdk>{jdk}</jdk>"), packaging="pom")


_LIB = dependencies("org.other:lib:1.0")

CASES = [
    changes(
        _with(modules("a"), "1.8"), _with(modules("a"), "[1.8,)"), title="it lists the modules"
    ),
    changes(_with(_LIB, "(,9)"), _with(_LIB, "[1.8,)"), title="it brings a dependency"),
    keeps(_with(modules("a"), "[1.8,)"), title="on with newer JDKs"),
    keeps(_with(properties("a=b"), "1.8"), title="settings of an old tool"),
    keeps(_with(_LIB, "1.7"), title="it was off with Java 8"),
    keeps(
        _with(
            _LIB.replace(
                "    <version>", "    <systemPath>/x/tools.jar</systemPath>\n    <version>"
            ),
            "1.8",
        ),
        title="it brings what the JDK lost",
    ),
    keeps(
        pom(
            (
                profile("old", _LIB, "<jdk>1.8</jdk>") + profile("new", _LIB, "<jdk>[9,)</jdk>")
            ).replace("</profiles>\n<profiles>\n", ""),
            packaging="pom",
        ),
        title="another profile takes over",
    ),
]
