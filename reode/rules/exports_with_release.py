"""`--release` forbids the exported JDK package that the code needs.

Symptom: `exporting a package from system module java.base is not allowed with --release`.
Cause: with `release` javac shows only the documented API of a level, so `--add-exports` has no
    meaning; `source` and `target` of the same level show the running JDK.
Source: https://openjdk.org/jeps/247
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_layout import NewElement
from reode.project.pom_values import child_value, children, value_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import compiler_configurations
from reode.rules.modules import module_named
from reode.rules.pom_cases import configuration, plugin, properties
from reode.rules.rule import Rule, Situation, When

_PROPERTY = "maven.compiler.release"
_REASON = "--add-exports and --release exclude each other; source and target do not."


def find(situation: Situation) -> list[Edit]:
    """Write the level as source and target where it was written as release."""
    draft = Draft(situation.view)
    for one in situation.of_kind("compiler-flag", "compile-other"):
        if "not allowed with --release" not in f"{one.message}\n{one.excerpt}":
            continue
        for source in module_named(draft.view, one.module).parents:
            if source.editable:
                draft.put(_rewritten(draft.pom(source.pom.path)), _REASON)
    return draft.edits()


def _rewritten(pom: Pom) -> Pom:
    while (found := next(_releases(pom), None)) is not None:
        holder, level = found.getparent(), value_of(found)
        if holder is None:
            break
        have = {tag: child_value(holder, tag) for tag in ("source", "target")}
        index = list(pom.root.iter("configuration")).index(holder)
        pom = pom.remove_element(found)
        for tag, present in have.items():
            if present is None:
                again = list(pom.root.iter("configuration"))[index]
                pom = pom.insert_element(again, NewElement(tag, level))
    given = pom.properties().get(_PROPERTY)
    if given is None:
        return pom
    pom = pom.set_property("maven.compiler.source", given)
    return pom.set_property("maven.compiler.target", given).remove_property(_PROPERTY)


def _releases(pom: Pom) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        yield from children(holder, "release")


rule = Rule(
    find=find, when=When.DIAGNOSED, kinds=frozenset({"compiler-flag", "compile-other"}), order=33
)

_REFUSED = (
    diagnostic(
        "compiler-flag",
        "exporting a package from system module java.base is not allowed with --release",
        module="app",
    ),
)

CASES = [
    changes(
        pom(plugin("maven-compiler-plugin", "3.8.1", *configuration("<release>17</release>"))),
        pom(
            plugin(
                "maven-compiler-plugin",
                "3.8.1",
                *configuration("<source>17</source>", "<target>17</target>"),
            )
        ),
        diagnostics=_REFUSED,
        title="in the plugin",
    ),
    changes(
        pom(properties("maven.compiler.release=17")),
        pom(properties("maven.compiler.source=17", "maven.compiler.target=17")),
        diagnostics=_REFUSED,
        title="as a property",
    ),
    keeps(pom(properties("maven.compiler.release=17")), title="nothing failed"),
    keeps(
        pom(properties("maven.compiler.source=17")), diagnostics=_REFUSED, title="no release here"
    ),
]
