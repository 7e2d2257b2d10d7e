"""`sun.misc.BASE64Encoder` and `BASE64Decoder` are used, which the JDK no longer has.

Symptom: `cannot find symbol … class BASE64Encoder … location: package sun.misc`, or `package
    sun.misc does not exist`.
Cause: the classes were removed in JDK 9. `java.util.Base64` replaces them; its MIME encoder with
    lines of 76 characters and the platform's separator gives the old text (only inputs whose
    length is a multiple of 57 lack the last separator, which nobody who trims or decodes sees),
    its plain encoder and the MIME default (CRLF) do not. The MIME decoder skips line breaks as
    the old one did.
Source: https://openjdk.org/jeps/260 and
    https://docs.oracle.com/javase/8/docs/api/java/util/Base64.html
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reode.facts.edit import Edit
from reode.project.java import Call, JavaSource, Span
from reode.rules.cases import changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.java_types import names_of, simple_or_full
from reode.rules.rule import Rule, Situation, When

_PACKAGE = "sun.misc"
_ENCODER, _DECODER = "BASE64Encoder", "BASE64Decoder"
_REASON = "java.util.Base64 replaces sun.misc.BASE64*, removed in JDK 9."


@dataclass(frozen=True, slots=True)
class _Words:
    """How the replacement is written in one file: `base` is `Base64` or its full name."""

    base: str

    def make(self, old: str) -> str:
        if old == _DECODER:
            return f"{self.base}.getMimeDecoder()"
        return f"{self.base}.getMimeEncoder(76, System.lineSeparator().getBytes())"

    def type(self, old: str) -> str:
        return f"{self.base}.Decoder" if old == _DECODER else f"{self.base}.Encoder"


def find(situation: Situation) -> list[Edit]:
    """Rewrite each file that uses the classes in ways with an equal replacement."""
    draft = Draft(situation.view)
    for path in situation.view.java_files():
        if b"BASE64" in situation.view.read(path):
            draft.put(_migrated(situation, situation.view.java(path)), _REASON)
    return draft.edits()


def _migrated(situation: Situation, source: JavaSource) -> JavaSource:
    names = {old: names_of(source, f"{_PACKAGE}.{old}") for old in (_ENCODER, _DECODER)}
    if not any(names.values()):
        return source
    base = simple_or_full(situation.view, source, "java.util.Base64")
    spans = list(_spans(source, names, _Words(base)))
    if not spans or any(new is None for _, _, new in spans):
        return source
    edited = source.replace_spans([(s, e, new) for s, e, new in spans if new is not None])
    return _with_imports(edited, base)


def _spans(
    source: JavaSource, names: dict[str, frozenset[str]], words: _Words
) -> Iterator[tuple[int, int, str | None]]:
    """Yield the replacements; None as text where the use has no equal replacement."""
    made: list[Span] = []
    for old, written in names.items():
        for name in sorted(written):
            if any(name in (*t.extends, *t.implements) for t in source.types):
                yield 0, 0, None
            for creation in source.creations(name):
                made.append(creation.span)
                text = None if creation.anonymous else words.make(old)
                yield creation.span.start, creation.span.end, text
            for call in source.calls(receiver_type=name):
                yield from _call(source, old, call)
            used = source.qualified_uses(name) if "." in name else source.references(name)
            for use in used:
                if not any(m.start <= use.start < m.end for m in made):
                    yield use.start, use.end, words.type(old)


def _call(source: JavaSource, old: str, call: Call) -> Iterator[tuple[int, int, str | None]]:
    name, count = call.name_span, len(call.arguments)
    if old == _ENCODER and call.name in {"encode", "encodeBuffer"} and count == 1:
        yield name.start, name.end, "encodeToString"
        if call.name == "encodeBuffer":
            yield call.span.end, call.span.end, ".concat(System.lineSeparator())"
    elif old == _DECODER and call.name == "decodeBuffer" and count == 1:
        yield name.start, name.end, "decode"
        if _is_stream(source, call.arguments[0]):
            end = call.argument_spans[0].end
            yield end, end, ".readAllBytes()"
    else:
        yield 0, 0, None


def _is_stream(source: JavaSource, argument: str) -> bool:
    declared = rf"\b\w*InputStream\s+{re.escape(argument)}\b"
    return argument.isidentifier() and re.search(declared, source.text) is not None


def _with_imports(source: JavaSource, base: str) -> JavaSource:
    old = [f"{_PACKAGE}.{name}" for name in (_ENCODER, _DECODER)]
    if base == "Base64":
        first = next((name for name in old if source.imported(name)), None)
        if first:
            source = source.replace_import(first, "java.util.Base64")
        else:
            source = source.add_import("java.util.Base64")
    source = source.remove_import(*old)
    if not any(source.uses(name) for name in ("Unsafe", "Signal", "SignalHandler")):
        source = source.remove_import(f"{_PACKAGE}.*")
    return source


rule = Rule(find=find, when=When.CERTAIN, kinds=frozenset({"symbol-missing"}), order=70)


def _java(*lines: str, imports: tuple[str, ...]) -> dict[str, str]:
    head = "package a;\n\n" + "".join(f"import {name};\n" for name in imports)
    body = "".join(f"    {line}\n" for line in lines)
    return {"pom.xml": pom(), "src/main/java/a/A.java": f"{head}\nclass A {{\n{body}}}\n"}


_MIME = "Base64.getMimeEncoder(76, System.lineSeparator().getBytes())"
_BOTH = ("sun.misc.BASE64Decoder", "sun.misc.BASE64Encoder")

CASES = [
    changes(
        _java(
            "String e(byte[] b) { return new BASE64Encoder().encode(b); }",
            "byte[] d(String s) throws Exception { return new BASE64Decoder().decodeBuffer(s); }",
            imports=_BOTH,
        ),
        _java(
            f"String e(byte[] b) {{ return {_MIME}.encodeToString(b); }}",
            "byte[] d(String s) throws Exception { return Base64.getMimeDecoder().decode(s); }",
            imports=("java.util.Base64",),
        ),
        title="in one expression",
    ),
    changes(
        _java(
            "static final BASE64Encoder E = new BASE64Encoder();",
            "String e(byte[] b) { return E.encode(b).trim(); }",
            imports=("java.io.File", "sun.misc.*"),
        ),
        _java(
            f"static final Base64.Encoder E = {_MIME};",
            "String e(byte[] b) { return E.encodeToString(b).trim(); }",
            imports=("java.io.File", "java.util.Base64"),
        ),
        title="kept in a field, imported by a wildcard",
    ),
    changes(
        _java(
            "String e(byte[] b) { return new sun.misc.BASE64Encoder().encodeBuffer(b); }",
            imports=("org.apache.commons.codec.binary.Base64",),
        ),
        _java(
            f"String e(byte[] b) {{ return java.util.{_MIME}.encodeToString(b)"
            ".concat(System.lineSeparator()); }",
            imports=("org.apache.commons.codec.binary.Base64",),
        ),
        title="another Base64 is imported",
    ),
    changes(
        _java(
            "byte[] d(java.io.InputStream in) throws Exception {",
            "    BASE64Decoder decoder = new BASE64Decoder();",
            "    return decoder.decodeBuffer(in);",
            "}",
            imports=("sun.misc.BASE64Decoder", "sun.misc.Unsafe"),
        ),
        _java(
            "byte[] d(java.io.InputStream in) throws Exception {",
            "    Base64.Decoder decoder = Base64.getMimeDecoder();",
            "    return decoder.decode(in.readAllBytes());",
            "}",
            imports=("java.util.Base64", "sun.misc.Unsafe"),
        ),
        title="from a stream",
    ),
    keeps(
        _java(
            "String e(byte[] b) { return new BASE64Encoder().encode(b); }",
            imports=("b.BASE64Encoder",),
        ),
        title="a class of the same name from elsewhere",
    ),
    keeps(
        _java("class Mine extends BASE64Encoder { }", imports=("sun.misc.BASE64Encoder",)),
        title="a subclass has no equal replacement",
    ),
    keeps(_java("// sun.misc.BASE64Encoder", imports=("sun.misc.Unsafe",)), title="a comment"),
]
