"""A `catch` waits for an exception that its block can no longer throw.

Symptom: `exception java.io.IOException is never thrown in body of corresponding try statement`.
Cause: a call that declared the exception was replaced, as `BASE64Decoder.decodeBuffer` by
    `Base64.Decoder.decode`, which reports bad input by `IllegalArgumentException`. The handler
    stays reachable for that; an alternative among others is dropped.
Source: https://docs.oracle.com/javase/specs/jls/se17/html/jls-11.html#jls-11.2.3
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import Catch, JavaSource
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"compile-other", "unreported-exception", "compile-unknown"})
_MESSAGE = re.compile(r"exception ([\w.]+) is never thrown in body of corresponding try statement")
_BAD_INPUT = "IllegalArgumentException"


def find(situation: Situation) -> list[Edit]:
    """Rewrite the catch clauses that javac names, where a decoder now stands in the block."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        found = _MESSAGE.search(f"{one.message}\n{one.excerpt}")
        if found and one.file and draft.view.exists(one.file):
            simple = found[1].rpartition(".")[2]
            source = draft.view.java(one.file)
            reason = f"Nothing in the block throws {simple} any more."
            draft.put(_rewritten(source, one, simple), reason)
    return draft.edits()


def _rewritten(source: JavaSource, one: Diagnostic, simple: str) -> JavaSource:
    for clause in source.catches:
        names = [t.rpartition(".")[2] for t in clause.types]
        if simple in names and one.line in {None, clause.span.line, clause.types_span.line}:
            kept = [t for t, name in zip(clause.types, names, strict=True) if name != simple]
            return _with_types(source, clause, kept or [_BAD_INPUT])
    return source


def _with_types(source: JavaSource, clause: Catch, types: list[str]) -> JavaSource:
    decodes = "Base64" in source.text
    if types == [_BAD_INPUT] and not decodes:
        return source
    return source.replace_span(clause.types_span.start, clause.types_span.end, " | ".join(types))


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=72)

_PATH = "src/main/java/a/A.java"


def _java(types: str, call: str = "Base64.getMimeDecoder().decode(s)") -> dict[str, str]:
    body = f"    byte[] d(String s) {{\n        try {{\n            return {call};\n"
    body += f"        }} catch ({types} e) {{\n            return null;\n        }}\n    }}\n"
    return {
        "pom.xml": pom(),
        _PATH: f"package a;\n\nimport java.util.Base64;\n\nclass A {{\n{body}}}\n",
    }


def _never(line: int = 9) -> tuple[Diagnostic, ...]:
    text = "exception java.io.IOException is never thrown in body of corresponding try statement"
    return (diagnostic("compile-other", text, file=_PATH, line=line),)


CASES = [
    changes(
        _java("java.io.IOException"),
        {_PATH: _java("IllegalArgumentException")[_PATH]},
        diagnostics=_never(),
        title="the only one",
    ),
    changes(
        _java("java.io.IOException | IllegalStateException"),
        {_PATH: _java("IllegalStateException")[_PATH]},
        diagnostics=_never(),
        title="one of two",
    ),
    keeps(_java("java.io.IOException"), diagnostics=_never(3), title="another line"),
    keeps(_java("java.io.IOException"), title="javac does not complain"),
    keeps(_java("Exception"), diagnostics=_never(), title="it catches more"),
]
