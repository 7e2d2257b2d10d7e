"""Spring Boot's reader does not know the class files of the new level.

Symptom: `BeanDefinitionStoreException: Failed to read candidate component class`, with `Unsupported
    class file major version 61` from `org.springframework.asm.ClassReader`.
Cause: Boot 2.1 to 2.4 bring a Spring that reads older class files only. 2.5.15 reads level 17 and
    2.7.18 level 21, on every JDK up to 25; no Boot 2 reads level 25. From 2.3 on the web starter brings no
    validation, from 2.4 on the test starter no engine for JUnit 4: what is used comes with it.
Source: https://github.com/spring-projects/spring-framework/wiki/Spring-Framework-Versions
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import children, value_of
from reode.project.reactor import Module
from reode.project.versions import at_least
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import name_in
from reode.rules.modules import module_named
from reode.rules.pom_cases import dependencies, properties
from reode.rules.raising import needed
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"class-file-version"})
_GROUP, _BILL = "org.springframework.boot", "spring-boot-dependencies"
_PARENTS = ("spring-boot-starter-parent", _BILL)
_NO_VINTAGE_SINCE = "2.4.0"
_NO_VALIDATION_SINCE = "2.3.0.RELEASE"
_VALIDATION = (_GROUP, "spring-boot-starter-validation")
_VALIDATES = re.compile(r"starter-validation|hibernate-validator|validation-api")
_VINTAGE = ("org.junit.vintage", "junit-vintage-engine")
#: The engine beside each Boot that this rule writes, where no parent or bill gives its version.
_VINTAGE_OF = {"2.5.15": "5.7.2", "2.7.18": "5.8.2"}


def find(situation: Situation) -> list[Edit]:
    """Raise Boot inside its major line where its version is written: parent, bill, dependencies."""
    draft = Draft(situation.view)
    rows = [row for row in situation.floors if row.artifact == f"{_GROUP}:spring-boot"]

    def raised(version: str) -> str | None:
        return needed(rows, version, situation.target)

    reason = f"This Spring Boot does not read class files of level {situation.target.release}."
    for one in situation.of_kind(*_KINDS):
        if "springframework" not in one.evidence.get("owner", "") + one.excerpt + one.message:
            continue
        module = module_named(draft.view, one.module)
        for source in module.parents:
            if source.editable:
                pom = rewrite(draft.pom(source.pom.path), _versions, raised)
                draft.put(rewrite(pom, _properties, raised), reason)
    if draft.edits():
        for module in situation.view.reactor.modules:
            _keep_validation(draft, module)
            _keep_junit4(draft, draft.module(module.path))
    return draft.edits()


def _versions(pom: Pom) -> Iterator[etree._Element]:
    yield from _managing(pom)
    for decl in (*pom.dependencies(managed=True), *pom.dependencies()):
        if decl.group == _GROUP and decl.scope != "import":
            yield from children(decl.element, "version")


def _managing(pom: Pom) -> Iterator[etree._Element]:
    """Yield the versions that bring the versions of everything else along."""
    for parent in children(pom.root, "parent"):
        if _names(parent, *_PARENTS):
            yield from children(parent, "version")
    for decl in pom.dependencies(managed=True):
        if decl.scope == "import" and (decl.group, decl.artifact) == (_GROUP, _BILL):
            yield from children(decl.element, "version")


def _properties(pom: Pom) -> Iterator[etree._Element]:
    named = {name for e in _versions(pom) if (name := name_in(value_of(e)))}
    return (e for e in pom.find_all("properties/*") if e.tag in named)


def _names(element: etree._Element, *artifacts: str) -> bool:
    group, artifact = children(element, "groupId"), children(element, "artifactId")
    return bool(group and artifact) and (
        value_of(group[-1]) == _GROUP and value_of(artifact[-1]) in artifacts
    )


def _keep_validation(draft: Draft, old: Module) -> None:
    """Add what the web starter brought along below 2.3 to a module that uses it."""
    before, after = _written(old), _written(draft.module(old.path))
    if not any(map(_is_older, before)) or any(map(_is_older, after)):
        return
    if any(_VALIDATES.search(key) for key in old.dependencies()):
        return
    view = draft.view
    own = view.reactor.module_of(old.path)
    if any(b"javax.validation." in view.read(path) for path in view.java_files(module=own)):
        managed = any(True for source in old.parents for _ in _managing(source.pom))
        number = None if managed else after[0]
        pom = draft.pom(old.path).add_dependency(*_VALIDATION, number)
        draft.put(pom, "From Boot 2.3 on the web starter does not bring validation along.")


def _is_older(version: str) -> bool:
    return "${" not in version and not at_least(version, _NO_VALIDATION_SINCE)


def _written(module: Module) -> list[str]:
    written = [value_of(e) for source in module.parents for e in _versions(source.pom)]
    return [module.resolve(version) for version in written]


def _keep_junit4(draft: Draft, module: Module) -> None:
    versions = _written(module)
    view = draft.view
    own = view.reactor.module_of(module.path)
    tests = view.java_files("test", module=own)
    is_junit4 = any(b"org.junit.Test" in view.read(path) for path in tests)
    since = [version for version in versions if at_least(version, _NO_VINTAGE_SINCE)]
    if is_junit4 and since:
        managed = any(True for source in module.parents for _ in _managing(source.pom))
        number = None if managed else _VINTAGE_OF.get(since[0])
        pom = draft.pom(module.path).add_dependency(*_VINTAGE, number, "test")
        draft.put(pom, "From Boot 2.4 on the test starter does not run JUnit 4.")


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=48)

_UNREADABLE = (
    diagnostic("class-file-version", module="app", evidence={"owner": "org.springframework.asm"}),
)


def _boot(version: str) -> str:
    return f"{_GROUP}:spring-boot-starter-parent:{version}"


def _bill(version: str) -> str:
    return dependencies(f"{_GROUP}:{_BILL}:{version}:import:pom", managed=True)


_CHECKED = (
    "package a;\n\nimport javax.validation.constraints.Size;\n\nclass A { @Size String s; }\n"
)


def _starters(version: str, *more: str) -> str:
    starters = [f"{_GROUP}:spring-boot-starter{tail}:${{boot}}" for tail in ("", "-test")]
    return pom(properties(f"boot={version}") + dependencies(*starters, *more))


_TEST = "package a;\n\nimport org.junit.Test;\n\npublic class ATest { @Test public void t() { } }\n"

CASES = [
    changes(
        pom(parent=_boot("2.3.12.RELEASE")),
        pom(parent=_boot("2.5.15")),
        diagnostics=_UNREADABLE,
        title="the parent",
    ),
    changes(
        {"pom.xml": pom(parent=_boot("2.1.3.RELEASE")), "src/test/java/a/ATest.java": _TEST},
        pom(dependencies(f"{':'.join(_VINTAGE)}::test"), parent=_boot("2.5.15")),
        diagnostics=_UNREADABLE,
        title="with tests of JUnit 4",
    ),
    changes(
        {"pom.xml": pom(parent=_boot("2.1.3.RELEASE")), "src/main/java/a/A.java": _CHECKED},
        pom(dependencies(f"{':'.join(_VALIDATION)}"), parent=_boot("2.5.15")),
        diagnostics=_UNREADABLE,
        title="with validation, which the web starter brought along",
    ),
    changes(
        {"pom.xml": pom(parent=_boot("2.3.12.RELEASE")), "src/main/java/a/A.java": _CHECKED},
        pom(parent=_boot("2.5.15")),
        diagnostics=_UNREADABLE,
        title="validation that another library brings",
    ),
    changes(
        pom(properties("boot=2.2.1.RELEASE") + _bill("${boot}")),
        pom(properties("boot=2.5.15") + _bill("${boot}")),
        diagnostics=_UNREADABLE,
        title="the bill of materials, by a property",
    ),
    changes(
        {"pom.xml": _starters("2.1.3.RELEASE"), "src/test/java/a/ATest.java": _TEST},
        _starters("2.5.15", f"{':'.join(_VINTAGE)}:5.7.2:test"),
        diagnostics=_UNREADABLE,
        title="no parent and no bill: each starter has the version of a property",
    ),
    keeps(
        pom(parent=_boot("2.7.18")),
        target=JDK25,
        diagnostics=_UNREADABLE,
        title="no Boot 2 reads level 25",
    ),
    keeps(
        pom(parent=_boot("1.5.22.RELEASE")), diagnostics=_UNREADABLE, title="Boot 1 does not check"
    ),
    keeps(pom(parent=_boot("2.3.12.RELEASE")), title="it may read nothing"),
]
