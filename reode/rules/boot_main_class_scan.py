"""Spring Boot's packaging looks for the main class and can't read the class files.

Symptom: `spring-boot-maven-plugin:…:repackage failed: Unsupported class file major version 61`.
Cause: without a named main class the plugin reads every class with an old reader. Naming it needs no
    newer Boot: plugins from 2.1 on then pack class files of any level. It is no cure where the
    application's own Spring can't read the level: that would be packed, and would not start.
Source: https://docs.spring.io/spring-boot/docs/2.7.x/maven-plugin/reference/htmlsingle/#packaging
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.project.pom import Pom
from reode.project.reactor import Module
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.level_limits import main_limits
from reode.rules.modules import module_named
from reode.rules.pom_cases import configuration, dependencies, plugin, properties
from reode.rules.rule import Rule, Situation, When
from reode.rules.spring_boot_too_old import find as raise_boot

_BOOT = ("org.springframework.boot", "spring-boot-maven-plugin")
#: Both scan the application's classes with Spring's own copy of ASM when it starts.
_SPRING = frozenset({"org.springframework:spring-core", "org.springframework.boot:spring-boot"})
_PROPERTY = "start-class"
_REASON = "Boot's plugin need not read the classes where the main one is named."
_KINDS = frozenset({"class-file-version", "plugin-failed"})


def find(situation: Situation) -> list[Edit]:
    """Name the main class where the module has exactly one and its own Spring reads the level."""
    draft = Draft(situation.view)
    if raise_boot(situation) or _cannot_start(situation):
        # The application scans its classes with the same reader when it starts.
        return []
    for one in situation.of_kind(*_KINDS):
        if not (one.plugin or "").startswith(":".join(_BOOT)):
            continue
        module = draft.module(module_named(draft.view, one.module).path)
        if _is_another(module, one.plugin or ""):
            continue
        mains = _main_classes(situation, module)
        if len(mains) == 1 and not _is_named(module):
            draft.put(_named(draft.pom(module.path), module, mains[0]), _REASON)
    return draft.edits()


def _cannot_start(situation: Situation) -> bool:
    """Tell whether the Spring of the application itself can't read what is compiled."""
    return any(limit.artifact in _SPRING for limit in main_limits(situation))


def _is_another(module: Module, plugin: str) -> bool:
    """Tell whether the module has another version of the plugin by now than the one that failed."""
    use = module.plugins().get(":".join(_BOOT))
    return bool(use and use.version and use.version != plugin.rpartition(":")[2])


def _is_named(module: Module) -> bool:
    return any("${" not in module.resolve(value) for value in _settings(module))


def _settings(module: Module) -> list[str]:
    use = module.plugins().get(":".join(_BOOT))
    return [setting.value for setting in use.settings("mainClass")] if use else []


def _named(pom: Pom, module: Module, main: str) -> Pom:
    """Name the class by the property that Boot's parent reads it from, else in the plugin."""
    if f"${{{_PROPERTY}}}" in _settings(module):
        return pom.set_property(_PROPERTY, main)
    return pom.set_plugin_config(*_BOOT, "mainClass", main)


def _main_classes(situation: Situation, module: Module) -> list[str]:
    view = situation.view
    own = view.reactor.module_of(module.path)
    sources = [view.java(path) for path in view.java_files("main", module=own)]
    sources = [source for source in sources if source.mentions("main")]
    # The plugin itself prefers the annotated class where there are more.
    annotated = [source for source in sources if source.mentions("SpringBootApplication")]
    return [name for source in annotated or sources for name in _mains(source)]


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
    diagnostic(
        "class-file-version",
        plugin=f"{':'.join(_BOOT)}:2.1.5.RELEASE",
        module="app",
        evidence={"owner": "org.springframework.asm"},
    ),
)


def _build(*inner: str, before: str = "") -> str:
    return pom(before + plugin(_BOOT[1], "2.1.5.RELEASE", *inner, group=_BOOT[0]))


_SETTING = configuration("<mainClass>a.App</mainClass>")
_NAMED = _build(*_SETTING)
_SPRING_5 = dependencies("org.springframework:spring-core:5.3.39")

_ANNOTATED = _MAIN.replace("public class", "@SpringBootApplication\npublic class")
_TOOL = _MAIN.replace("App", "B")
_PARENT = "org.springframework.boot:spring-boot-starter-parent:2.1.5.RELEASE"
_OF_PARENT = plugin(
    _BOOT[1],
    "2.1.5.RELEASE",
    *configuration("<mainClass>${start-class}</mainClass>"),
    group=_BOOT[0],
    managed=True,
)
_BARE = plugin(_BOOT[1], group=_BOOT[0])

CASES = [
    changes(
        {"pom.xml": pom(properties("a=b") + _BARE, parent=_PARENT), _PATH: _MAIN},
        pom(properties("a=b", "start-class=a.App") + _BARE, parent=_PARENT),
        target=JDK25,
        diagnostics=_TOLD,
        repository={_PARENT: pom(_OF_PARENT)},
        title="Boot's parent reads the name from a property",
    ),
    changes(
        {"pom.xml": _build(), _PATH: _ANNOTATED, "src/main/java/a/B.java": _TOOL},
        _NAMED,
        diagnostics=_TOLD,
        title="the annotated one of two",
    ),
    keeps(
        {"pom.xml": pom(properties("start-class=a.B") + _BARE, parent=_PARENT), _PATH: _MAIN},
        target=JDK25,
        diagnostics=_TOLD,
        repository={_PARENT: pom(_OF_PARENT)},
        title="the property is set",
    ),
    changes(
        {"pom.xml": _build(), _PATH: _MAIN},
        _NAMED,
        target=JDK25,
        diagnostics=_TOLD,
        title="the only main class",
    ),
    keeps(
        {"pom.xml": _build(before=_SPRING_5), _PATH: _MAIN},
        target=JDK25,
        diagnostics=_TOLD,
        title="the application itself would not start",
    ),
    changes(
        {"pom.xml": _build(before=_SPRING_5), _PATH: _MAIN},
        _build(*_SETTING, before=_SPRING_5),
        diagnostics=_TOLD,
        title="its own Spring reads the level",
    ),
    keeps({"pom.xml": _NAMED, _PATH: _MAIN}, diagnostics=_TOLD, title="it is named"),
    keeps(
        {"pom.xml": _build(), _PATH: _MAIN, "src/main/java/a/B.java": _TOOL},
        diagnostics=_TOLD,
        title="two of them",
    ),
    keeps(
        {"pom.xml": pom(_BARE, parent=_PARENT), _PATH: _MAIN},
        diagnostics=_TOLD,
        repository={_PARENT: pom(_OF_PARENT)},
        title="a newer Boot of the line reads the level",
    ),
    keeps(
        {"pom.xml": _build().replace("2.1.5.RELEASE", "2.7.18"), _PATH: _MAIN},
        diagnostics=_TOLD,
        title="the plugin that failed is gone",
    ),
    keeps({"pom.xml": _build(), _PATH: _MAIN}, title="nothing failed"),
]
