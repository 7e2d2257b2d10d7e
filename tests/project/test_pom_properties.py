"""Promises of the pom editor over poms that are drawn at random."""

import codecs
import random
import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from reode.errors import PomSyntaxError
from reode.project.pom import Pom
from reode.project.pom_values import trimmed, value_of
from tests.project.pom_operations import COMPILER, OPERATIONS, Operation, changed, check, repeated

Tree = tuple[str, "str | list[Tree] | None"]
VALUES = st.sampled_from(
    ["1", "1.8", "${a}", " 1.5\n", "&amp;&#65;", "<![CDATA[1]]>", "<!-- c -->1"]
)
PRINTABLE = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")


def leaf(tag: str) -> st.SearchStrategy[Tree]:
    return st.tuples(st.just(tag), st.one_of(st.none(), VALUES))


def some(tag: str, child: st.SearchStrategy[Tree], most: int = 2) -> st.SearchStrategy[Tree]:
    empty: st.SearchStrategy[list[Tree] | None] = st.sampled_from([None, []])
    return st.tuples(st.just(tag), st.one_of(empty, st.lists(child, min_size=1, max_size=most)))


def distinct(children: list[st.SearchStrategy[Tree]]) -> st.SearchStrategy[list[Tree]]:
    """Draw some of the children, each at most once, in any order."""
    return st.lists(st.one_of(children), max_size=6, unique_by=lambda child: child[0])


def coordinates(group: str | None, artifact: str) -> st.SearchStrategy[list[Tree]]:
    written: list[Tree] = [] if group is None else [("groupId", group)]
    return st.just([*written, ("artifactId", artifact)])


@st.composite
def plugin(draw: st.DrawFn) -> Tree:
    named = draw(st.sampled_from([(None, COMPILER[1]), COMPILER, ("org.example", "other")]))
    children = draw(coordinates(*named))
    config = some("configuration", st.one_of(leaf("source"), leaf("proc")))
    execution = some("executions", st.just(("execution", [("id", "e"), ("phase", "compile")])), 1)
    children += draw(
        distinct([leaf("version"), config, execution, some("dependencies", DEPENDENCY)])
    )
    return ("plugin", children)


DEPENDENCY: st.SearchStrategy[Tree] = st.builds(
    lambda names, rest: ("dependency", [*names, *rest]),
    st.one_of(coordinates("g", "a"), coordinates(" p\n", "b")),
    distinct([leaf("version"), leaf("scope")]),
)
PROPERTIES = some("properties", st.one_of(leaf("a"), leaf("maven.compiler.release"), leaf("b")), 3)
PLUGINS = some("plugins", plugin())
BUILD = st.tuples(
    st.just("build"),
    distinct([PLUGINS, leaf("finalName"), some("pluginManagement", PLUGINS, 1)]),
)
SHARED = [PROPERTIES, BUILD, some("dependencies", DEPENDENCY)]
SHARED += [some("dependencyManagement", some("dependencies", DEPENDENCY), 1)]
SHARED += [some("reporting", PLUGINS, 1)]
PROFILE: st.SearchStrategy[Tree] = distinct(SHARED).map(
    lambda children: ("profile", [("id", "x"), *children])
)
PROJECT: st.SearchStrategy[Tree] = distinct(
    [*SHARED, *map(leaf, ("version", "name", "packaging", "url")), some("profiles", PROFILE, 1)]
).map(lambda children: ("project", children))


@dataclass
class Writer:
    """Writes a tree in a manner that changes from piece to piece, as many hands would."""

    chance: random.Random
    unit: str
    newline: str
    word: str

    def write(self, tree: Tree, depth: int = 0) -> str:
        tag, content = tree
        attributes = self.chance.choice(["", "", "", ' a="b"', " a = '>' "])
        if content is None:
            return f"<{tag}{attributes}{self.chance.choice(['/', ' /'])}>"
        if isinstance(content, str):
            return f"<{tag}{attributes}>{content.replace(chr(10), self.newline)}</{tag}>"
        inside = "".join(self.gap(depth + 1) + self.write(child, depth + 1) for child in content)
        return f"<{tag}{attributes}>{inside}{self.gap(depth)}</{tag}>"

    def gap(self, depth: int) -> str:
        line = self.newline + self.unit * depth
        comment = f"<!-- {self.word} <build><plugins/></build> -->"
        rare = [self.newline + line, f" {comment}{line}", line + comment + line, "", " ", comment]
        return self.chance.choice([line] * 2 * len(rare) + rare)


ENCODINGS = {
    "UTF-8": ("utf-8", b"", "中é"),
    "utf-8": ("utf-8", codecs.BOM_UTF8, "中"),
    "GBK": ("gbk", b"", "中文乗"),
    "ISO-8859-1": ("latin-1", b"", "é"),
    "UTF-16": ("utf-16-le", codecs.BOM_UTF16_LE, "中"),
}


