"""A Maven plugin is too old for the JDK that runs it or for the class files it reads.

Symptom: `Unable to load the mojo 'war'`, `Cannot access defaults field of Properties`,
    `Unsupported class file major version 69`, or a plugin's crash, with the plugin's coordinates
    in the same line.
Cause: the plugin reflects into the JDK, or the class reader inside it knows only older versions.
    `floors.toml` holds the first version of each that works. Plugins that always break are raised
    before a build; the others when a build names them.
Source: https://maven.apache.org/plugins/maven-war-plugin/ and https://asm.ow2.io/versions.html
"""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.facts.floors import Floor, FloorKind
from reode.project.reactor import Module, PluginUse
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.old_artifacts import Raise, raise_artifacts
from reode.rules.pom_cases import dependencies, plugin, properties
from reode.rules.raising import needed, raise_plugin
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset(
    {"class-file-version", "mojo-load", "plugin-failed", "plugin-level", "maven-crash"}
    | {"plugin-unresolved", "tools-jar", "kotlin-jdk-version", "agent-crash", "ant", "fork-crashed"}
    | {"inaccessible-object", "illegal-access", "no-class-def", "no-such-method", "no-such-field"}
)
#: A rule of its own has a smaller remedy than a newer version.
_ELSEWHERE = frozenset({"org.springframework.boot:spring-boot-maven-plugin"})


def find(situation: Situation) -> list[Edit]:
    """Raise the plugins of every module's build that are below their floor."""
    draft = Draft(situation.view)
    blamed = {":".join((one.plugin or "").split(":")[:2]) for one in situation.of_kind(*_KINDS)}
    for module in situation.view.reactor.modules:
        for key, use in module.plugins().items():
            rows = [row for row in _rows(situation, key) if row.certain or key in blamed]
            version = needed(rows, use.version, situation.target)
            if version and _runs(module, use):
                reason = (
                    f"{use.artifact} {use.version} does not work on JDK {situation.target.jdk}."
                )
                raise_plugin(draft, draft.module(module.path), use, version, reason)
                for row in rows:
                    family = frozenset(row.family)
                    raise_artifacts(draft, Raise(situation.target, (row,), family, reason))
    return draft.edits()


def _rows(situation: Situation, key: str) -> list[Floor]:
    if key in _ELSEWHERE:
        return []
    return [r for r in situation.floors if r.artifact == key and r.kind is FloorKind.PLUGIN]


def _runs(module: Module, use: PluginUse) -> bool:
    """Say whether the build runs the plugin: by its lifecycle, or by an execution."""
    if use.implicit or module.packaging == "war" or use.artifact != "maven-war-plugin":
        return True
    return any(placed.decl.executions for placed in use.decls)


rule = Rule(find=find, when=When.CERTAIN, kinds=_KINDS, order=40)


_WAR = "maven-war-plugin"
_KOTLIN = ("org.jetbrains.kotlin", "kotlin-maven-plugin")
_STDLIB = "org.jetbrains.kotlin:kotlin-stdlib"


def _jacoco(version: str) -> str:
    return plugin("jacoco-maven-plugin", version, group="org.jacoco")


def _failed(artifact: str, kind: str = "class-file-version") -> tuple[Diagnostic, ...]:
    return (diagnostic(kind, plugin=f"org.apache.maven.plugins:{artifact}:1.0"),)


CASES = [
    changes(
        pom(packaging="war"),
        pom(plugin(_WAR, "3.4.0", group="org.apache.maven.plugins"), packaging="war"),
        title="the war plugin that Maven binds by itself",
    ),
    changes(
        pom(plugin(_WAR), packaging="war"),
        pom(plugin(_WAR, "3.4.0"), packaging="war"),
        title="declared without a version",
    ),
    changes(
        pom(plugin(_WAR, "2.6"), packaging="war"),
        pom(plugin(_WAR, "3.4.0"), packaging="war"),
        title="an old one",
    ),
    changes(
        pom(
            properties("war=2.6") + plugin(_WAR, "${war}"),
            packaging="war",
        ),
        pom(
            properties("war=3.4.0") + plugin(_WAR, "${war}"),
            packaging="war",
        ),
        title="the version is a property",
    ),
    changes(
        pom(plugin(_WAR, "2.6", managed=True), packaging="war"),
        pom(plugin(_WAR, "3.4.0", managed=True), packaging="war"),
        title="the version is managed",
    ),
    changes(
        pom(plugin("maven-surefire-plugin", "2.20.1")),
        pom(plugin("maven-surefire-plugin", "2.22.2")),
        title="the one surefire that fails",
    ),
    changes(pom(_jacoco("0.7.9")), pom(_jacoco("0.8.7")), title="JaCoCo for level 17"),
    changes(pom(_jacoco("0.8.7")), pom(_jacoco("0.8.13")), target=JDK25, title="and for 25"),
    changes(
        pom(plugin("maven-shade-plugin", "3.2.4")),
        pom(plugin("maven-shade-plugin", "3.3.0")),
        diagnostics=_failed("maven-shade-plugin"),
        title="a reader that the build names",
    ),
    changes(
        pom(plugin(_KOTLIN[1], "1.9.25", group=_KOTLIN[0]) + dependencies(f"{_STDLIB}:1.9.25")),
        pom(plugin(_KOTLIN[1], "2.1.10", group=_KOTLIN[0]) + dependencies(f"{_STDLIB}:2.1.10")),
        target=JDK25,
        diagnostics=(diagnostic("kotlin-jdk-version", plugin=f"{':'.join(_KOTLIN)}:1.9.25"),),
        title="its library moves with it",
    ),
    keeps(pom(plugin("maven-shade-plugin", "3.2.4")), title="it may not relocate anything"),
    keeps(
        pom(plugin("maven-shade-plugin", "2.1")),
        diagnostics=_failed("maven-shade-plugin"),
        title="older is fine",
    ),
    keeps(pom(plugin("maven-surefire-plugin", "2.12.4")), title="old but working"),
    keeps(pom(plugin("maven-surefire-plugin", "2.22.1")), title="newer than the broken one"),
    keeps(pom(plugin(_WAR, "3.3.2"), packaging="war"), title="a war plugin that works"),
    keeps(pom(plugin(_WAR, "2.6")), title="never run in a jar"),
    keeps(pom(), title="a jar needs nothing"),
]
