"""The JDK's former copy of the JAXB implementation is used.

Symptom: `package com.sun.xml.internal.bind.marshaller does not exist`.
Cause: the implementation left the JDK with JAXB in 11; the library has the same classes in packages
    without `internal`.
Source: https://openjdk.org/jeps/320 and https://eclipse-ee4j.github.io/jaxb-ri/
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When

_OLD, _NEW = "com.sun.xml.internal.bind", "com.sun.xml.bind"
_RUNTIME = ("org.glassfish.jaxb", "jaxb-runtime", "2.3.9")
_PROVIDERS = frozenset(
    {"org.glassfish.jaxb:jaxb-runtime", "com.sun.xml.bind:jaxb-impl", "com.sun.xml.bind:jaxb-core"}
)
_REASON = "JAXB's implementation is a library since JDK 11, without `internal` in its names."


def find(situation: Situation) -> list[Edit]:
    """Rename the packages, and add the library where no JAXB implementation is declared."""
    draft, using = Draft(situation.view), dict[str, bool]()
    for source in situation.view.mentioning(_OLD):
        if not _uses(source):
            continue
        draft.put(source.rename_package(_OLD, _NEW, subpackages=True), _REASON)
        module = situation.view.reactor.module_of(source.path).path
        is_main = situation.view.kind_of(source.path) == "main"
        using[module] = using.get(module, False) or is_main
    for path, is_main in sorted(using.items()):
        declared = draft.module(path).dependencies()
        if not _PROVIDERS & set(declared):
            scope = None if is_main else "test"
            draft.put(draft.pom(path).add_dependency(*_RUNTIME, scope), _REASON)
    return draft.edits()


def _uses(source: JavaSource) -> bool:
    return any(i.wildcard or source.uses(i.simple_name) for i in source.imports_of(_OLD))


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"package-missing"}),
    targets=range(11, 100),
    order=61,
)

_PATH = "src/main/java/a/A.java"


def _java(name: str, body: str) -> dict[str, str]:
    return {_PATH: f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"}


_MAPPER = "marshaller.NamespacePrefixMapper"
_USE = "NamespacePrefixMapper m;"
_LIBRARY = ":".join(_RUNTIME)

CASES = [
    changes(
        {"pom.xml": pom(), **_java(f"{_OLD}.{_MAPPER}", _USE)},
        {"pom.xml": pom(dependencies(_LIBRARY)), **_java(f"{_NEW}.{_MAPPER}", _USE)},
        title="no implementation is declared",
    ),
    changes(
        {"pom.xml": pom(dependencies(_LIBRARY)), **_java(f"{_OLD}.{_MAPPER}", _USE)},
        _java(f"{_NEW}.{_MAPPER}", _USE),
        title="the library is there",
    ),
    keeps({"pom.xml": pom(), **_java(f"{_OLD}.{_MAPPER}", "")}, title="the import is unused"),
    keeps({"pom.xml": pom(), **_java(f"{_NEW}.{_MAPPER}", _USE)}, title="the library's own name"),
]
