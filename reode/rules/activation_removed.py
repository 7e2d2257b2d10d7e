"""The JavaBeans Activation Framework (`javax.activation`) has no provider.

Symptom: `package javax.activation does not exist`, or `NoClassDefFoundError: javax/activation/…`.
Cause: the module java.activation was removed in JDK 11. The bare API jar compiles, but its
    `MimetypesFileTypeMap` and `DataHandler` need the implementation, so that is what is added.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

ACTIVATION = RemovedModule(
    title="javax.activation",
    packages=r"javax\.activation(?:\.|$)",
    additions=(Addition("com.sun.activation", "jakarta.activation", "1.2.2"),),
    providers=(
        "com.sun.activation:javax.activation",
        "com.sun.activation:jakarta.activation",
        "jakarta.activation:jakarta.activation-api",
        "javax.activation:*",
        "org.apache.geronimo.specs:geronimo-activation_*",
    ),
)


def find(situation: Situation) -> list[Edit]:
    """Add what provides the packages to each module that uses them and has no provider."""
    return find_missing(situation, ACTIVATION)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_JAF = "com.sun.activation:jakarta.activation:1.2.2"
_MAIL = "javax.mail:mail:1.4.7"
_USE = _java("javax.activation.DataSource", "DataSource s;")
_LOST = (diagnostic("package-missing", module="app", evidence={"package": "javax.activation"}),)

CASES = [
    changes({"pom.xml": pom(), **_USE}, pom(dependencies(_JAF)), title="nothing provides it"),
    changes(
        {"pom.xml": pom(dependencies(_MAIL)), **_USE},
        pom(dependencies(_MAIL, _JAF)),
        diagnostics=_LOST,
        title="the build says that a library does not bring it",
    ),
    keeps(
        {"pom.xml": pom(dependencies(_MAIL)), **_USE},
        repository={
            _MAIL: pom(dependencies("javax.activation:activation:1.1")),
            "javax.activation:activation:1.1": pom(),
        },
        title="JavaMail brings it",
    ),
    keeps({"pom.xml": pom(), **_java("javax.mail.Session", "Session s;")}, title="not in the JDK"),
]
