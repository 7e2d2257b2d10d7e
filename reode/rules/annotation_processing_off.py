"""Annotation processors on the class path are no longer run.

Symptom: `cannot find symbol` for getters, builders, `DaggerX`, `QX` or `X_`, with any version of
    the processor; or a green build whose generated classes (MapStruct's `XImpl`) are missing.
Cause: from JDK 23 on javac runs processors found on the class path only where processing is asked
    for. `<proc>full</proc>` in the compiler plugin's own configuration asks for it and is obeyed by
    every plugin version from 2.3.2 on, for main code and tests.
Source: https://www.oracle.com/java/technologies/javase/23-relnote-issues.html (JDK-8321314)
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.reactor import Module
from reode.project.versions import at_least
from reode.rules.cases import JDK17, JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import COMPILER
from reode.rules.pom_cases import configuration, dependencies, plugin
from reode.rules.processors import is_processing_chosen, processor_of
from reode.rules.rule import Rule, Situation, When

#: Older compiler plugins ignore `<proc>full</proc>`.
_OBEYS_SINCE = "2.3.2"
#: What a pom gets that names no compiler plugin at all.
_DECLARED = "3.13.0"


def find(situation: Situation) -> list[Edit]:
    """Switch processing on where a module relies on a processor and nothing chooses otherwise."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        now = draft.module(module.path)
        if module.packaging == "pom" or is_processing_chosen(now):
            continue
        processor = processor_of(situation.view, now)
        if processor:
            name = processor.partition(":")[2]
            _switch_on(draft, now, f"JDK 23 and later run {name} only where <proc> asks for it.")
    return draft.edits()


def _switch_on(draft: Draft, module: Module, reason: str) -> None:
    plugin = module.plugins()[":".join(COMPILER)]
    own = [p for p in plugin.decls if p.source.editable and p.decl.profile is None]
    if not own:
        top = [source.path for source in module.parents if source.editable][-1]
        managed = bool(draft.pom(top).plugins(managed=True))
        declared = draft.pom(top).ensure_plugin(*COMPILER, _DECLARED, managed=managed)
        draft.put(declared.set_plugin_config(*COMPILER, "proc", "full", managed=managed), reason)
        return
    path, managed = own[-1].source.path, own[-1].decl.managed
    pom = draft.pom(path)
    if plugin.version_site is not None and not at_least(plugin.version or "", _OBEYS_SINCE):
        pom = pom.set_plugin_version(*COMPILER, _OBEYS_SINCE, managed=managed)
    draft.put(pom.set_plugin_config(*COMPILER, "proc", "full", managed=managed), reason)


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"symbol-missing"}),
    targets=range(23, 100),
    order=36,
)

_LOMBOK = dependencies("org.projectlombok:lombok:1.18.44")
_MAPSTRUCT = dependencies("org.mapstruct:mapstruct-processor:1.5.5.Final")


def _build(*inner: str, version: str = "3.8.1", managed: bool = False, group: str = "") -> str:
    return plugin("maven-compiler-plugin", version, *inner, managed=managed, group=group)


_FULL = configuration("<proc>full</proc>")


def _files(pom_text: str, name: str = "lombok.Data") -> dict[str, str]:
    return {
        "pom.xml": pom_text,
        "src/main/java/a/A.java": f"package a;\n\nimport {name};\n\n@Data\nclass A {{}}\n",
    }


CASES = [
    changes(
        _files(pom(_LOMBOK)),
        pom(_LOMBOK + _build(*_FULL, version=_DECLARED, group=COMPILER[0])),
        target=JDK25,
        title="no compiler plugin in the pom",
    ),
    changes(
        _files(pom(_LOMBOK + _build())),
        pom(_LOMBOK + _build(*_FULL)),
        target=JDK25,
        title="a plugin without configuration",
    ),
    changes(
        _files(pom(_LOMBOK + _build(*configuration("<encoding>UTF-8</encoding>"), managed=True))),
        pom(
            _LOMBOK
            + _build(
                *configuration("<encoding>UTF-8</encoding>", "<proc>full</proc>"), managed=True
            )
        ),
        target=JDK25,
        title="a managed plugin",
    ),
    changes(
        _files(pom(_LOMBOK + _build(version="2.1"))),
        pom(_LOMBOK + _build(*_FULL, version="2.3.2")),
        target=JDK25,
        title="a plugin that would ignore it",
    ),
    changes(
        _files(pom(_MAPSTRUCT + _build()), "org.mapstruct.Mapper"),
        pom(_MAPSTRUCT + _build(*_FULL)),
        target=JDK25,
        title="another processor",
    ),
    keeps(_files(pom(_LOMBOK)), target=JDK17, title="older JDKs run what they find"),
    keeps(_files(pom(_LOMBOK + _build(*_FULL))), target=JDK25, title="asked for already"),
    keeps(
        _files(pom(_LOMBOK + _build(*configuration("<proc>none</proc>")))),
        target=JDK25,
        title="switched off on purpose",
    ),
    keeps(
        _files(
            pom(
                _LOMBOK
                + _build(
                    *configuration("<compilerArgs>", "  <arg>-proc:full</arg>", "</compilerArgs>")
                )
            )
        ),
        target=JDK25,
        title="asked for by an argument",
    ),
    keeps(_files(pom(_build())), target=JDK25, title="no processor"),
    keeps(_files(pom(_LOMBOK), "java.util.List"), target=JDK25, title="Lombok is never used"),
]
