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
from reode.project.model_activation import jdk_matches
from reode.project.pom import DependencyDecl, Pom
from reode.project.pom_values import child_value, children, value_of
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.pom_cases import dependencies, plugin, profile
from reode.rules.rule import Rule, Situation, When

_NAMES = frozenset({("com.sun", "tools"), ("sun.jdk", "tools"), ("jdk.tools", "jdk.tools")})
_REASON = "The JDK has no tools.jar since 9; its classes need no dependency."


def find(situation: Situation) -> list[Edit]:
    """Delete the dependency, and a profile that has nothing else.

    A profile that looks for the file, or that is meant for another JDK, is off and may stay.
    """
    draft = Draft(situation.view)
    jdk = str(situation.target.jdk)
    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path)
        emptied = [i for i in pom.profiles() if _is_only_tools(pom, i) and _may_be_on(pom, i, jdk)]
        pom = pom.remove_found(lambda one: list(_tools(one, jdk)))
        for name in emptied:
            pom = _without_profile(pom, name)
        draft.put(pom, _REASON)
    return draft.edits()


def _tools(pom: Pom, jdk: str) -> Iterator[etree._Element]:
    for name in profiles_of(pom):
        if name is not None and not _may_be_on(pom, name, jdk):
            continue
        for managed in (False, True):
            yield from (d.element for d in pom.dependencies(managed, name) if _is_tools(d))
            for one in pom.plugins(managed, name):
                place = (one.group, one.artifact)
                inner = pom.dependencies(managed, name, plugin=place)
                yield from (d.element for d in inner if _is_tools(d))


def _may_be_on(pom: Pom, profile: str, jdk: str) -> bool:
    if pom.find_all("activation/file/exists", profile):
        return False
    return all(jdk_matches(value_of(e), jdk) for e in pom.find_all("activation/jdk", profile))


def _is_only_tools(pom: Pom, profile: str) -> bool:
    content = {str(e.tag) for e in pom.find_all("*", profile)} - {"id", "activation"}
    decls = pom.dependencies(profile=profile)
    return content == {"dependencies"} and all(_is_tools(d) for d in decls)


def _without_profile(pom: Pom, name: str) -> Pom:
    found = [e for e in children(pom.root, "profiles/profile") if child_value(e, "id") == name]
    parent = found[0].getparent() if found else None
    if parent is None:
        return pom
    return pom.remove_element(parent if len(parent) == 1 else found[0])


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
