"""Nashorn's API (`jdk.nashorn.api`) is used, which left the JDK.

Symptom: `package jdk.nashorn.api.scripting does not exist`.
Cause: the modules of Nashorn were removed in JDK 15; the same code lives on as
    `org.openjdk.nashorn:nashorn-core` in packages of that name.
Source: https://openjdk.org/jeps/372 and https://github.com/openjdk/nashorn
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When

_OLD, _NEW = "jdk.nashorn.api", "org.openjdk.nashorn.api"
_CORE = ("org.openjdk.nashorn", "nashorn-core", "15.6")
_REASON = "Nashorn left the JDK in 15 and is org.openjdk.nashorn now."


def find(situation: Situation) -> list[Edit]:
    """Rename the packages and add the library to each module whose code uses them."""
    draft, tests, mains = Draft(situation.view), set[str](), set[str]()
    for source in situation.view.mentioning(_OLD):
        if not _uses(source):
            continue
        draft.put(source.rename_package(_OLD, _NEW, subpackages=True), _REASON)
        module = situation.view.reactor.module_of(source.path).path
        (mains if situation.view.kind_of(source.path) == "main" else tests).add(module)
    for path in sorted(mains | tests):
        if f"{_CORE[0]}:{_CORE[1]}" not in draft.module(path).dependencies():
            scope = None if path in mains else "test"
            draft.put(draft.pom(path).add_dependency(*_CORE, scope), _REASON)
    return draft.edits()


def _uses(source: JavaSource) -> bool:
    imports = source.imports_of(_OLD)
    if any(i.wildcard or source.uses(i.simple_name) for i in imports):
        return True
    return any(source.qualified_uses(f"{_OLD}.{part}") for part in ("scripting", "tree"))


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"package-missing"}),
    targets=range(15, 100),
    order=64,
)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_MIRROR = "api.scripting.ScriptObjectMirror"
_USE = "ScriptObjectMirror m;"
_DEPENDENCY = ":".join(_CORE)

CASES = [
    changes(
        {"pom.xml": pom(), **_java(f"jdk.nashorn.{_MIRROR}", _USE)},
        {
            "pom.xml": pom(dependencies(_DEPENDENCY)),
            **_java(f"org.openjdk.nashorn.{_MIRROR}", _USE),
        },
        title="in main code",
    ),
    changes(
        {"pom.xml": pom(), **_java("jdk.nashorn.api.scripting.*", _USE, "test")},
        {
            "pom.xml": pom(dependencies(f"{_DEPENDENCY}:test")),
            **_java("org.openjdk.nashorn.api.scripting.*", _USE, "test"),
        },
        title="in a test, by a wildcard",
    ),
    changes(
        {
            "pom.xml": pom(dependencies(_DEPENDENCY)),
            **_java("java.util.List", f"jdk.nashorn.{_MIRROR} m;"),
        },
        _java("java.util.List", f"org.openjdk.nashorn.{_MIRROR} m;"),
        title="written out in full, the library is there",
    ),
    keeps({"pom.xml": pom(), **_java(f"jdk.nashorn.{_MIRROR}", "")}, title="the import is unused"),
    keeps(
        {"pom.xml": pom(), **_java(f"org.openjdk.nashorn.{_MIRROR}", _USE)}, title="renamed already"
    ),
    keeps(
        {"pom.xml": pom(), **_java("java.util.List", 'String s = "jdk.nashorn.api.scripting";')},
        title="text in a string",
    ),
]
