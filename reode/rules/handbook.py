"""Renders the page about all rules and the minimum versions, from the rules' own files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reode.facts.floors import Floor, load_floors
from reode.facts.recipe_artifacts import load_recipe_artifacts, origin_of, recipe_plugin
from reode.rules.rule import Rule, When

_HEAD = """\
# The rules

Made by `reode rules docs > docs/rules.md`; a test keeps it current. A *certain* rule is asked before
every build; a *diagnosed* one only when a build has shown one of its kinds of problem. How to write
one: [adding-a-rule.md](adding-a-rule.md).

| rule | when | what is wrong |
|---|---|---|
"""
_RECIPES = f"""\
## Artifacts of OpenRewrite

What may run unasked, from `reode/facts/recipe_artifacts.toml`: the plugin
`{recipe_plugin().coordinates}`, what it brings along, and what a rule may name. Anything else runs
only where you name it: `reode migrate --recipes GROUP:ARTIFACT:VERSION#fully.qualified.Recipe`.

| artifact | licence | role | known by |
|---|---|---|---|
"""
_FLOORS = """\
## Minimum versions

What is too old, by the JDK that runs it and by the class-file level it has to read; from
`reode/facts/floors.toml`. "Fine below" names older versions that work nevertheless.

| artifact | by JDK | by level | fine below | known by |
|---|---|---|---|---|
"""


def render_handbook(rules: Iterable[Rule]) -> str:
    """Return the page as Markdown."""
    known = tuple(rules)
    rows = [
        f"| [{rule.id}](#{rule.id}) | {_when(rule)} | {_cell(rule.doc['Title'])} |"
        for rule in known
    ]
    parts = [_HEAD + "\n".join(rows) + "\n", *(_section(rule) for rule in known)]
    artifacts = _RECIPES + "\n".join(_artifact_lines()) + "\n"
    floors = _FLOORS + "\n".join(_floor(row) for row in load_floors()) + "\n"
    return "\n".join([*parts, artifacts, floors])


def _section(rule: Rule) -> str:
    lines = [f"## {rule.id}", "", f"{rule.doc['Title']}", ""]
    lines += [f"- **{part}** {rule.doc[part]}" for part in ("Symptom", "Cause", "Source")]
    lines += [f"- **Asked** {_asked(rule)}"]
    if recipes := recipe_lines(rule):
        lines += [f"- **Recipes** {', '.join(recipes)}; OpenRewrite runs them on a copy"]
    lines += [
        f"- **Changes** {_titles(rule, keeps=False)}",
        f"- **Keeps** {_titles(rule, keeps=True)}",
    ]
    return "\n".join([*lines, ""])


def recipe_lines(rule: Rule) -> list[str]:
    """Return `name version (licence)` of each recipe that a rule's cases show, each once."""
    calls = [call for case in rule.cases for call in case.calls]
    told = [(call.name, *origin_of(call).split(" ", 1)) for call in calls]
    return list(dict.fromkeys(f"`{name}` {version} ({licence})" for name, version, licence in told))


def _artifact_lines() -> list[str]:
    rows = load_recipe_artifacts()
    return [f"| {r.coordinates} | {r.licence} | {r.role} | {_cell(r.verified)} |" for r in rows]


def _when(rule: Rule) -> str:
    since = f" (JDK {rule.targets.start}+)" if rule.targets.start > 9 else ""
    return f"{rule.when}{since}"


def _asked(rule: Rule) -> str:
    kinds = ", ".join(f"`{kind}`" for kind in sorted(rule.kinds))
    if rule.when is When.CERTAIN:
        return "before every build" + (f"; looks at {kinds} too" if kinds else "")
    return f"when a build shows {kinds}"


def _titles(rule: Rule, *, keeps: bool) -> str:
    return "; ".join(case.title for case in rule.cases if case.keeps is keeps)


def _floor(row: Floor) -> str:
    cells = (row.artifact, _table(row.by_jdk), _table(row.by_level), row.fine_below, row.verified)
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _table(table: Mapping[int, str]) -> str:
    return ", ".join(f"{java}: {version}" for java, version in sorted(table.items()))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
