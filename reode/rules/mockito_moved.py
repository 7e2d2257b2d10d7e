"""Names of Mockito that its version 4 no longer has.

Symptom: `cannot find symbol class Matchers, location: package org.mockito`, `package
    org.mockito.runners does not exist`, `cannot find symbol method verifyZeroInteractions`.
Cause: they were deprecated for years and removed in Mockito 4, which a newer parent or bill of
    materials brought. `ArgumentMatchers`, `org.mockito.junit` and `verifyNoMoreInteractions` (what
    verifyZeroInteractions called) are the same things.
Source: https://github.com/mockito/mockito/releases/tag/v4.0.0
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"package-missing", "symbol-missing"})
_TYPES = {
    "org.mockito.Matchers": "org.mockito.ArgumentMatchers",
    "org.mockito.runners.MockitoJUnitRunner": "org.mockito.junit.MockitoJUnitRunner",
}
_ZERO, _NO_MORE = "verifyZeroInteractions", "verifyNoMoreInteractions"
_GONE = re.compile(rf"org\.mockito\.(?:Matchers|runners)\b|\b{_ZERO}\b|\bMatchers\b")
_REASON = "Mockito 4 has this only under its newer name."


def find(situation: Situation) -> list[Edit]:
    """Rename in every file as soon as javac misses one of the names."""
    draft = Draft(situation.view)
    if any(_is_gone(one) for one in situation.of_kind(*_KINDS)):
        for source in situation.view.mentioning("org.mockito"):
            draft.put(_renamed(source), _REASON)
    return draft.edits()


def _is_gone(one: Diagnostic) -> bool:
    text = " ".join((one.symbol or "", one.message, one.excerpt, *one.evidence.values()))
    return "mockito" in text.lower() and bool(_GONE.search(text))


def _renamed(source: JavaSource) -> JavaSource:
    for old, new in _TYPES.items():
        source = _with_type(source, old, new)
    imported = source.imported(f"org.mockito.Mockito.{_ZERO}")
    by_star = source.imported("org.mockito.Mockito.*", static=True)
    calls = source.calls(_ZERO)
    if not calls or not (imported or by_star or any(c.receiver == "Mockito" for c in calls)):
        return source
    spans = [(c.name_span.start, c.name_span.end, _NO_MORE) for c in calls]
    renamed = source.replace_spans(spans)
    return renamed.replace_import(f"org.mockito.Mockito.{_ZERO}", f"org.mockito.Mockito.{_NO_MORE}")


def _with_type(source: JavaSource, old: str, new: str) -> JavaSource:
    """Rename a type in imports (static ones too) and in code that uses it by its simple name."""
    simple, other = old.rpartition(".")[2], new.rpartition(".")[2]
    by_package = source.imported(f"{old.rpartition('.')[0]}.*", static=False)
    if source.imported(old) or (by_package and simple != other and source.uses(simple)):
        uses = source.references(simple)
        source = source.replace_spans([(use.start, use.end, other) for use in uses])
        source = source.replace_import(old, new)
    for one in source.imports:
        if one.static and one.name.startswith(f"{old}."):
            source = source.replace_import(one.name, new + one.name.removeprefix(old))
    if by_package and source.uses(other) and by_package.package != new.rpartition(".")[0]:
        source = source.replace_import(by_package.name, f"{new.rpartition('.')[0]}.*")
    return source


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=66)

_PATH = "src/test/java/a/ATest.java"


def _java(imports: tuple[str, ...], body: str) -> dict[str, str]:
    head = "".join(f"import {name};\n" for name in imports)
    return {"pom.xml": pom(), _PATH: f"package a;\n\n{head}\nclass ATest {{ {body} }}\n"}


_MATCHERS = (
    diagnostic(
        "symbol-missing",
        file=_PATH,
        evidence={"name": "Matchers", "location": "package org.mockito"},
    ),
)
_RUNNERS = (diagnostic("package-missing", file=_PATH, evidence={"package": "org.mockito.runners"}),)
_VERIFY = "org.mockito.Mockito.verifyZeroInteractions"

CASES = [
    changes(
        _java(("org.mockito.Matchers",), "Object o = Matchers.any();"),
        {
            _PATH: _java(("org.mockito.ArgumentMatchers",), "Object o = ArgumentMatchers.any();")[
                _PATH
            ]
        },
        diagnostics=_MATCHERS,
        title="Matchers",
    ),
    changes(
        _java(
            ("static org.mockito.Matchers.any", "static org.mockito.Matchers.*"),
            "Object o = any();",
        ),
        {
            _PATH: _java(
                (
                    "static org.mockito.ArgumentMatchers.any",
                    "static org.mockito.ArgumentMatchers.*",
                ),
                "Object o = any();",
            )[_PATH]
        },
        diagnostics=_MATCHERS,
        title="static imports",
    ),
    changes(
        _java(("org.mockito.runners.MockitoJUnitRunner",), "Object o = MockitoJUnitRunner.class;"),
        {
            _PATH: _java(
                ("org.mockito.junit.MockitoJUnitRunner",), "Object o = MockitoJUnitRunner.class;"
            )[_PATH]
        },
        diagnostics=_RUNNERS,
        title="the runner",
    ),
    changes(
        _java((f"static {_VERIFY}",), "void t() { verifyZeroInteractions(m); }"),
        {
            _PATH: _java(
                ("static org.mockito.Mockito.verifyNoMoreInteractions",),
                "void t() { verifyNoMoreInteractions(m); }",
            )[_PATH]
        },
        diagnostics=_RUNNERS,
        title="verifyZeroInteractions",
    ),
    keeps(_java(("org.mockito.Matchers",), "Object o = Matchers.any();"), title="Mockito has it"),
    keeps(
        _java(("org.hamcrest.Matchers",), "Object o = Matchers.any();"),
        diagnostics=_MATCHERS,
        title="Hamcrest's Matchers",
    ),
]
