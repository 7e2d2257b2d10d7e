"""MapStruct stands before Lombok: its mappers come out empty, without any error.

Symptom: a green build, and mappers that copy no property; or `Unknown property "x" in result type`.
Cause: from Lombok 1.18.16 on MapStruct sees a bean before Lombok has made its setters, unless
    Lombok comes first or `lombok-mapstruct-binding` is beside them.
Source: https://mapstruct.org/faq/#Can-I-use-MapStruct-together-with-Project-Lombok
"""

from __future__ import annotations

from collections.abc import Sequence

from reode.facts.edit import Edit
from reode.project.pom import DependencyDecl, Pom
from reode.project.versions import at_least
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.pom_cases import configuration, dependencies, plugin
from reode.rules.rule import Rule, Situation, When

_LOMBOK, _MAPSTRUCT = "lombok", "mapstruct-processor"
_BINDING = ("org.projectlombok", "lombok-mapstruct-binding", "0.2.0")
_SINCE = "1.18.16"
_REASON = "MapStruct before Lombok needs the binding, or its mappers are empty."


def find(situation: Situation) -> list[Edit]:
    """Add the binding where MapStruct comes first: on the processor path, else as a dependency."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        use = module.dependencies().get("org.projectlombok:lombok")
        if use is None or use.version is None or not at_least(use.version, _SINCE):
            continue
        pom = draft.pom(module.path)
        if _is_first(pom.dependencies()) and not _has_paths(pom):
            draft.put(pom.add_dependency(*_BINDING, "provided"), _REASON)
        for source in module.parents:
            if source.editable:
                draft.put(_with_path(draft.pom(source.pom.path)), _REASON)
    return draft.edits()


def _has_paths(pom: Pom) -> bool:
    return any(pom.processor_paths(managed=managed) for managed in (False, True))


def _with_path(pom: Pom) -> Pom:
    for profile in profiles_of(pom):
        for managed in (False, True):
            if _is_first(pom.processor_paths(managed=managed, profile=profile)):
                pom = pom.add_annotation_processor_path(*_BINDING, managed=managed, profile=profile)
    return pom


def _is_first(decls: Sequence[DependencyDecl]) -> bool:
    """Say whether MapStruct stands before Lombok in a list without the binding."""
    names = [decl.artifact for decl in decls]
    if _LOMBOK not in names or _MAPSTRUCT not in names or _BINDING[1] in names:
        return False
    return names.index(_MAPSTRUCT) < names.index(_LOMBOK)


rule = Rule(find=find, when=When.CERTAIN, order=38)

_L = "org.projectlombok:lombok:1.18.44"
_M = "org.mapstruct:mapstruct-processor:1.5.5.Final"
_B = ":".join(_BINDING)


def _paths(*entries: str) -> str:
    lines = []
    for entry in entries:
        group, artifact, version = entry.split(":")
        inner = (("groupId", group), ("artifactId", artifact), ("version", version))
        lines += ["<path>", *(f"  <{tag}>{value}</{tag}>" for tag, value in inner), "</path>"]
    wrapped = (
        "<annotationProcessorPaths>",
        *(f"  {x}" for x in lines),
        "</annotationProcessorPaths>",
    )
    return plugin("maven-compiler-plugin", "3.8.1", *configuration(*wrapped))


CASES = [
    changes(
        pom(dependencies(_M, _L)),
        pom(dependencies(_M, _L, f"{_B}:provided")),
        title="both on the class path",
    ),
    changes(
        pom(dependencies(_L) + _paths(_M, _L)),
        pom(dependencies(_L) + _paths(_M, _L, _B)),
        title="both on the processor path",
    ),
    keeps(pom(dependencies(_L, _M)), title="Lombok first"),
    keeps(pom(dependencies(_M, _L, _B)), title="the binding is there"),
    keeps(pom(dependencies(_M, "org.projectlombok:lombok:1.18.12")), title="Lombok of before"),
    keeps(pom(dependencies(_L)), title="no MapStruct"),
    keeps(pom(dependencies(_L) + _paths(_L, _M)), title="Lombok first on the path"),
]
