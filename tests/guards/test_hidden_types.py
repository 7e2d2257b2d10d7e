"""Nested types that no user and no framework can reach may go; all others stay guarded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from reode.facts.edit import Edit
from reode.guards.edits import check_edits
from reode.project.view import ProjectView
from tests.guards.edits_of_trees import Tree, TreeEdit, change, delete, every, raise_level, write
from tests.guards.sample_tree import BASE

Verify = Callable[..., dict[str, Any]]

VAULT = "core/src/main/java/com/acme/core/Vault.java"
VAULT_TEST = "core/src/test/java/com/acme/core/VaultTest.java"
SERVICES = "core/src/main/resources/META-INF/services/com.acme.core.Step"
_OPEN = "    public int open(int n) {\n        return n + 1;\n    }\n"
_SOURCE = (
    "package com.acme.core;\n\nimport java.io.Serializable;\n\n"
    "public class Vault implements Serializable {\n" + _OPEN + "}\n"
)
_TEST = """\
package com.acme.core;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class VaultTest {
    @Test
    public void opens() {
        assertEquals(2, new Vault().open(1));
    }
}
"""
_KEY = "    private static class Key {\n        int turn() {\n            return 1;\n        }\n    }\n"
_SPRING = '<beans><bean id="k" class="com.acme.core.Vault{}Key"/></beans>\n'


def _with(nested: str, *more: TreeEdit) -> TreeEdit:
    """Return an edit that puts a nested type into the vault."""
    return every(write(VAULT, _SOURCE), change(VAULT, _OPEN, _OPEN + nested), *more)


def _without(nested: str, *more: TreeEdit) -> TreeEdit:
    return every(change(VAULT, nested, ""), *more)


@dataclass(frozen=True)
class Case:
    """`before` prepares both trees, `edit` takes a nested type away."""

    name: str
    before: TreeEdit
    edit: TreeEdit
    gate: str = "surface"
    file: str = VAULT


def _gone(name: str, nested: str, *before: TreeEdit, edits: tuple[TreeEdit, ...] = ()) -> Case:
    return Case(name, _with(nested, *before), _without(nested, *edits))


_KEY_WITH_TESTS = _KEY.replace("        int", "        @org.junit.Test\n        public int")
_STEPS = "".join(f"            n += {i};\n" for i in range(12))
_WORKER = (
    f"    private static class Worker {{\n        int work(int n) {{\n{_STEPS}"
    "            return n;\n        }\n    }\n"
)
_CALLS = change(VAULT, "return n + 1;", "return new Worker().work(n);")

HARMLESS = [
    _gone("private", _KEY),
    _gone("package-private", _KEY.replace("private ", "")),
    _gone("private-interface", "    private interface Key {\n        int turn();\n    }\n"),
    _gone("private-enum", "    private enum Key {\n        LEFT, RIGHT;\n    }\n"),
    _gone("public-inside-private", _KEY.replace("int turn() {", "public class Bit {")),
    _gone("inert-annotations", '    @SuppressWarnings("serial")\n' + _KEY),
    Case("renamed", _with(_KEY), change(VAULT, "class Key", "class Bolt")),
    Case(
        "moved-into-a-file-of-its-own",
        _with(_WORKER, _CALLS),
        _without(
            _WORKER,
            write(
                VAULT.replace("Vault", "Worker"),
                "package com.acme.core;\n\n" + _WORKER.replace("    private static class", "class"),
            ),
        ),
    ),
    Case(
        "both-of-a-hidden-family",
        _with(_KEY + _KEY.replace("Key", "Small extends Key")),
        _without(_KEY + _KEY.replace("Key", "Small extends Key")),
    ),
]

CHEATS = [
    _gone("public", _KEY.replace("private", "public")),
    _gone("protected", _KEY.replace("private", "protected")),
    Case(
        "member-of-an-interface",
        write(VAULT, "package com.acme.core;\n\npublic interface Vault {\n    class Key { }\n}\n"),
        change(VAULT, "    class Key { }\n", ""),
    ),
    Case(
        "package-private-beside",
        every(write(VAULT, _SOURCE + "\nclass Key { }\n")),
        change(VAULT, "\nclass Key { }\n", ""),
    ),
    Case("with-the-type-around-it", _with(_KEY), delete(VAULT)),
    _gone("service", _KEY, write(SERVICES, "com.acme.core.Vault$Key\n")),
    _gone(
        "service-and-its-entry",
        _KEY,
        write(SERVICES, "com.acme.core.Other\ncom.acme.core.Vault$Key # ours\n"),
        edits=(change(SERVICES, "com.acme.core.Vault$Key # ours\n", "# none of ours any more\n"),),
    ),
    _gone(
        "web-xml",
        _KEY,
        write(
            "web/src/main/webapp/WEB-INF/web.xml",
            "<web-app><servlet-class>com.acme.core.Vault$Key</servlet-class></web-app>\n",
        ),
    ),
    _gone("spring-bean", _KEY, write("core/src/main/resources/b.xml", _SPRING.format("$"))),
    _gone("spring-bean-dotted", _KEY, write("core/src/main/resources/b.xml", _SPRING.format("."))),
    _gone("bean-of-the-tests", _KEY, write("core/src/test/resources/b.xml", _SPRING.format("$"))),
    _gone(
        "main-class-of-a-pom",
        _KEY,
        change(
            "service/pom.xml",
            "  <build>",
            "  <properties><start>com.acme.core.Vault$Key</start></properties>\n  <build>",
        ),
    ),
    _gone("component", "    @Configuration\n" + _KEY.replace("private ", "")),
    _gone("injected-member", _KEY.replace("        int", '        @Value("${a}")\n        int')),
    _gone("tests-in-main-code", _KEY_WITH_TESTS),
    _gone(
        "native-method", _KEY.replace("{\n        int", "{\n        native int f();\n        int")
    ),
    Case(
        "named-by-an-annotation",
        _with(_KEY, change(VAULT, "public class", "@Uses(by = {Vault.Key.class})\npublic class")),
        _without(_KEY, change(VAULT, "@Uses(by = {Vault.Key.class})\n", "")),
    ),
    _gone(
        "loaded-by-name",
        _KEY,
        change(VAULT, "return n + 1;", 'return n + Vault.class.getName().concat("$Key").length();'),
    ),
    Case(
        "public-methods-for-a-subclass",
        _with(
            _KEY.replace("private ", "").replace("int turn", "public int turn")
            + "    public static class Open extends Key { }\n"
        ),
        _without(
            _KEY.replace("private ", "").replace("int turn", "public int turn"),
            change(VAULT, "Open extends Key", "Open implements Serializable"),
        ),
    ),
    Case(
        "the-code-went-with-it",
        _with(_WORKER, _CALLS),
        _without(_WORKER, change(VAULT, "new Worker().work(n)", "Math.abs(n)")),
    ),
    Case(
        "private-class-with-junit-tests",
        every(
            write(VAULT, _SOURCE),
            write(VAULT_TEST, _TEST.replace("{\n    @Test", "{\n" + _KEY_WITH_TESTS + "    @Test")),
        ),
        change(VAULT_TEST, _KEY_WITH_TESTS, ""),
        "tests-honest",
        VAULT_TEST,
    ),
    Case(
        "private-class-of-tests-that-checks",
        every(
            write(VAULT, _SOURCE),
            write(
                VAULT_TEST,
                _TEST.replace(
                    "{\n    @Test",
                    "{\n" + _KEY.replace("return 1;", "assertEquals(1, 1 + n);") + "    @Test",
                ),
            ),
        ),
        change(VAULT_TEST, _KEY.replace("return 1;", "assertEquals(1, 1 + n);"), ""),
        "tests-honest",
        VAULT_TEST,
    ),
]


def _edits(before: Tree, after: Tree) -> list[Edit]:
    changed = [Edit(p, t.encode(), "test") for p, t in after.items() if before.get(p) != t]
    return changed + [Edit(p, None, "test") for p in before if p not in after]


@pytest.mark.parametrize("case", HARMLESS, ids=lambda c: c.name)
def test_j05_a_hidden_nested_type_may_go(run_verify: Verify, case: Case) -> None:
    before = case.before(dict(BASE))

    assert check_edits(ProjectView.of(before), _edits(before, case.edit(before))) == ()
    data = run_verify(before, case.edit(raise_level(before)))
    assert data["answer"] == "passed", data["gates"]


@pytest.mark.parametrize("case", CHEATS, ids=lambda c: c.name)
def test_j05_a_nested_type_that_somebody_reaches_is_kept(run_verify: Verify, case: Case) -> None:
    before = case.before(dict(BASE))

    assert check_edits(ProjectView.of(before), _edits(before, case.edit(before)))
    data = run_verify(before, case.edit(raise_level(before)))
    gate = next(g for g in data["gates"] if g["id"] == case.gate)
    assert gate["status"] == "failed", data["gates"]
    assert any(p["file"] == case.file for p in gate["proofs"]), gate["proofs"]
