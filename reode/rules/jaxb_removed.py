"""JAXB (`javax.xml.bind`) is used and nothing on the class path provides it.

Symptom: `package javax.xml.bind does not exist`, `NoClassDefFoundError: javax/xml/bind/…`, or
    `Implementation of JAXB-API has not been found`.
Cause: the module java.xml.bind was removed in JDK 11.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

_CONTEXT = r"\b(?:JAXBContext|JAXB\.|Unmarshaller|Marshaller|ContextFactory)\b"

JAXB = RemovedModule(
    title="JAXB",
    packages=r"javax\.xml\.bind(?:\.|$)",
    additions=(
        Addition("javax.xml.bind", "jaxb-api", "2.3.1"),
        Addition("org.glassfish.jaxb", "jaxb-runtime", "2.3.9", needs=_CONTEXT, runtime=True),
    ),
    providers=(
        "javax.xml.bind:jaxb-api",
        "jakarta.xml.bind:jakarta.xml.bind-api",
        "org.jboss.spec.javax.xml.bind:*",
        "org.apache.servicemix.specs:org.apache.servicemix.specs.jaxb-api-*",
    ),
)


def find(situation: Situation) -> list[Edit]:
    """Add the API, and the implementation where a context is made."""
    return find_missing(situation, JAXB)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(
    body: str, name: str = "javax.xml.bind.JAXBContext", folder: str = "main"
) -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_API = "javax.xml.bind:jaxb-api:2.3.1"
_RUNTIME = "org.glassfish.jaxb:jaxb-runtime:2.3.9"
_USE = "Object o = JAXBContext.class;"
_OTHER = "org.other:lib:1.0"
_LOST = (diagnostic("package-missing", module="app", evidence={"package": "javax.xml.bind"}),)

CASES = [
    changes(
        {"pom.xml": pom(), **_java(_USE)},
        pom(dependencies(_API, f"{_RUNTIME}:runtime")),
        title="no dependencies at all",
    ),
    changes(
        {"pom.xml": pom(), **_java("@XmlElement int i;", "javax.xml.bind.annotation.*")},
        pom(dependencies(_API)),
        title="annotations alone need no implementation",
    ),
    changes(
        {"pom.xml": pom(), **_java(_USE, folder="test")},
        pom(dependencies(f"{_API}:test", f"{_RUNTIME}:test")),
        title="only the tests use it",
    ),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_java(_USE)},
        pom(dependencies(_OTHER, _API, f"{_RUNTIME}:runtime")),
        diagnostics=_LOST,
        title="an unknown library may bring it, but the build says it doesn't",
    ),
    changes(
        pom(dependencies(_OTHER)),
        pom(dependencies(_OTHER, f"{_API}:runtime", f"{_RUNTIME}:runtime")),
        diagnostics=(
            diagnostic(
                "no-class-def", module="app", evidence={"class": "javax.xml.bind.JAXBException"}
            ),
        ),
        title="a library dies without it at run time",
    ),
    keeps(
        {"pom.xml": pom(dependencies(_OTHER)), **_java(_USE)},
        title="an unknown library may bring it",
    ),
    keeps(
        {"pom.xml": pom(dependencies(_OTHER)), **_java(_USE)},
        repository={
            _OTHER: pom(dependencies(_API)),
            _API: pom(),
        },
        title="a library brings it",
    ),
    keeps({"pom.xml": pom(dependencies(_API)), **_java(_USE)}, title="it is there"),
    keeps({"pom.xml": pom(), **_java("")}, title="the import is unused"),
    keeps(
        {"pom.xml": pom(), **_java("Object o = XMLReader.class;", "javax.xml.stream.XMLReader")},
        title="a javax.xml package that the JDK keeps",
    ),
]
