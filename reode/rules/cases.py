"""The cases of rules: how they are written, and how one is checked in several shapes of file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from textwrap import dedent, indent
from typing import Any

from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.edit import Edit
from reode.facts.recipe import RecipeCall
from reode.facts.recipe_artifacts import unlisted
from reode.facts.target import Target
from reode.project.model_repository import PomRepository
from reode.project.view import ProjectView
from reode.rules.apply import edits_of, recipes_of
from reode.rules.rule import Case, Rule, Situation

JDK17 = Target(jdk=17, release=17)
JDK21 = Target(jdk=21, release=21)
JDK25 = Target(jdk=25, release=25)

Files = str | Mapping[str, str]


class Shape(StrEnum):
    """How the same files may be written: a rule must keep each shape."""

    PLAIN = "plain"
    CRLF = "crlf"
    TABS = "tabs"


def changes(
    before: Files,
    after: str | Mapping[str, str | None],
    *,
    title: str = "",
    target: Target = JDK17,
    diagnostics: tuple[Diagnostic, ...] = (),
    repository: Mapping[str, str] | None = None,
) -> Case:
    """Return a case where `before` must become `after`; a plain text is the root's pom.xml."""
    wanted = {"pom.xml": after} if isinstance(after, str) else dict(after)
    return Case(title, _files(before), wanted, target, diagnostics, repository or {})


def keeps(
    files: Files,
    *,
    title: str = "",
    target: Target = JDK17,
    diagnostics: tuple[Diagnostic, ...] = (),
    repository: Mapping[str, str] | None = None,
) -> Case:
    """Return a case where nothing may change."""
    return Case(title, _files(files), None, target, diagnostics, repository or {})


def asks(
    files: Files,
    *calls: RecipeCall,
    title: str = "",
    target: Target = JDK17,
    diagnostics: tuple[Diagnostic, ...] = (),
    repository: Mapping[str, str] | None = None,
) -> Case:
    """Return a case where the rule must ask for exactly these recipes, and edits nothing itself.

    Their options, stand-ins and bounds count; of the reasons only that there is one.
    """
    held = repository or {}
    return Case(title, _files(files), None, target, diagnostics, held, calls)


def pom(body: str = "", *, packaging: str = "", parent: str = "", artifact: str = "app") -> str:
    """Return a whole pom with `body` in it; `parent` is "g:a:v" or "g:a:v:relativePath"."""
    lines = ["<modelVersion>4.0.0</modelVersion>"]
    if parent:
        lines += _parent(parent.split(":"))
    else:
        lines += ["<groupId>org.acme</groupId>"]
    lines += [f"<artifactId>{artifact}</artifactId>"]
    if not parent:
        lines += ["<version>1.0</version>"]
    if packaging:
        lines += [f"<packaging>{packaging}</packaging>"]
    text = "\n".join(lines) + "\n" + dedent(body).strip("\n")
    head = '<project xmlns="http://maven.apache.org/POM/4.0.0">\n'
    return head + indent(text.rstrip("\n"), "  ") + "\n</project>\n"


def diagnostic(
    kind: str,
    message: str = "",
    *,
    evidence: Mapping[str, str] | None = None,
    phase: Phase = Phase.TEST,
    **fields: Any,
) -> Diagnostic:
    """Return a diagnostic as a build would have given it."""
    return Diagnostic(kind, phase, message or kind, evidence=evidence or {}, **fields)


def situation_of(case: Case, shape: Shape = Shape.PLAIN) -> Situation:
    """Return the situation that a case describes, its files written in a shape."""
    files = {path: shaped(path, text, shape) for path, text in case.before.items()}
    repository = PomRepository.of(case.repository)
    view = ProjectView.of(files, repository=repository, jdk=case.target.jdk)
    return Situation(view, case.target, case.diagnostics)


def check_case(rule: Rule, case: Case, shape: Shape = Shape.PLAIN) -> list[str]:
    """Return what is wrong with a rule's answer to a case, in sentences (none: it holds).

    A second application must find nothing to do.
    """
    situation = situation_of(case, shape)
    edits = edits_of(rule, situation) if rule.is_awake(situation) else []
    wanted = {
        path: None if text is None else shaped(path, text, shape)
        for path, text in (case.after or {}).items()
    }
    problems = _differences(edits, wanted, situation)
    calls = recipes_of(rule, situation) if rule.is_awake(situation) else []
    problems += _misnamed(calls, case.calls)
    again = replace(situation, view=situation.view.with_edits(edits))
    if edits and rule.is_awake(again) and edits_of(rule, again):
        problems.append("a second application changes something again")
    return problems


def shaped(path: str, text: str, shape: Shape) -> bytes:
    """Return a file's bytes written in a shape; tabs only where indentation carries no meaning."""
    if shape is Shape.TABS and path.endswith((".xml", ".java")):
        text = re.sub(r"^(?:  )+", lambda m: "\t" * (len(m.group()) // 2), text, flags=re.MULTILINE)
    if shape is Shape.CRLF:
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8", "surrogateescape")


def _differences(
    edits: list[Edit], wanted: Mapping[str, bytes | None], situation: Situation
) -> list[str]:
    got, view = {edit.path: edit.content for edit in edits}, situation.view
    problems = [
        f"{path} must not change:\n{_show(data)}"
        for path, data in got.items()
        if path not in wanted
    ]
    for path, data in wanted.items():
        if path not in got:
            if not view.exists(path) or view.read(path) != data:
                problems.append(f"{path} stays as it was")
        elif got[path] != data:
            problems.append(f"{path} becomes:\n{_show(got[path])}\nbut should be:\n{_show(data)}")
    return problems


def _misnamed(calls: list[RecipeCall], wanted: tuple[RecipeCall, ...]) -> list[str]:
    """Return how the recipes differ from the wanted ones, and which may not run unasked."""
    got, due = [_without_reason(c) for c in calls], [_without_reason(c) for c in wanted]
    problems = [f"asks for {_told(c)}" for c in got if c not in due]
    problems += [f"does not ask for {_told(c)}" for c in due if c not in got]
    problems += [f"{c.name} has no reason" for c in calls if not c.reason]
    problems += [f"{a} may not run unasked" for c in calls for a in unlisted(c)]
    return problems


def _without_reason(call: RecipeCall) -> RecipeCall:
    return replace(call, reason="")


def _told(call: RecipeCall) -> str:
    options = ", ".join(f"{name}={value}" for name, value in call.options.items())
    bounds = f"files {', '.join(call.files)}; mentions {', '.join(call.mentions) or 'anything'}"
    return f"{call.name}({options}; {bounds}; stands in {', '.join(call.stand_ins) or 'nothing'})"


def _show(data: bytes | None) -> str:
    return "(deleted)" if data is None else data.decode(errors="replace")


def _files(files: Files) -> dict[str, str]:
    return {"pom.xml": files} if isinstance(files, str) else dict(files)


def _parent(parts: list[str]) -> list[str]:
    names = ("groupId", "artifactId", "version", "relativePath")
    inner = [f"  <{n}>{p}</{n}>" for n, p in zip(names, parts, strict=False)]
    return ["<parent>", *inner, "</parent>"]
