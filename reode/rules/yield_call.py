"""A method called `yield` is called without saying whose it is.

Symptom: `invalid use of a restricted identifier 'yield'`, or `yield outside of switch expression`.
Cause: from level 14 on a statement that begins with `yield` gives a switch its value. Qualified calls
    such as `Thread.yield()` stay legal.
Source: https://openjdk.org/jeps/361
"""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.project.java_syntax import Syntax, text_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"identifier-keyword", "syntax"})
_THREAD_YIELD = "java.lang.Thread.yield"


def find(situation: Situation) -> list[Edit]:
    """Qualify the calls in the files that javac names."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        if _is_yield(one) and one.file and draft.view.exists(one.file):
            source = draft.view.java(one.file)
            owner = _owner(source)
            if owner:
                draft.put(
                    _qualified(source, owner), "A bare call of yield is no call from Java 14 on."
                )
    return draft.edits()


def _is_yield(one: Diagnostic) -> bool:
    return one.evidence.get("name") == "yield" or "'yield'" in one.message


def _owner(source: JavaSource) -> str | None:
    """Return what stands before the dot: `this`, the class for a static method, or `Thread`."""
    own = [m for m in source.methods if m.name == "yield"]
    if own:
        return own[0].owner if "static" in own[0].modifiers else "this"
    is_thread = any("Thread" in t.extends for t in source.types)
    by_import = source.imported(_THREAD_YIELD) or source.imported("java.lang.Thread.*")
    return "Thread" if is_thread or by_import else None


def _qualified(source: JavaSource, owner: str) -> JavaSource:
    starts = [call.span.start for call in source.calls("yield") if not call.receiver]
    starts += [start for start in _statements(source.syntax) if start not in starts]
    return source.replace_spans([(start, start, f"{owner}.") for start in sorted(starts)])


def _statements(syntax: Syntax) -> list[int]:
    """Return where the parser took a call for a yield statement: `yield (…);`."""
    nodes = syntax.find("(yield_statement) @n")
    return [syntax.span(n).start for n in nodes if text_of(n)[len("yield") :].lstrip()[:1] == "("]


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, targets=range(14, 100), order=56)

_PATH = "src/main/java/a/A.java"


def _java(head: str, body: str) -> dict[str, str]:
    return {"pom.xml": pom(), _PATH: f"package a;\n\nclass A {head}{{\n  {body}\n}}\n"}


_TOLD = (
    diagnostic("identifier-keyword", "invalid use of a restricted identifier 'yield'", file=_PATH),
)

CASES = [
    changes(
        _java("", "int yield(int x) { return x; } void f() { yield(1); }"),
        {_PATH: _java("", "int yield(int x) { return x; } void f() { this.yield(1); }")[_PATH]},
        diagnostics=_TOLD,
        title="a method of the class",
    ),
    changes(
        _java("", "void yield(int x) { } void f() { yield(2); }"),
        {_PATH: _java("", "void yield(int x) { } void f() { this.yield(2); }")[_PATH]},
        diagnostics=(
            diagnostic(
                "identifier-keyword",
                "yield outside of switch expression",
                file=_PATH,
                evidence={"name": "yield"},
            ),
        ),
        title="in the parser's other words",
    ),
    changes(
        _java("", "static void yield(int x) { } void f() { yield(1); }"),
        {_PATH: _java("", "static void yield(int x) { } void f() { A.yield(1); }")[_PATH]},
        diagnostics=_TOLD,
        title="a static one",
    ),
    keeps(_java("", "void f() { Thread.yield(); }"), diagnostics=_TOLD, title="qualified already"),
    keeps(_java("", "int yield; void f() { yield = 1; }"), diagnostics=_TOLD, title="a field"),
    keeps(_java("", "void yield(int x) { } void f() { yield(1); }"), title="nothing failed"),
]
