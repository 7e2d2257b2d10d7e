"""A stray semicolon stands between imports.

Symptom: `extraneous semicolon` at an import line.
Cause: javac takes `import a.B;; import c.D;` for an empty declaration before an import, which it
    refuses from level 21 on. After the last import a semicolon stays legal.
Source: https://bugs.openjdk.org/browse/JDK-8027682
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.rules.cases import JDK17, JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_SINCE = 21
_BETWEEN = re.compile(rb"[\s;]*;[\s;]*")


def find(situation: Situation) -> list[Edit]:
    """Delete the semicolons between the package statement, the imports and each other."""
    draft = Draft(situation.view)
    if situation.target.release < _SINCE:
        return []
    for path in situation.view.java_files():
        if re.search(rb";[ \t]*;", situation.view.read(path)):
            source = situation.view.java(path)
            spans = [(s, e, b"") for s, e in _stray(source)]
            draft.put(source.replace_spans(spans), "A stray semicolon between imports.")
    return draft.edits()


def _stray(source: JavaSource) -> Iterator[tuple[int, int]]:
    statements = [one.span for one in source.imports]
    package = re.search(rb"^[ \t]*package\s+[\w.]+\s*;", source.data, re.MULTILINE)
    ends = [(one.end, two.start) for one, two in pairwise(statements)]
    if package and statements:
        ends.insert(0, (package.end(), statements[0].start))
    for start, end in ends:
        between = source.data[start:end]
        if _BETWEEN.fullmatch(between):
            for found in re.finditer(rb";[ \t]*", between):
                yield start + found.start(), start + found.end()


rule = Rule(
    find=find, when=When.CERTAIN, kinds=frozenset({"syntax"}), targets=range(21, 100), order=58
)


def _java(head: str, tail: str = "class A { ; }\n") -> dict[str, str]:
    return {"pom.xml": pom(), "src/main/java/a/A.java": f"package a;{head}\n{tail}"}


CASES = [
    changes(
        _java("\n\nimport java.util.List;;\nimport java.util.Map;\n"),
        _java("\n\nimport java.util.List;\nimport java.util.Map;\n"),
        target=JDK25,
        title="between two imports",
    ),
    changes(
        _java(";\n\nimport java.util.List; ;\nimport java.util.Map;\n"),
        _java("\n\nimport java.util.List; \nimport java.util.Map;\n"),
        target=JDK25,
        title="after the package too",
    ),
    keeps(
        _java("\n\nimport java.util.List;;\nimport java.util.Map;\n"),
        target=JDK17,
        title="only a warning below 21",
    ),
    keeps(_java("\n\nimport java.util.List;;\n"), target=JDK25, title="after the last import"),
    keeps(
        _java("\n\nimport java.util.List;\n", "class A { void f() { for (;;) { } } }\n"),
        target=JDK25,
        title="in code",
    ),
]
