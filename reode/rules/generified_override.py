"""A method overrides one of the JDK that returns a parameterized type by now.

Symptom: `getPrefixes(java.lang.String) in A cannot implement getPrefixes(java.lang.String) in
    javax.xml.namespace.NamespaceContext; return type java.util.Iterator<capture#1 of ?> is not
    compatible with java.util.Iterator<java.lang.String>`.
Cause: the JDK's method returned a raw type, which any type argument fitted; since JDK 9 it names one.
Source: https://docs.oracle.com/javase/9/docs/api/javax/xml/namespace/NamespaceContext.html
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import JavaSource, MethodDecl
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"override-clash", "compile-other", "incompatible-types"})
_MESSAGE = re.compile(r"(\w+)\([^)]*\) in .+? cannot (?:implement|override) \w+\([^)]*\) in (\S+)")
#: Method and owner, with the type argument that the JDK's method has now.
_ARGUMENTS = {("getPrefixes", "javax.xml.namespace.NamespaceContext"): ("Iterator", "String")}


def find(situation: Situation) -> list[Edit]:
    """Give the return types that javac refuses the JDK's type argument."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        found = _MESSAGE.search(f"{one.message}\n{one.excerpt}")
        known = _ARGUMENTS.get((found[1], found[2])) if found else None
        if found and known and one.file and draft.view.exists(one.file):
            source = draft.view.java(one.file)
            method = _method(source, found[1], one)
            if method is not None:
                reason = f"The JDK's {found[1]}() returns {known[0]}<{known[1]}> now."
                draft.put(_retyped(source, method, *known), reason)
    return draft.edits()


def _method(source: JavaSource, name: str, one: Diagnostic) -> MethodDecl | None:
    return next(
        (m for m in source.methods if m.name == name and m.name_span.line == one.line), None
    )


def _retyped(source: JavaSource, method: MethodDecl, kind: str, argument: str) -> JavaSource:
    head = source.data[method.span.start : method.name_span.start].decode("latin-1")
    found = re.search(rf"\b{kind}\s*<[^<>]*>(?=\s*$)", head)
    if found is None:
        return source
    start = method.span.start
    return source.replace_span(start + found.start(), start + found.end(), f"{kind}<{argument}>")


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=71)

_PATH = "src/main/java/a/A.java"


def _java(returns: str) -> dict[str, str]:
    method = f"  public {returns} getPrefixes(String uri) {{ return null; }}\n"
    text = f"package a;\n\nclass A implements NamespaceContext {{\n{method}}}\n"
    return {"pom.xml": pom(), _PATH: text}


def _told(owner: str = "javax.xml.namespace.NamespaceContext") -> tuple[Diagnostic, ...]:
    text = (
        f"getPrefixes(java.lang.String) in <anonymous a.A$1> cannot implement "
        f"getPrefixes(java.lang.String) in {owner}\n  return type java.util.Iterator<capture#1 of ?>"
        " is not compatible with java.util.Iterator<java.lang.String>"
    )
    return (diagnostic("compile-other", text, file=_PATH, line=4),)


CASES = [
    changes(
        _java("Iterator<?>"),
        {_PATH: _java("Iterator<String>")[_PATH]},
        diagnostics=_told(),
        title="a wildcard",
    ),
    changes(
        _java("java.util.Iterator<Object>"),
        {_PATH: _java("java.util.Iterator<String>")[_PATH]},
        diagnostics=_told(),
        title="another argument, with the whole name",
    ),
    keeps(_java("Iterator"), diagnostics=_told(), title="a raw type still fits"),
    keeps(_java("Iterator<?>"), diagnostics=_told("org.acme.Context"), title="not the JDK's"),
    keeps(_java("Iterator<?>"), title="nothing failed"),
]
