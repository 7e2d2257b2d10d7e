"""Spring Boot's packaging looks for the main class and can't read the class files.

Symptom: `spring-boot-maven-plugin:…:repackage failed: Unsupported class file major version 61`.
Cause: without a named main class the plugin reads every class with an old reader. Naming it needs no
    newer Boot: plugins from 2.1 on then pack class files of any level.
Source: https://docs.spring.io/spring-boot/docs/2.7.x/maven-plugin/reference/htmlsingle/#packaging
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.project.reactor import Module
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import configuration, plugin
from reode.rules.rule import Rule, Situation, When

_BOOT = ("org.springframework.boot", "spring-boot-maven-plugin")
_KINDS = frozenset({"class-file-version", "plugin-failed"})


def find(situation: Situation) -> list[Edit]:
    """Name the main class where the module has exactly one."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        if not (one.plugin or "").startswith(":".join(_BOOT)):
            continue
        module = module_named(draft.view, one.module)
        use = module.plugins().get(":".join(_BOOT))
        mains = _main_classes(situation, module)
        is_named = use is not None and bool(use.settings("mainClass"))
        if len(mains) == 1 and not is_named and "start-class" not in module.properties.names():
            pom = draft.pom(module.path).set_plugin_config(*_BOOT, "mainClass", mains[0])
            draft.put(pom, "Boot's plugin need not read the classes where the main one is named.")
    return draft.edits()


def _main_classes(situation: Situation, module: Module) -> list[str]:
    view = situation.view
    own = view.reactor.module_of(module.path)
    sources = (view.java(path) for path in view.java_files("main", module=own))
    return [name for source in sources if source.mentions("main") for name in _mains(source)]


def _mains(source: JavaSource) -> list[str]:
    found = [
        m.owner
        for m in source.methods
        if m.name == "main" and {"public", "static"} <= set(m.modifiers) and len(m.parameters) == 1
    ]
    return [f"{source.package}.{owner}" if source.package else owner for owner in found]


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=39)

_PATH = "src/main/java/a/App.java"
_MAIN = "package a;\n\npublic class App {\n  public static void main(String[] args) { }\n}\n"
_TOLD = (
    diagnostic("class-file-version", plugin=f"{':'.join(_BOOT)}:2.3.12.RELEASE", module="app"),
)


def _build(*inner: str) -> str:
    return pom(plugin(_BOOT[1], "2.3.12.RELEASE", *inner, group=_BOOT[0]))


_NAMED = _build(*configuration("<mainClass>a.App</mainClass>"))

CASES = [
    changes(
        {"pom.xml": _build(), _PATH: _MAIN},
        _NAMED,
        target=JDK25,
        diagnostics=_TOLD,
        title="the only main class",
    ),
    keeps({"pom.xml": _NAMED, _PATH: _MAIN}, diagnostics=_TOLD, title="it is named"),
    keeps(
        {"pom.xml": _build(), _PATH: _MAIN, "src/main/java/a/B.java": _MAIN.replace("App", "B")},
        diagnostics=_TOLD,
        title="two of them",
    ),
    keeps({"pom.xml": _build(), _PATH: _MAIN}, title="nothing failed"),
]
