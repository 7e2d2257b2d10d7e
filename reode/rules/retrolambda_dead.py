"""Retrolambda is in the build, which no JDK after 8 can run.

Symptom: `Cannot initialize dumper; unexpected JDK implementation`.
Cause: the plugin turned lambdas into classes for Java 5 to 7. At a level of 8 or more there is nothing
    left for it to do.
Source: https://github.com/luontola/retrolambda
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.pom_cases import configuration, plugin
from reode.rules.rule import Rule, Situation, When

_RETROLAMBDA = ("net.orfjackal.retrolambda", "retrolambda-maven-plugin")


def find(situation: Situation) -> list[Edit]:
    """Remove the plugin wherever it is declared."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path)
        for profile in profiles_of(pom):
            for managed in (False, True):
                pom = pom.remove_plugin(*_RETROLAMBDA, managed=managed, profile=profile)
        draft.put(pom, "Retrolambda has nothing to do from Java 8 on, and does not start.")
    return draft.edits()


rule = Rule(find=find, when=When.CERTAIN, kinds=frozenset({"plugin-failed"}), order=42)

_BUILD = plugin("retrolambda-maven-plugin", "2.5.7", group=_RETROLAMBDA[0])

CASES = [
    changes(pom(_BUILD), pom(), title="in the build"),
    changes(
        pom(plugin("retrolambda-maven-plugin", "2.0.6", group=_RETROLAMBDA[0], managed=True)),
        pom(),
        title="managed",
    ),
    keeps(
        pom(plugin("maven-compiler-plugin", "3.8.1", *configuration("<source>17</source>"))),
        title="another plugin",
    ),
]
