"""A variable is called `_`.

Symptom: `as of release 9, '_' is a keyword, and may not be used as an identifier`, `unnamed
    variables are not supported in -source 17`, `underscore not allowed here`.
Cause: `_` became a keyword in Java 9 and marks a variable without a name from 22 on.
Source: https://openjdk.org/jeps/213 and https://openjdk.org/jeps/456
"""

from __future__ import annotations

from collections.abc import Iterator

from reode.facts.edit import Edit
from reode.project.java import JavaSource, Span
from reode.project.java_syntax import text_of
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"identifier-keyword", "syntax"})
_NAMES = ("ignored", "unused", "underscore", "ignored_")


def find(situation: Situation) -> list[Edit]:
    """Rename `_` in the files that javac names, where only local names are concerned."""
    draft = Draft(situation.view)
    named = [
        d for d in situation.of_kind(*_KINDS) if "_'" in d.message or "underscore" in d.message
    ]
    for path in sorted({d.file for d in named if d.file and situation.view.exists(d.file)}):
        draft.put(_renamed(situation.view.java(path)), "_ is a keyword since Java 9.")
    return draft.edits()


def _renamed(source: JavaSource) -> JavaSource:
    spans = list(_underscores(source))
    free = [name for name in _NAMES if not source.mentions(name)]
    if not spans or not free or source.has_gaps or _is_shared(source):
        return source
    return source.replace_spans([(span.start, span.end, free[0]) for span in spans])


def _underscores(source: JavaSource) -> Iterator[Span]:
    for pattern in ("(identifier) @n", "(underscore_pattern) @n"):
        for node in source.syntax.find(pattern):
            if text_of(node) == "_":
                yield source.syntax.span(node)


def _is_shared(source: JavaSource) -> bool:
    """Say whether another file could mean this `_`: a method, a type, or a field that isn't private."""
    if any(one.name == "_" for one in source.methods) or any(t.name == "_" for t in source.types):
        return True
    if any(call.name == "_" for call in source.calls()):
        return True
    return any(one.name == "_" for one in source.fields)


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=57)

_PATH = "src/main/java/a/A.java"


def _java(body: str) -> dict[str, str]:
    return {"pom.xml": pom(), _PATH: f"package a;\n\nclass A {{\n  {body}\n}}\n"}


_TOLD = (diagnostic("identifier-keyword", "as of release 9, '_' is a keyword", file=_PATH, line=4),)

CASES = [
    changes(
        _java("void f() { try { g(); } catch (Exception _) { h(_); } }"),
        {
            _PATH: _java("void f() { try { g(); } catch (Exception ignored) { h(ignored); } }")[
                _PATH
            ]
        },
        diagnostics=_TOLD,
        title="a caught exception",
    ),
    changes(
        _java("int ignored; int f(int _) { int __ = _ + 1; return __; }"),
        {_PATH: _java("int ignored; int f(int unused) { int __ = unused + 1; return __; }")[_PATH]},
        target=JDK25,
        diagnostics=_TOLD,
        title="a parameter, the first name is taken",
    ),
    keeps(_java("void _() { }"), diagnostics=_TOLD, title="a method may be called from elsewhere"),
    keeps(_java('int _x; String s = "_";'), diagnostics=_TOLD, title="only part of a name"),
    keeps(_java("void f(int _) { }"), title="javac does not complain"),
]
