"""A library is too old for the JDK that runs it or for the class files it reads.

Symptom: `Unsupported class file major version 69` or a bare `IllegalArgumentException` from a
    `ClassReader`, `Java 25 (69) is not supported by the current version of Byte Buddy`, `because "ao"
    is null`, `Mockito cannot mock this class`, `Could not initialize class …`.
Cause: the library reads classes with a reader that knows only older versions, or reaches into the
    JDK. `floors.toml` holds the first version of each that works; a library's line is never left.
    Libraries that always break are raised before a build, the others when a failure carries their
    sign. A reader that another library brings along is pinned.
Source: https://asm.ow2.io/versions.html and https://github.com/raphw/byte-buddy/blob/master/release-notes.md
"""

from __future__ import annotations

from collections.abc import Iterator

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.facts.floors import Floor, FloorKind
from reode.project.reactor import Module, raise_version
from reode.rules.cases import JDK17, JDK25, changes, diagnostic, keeps, pom
from reode.rules.class_path import class_path
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.old_artifacts import Raise, raise_artifacts
from reode.rules.pom_cases import dependencies, properties
from reode.rules.raising import needed, pin
from reode.rules.rule import Rule, Situation, When

_BY_KIND = {
    "bytebuddy-version": "net.bytebuddy:byte-buddy",
    "javassist-too-old": "org.javassist:javassist",
}
_KINDS = frozenset(_BY_KIND) | {
    "class-file-version",
    "mock-failed",
    "no-class-def",
    "no-such-method",
    "no-such-field",
    "illegal-access",
    "security-manager",
    "processor-crash",
    "test-error",
    "agent-crash",
    "fork-crashed",
    "symbol-missing",
    "compile-other",
    "archive-unreadable",
}
#: Rules of their own look after these.
_ELSEWHERE = frozenset({"org.projectlombok:lombok", "org.springframework.boot:spring-boot"})


def find(situation: Situation) -> list[Edit]:
    """Raise what always breaks and what a diagnostic blames."""
    draft = Draft(situation.view)
    for row in situation.floors:
        if row.kind is FloorKind.PLUGIN or row.artifact in _ELSEWHERE:
            continue
        blamed = list(_blamed(situation, row))
        if not row.certain and not blamed:
            continue
        names = frozenset({row.artifact, *row.family})
        reason = f"{row.name} {{0}} does not work on JDK {situation.target.jdk}."
        raise_artifacts(draft, Raise(situation.target, (row,), names, reason))
        for one in blamed if row.pin else ():
            module = module_named(draft.view, one.module)
            _pin(draft, draft.module(module.path), row, situation)
    return draft.edits()


def _blamed(situation: Situation, row: Floor) -> Iterator[Diagnostic]:
    for one in situation.of_kind(*_KINDS):
        text = "\n".join((one.message, one.excerpt, *one.evidence.values()))
        if _BY_KIND.get(one.kind) == row.artifact or row.is_named_in(text):
            yield one


def _pin(draft: Draft, module: Module, row: Floor, situation: Situation) -> None:
    """Manage a reader that comes transitively; its version is known where the poms are."""
    found = class_path(draft.view, module).versions(main=False)
    for artifact in (row.artifact, *(name for name in row.family if "*" not in name)):
        group, _, name = artifact.partition(":")
        if artifact not in found and artifact != row.artifact:
            continue
        entry = module.management.entries.get(artifact)
        known = (entry.version if entry else None) or found.get(artifact)
        version = needed((row,), known, situation.target)
        if version is None or artifact in module.dependencies():
            continue
        reason = f"{name} {known} does not work on JDK {situation.target.jdk}."
        edits = raise_version(draft.view, entry.version_site, version, reason) if entry else []
        if edits:
            draft.take(edits)
        else:
            pin(draft, module, (group, name), version, reason)


rule = Rule(find=find, when=When.CERTAIN, kinds=_KINDS, order=50)

_MOCKITO = "org.mockito:mockito-core"
_INLINE = "org.mockito:mockito-inline:3.12.4:test"
_BUDDY = ("net.bytebuddy:byte-buddy", "net.bytebuddy:byte-buddy-agent")


def _told(kind: str, text: str) -> tuple[Diagnostic, ...]:
    return (diagnostic(kind, text, module="app"),)


