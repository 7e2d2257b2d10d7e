"""Warnings of a newer javadoc stop a build that treats them as errors.

Symptom: `MavenReportException: Error while generating Javadoc: Project contains Javadoc Warnings`.
Cause: `failOnWarnings` is set, and newer javadoc versions warn of missing comments, default
    constructors and more. The comments are as good as they were.
Source: https://maven.apache.org/plugins/maven-javadoc-plugin/javadoc-mojo.html#failOnWarnings
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import PLUGIN_GROUP, Pom
from reode.project.pom_values import children, value_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.pom_cases import configuration, plugin, properties
from reode.rules.rule import Rule, Situation, When

_JAVADOC = (PLUGIN_GROUP, "maven-javadoc-plugin")
_PROPERTY = "maven.javadoc.failOnWarnings"


def find(situation: Situation) -> list[Edit]:
    """Remove the setting wherever it is on."""
    draft = Draft(situation.view)
    told = (f"{d.message}\n{d.excerpt}" for d in situation.of_kind("javadoc"))
    if any("contains Javadoc Warnings" in text for text in told):
        for module in situation.view.reactor.modules:
            pom = draft.pom(module.path).remove_found(lambda one: list(_switches(one)))
            draft.put(pom, "Warnings of the newer javadoc must not stop the build.")
    return draft.edits()


def _switches(pom: Pom) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        found = pom.find_all(f"properties/{_PROPERTY}", profile)
        for managed in (False, True):
            for decl in pom.find_plugins(*_JAVADOC, managed=managed, profile=profile):
                found += children(decl.element, "configuration/failOnWarnings")
                inner = "executions/execution/configuration/failOnWarnings"
                found += children(decl.element, inner)
        yield from (e for e in found if value_of(e) == "true")


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"javadoc"}), order=45)

_STOPPED = (
    diagnostic("javadoc", "Error while generating Javadoc: Project contains Javadoc Warnings"),
)


def _plugin(*lines: str) -> str:
    return pom(
        plugin("maven-javadoc-plugin", "3.1.1", *configuration("<source>8</source>", *lines))
    )


CASES = [
    changes(
        _plugin("<failOnWarnings>true</failOnWarnings>"),
        _plugin(),
        diagnostics=_STOPPED,
        title="in the configuration",
    ),
    changes(
        pom(properties("a=b", f"{_PROPERTY}=true")),
        pom(properties("a=b")),
        diagnostics=_STOPPED,
        title="as a property",
    ),
    keeps(_plugin("<failOnWarnings>false</failOnWarnings>"), diagnostics=_STOPPED, title="off"),
    keeps(_plugin("<failOnWarnings>true</failOnWarnings>"), title="nothing failed"),
]
