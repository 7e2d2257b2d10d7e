"""The JDK's own copy of Xerces is used for Base64.

Symptom: `package com.sun.org.apache.xerces.internal.impl.dv.util is not visible`, or `does not
    exist` with `--release`.
Cause: the package is closed to other code since JDK 9; `java.util.Base64` does the same: one line
    of text out, line breaks in the input skipped.
Source: https://openjdk.org/jeps/260 and
    https://docs.oracle.com/javase/8/docs/api/java/util/Base64.html
"""

from __future__ import annotations

from collections.abc import Iterator

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_OLD, _NEW = "com.sun.org.apache.xerces.internal.impl.dv.util.Base64", "java.util.Base64"
_CALLS = {"encode": "getEncoder().encodeToString", "decode": "getMimeDecoder().decode"}
_REASON = "java.util.Base64 replaces a class that the JDK keeps to itself."


def find(situation: Situation) -> list[Edit]:
    """Rewrite the files that use only `encode` and `decode` of the class."""
    draft = Draft(situation.view)
    for source in situation.view.mentioning(_OLD.rpartition(".")[0]):
        draft.put(_rewritten(source), _REASON)
    return draft.edits()


def _rewritten(source: JavaSource) -> JavaSource:
    written = "Base64" if source.imported(_OLD) else _OLD
    spans = list(_spans(source, written))
    uses = source.references("Base64") if written == "Base64" else source.qualified_uses(_OLD)
    if not spans or len(spans) < len(uses):
        return source
    if written != "Base64":
        heads = [(use.start, use.end, _NEW) for use in uses]
        return source.replace_spans([*spans, *heads])
    return source.replace_spans(spans).replace_import(_OLD, _NEW)


def _spans(source: JavaSource, written: str) -> Iterator[tuple[int, int, str]]:
    for call in source.calls():
        if call.receiver == written and call.name in _CALLS and len(call.arguments) == 1:
            yield call.name_span.start, call.name_span.end, _CALLS[call.name]


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"package-not-visible", "package-missing"}),
    order=70,
)


def _java(name: str, body: str) -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass A {{\n    {body}\n}}\n"
    return {"pom.xml": pom(), "src/main/java/a/A.java": text}


_BODY = "String f(byte[] b) {{ return {0}(b) + new String({1}(x)); }}"

CASES = [
    changes(
        _java(_OLD, _BODY.format("Base64.encode", "Base64.decode")),
        _java(
            _NEW,
            _BODY.format("Base64.getEncoder().encodeToString", "Base64.getMimeDecoder().decode"),
        ),
        title="imported",
    ),
    changes(
        _java("java.util.List", _BODY.format(f"{_OLD}.encode", f"{_OLD}.decode")),
        _java(
            "java.util.List",
            _BODY.format(f"{_NEW}.getEncoder().encodeToString", f"{_NEW}.getMimeDecoder().decode"),
        ),
        title="written out in full",
    ),
    keeps(_java(_OLD, "boolean f() { return Base64.isBase64('x'); }"), title="another method"),
    keeps(
        _java("org.apache.xerces.impl.dv.util.Base64", "String s = Base64.encode(b);"),
        title="the library of the same code",
    ),
    keeps(_java(_OLD, ""), title="unused"),
]
