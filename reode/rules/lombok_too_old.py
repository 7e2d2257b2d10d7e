"""Lombok is too old for the JDK whose compiler it reaches into.

Symptom: `ExceptionInInitializerError: com.sun.tools.javac.code.TypeTag :: UNKNOWN`,
    `IllegalAccessError: class lombok.javac.apt.LombokProcessor cannot access class …`,
    `NoSuchFieldError … JCImport does not have member field … qualid`, or plain `cannot find
    symbol` for getters.
Cause: Lombok works on javac's own classes, which change with every JDK: 17 needs 1.18.22,
    21 needs 1.18.30, 25 needs 1.18.44.
Source: https://projectlombok.org/changelog
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.old_artifacts import Raise, raise_artifacts
from reode.rules.pom_cases import configuration, dependencies, modules, plugin, properties
from reode.rules.rule import Rule, Situation, When

_LOMBOK = "org.projectlombok:lombok"


def find(situation: Situation) -> list[Edit]:
    """Raise Lombok where its version is written: dependency, management, processor path."""
    draft = Draft(situation.view)
    rows = tuple(row for row in situation.floors if row.artifact == _LOMBOK)
    reason = f"Lombok {{0}} does not work inside the javac of JDK {situation.target.jdk}."
    raise_artifacts(draft, Raise(situation.target, rows, frozenset({_LOMBOK}), reason))
    return draft.edits()


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"lombok-crash", "processor-crash", "symbol-missing"}),
    order=34,
)


def _dependency(version: str, *, managed: bool = False) -> str:
    return dependencies(f"{_LOMBOK}:{version}", managed=managed)


def _path(version: str) -> str:
    group, _, artifact = _LOMBOK.partition(":")
    entry = (f"  <groupId>{group}</groupId>", f"  <artifactId>{artifact}</artifactId>")
    path = ("<path>", *entry, f"  <version>{version}</version>", "</path>")
    paths = ("<annotationProcessorPaths>", *(f"  {p}" for p in path), "</annotationProcessorPaths>")
    return plugin("maven-compiler-plugin", "", *configuration(*paths))


def _property(version: str) -> str:
    return properties(f"lombok.version={version}")


_BOOT = "org.springframework.boot:spring-boot-starter-parent:2.3.12.RELEASE"
_BOOT_POM = pom(
    _property("1.18.20") + _dependency("${lombok.version}", managed=True), packaging="pom"
)

CASES = [
    changes(pom(_dependency("1.16.8")), pom(_dependency("1.18.22")), title="a literal version"),
    changes(
        pom(_dependency("1.16.8")), pom(_dependency("1.18.44")), target=JDK25, title="for JDK 25"
    ),
    changes(
        pom(_property("1.18.10") + _dependency("${lombok.version}") + _path("${lombok.version}")),
        pom(_property("1.18.22") + _dependency("${lombok.version}") + _path("${lombok.version}")),
        title="one property for class path and processor path",
    ),
    changes(
        pom(_dependency("1.18.4") + _path("1.18.6")),
        pom(_dependency("1.18.22") + _path("1.18.22")),
        title="two literals",
    ),
    changes(
        pom(_dependency("1.18.4", managed=True) + _dependency("")),
        pom(_dependency("1.18.22", managed=True) + _dependency("")),
        title="a managed version",
    ),
    changes(
        pom(_dependency(""), parent=_BOOT),
        pom(_property("1.18.22") + _dependency(""), parent=_BOOT),
        repository={_BOOT: _BOOT_POM},
        title="a parent's property is overridden",
    ),
    changes(
        {
            "pom.xml": pom(
                modules("a") + _property("1.16.20"),
                packaging="pom",
            ),
            "a/pom.xml": pom(
                _dependency("${lombok.version}"), parent="org.acme:app:1.0", artifact="a"
            ),
        },
        {
            "pom.xml": pom(
                modules("a") + _property("1.18.22"),
                packaging="pom",
            ),
        },
        title="the property stands in the parent module",
    ),
    keeps(pom(_dependency("1.18.30")), title="new enough"),
    keeps(pom(_dependency("1.18.22")), title="exactly the first that works"),
    keeps(pom(_dependency("", managed=False)), title="no version to be seen"),
    keeps(pom(), title="no Lombok"),
]
