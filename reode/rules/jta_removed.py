"""JTA (`javax.transaction`) has no provider.

Symptom: `package javax.transaction does not exist`, or `NoClassDefFoundError:
    javax/transaction/…`.
Cause: the module java.transaction was removed in JDK 11; `javax.transaction.xa` stays.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

JTA = RemovedModule(
    title="javax.transaction",
    packages=r"javax\.transaction\.(?:[A-Z]|\*)",
    additions=(Addition("javax.transaction", "javax.transaction-api", "1.3"),),
    providers=(
        "javax.transaction:*",
        "jakarta.transaction:jakarta.transaction-api",
        "org.jboss.spec.javax.transaction:*",
        "org.apache.geronimo.specs:geronimo-jta_*",
        "org.jboss.javaee:jboss-transaction-api",
        "org.hibernate.javax.persistence:*",
        "javax:javaee-api",
        "javax:javaee-web-api",
        "org.apache.tomee:javaee-api",
    ),
)


def find(situation: Situation) -> list[Edit]:
    """Add what provides the packages to each module that uses them and has no provider."""
    return find_missing(situation, JTA)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_API = "javax.transaction:javax.transaction-api:1.3"
_OTHER = "org.other:lib:1.0"

CASES = [
    changes(
        {"pom.xml": pom(), **_java("javax.transaction.UserTransaction", "UserTransaction t;")},
        pom(dependencies(_API)),
        title="nothing provides it",
    ),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_java("javax.transaction.*", "Status s;")},
        pom(dependencies(_OTHER, _API)),
        diagnostics=(
            diagnostic(
                "package-missing", module="app", evidence={"package": "javax.transaction.Status"}
            ),
        ),
        title="the build says that a library does not bring it",
    ),
    keeps(
        {"pom.xml": pom(), **_java("javax.transaction.xa.XAResource", "XAResource r;")},
        title="the JDK keeps javax.transaction.xa",
    ),
]
