"""JAX-WS, JWS or SAAJ (`javax.xml.ws`, `javax.jws`, `javax.xml.soap`) have no provider.

Symptom: `package javax.jws does not exist`, `package javax.xml.ws does not exist`.
Cause: the module java.xml.ws was removed in JDK 11.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

_RUNS = r"\b(?:Service\.create|Endpoint\.publish|extends Service|MessageFactory|SOAPConnectionFactory)\b"

JAXWS = RemovedModule(
    title="JAX-WS",
    packages=r"javax\.(?:xml\.ws|jws|xml\.soap)(?:\.|$)",
    additions=(
        Addition("javax.xml.ws", "jaxws-api", "2.3.1", needs=r"\bjavax\.xml\.ws\."),
        Addition("javax.jws", "javax.jws-api", "1.1", needs=r"\bjavax\.(?:jws|xml\.ws)\."),
        Addition("javax.xml.soap", "javax.xml.soap-api", "1.4.0", needs=r"\bjavax\.xml\.soap\."),
        Addition("com.sun.xml.ws", "jaxws-rt", "2.3.7", needs=_RUNS, runtime=True),
    ),
    providers=(
        "javax.xml.ws:jaxws-api",
        "javax.jws:javax.jws-api",
        "javax.jws:jsr181-api",
        "jakarta.xml.ws:jakarta.xml.ws-api",
        "jakarta.jws:jakarta.jws-api",
        "com.sun.xml.ws:*",
        "org.apache.geronimo.specs:geronimo-jaxws_*",
        "org.apache.geronimo.specs:geronimo-ws-metadata_*",
        "org.jboss.spec.javax.xml.ws:*",
        "org.apache.cxf:cxf-rt-frontend-jaxws",
    ),
)


def find(situation: Situation) -> list[Edit]:
    """Add what provides the packages to each module that uses them and has no provider."""
    return find_missing(situation, JAXWS)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_WS = "javax.xml.ws:jaxws-api:2.3.1"
_JWS = "javax.jws:javax.jws-api:1.1"
_OTHER = "org.other:lib:1.0"

CASES = [
    changes(
        {"pom.xml": pom(), **_java("javax.jws.WebService", "@WebService class B { }")},
        pom(dependencies(_JWS)),
        title="annotations of a service",
    ),
    changes(
        {"pom.xml": pom(), **_java("javax.xml.ws.BindingProvider", "BindingProvider p;")},
        pom(dependencies(_WS, _JWS)),
        title="a client",
    ),
    changes(
        {
            "pom.xml": pom(),
            **_java("javax.xml.ws.Endpoint", 'Object o = Endpoint.publish("u", this);'),
        },
        pom(dependencies(_WS, _JWS, "com.sun.xml.ws:jaxws-rt:2.3.7:runtime")),
        title="something has to run it",
    ),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_java("javax.jws.*", "@WebService class B { }")},
        pom(dependencies(_OTHER, _JWS)),
        diagnostics=(
            diagnostic("package-missing", module="app", evidence={"package": "javax.jws"}),
        ),
        title="the build says that a library does not bring it",
    ),
    keeps(
        {"pom.xml": pom(), **_java("javax.ws.rs.GET", "@GET void f() { }")},
        title="JAX-RS was never in the JDK",
    ),
    keeps(
        {
            "pom.xml": pom(dependencies(_WS, _JWS)),
            **_java("javax.jws.WebService", "@WebService class B { }"),
        },
        title="it is there",
    ),
]
