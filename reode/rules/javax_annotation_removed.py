"""`@PostConstruct`, `@Resource` or `@Generated` of `javax.annotation` have no provider.

Symptom: `package javax.annotation does not exist`, `cannot find symbol class PostConstruct`,
    or silently: the annotated methods of a Spring bean are not called.
Cause: the module java.xml.ws.annotation was removed in JDK 11.
Source: https://openjdk.org/jeps/320
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.pom_cases import dependencies
from reode.rules.removed_modules import MISSING_KINDS, Addition, RemovedModule, find_missing
from reode.rules.rule import Rule, Situation, When

_NAMES = (
    "PostConstruct",
    "PreDestroy",
    "Resource",
    "Resources",
    "Generated",
    "Priority",
    "ManagedBean",
)

ANNOTATION = RemovedModule(
    title="javax.annotation",
    packages=rf"javax\.annotation\.(?:(?:{'|'.join(_NAMES)})\b|(?:security|sql)\.|\*)",
    additions=(Addition("javax.annotation", "javax.annotation-api", "1.3.2"),),
    providers=(
        "javax.annotation:javax.annotation-api",
        "javax.annotation:jsr250-api",
        "jakarta.annotation:jakarta.annotation-api",
        "org.apache.tomcat:tomcat-annotations-api",
        "org.apache.tomcat:annotations-api",
        "org.apache.tomcat.embed:tomcat-embed-core",
        "org.apache.geronimo.specs:geronimo-annotation_*",
        "org.jboss.spec.javax.annotation:*",
        "org.glassfish.main.extras:*",
        "javax:javaee-api",
        "javax:javaee-web-api",
        "org.apache.tomee:javaee-api",
        "jakarta.platform:*",
    ),
    simple_names=_NAMES,
)


def find(situation: Situation) -> list[Edit]:
    """Add what provides the packages to each module that uses them and has no provider."""
    return find_missing(situation, ANNOTATION)


rule = Rule(find=find, when=When.CERTAIN, kinds=MISSING_KINDS, targets=range(11, 100), order=62)


def _java(name: str, body: str, folder: str = "main") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{ {body} }}\n"
    return {f"src/{folder}/java/a/A.java": text}


_API = "javax.annotation:javax.annotation-api:1.3.2"
_OTHER = "org.other:lib:1.0"
_USE = _java("javax.annotation.PostConstruct", "@PostConstruct void f() { }")
_LOST = (
    diagnostic(
        "symbol-missing",
        module="app",
        evidence={"name": "PostConstruct", "location": "package javax.annotation"},
    ),
)

CASES = [
    changes({"pom.xml": pom(), **_USE}, pom(dependencies(_API)), title="nothing provides it"),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_USE},
        pom(dependencies(_OTHER, _API)),
        diagnostics=_LOST,
        title="the build misses one class, the package has others (jsr305)",
    ),
    changes(
        {"pom.xml": pom(dependencies(_OTHER)), **_USE},
        pom(dependencies(_OTHER, _API)),
        diagnostics=(
            diagnostic("package-missing", module="app", evidence={"package": "javax.annotation"}),
        ),
        title="the build misses the package",
    ),
    changes(
        {"pom.xml": pom(), **_java("javax.annotation.Resource", "@Resource int i;", "test")},
        pom(dependencies(f"{_API}:test")),
        title="only the tests use it",
    ),
    keeps(
        {"pom.xml": pom(), **_java("javax.annotation.Nullable", "@Nullable int i;")},
        title="jsr305 was never in the JDK",
    ),
    changes(
        {"pom.xml": pom(), **_java("javax.annotation.*", "@Resource int i;")},
        pom(dependencies(_API)),
        title="behind a wildcard",
    ),
    keeps(
        {"pom.xml": pom(), **_java("javax.annotation.*", "@Nonnull int i;")},
        title="a wildcard that means jsr305",
    ),
    keeps(
        {"pom.xml": pom(), **_java("javax.annotation.processing.Processor", "Processor p;")},
        title="the JDK still has annotation processing",
    ),
    keeps(
        {"pom.xml": pom(dependencies(_OTHER)), **_USE},
        repository={_OTHER: pom(dependencies("jakarta.annotation:jakarta.annotation-api:1.3.5"))},
        title="a library brings it",
    ),
]
