"""A dependency has no version any more, because the newer parent manages it no longer.

Symptom: `'dependencies.dependency.version' for mysql:mysql-connector-java:jar is missing`.
Cause: bills of materials drop artifacts that moved or died. The last version that was managed, or
    the newest of the same coordinates, still works.
Source: https://github.com/spring-projects/spring-boot/wiki/Spring-Boot-2.7-Release-Notes
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"dependency-version-missing"})
#: The last release under these coordinates in the line that runs with Java 8 to 25.
_LAST = {
    "mysql:mysql-connector-java": "8.0.33",
    "javax.servlet:javax.servlet-api": "4.0.1",
    "javax.validation:validation-api": "2.0.1.Final",
    "javax.annotation:javax.annotation-api": "1.3.2",
    "javax.xml.bind:jaxb-api": "2.3.1",
    "javax.activation:javax.activation-api": "1.2.0",
    "javax.transaction:javax.transaction-api": "1.3",
    "javax.persistence:javax.persistence-api": "2.2",
    "javax.mail:javax.mail-api": "1.6.2",
    "com.sun.mail:javax.mail": "1.6.2",
    "javax.cache:cache-api": "1.1.1",
    "javax.inject:javax.inject": "1",
    "javax.jms:javax.jms-api": "2.0.1",
    "net.sf.ehcache:ehcache": "2.10.9.2",
    "org.thymeleaf.extras:thymeleaf-extras-springsecurity4": "3.0.5.RELEASE",
    "org.thymeleaf.extras:thymeleaf-extras-springsecurity5": "3.0.5.RELEASE",
    "org.thymeleaf.extras:thymeleaf-extras-java8time": "3.0.4.RELEASE",
    "nz.net.ultraq.thymeleaf:thymeleaf-layout-dialect": "2.5.3",
    "org.mockito:mockito-inline": "4.11.0",
    "org.hibernate:hibernate-java8": "5.6.15.Final",
    "org.hibernate:hibernate-entitymanager": "5.6.15.Final",
    "com.zaxxer:HikariCP-java7": "2.4.13",
    "org.apache.commons:commons-dbcp2": "2.9.0",
    "joda-time:joda-time": "2.12.7",
    "com.googlecode.json-simple:json-simple": "1.1.1",
    "junit:junit": "4.13.2",
    "org.springframework.mobile:spring-mobile-device": "1.1.5.RELEASE",
    "org.jolokia:jolokia-core": "1.7.2",
    "io.rest-assured:rest-assured": "4.5.1",
    "xml-apis:xml-apis": "1.4.01",
}


def find(situation: Situation) -> list[Edit]:
    """Write the version at the dependency."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        artifact = ":".join(one.evidence.get("artifact", "").split(":")[:2])
        if artifact not in _LAST:
            continue
        group, _, name = artifact.partition(":")
        for module in situation.view.reactor.modules:
            use = draft.module(module.path).dependencies().get(artifact)
            if use is not None and use.version is None:
                pom = draft.pom(module.path).set_dependency_version(group, name, _LAST[artifact])
                draft.put(pom, f"No parent manages the version of {name} any more.")
    return draft.edits()


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=16)

_MYSQL = "mysql:mysql-connector-java"
_MISSING = (diagnostic("dependency-version-missing", evidence={"artifact": f"{_MYSQL}:jar"}),)

CASES = [
    changes(
        pom(dependencies(_MYSQL)),
        pom(dependencies(f"{_MYSQL}:8.0.33")),
        diagnostics=_MISSING,
        title="a connector that moved",
    ),
    keeps(
        pom(dependencies(f"{_MYSQL}:5.1.49", managed=True) + dependencies(_MYSQL)),
        diagnostics=_MISSING,
        title="managed in this very pom",
    ),
    keeps(
        pom(dependencies("org.other:lib")),
        diagnostics=(
            diagnostic("dependency-version-missing", evidence={"artifact": "org.other:lib:jar"}),
        ),
        title="an artifact nobody knows",
    ),
    keeps(pom(dependencies(_MYSQL)), title="Maven does not complain"),
]
