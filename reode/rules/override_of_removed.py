"""A method is marked as an override of one that the JDK no longer has.

Symptom: `method does not override or implement a method from a supertype` at an `@Override`.
Cause: `Thread.destroy` and `countStackFrames`, the AWT checks of `SecurityManager` and a few more were
    removed. The method itself is legal; only the annotation is not.
Source: https://docs.oracle.com/en/java/javase/17/migrate/removed-apis.html
"""

from __future__ import annotations

import re

from reode.facts.edit import Edit
from reode.project.java import JavaSource, MethodDecl
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"override-clash", "compile-other", "symbol-missing"})
_MESSAGE = "does not override or implement a method from a supertype"
_REMOVED = frozenset(
    {
        "destroy",
        "countStackFrames",
        "checkTopLevelWindow",
        "checkAwtEventQueueAccess",
        "checkMemberAccess",
        "checkSystemClipboardAccess",
    }
)


def find(situation: Situation) -> list[Edit]:
    """Remove the annotation from the methods that javac names and the JDK has lost."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        if _MESSAGE in one.message and one.file and draft.view.exists(one.file):
            source = draft.view.java(one.file)
            method = _method(source, one.line)
            if method:
                reason = f"The JDK has no {method.name}() to override any more."
                draft.put(_without_override(source, method), reason)
    return draft.edits()


def _method(source: JavaSource, line: int | None) -> MethodDecl | None:
    """Return the removed JDK method that begins at a line: its annotation, or its name, stands there."""
    for method in source.methods:
        is_there = line is not None and method.span.line <= line <= method.name_span.line
        if is_there and method.name in _REMOVED and "Override" in method.annotations:
            return method
    return None


def _without_override(source: JavaSource, method: MethodDecl) -> JavaSource:
    head = source.data[method.span.start : method.name_span.start]
    found = re.search(rb"@(?:java\.lang\.)?Override\b\s*", head)
    if found is None:
        return source
    return source.replace_span(
        method.span.start + found.start(), method.span.start + found.end(), b""
    )


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=73)

_PATH = "src/main/java/a/A.java"


def _java(method: str) -> dict[str, str]:
    return {"pom.xml": pom(), _PATH: f"package a;\n\nclass A extends Thread {{\n  {method}\n}}\n"}


_TOLD = (diagnostic("compile-other", f"method {_MESSAGE}", file=_PATH, line=4),)

CASES = [
    changes(
        _java("@Override\n  public void destroy() { }"),
        {_PATH: _java("public void destroy() { }")[_PATH]},
        diagnostics=_TOLD,
        title="on a line of its own",
    ),
    changes(
        _java("@Deprecated @Override public int countStackFrames() { return 0; }"),
        {_PATH: _java("@Deprecated public int countStackFrames() { return 0; }")[_PATH]},
        diagnostics=_TOLD,
        title="among others",
    ),
    keeps(
        _java("@Override public void run2() { }"), diagnostics=_TOLD, title="a slip of the author's"
    ),
    keeps(_java("@Override public void destroy() { }"), title="javac does not complain"),
]
