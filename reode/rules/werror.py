"""Warnings of a newer compiler stop a build that treats them as errors.

Symptom: `warnings found and -Werror specified`.
Cause: newer compilers warn of more (removal, obsolete levels, `this-escape`), and the compiler
    plugin shows warnings from 3.11.0 on. The code is as right as it was.
Source: https://docs.oracle.com/en/java/javase/25/docs/specs/man/javac.html
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import children, value_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import compiler_configurations
from reode.rules.pom_cases import configuration, items, plugin
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_REASON = "Warnings of the newer compiler must not stop the build."


def find(situation: Situation) -> list[Edit]:
    """Drop `-Werror` and `failOnWarning` wherever the compiler is told them."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path).remove_found(lambda one: list(_switches(one)))
        draft.put(rewrite(pom, _arguments, _without), _REASON)
    return draft.edits()


def _switches(pom: Pom) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        found = children(holder, "compilerArgs/*") + children(holder, "compilerArgument")
        yield from (e for e in found if value_of(e) == "-Werror")
        yield from children(holder, "compilerArguments/Werror")
        yield from (e for e in children(holder, "failOnWarning") if value_of(e) == "true")


def _arguments(pom: Pom) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        yield from children(holder, "compilerArgument")


def _without(text: str) -> str | None:
    words = text.split()
    return " ".join(w for w in words if w != "-Werror") if "-Werror" in words else None


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"werror"}), order=46)

_STOPPED = (diagnostic("werror"),)


def _compiler(*lines: str) -> str:
    return pom(
        plugin("maven-compiler-plugin", "3.11.0", *configuration("<fork>false</fork>", *lines))
    )


CASES = [
    changes(
        _compiler(*items("compilerArgs", "arg", "-Xlint:all", "-Werror")),
        _compiler(*items("compilerArgs", "arg", "-Xlint:all")),
        diagnostics=_STOPPED,
        title="an argument",
    ),
    changes(
        _compiler(*items("compilerArgs", "arg", "-Werror")),
        _compiler(),
        diagnostics=_STOPPED,
        title="the only argument",
    ),
    changes(
        _compiler("<compilerArgument>-Xlint -Werror</compilerArgument>"),
        _compiler("<compilerArgument>-Xlint</compilerArgument>"),
        diagnostics=_STOPPED,
        title="among others in one text",
    ),
    changes(
        _compiler("<failOnWarning>true</failOnWarning>"),
        _compiler(),
        diagnostics=_STOPPED,
        title="the plugin's own switch",
    ),
    keeps(_compiler(*items("compilerArgs", "arg", "-Werror")), title="nothing failed"),
    keeps(
        _compiler("<failOnWarning>false</failOnWarning>"), diagnostics=_STOPPED, title="off already"
    ),
]