_UNREADABLE = _told(
    "class-file-version",
    "Unsupported class file major version 61 at org.springframework.asm.ClassReader",
)
_SPRING = "org.springframework:spring-"
_JERSEY = "org.glassfish.jersey"

CASES = [
    changes(
        pom(dependencies(f"{_MOCKITO}:2.8.47:test")),
        pom(dependencies(f"{_MOCKITO}:2.28.2:test")),
        title="an early Mockito 2 always fails",
    ),
    changes(
        pom(dependencies(_INLINE)),
        pom(dependencies(*(f"{b}:1.17.7" for b in _BUDDY), managed=True) + dependencies(_INLINE)),
        target=JDK25,
        diagnostics=_told("bytebuddy-version", "Java 25 (69) is not supported"),
        repository={
            "org.mockito:mockito-inline:3.12.4": pom(
                dependencies(*(f"{b}:1.11.13" for b in _BUDDY))
            ),
            **{f"{b}:1.11.13": pom() for b in _BUDDY},
        },
        title="Byte Buddy comes with Mockito and is pinned",
    ),
    changes(
        pom(
            properties("spring=5.1.20.RELEASE")
            + dependencies(f"{_SPRING}core:${{spring}}", f"{_SPRING}webmvc:${{spring}}")
        ),
        pom(
            properties("spring=5.3.39")
            + dependencies(f"{_SPRING}core:${{spring}}", f"{_SPRING}webmvc:${{spring}}")
        ),
        diagnostics=_UNREADABLE,
        title="Spring's reader, inside its line",
    ),
    changes(
        pom(
            dependencies(f"{_JERSEY}:jersey-bom:2.22.1:import:pom", managed=True)
            + dependencies(f"{_JERSEY}.core:jersey-server")
        ),
        pom(
            dependencies(f"{_JERSEY}:jersey-bom:2.35:import:pom", managed=True)
            + dependencies(f"{_JERSEY}.core:jersey-server")
        ),
        diagnostics=_told(
            "class-file-version", "at jersey.repackaged.org.objectweb.asm.ClassReader"
        ),
        title="a bill of materials of the family",
    ),
    changes(
        pom(dependencies("org.jmockit:jmockit:1.19:test")),
        pom(dependencies("org.jmockit:jmockit:1.30:test")),
        target=JDK17,
        title="an agent that kills the JVM",
    ),
    changes(
        pom(dependencies(f"{_SPRING}context:5.1.4.RELEASE")),
        pom(dependencies(f"{_SPRING}context:5.3.39")),
        diagnostics=(
            diagnostic(
                "class-file-version",
                "Failed to process import candidates for configuration class",
                module="app",
                evidence={"owner": "org.springframework.asm"},
            ),
        ),
        title="the reader is known by its package, the trace cut off",
    ),
    keeps(
        pom(
            dependencies("org.bom:bom:1:import:pom", managed=True) + dependencies(f"{_SPRING}core")
        ),
        diagnostics=_UNREADABLE,
        repository={
            "org.bom:bom:1": pom(dependencies(f"{_SPRING}core:5.1.20.RELEASE", managed=True))
        },
        title="a foreign bill keeps the family together",
    ),
    keeps(
        pom(dependencies(f"{_SPRING}core:5.3.39")),
        target=JDK25,
        diagnostics=_UNREADABLE,
        title="no version of the line reads level 25",
    ),
    keeps(
        pom(dependencies(f"{_SPRING}core:4.3.30.RELEASE")),
        diagnostics=_UNREADABLE,
        title="Spring 4 does not check the version",
    ),
    keeps(
        pom(dependencies("org.ow2.asm:asm:5.0.4")),
        diagnostics=_told("class-file-version", "at shaded.org.objectweb.asm.ClassReader.<init>"),
        title="another library's own copy of ASM",
    ),
    keeps(pom(dependencies(f"{_SPRING}core:5.1.20.RELEASE")), title="it may not scan anything"),
    keeps(pom(dependencies(f"{_MOCKITO}:1.10.19:test")), title="Mockito 1 needs only a flag"),
    keeps(pom(dependencies(f"{_MOCKITO}:3.3.3:test")), title="new enough"),
    keeps(
        pom(dependencies("com.google.guava:guava:19.0")),
        title="old, but nothing shows that it matters",
    ),
]
