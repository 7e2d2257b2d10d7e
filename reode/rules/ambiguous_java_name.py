"""A class of the project's own has the name of a newer JDK class.

Symptom: `reference to Record is ambiguous, both class q.Record in q and class java.lang.Record in
    java.lang match`.
Cause: two wildcard imports (`java.lang` is always one) bring the name since the JDK got a class of
    it: `Module`, `Record`, `StackWalker`, `Flow`, `HexFormat`, `IO`, … A single import decides.
Source: https://docs.oracle.com/javase/specs/jls/se17/html/jls-7.html#jls-7.5.2
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"ambiguous-reference"})
_BOTH = re.compile(
    r"both (?:class|interface|enum|record|@interface) ([\w.]+) in [\w.]+ and"
    r" (?:class|interface|enum|record|@interface) ([\w.]+) in [\w.]+ match"
)


def find(situation: Situation) -> list[Edit]:
    """Import the class that is not the JDK's by its own name."""
    draft = Draft(situation.view)
    for one in situation.of_kind(*_KINDS):
        wanted = _own(one)
        if wanted and one.file and draft.view.exists(one.file):
            source = draft.view.java(one.file)
            if any(i.name == f"{wanted.rpartition('.')[0]}.*" for i in source.imports):
                reason = f"The JDK has a {wanted.rpartition('.')[2]} of its own now."
                draft.put(source.add_import(wanted, explicit=True), reason)
    return draft.edits()


def _own(one: Diagnostic) -> str | None:
    """Return the class that the code meant all along: the only one that isn't `java.*`."""
    found = _BOTH.search(re.sub(r"\s+", " ", f"{one.message}\n{one.excerpt}"))
    own = [name for name in found.groups() if not name.startswith("java.")] if found else []
    return own[0] if len(own) == 1 else None


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=59)

_PATH = "src/main/java/a/A.java"


def _java(*imports: str) -> dict[str, str]:
    head = "".join(f"import {name};\n" for name in imports)
    return {"pom.xml": pom(), _PATH: f"package a;\n\n{head}\nclass A {{ Record r; }}\n"}


def _told(one: str, other: str) -> tuple[Diagnostic, ...]:
    text = f"reference to X is ambiguous\n  both class {one} in q and class {other} in p match"
    return (diagnostic("ambiguous-reference", text, file=_PATH),)


_RECORD = _told("q.Record", "java.lang.Record")

CASES = [
    changes(
        _java("q.*"),
        {_PATH: _java("q.*", "q.Record")[_PATH]},
        diagnostics=_RECORD,
        title="against java.lang",
    ),
    keeps(_java("q.*", "q.Record"), diagnostics=_RECORD, title="imported already"),
    keeps(
        _java("java.util.*", "java.awt.*"),
        diagnostics=_told("java.util.List", "java.awt.List"),
        title="both are the JDK's: it never compiled",
    ),
    keeps(_java("q.*"), title="javac does not complain"),
]
