"""The annotation processors that code relies on, and whether javac is told to run any."""

from __future__ import annotations

from reode.project.reactor import Module
from reode.project.versions import at_least
from reode.project.view import ProjectView
from reode.rules.class_path import class_path
from reode.rules.levels import COMPILER

#: Artifacts whose jar registers a processor that generates or changes code.
PROCESSORS = frozenset(
    {
        "org.projectlombok:lombok",
        "org.mapstruct:mapstruct-processor",
        "com.google.dagger:dagger-compiler",
        "com.google.auto.value:auto-value",
        "com.google.auto.service:auto-service",
        "com.google.auto.factory:auto-factory",
        "org.immutables:value",
        "org.hibernate:hibernate-jpamodelgen",
        "org.hibernate.orm:hibernate-jpamodelgen",
        "org.openjdk.jmh:jmh-generator-annprocess",
        "org.springframework.boot:spring-boot-configuration-processor",
        "org.hibernate:hibernate-validator-annotation-processor",
        "io.micronaut:micronaut-inject-java",
        "info.picocli:picocli-codegen",
        "org.kohsuke.metainf-services:metainf-services",
        "org.jboss.logging:jboss-logging-processor",
        "org.inferred:freebuilder",
        "com.squareup.dagger:dagger-compiler",
        "org.eclipse.persistence:org.eclipse.persistence.jpa.modelgen.processor",
    }
)
#: Artifacts that process only when asked for by classifier.
_BY_CLASSIFIER = frozenset({"com.querydsl:querydsl-apt"})
_LOMBOK = "org.projectlombok:lombok"
_SETTINGS = ("proc", "annotationProcessors", "annotationProcessorPaths")
#: The first compiler plugin that reads the property `maven.compiler.proc`.
_PROPERTY_SINCE = "3.13.0"


def processor_of(view: ProjectView, module: Module) -> str | None:
    """Return a processor on a module's class path that its sources need, None for none.

    A processor comes from the module or one it builds upon; only Lombok is looked for farther.
    """
    uses_lombok = _imports(view, module, b"lombok.")
    near = class_path(view, module, outside=False).versions(main=False)
    for key in sorted(PROCESSORS & set(near)):
        if key != _LOMBOK or uses_lombok:
            return key
    for use in module.dependencies().values():
        if f"{use.group}:{use.artifact}" in _BY_CLASSIFIER and use.classifier:
            return f"{use.group}:{use.artifact}"
    if uses_lombok and _LOMBOK in class_path(view, module).versions(main=False):
        return _LOMBOK
    return None


def is_processing_chosen(module: Module) -> bool:
    """Say whether the compiler plugin of a module is told whether and what to process."""
    plugin = module.plugins().get(":".join(COMPILER))
    if plugin is None:
        return False
    if any(plugin.settings(path) for path in _SETTINGS):
        return True
    if module.resolve("${maven.compiler.proc}") != "${maven.compiler.proc}":
        return plugin.version is not None and at_least(plugin.version, _PROPERTY_SINCE)
    texts = [s.value for p in ("compilerArgument", "compilerArgs/*") for s in plugin.settings(p)]
    return any("-proc" in text for text in texts) or bool(plugin.settings("compilerArguments/proc"))


def _imports(view: ProjectView, module: Module, word: bytes) -> bool:
    of = view.reactor.module_of
    return any(
        word in view.read(path) for path in view.java_files() if of(path).path == module.path
    )
