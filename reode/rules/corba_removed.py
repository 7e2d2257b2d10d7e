"""CORBA and RMI-IIOP (`org.omg`, `javax.rmi`) have no provider.

Symptom: `package org.omg.CORBA does not exist`, `package javax.rmi does not exist`.
Cause: the module java.corba was removed in JDK 11; `javax.rmi.ssl` stays.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

CORBA = RemovedModule(
    title="CORBA",
    packages=r"(?:org\.omg\.|javax\.rmi\.(?:[A-Z*]|CORBA\b)|javax\.activity\.)",
    additions=(Addition("org.jboss.openjdk-orb", "openjdk-orb", "8.1.9.Final"),),
    providers=(
        "org.jboss.openjdk-orb:*",
        "org.glassfish.corba:*",
        "org.jacorb:*",
        "org.apache.yoko:*",
    ),
)


def find(situation: Situation) -> list[Edit]:
    """Add what provides the packages to each module that uses them and has no provider."""
    return find_missing(situation, CORBA)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_ORB = "org.jboss.openjdk-orb:openjdk-orb:8.1.9.Final"

CASES = [
    changes(
        {"pom.xml": pom(), **_java("org.omg.CORBA.ORB", "ORB orb;")},
        pom(dependencies(_ORB)),
        title="an ORB",
    ),
    changes(
        {"pom.xml": pom(), **_java("javax.rmi.PortableRemoteObject", "PortableRemoteObject o;")},
        pom(dependencies(_ORB)),
        diagnostics=(
            diagnostic("package-missing", module="app", evidence={"package": "javax.rmi"}),
        ),
        title="RMI over IIOP",
    ),
    keeps(
        {
            "pom.xml": pom(),
            **_java("javax.rmi.ssl.SslRMIClientSocketFactory", "SslRMIClientSocketFactory f;"),
        },
        title="the JDK keeps javax.rmi.ssl",
    ),
    keeps({"pom.xml": pom(), **_java("java.rmi.Remote", "Remote r;")}, title="plain RMI"),
]
