"""A method has become an override of a public method that the JDK got later.

Symptom: `getLast() in A cannot implement getLast() in java.util.List; attempting to assign weaker
    access privileges; was public`.
Cause: JDK interfaces and classes gained public methods (`CharSequence.isEmpty`, `List.getLast`,
    `InputStream.readAllBytes`, …); a method of that name without `public` no longer fits.
Source: https://docs.oracle.com/javase/specs/jls/se17/html/jls-8.html#jls-8.4.8.3
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import JavaSource, MethodDecl
from reode.rules.cases import JDK25, changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Case, Rule, Situation, When

_KINDS = frozenset({"override-clash"})
_MESSAGE = re.compile(
    r"(\w+)\([^)]*\) in \S+ cannot (?:implement|override) \w+\([^)]*\) in (?:java|javax)\.[\w.]+"
    r"[^\n]*\s+attempting to assign weaker access privileges; was public"
)
_NARROW = ("protected", "private")


def find(situation: Situation) -> list[Edit]:
    """Make the methods public that javac names."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        found = _MESSAGE.search(f"{one.message}\n{one.excerpt}")
        if found and one.file and draft.view.exists(one.file):
            source = draft.view.java(one.file)
            method = _method(source, found[1], one)
            if method:
                reason = f"The JDK has a public {found[1]}() to override now."
                draft.put(_public(source, method), reason)
    return draft.edits()


def _method(source: JavaSource, name: str, one: Diagnostic) -> MethodDecl | None:
    fitting = [m for m in source.methods if m.name == name and "public" not in m.modifiers]
    at_line = [m for m in fitting if m.name_span.line == one.line]
    return at_line[0] if at_line else fitting[0] if len(fitting) == 1 else None


def _public(source: JavaSource, method: MethodDecl) -> JavaSource:
    head = source.data[method.span.start : method.name_span.start].decode("latin-1")
    for word in _NARROW:
        found = re.search(rf"\b{word}\b", head)
        if word in method.modifiers and found:
            start = method.span.start + found.start()
            return source.replace_span(start, start + len(word), "public")
    annotations = re.match(r"(?:@[\w.]+(?:\([^)]*\))?\s+)*", head)
    start = method.span.start + (annotations.end() if annotations else 0)
    return source.replace_span(start, start, "public ")


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=71)

_PATH = "src/main/java/a/A.java"


def _java(method: str) -> dict[str, str]:
    text = f"package a;\n\nclass A extends java.util.AbstractList<String> {{\n  {method}\n}}\n"
    return {"pom.xml": pom(), _PATH: text}


def _told(where: str = "java.util.List") -> tuple[Diagnostic, ...]:
    text = (
        f"getLast() in a.A cannot implement getLast() in {where}\n"
        "  attempting to assign weaker access privileges; was public"
    )
    return (diagnostic("override-clash", text, file=_PATH, line=4),)


def _case(before: str, after: str, title: str) -> Case:
    return changes(
        _java(before), {_PATH: _java(after)[_PATH]}, target=JDK25, diagnostics=_told(), title=title
    )


CASES = [
    _case("String getLast() { return null; }", "public String getLast() { return null; }", "none"),
    _case(
        "protected String getLast() { return null; }",
        "public String getLast() { return null; }",
        "protected",
    ),
    _case(
        "@Deprecated final String getLast() { return null; }",
        "@Deprecated public final String getLast() { return null; }",
        "behind an annotation",
    ),
    keeps(
        _java("String getLast() { return null; }"),
        target=JDK25,
        diagnostics=_told("b.Own"),
        title="the project's own supertype",
    ),
    keeps(_java("public String getLast() { return null; }"), diagnostics=_told(), title="public"),
    keeps(_java("String getLast() { return null; }"), title="javac does not complain"),
]
