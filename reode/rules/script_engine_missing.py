"""A program asks for a JavaScript engine and gets none.

Symptom: `Cannot invoke "javax.script.ScriptEngine.eval(String)" because "…" is null`, or in an Ant
    task `Unable to create javax script engine for javascript`.
Cause: Nashorn left the JDK in 15, so `getEngineByName("JavaScript")` answers null. The library
    `nashorn-core` registers the same engine (from 15.3 on also from the class path).
Source: https://openjdk.org/jeps/372 and https://github.com/openjdk/nashorn
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.pom import PLUGIN_GROUP
from reode.project.reactor import Module
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import dependencies, plugin
from reode.rules.rule import Rule, Situation, When

_CORE = ("org.openjdk.nashorn", "nashorn-core", "15.6")
_ANTRUN = (PLUGIN_GROUP, "maven-antrun-plugin")
_KINDS = frozenset({"script-engine-missing", "ant"})
_REASON = "The JDK has had no JavaScript engine since 15."
_WORDS = (b"getEngineByName", b"getEngineByExtension", b"getEngineByMimeType")


def find(situation: Situation) -> list[Edit]:
    """Give the module that asks, or the Ant plugin that asks, the engine as a library."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        module = module_named(situation.view, one.module)
        if one.kind == "ant" or "antrun" in (one.plugin or ""):
            if "script engine" in one.message + one.excerpt + one.evidence.get("reason", ""):
                _add_to_antrun(draft, draft.module(module.path))
        elif f"{_CORE[0]}:{_CORE[1]}" not in draft.module(module.path).dependencies():
            scope = "runtime" if _asks(situation, module) else "test"
            draft.put(draft.pom(module.path).add_dependency(*_CORE, scope), _REASON)
    return draft.edits()


def _asks(situation: Situation, module: Module) -> bool:
    view = situation.view
    paths = view.java_files("main", module=view.reactor.module_of(module.path))
    return any(word in view.read(path) for path in paths for word in _WORDS)


def _add_to_antrun(draft: Draft, module: Module) -> None:
    for source in module.parents:
        if not source.editable:
            continue
        pom = draft.pom(source.pom.path)
        for managed in (False, True):
            if pom.find_plugins(*_ANTRUN, managed=managed):
                pom = pom.add_dependency(*_CORE, managed=managed, plugin=_ANTRUN)
                draft.put(pom, _REASON)
                return


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, targets=range(15, 100), order=64)

_NULL = (diagnostic("script-engine-missing", module="app", evidence={"engine": "JavaScript"}),)
_ANT = (
    diagnostic(
        "ant",
        "Unable to create javax script engine for javascript",
        plugin="org.apache.maven.plugins:maven-antrun-plugin:1.8",
    ),
)
_DEPENDENCY = ":".join(_CORE)
_INNER = tuple(line for line in dependencies(_DEPENDENCY).rstrip("\n").split("\n"))


def _java(folder: str) -> dict[str, str]:
    body = 'Object o = new javax.script.ScriptEngineManager().getEngineByName("js");'
    return {f"src/{folder}/java/a/A.java": f"package a;\n\nclass A {{ {body} }}\n"}


CASES = [
    changes(
        {"pom.xml": pom(), **_java("main")},
        pom(dependencies(f"{_DEPENDENCY}:runtime")),
        diagnostics=_NULL,
        title="main code asks",
    ),
    changes(
        {"pom.xml": pom(), **_java("test")},
        pom(dependencies(f"{_DEPENDENCY}:test")),
        diagnostics=_NULL,
        title="only a test asks",
    ),
    changes(
        pom(plugin("maven-antrun-plugin", "1.8")),
        pom(plugin("maven-antrun-plugin", "1.8", *_INNER)),
        diagnostics=_ANT,
        title="an Ant task asks",
    ),
    keeps(
        {"pom.xml": pom(dependencies(f"{_DEPENDENCY}:runtime")), **_java("main")},
        diagnostics=_NULL,
        title="the engine is there",
    ),
    keeps({"pom.xml": pom(), **_java("main")}, title="nothing failed"),
    keeps(
        pom(plugin("maven-antrun-plugin", "1.8")),
        diagnostics=(diagnostic("ant", "Compile failed"),),
        title="Ant failed of something else",
    ),
]
