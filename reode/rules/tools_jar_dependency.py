"""The pom depends on the JDK's `tools.jar`, which no JDK has had since 9.

Symptom: `Could not find artifact com.sun:tools:jar:1.8 at specified path …/lib/tools.jar`, for the
    project or for a plugin.
Cause: the jar's classes became modules (jdk.compiler, jdk.attach, jdk.jdi), visible without any
    dependency.
Source: https://openjdk.org/jeps/220
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import DependencyDecl, Pom
from reode.project.pom_values import child_value
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies, plugin, profile
from reode.rules.rule import Rule, Situation, When

_NAMES = frozenset({("com.sun", "tools"), ("sun.jdk", "tools"), ("jdk.tools", "jdk.tools")})
_REASON = "The JDK has no tools.jar since 9; its classes need no dependency."


def find(situation: Situation) -> list[Edit]:
    """Delete the dependency; one in a profile that looks for the file is off and may stay."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path)
        draft.put(pom.remove_found(lambda one: list(_tools(one))), _REASON)
    return draft.edits()


def _tools(pom: Pom) -> Iterator[etree._Element]:
    for managed in (False, True):
        yield from (d.element for d in pom.dependencies(managed) if _is_tools(d))
        for one in pom.plugins(managed):
            inner = pom.dependencies(managed, plugin=(one.group, one.artifact))
            yield from (d.element for d in inner if _is_tools(d))


def _is_tools(decl: DependencyDecl) -> bool:
    path = child_value(decl.element, "systemPath") or ""
    if decl.scope == "system":
        return path.endswith("tools.jar")
    return (decl.group, decl.artifact) in _NAMES and decl.scope is None


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"tools-jar", "dependency-system-path", "plugin-unresolved"}),
    order=20,
)

_OTHER = "org.other:lib:1.0"
_PATH = "    <scope>system</scope>\n    <systemPath>${java.home}/../lib/tools.jar</systemPath>"


def _system(*entries: str) -> str:
    return dependencies("com.sun:tools:1.8", *entries).replace(
        "    <version>1.8</version>", f"    <version>1.8</version>\n{_PATH}"
    )


def _inner(text: str) -> tuple[str, ...]:
    return tuple(text.rstrip("\n").split("\n"))


CASES = [
    changes(pom(_system(_OTHER)), pom(dependencies(_OTHER)), title="beside others"),
    changes(pom(_system()), pom(), title="the only one"),
    changes(
        pom(plugin("x-plugin", "1", *_inner(dependencies("com.sun:tools:1.8")))),
        pom(plugin("x-plugin", "1")),
        title="a plugin's",
    ),
    keeps(
        pom(
            profile(
                "jdk8", _system(), "<file><exists>${java.home}/../lib/tools.jar</exists></file>"
            )
        ),
        title="a profile that is off without the file",
    ),
    keeps(pom(dependencies("com.sun.xml:tools:1.8")), title="another tools"),
]
