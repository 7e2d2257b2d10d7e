"""Reading a tree after an edit costs what the edit touches, and gives what a new reading gives."""

from __future__ import annotations

import pytest
from tree_sitter import Parser

from reode.facts.edit import Edit
from reode.project import own_names, syntax_tree
from reode.project.tree_facts import read_tree
from reode.project.view import ProjectView
from tests.guards.sample_tree import BASE, CORE, CORE_TEST, MESSAGES, WEB, WEB_TEST

_NEW = WEB.replace("Cart", "Basket")


def _changed(path: str, old: str, new: str) -> Edit:
    assert old in BASE[path]
    return Edit(path, BASE[path].replace(old, new, 1).encode(), "test")


EDITS = {
    "comment": [_changed(CORE, "package", "// x\npackage")],
    "method-that-a-test-may-mean": [
        _changed(CORE, "    protected void reset", "    void assertNothing() { }\n    void reset")
    ],
    "type-that-a-test-may-mean": [
        Edit(_NEW, b"package com.acme.web; class Basket extends Cart { }", "test")
    ],
    "test-case-of-our-own": [
        Edit(_NEW, b"package com.acme.web; class TestCase extends Stock { }", "test")
    ],
    "deleted": [Edit(WEB, None, "test")],
    "test": [_changed(WEB_TEST, "    @Nested\n", "")],
    "test-and-main": [_changed(CORE_TEST, "import", "// x\nimport"), _changed(WEB, "int", "long")],
    "resource": [Edit(MESSAGES, b"com.acme.core.Calculator$Key=1", "test")],
    "pom": [_changed("pom.xml", "<it.off>false<", "<it.off>true<")],
    "module": [_changed("pom.xml", "    <module>legacy</module>\n", "")],
    "argument": [Edit(".mvn/maven.config", b"-Dit.off=true\n", "test")],
    "new-pom": [Edit("web/inner/pom.xml", b"<project/>", "test")],
    "configuration": [Edit("core/src/main/resources/beans.xml", b"<a class='x.y.Z$K'/>", "test")],
}


@pytest.mark.parametrize("name", EDITS)
def test_j05_an_edited_tree_reads_like_a_new_one(name: str) -> None:
    before = ProjectView.of(BASE)
    read_tree(before)

    after = before.with_edits(EDITS[name])
    twice = after.with_edits([Edit(e.path, before.read(e.path), "back") for e in EDITS[name]
                              if before.exists(e.path)])  # fmt: skip

    for view in (after, twice):
        fresh = ProjectView.of({path: view.read(path) for path in view.files})
        assert read_tree(view) == read_tree(fresh)
    assert read_tree(before) == read_tree(ProjectView.of(BASE))


def test_j05_another_jdk_has_models_of_its_own() -> None:
    view = ProjectView.of(BASE)
    assert view.reactor is not view.for_jdk(25).reactor


def test_j05_an_edit_is_all_that_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ProjectView.of(BASE)
    read_tree(before)
    parsed: list[bytes] = []

    class Counting:
        def __init__(self, _: object) -> None:
            self._parser = Parser(syntax_tree._JAVA)

        def parse(self, text: bytes) -> object:
            parsed.append(text)
            return self._parser.parse(text)

    monkeypatch.setattr(syntax_tree, "Parser", Counting)
    syntax_tree.parse_java.cache_clear()
    edit = _changed(CORE, "    protected void reset", "    void brandNew() { }\n    void reset")

    read_tree(before.with_edits([edit]))

    assert parsed == [edit.content]


def test_j05_only_the_names_that_a_source_writes_matter_to_it() -> None:
    own = own_names.find_own_names(
        [b"package a.b; class One { void go() { } }", b"package c; class Two { void run() { } }"]
    )
    seen = own.written_in(b"import a.b.*; class T { { On\\u0065 x; go(); } }")

    assert [set(n) for n in (seen.types, seen.methods, seen.packages)] == [{"One"}, {"go"}, {"a.b"}]
