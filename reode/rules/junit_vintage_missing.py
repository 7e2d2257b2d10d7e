"""JUnit 4 tests are on the class path, but nothing runs them any more.

Symptom: `Tests run: 0` and a green build; tests that ran before have no report.
Cause: with JUnit 5 on the class path surefire runs only what the platform's engines find, and the
    engine for JUnit 3 and 4 (vintage) is missing: Spring Boot's test starter lost it in 2.4.
Source: https://junit.org/junit5/docs/current/user-guide/#migrating-from-junit4 and
    https://github.com/spring-projects/spring-boot/wiki/Spring-Boot-2.4-Release-Notes
"""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.reactor import Module
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.class_path import class_path
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"tests-not-run"})
_VINTAGE = "org.junit.vintage:junit-vintage-engine"
_PLATFORM = ("org.junit.jupiter:junit-jupiter-engine", "org.junit.jupiter:junit-jupiter-api")
#: What runs with every JUnit 5 and Java 8 to 25, where no Jupiter on the class path tells.
_VERSION = "5.8.2"
_REASON = "JUnit 4 tests need the vintage engine beside JUnit 5."


def find(situation: Situation) -> list[Edit]:
    """Add the vintage engine, in Jupiter's version, to the modules that lost JUnit 4 tests."""
    draft = Draft(situation.view)
    for path in sorted(_losing(situation)):
        module = draft.module(path)
        found = class_path(draft.view, module).versions(main=False)
        jupiter = next((found[key] for key in _PLATFORM if key in found), None)
        if jupiter is None or _VINTAGE in found:
            continue
        managed = module.management.entries.get(_VINTAGE)
        group, _, artifact = _VINTAGE.partition(":")
        version = None if managed else jupiter or _VERSION
        draft.put(draft.pom(path).add_dependency(group, artifact, version, "test"), _REASON)
    return draft.edits()


def _losing(situation: Situation) -> set[str]:
    found = (module_named(situation.view, d.module) for d in situation.of_kind(*_KINDS))
    return {module.path for module in found if has_junit4(situation, module)}


def has_junit4(situation: Situation, module: Module) -> bool:
    """Tell whether a module has tests for the engine of JUnit 3 and 4."""
    words = (b"org.junit.Test", b"junit.framework", b"org.junit.runner", b"import org.junit.*")
    view = situation.view
    own = view.reactor.module_of(module.path)
    return any(w in view.read(path) for path in view.java_files("test", module=own) for w in words)


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=82)

_JUPITER = "org.junit.jupiter:junit-jupiter-engine:5.7.2:test"
_LOST: tuple[Diagnostic, ...] = (diagnostic("tests-not-run", module="app"),)


def _files(body: str, name: str = "org.junit.Test") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\npublic class ATest {{ @Test public void t() {{ }} }}\n"
    return {"pom.xml": pom(body), "src/test/java/a/ATest.java": text}


CASES = [
    changes(
        _files(dependencies(_JUPITER)),
        pom(dependencies(_JUPITER, f"{_VINTAGE}:5.7.2:test")),
        diagnostics=_LOST,
        title="Jupiter alone is there",
    ),
    keeps(
        _files(dependencies(_JUPITER), "org.junit.jupiter.api.Test"),
        diagnostics=_LOST,
        title="the tests are JUnit 5's own",
    ),
    keeps(
        _files(dependencies(_JUPITER, f"{_VINTAGE}:5.7.2:test")),
        diagnostics=_LOST,
        title="the engine is there",
    ),
    keeps(_files(dependencies("junit:junit:4.13:test")), diagnostics=_LOST, title="no JUnit 5"),
    keeps(_files(dependencies(_JUPITER)), title="no test was lost"),
]