@st.composite
def poms(draw: st.DrawFn) -> Pom:
    encoding = draw(st.sampled_from(sorted(ENCODINGS)))
    codec, mark, word = ENCODINGS[encoding]
    unit = draw(st.sampled_from(["  ", "\t", "    ", ""]))
    chance = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311
    writer = Writer(chance, unit, draw(st.sampled_from(["\n", "\r\n", "\n", ""])), word)
    head = draw(st.sampled_from(["\n", "\n<!DOCTYPE project>\n", "\n<!-- © -->\n"]))
    declaration = f'<?xml version="1.0" encoding="{encoding}"?>'
    text = declaration + head.replace("©", word) + writer.write(draw(PROJECT))
    return Pom.parse(mark + text.encode(codec))


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
@settings(max_examples=25, deadline=None)
@given(before=poms())
def test_r01_edits_keep_their_promises(operation: Operation, before: Pom) -> None:
    after = check(operation, before)
    etree.fromstring(after.data)


@settings(max_examples=50, deadline=None)
@given(before=poms(), operations=st.lists(st.sampled_from(OPERATIONS), max_size=6))
def test_r01_edits_after_edits_keep_them_too(before: Pom, operations: list[Operation]) -> None:
    pom = before
    for operation in operations:
        pom = check(operation, pom)
    assert repeated(pom) <= repeated(before)


@settings(max_examples=60, deadline=None)
@given(before=poms(), data=st.data())
def test_j06_writing_what_stands_changes_nothing(before: Pom, data: st.DataObject) -> None:
    leaves = [element for element in before.root.iter() if not len(element)]
    for element in leaves:
        assert before.replace_text(element, f" {value_of(element)}\n") is before
    for name, value in before.properties().items():
        assert before.set_property(name, value) is before
    for one in before.plugins():
        assert before.ensure_plugin(one.group, one.artifact) is before
    for dependency in before.dependencies():
        assert before.add_dependency(dependency.group, dependency.artifact) is before


@settings(max_examples=60, deadline=None)
@given(before=poms(), value=st.text(PRINTABLE, max_size=12), data=st.data())
def test_j06_a_new_value_is_read_back_and_moves_nothing(
    before: Pom, value: str, data: st.DataObject
) -> None:
    leaves = [element for element in before.root.iter() if not len(element)]
    element = data.draw(st.sampled_from(leaves))
    place = before.root.getroottree().getpath(element)
    written = before.xml(element)
    after = before.replace_text(element, value)
    assert value_of(after.root.xpath(place)[0]) == trimmed(value)
    old, _ = changed(before, after)
    assert old in written
    assert repeated(after) == repeated(before)


@settings(max_examples=60, deadline=None)
@given(before=poms(), data=st.data())
def test_j06_a_removed_element_takes_only_its_own_text(before: Pom, data: st.DataObject) -> None:
    elements = [element for element in before.root.iter() if element is not before.root]
    if not elements:
        return
    element = data.draw(st.sampled_from(elements))
    count, span = len(list(before.root.iter())), before._tree.span(element)
    rest = before.source[: span.start] + before.source[span.end :]
    after = before.remove_element(element)
    assert len(list(after.root.iter())) == count - len(list(element.iter()))
    assert changed(after, before)[0].strip() == ""
    assert blankless(rest) == blankless(after.source)


def blankless(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("value", ["a\x00b", "a\x01b", "\ud800", "\uffff"])
def test_what_xml_cannot_hold_is_refused(value: str) -> None:
    pom = Pom.parse(b"<project><name/></project>")
    with pytest.raises(ValueError, match="XML can't hold"):
        pom.replace_text(pom.root[0], value)
    with pytest.raises(ValueError, match="XML can't hold"):
        pom.set_property("a", value)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="<>/!?-[]&;= \n'\"abCDATproject", max_size=60))
def test_any_text_is_read_or_refused_with_a_line(text: str) -> None:
    read_or_refused(text.encode())


@settings(max_examples=150, deadline=None)
@given(before=poms(), data=st.data())
def test_any_damage_is_read_or_refused_with_a_line(before: Pom, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(before.data)))
    junk = data.draw(st.binary(max_size=4))
    read_or_refused(
        before.data[:place] + junk + before.data[place + data.draw(st.integers(0, 4)) :]
    )


def read_or_refused(damaged: bytes) -> None:
    try:
        pom = Pom.parse(damaged, "p.xml")
    except PomSyntaxError as error:
        refusal = error.message
    else:
        refusal = ""
        assert pom.data == damaged
    assert refusal == "" or re.match(r"p\.xml:\d+: .", refusal)
