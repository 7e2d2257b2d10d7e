"""JavaFX is used and nothing on the class path provides it.

Symptom: `package javafx.application does not exist`, or `Could not find artifact … at specified path
    …/lib/ext/jfxrt.jar`.
Cause: JavaFX left the JDK in 11; OpenJFX publishes the same packages as ordinary artifacts.
Source: https://openjfx.io/openjfx-docs/ and https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

_GROUP, _VERSION = "org.openjfx", "17.0.13"

JAVAFX = RemovedModule(
    title="JavaFX",
    packages=r"javafx\.[a-z]\w*(?:\.|$)",
    additions=(
        # javafx-controls brings javafx-graphics and javafx-base along.
        Addition(_GROUP, "javafx-controls", _VERSION),
        Addition(_GROUP, "javafx-fxml", _VERSION, needs=r"\bjavafx\.fxml\."),
        Addition(_GROUP, "javafx-media", _VERSION, needs=r"\bjavafx\.scene\.media\."),
        Addition(_GROUP, "javafx-swing", _VERSION, needs=r"\bjavafx\.embed\.swing\."),
        Addition(_GROUP, "javafx-web", _VERSION, needs=r"\bjavafx\.scene\.web\."),
    ),
    providers=("org.openjfx:javafx-*", "com.oracle:javafx*", "com.oracle.javafx:*"),
)


def find(situation: Situation) -> list[Edit]:
    """Add the artifacts of the packages that a module uses."""
    return find_missing(situation, JAVAFX)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str) -> dict[str, str]:
    simple = name.rpartition(".")[2]
    text = f"package a;\n\nimport {name};\n\nclass A {{ {simple} x; }}\n"
    return {"src/main/java/a/A.java": text}


def _jfx(*names: str) -> str:
    return dependencies(*(f"{_GROUP}:javafx-{name}:{_VERSION}" for name in names))


_OTHER = "org.other:lib:1.0"

CASES = [
    changes(
        {"pom.xml": pom(), **_java("javafx.application.Application")},
        pom(_jfx("controls")),
        title="an application",
    ),
    changes(
        {"pom.xml": pom(), **_java("javafx.fxml.FXML")},
        pom(_jfx("controls", "fxml")),
        title="with FXML",
    ),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_java("javafx.util.Pair")},
        pom(dependencies(_OTHER, f"{_GROUP}:javafx-controls:{_VERSION}")),
        diagnostics=(
            diagnostic("package-missing", module="app", evidence={"package": "javafx.util"}),
        ),
        title="the build says that a library does not bring it",
    ),
    keeps({"pom.xml": pom(_jfx("base")), **_java("javafx.util.Pair")}, title="it is there"),
    keeps({"pom.xml": pom(), **_java("javax.swing.JFrame")}, title="Swing stays in the JDK"),
]
