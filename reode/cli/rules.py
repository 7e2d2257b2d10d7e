"""`reode rules`: the deterministic fixes REODE knows, their proofs, and the page about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.facts.recipe_artifacts import recipe_plugin
from reode.rules.cases import Shape, check_case
from reode.rules.discovery import find_rules, rule_by_id
from reode.rules.handbook import recipe_lines, render_handbook
from reode.rules.rule import Case, Rule

app = typer.Typer(help="Show and test the deterministic fixes.", no_args_is_help=True)
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
RuleId = Annotated[
    str, typer.Argument(metavar="ID", help="A rule's id, as `rules list` prints it.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--rules", metavar="DIR", help="A folder of your own rules to load as well."),
]


@app.command("list")
def list_rules(*, rules: Folder = None, as_json: Json = False) -> None:
    """List the rules in the order in which they are asked."""
    found = find_rules(rules)
    if as_json:
        print_json("rules list", {"rules": [_row(rule) for rule in found]})
        return
    width = max(len(rule.id) for rule in found)
    for rule in found:
        typer.echo(f"{rule.id:<{width}}  {rule.when:<9}  {rule.doc['Title']}")


@app.command()
def show(rule_id: RuleId, *, rules: Folder = None, as_json: Json = False) -> None:
    """Show what a rule repairs, why, where that is known from, and its cases."""
    rule = rule_by_id(rule_id, rules)
    if as_json:
        cases = [{"title": case.title, "changes": not case.keeps} for case in rule.cases]
        shown = {"doc": dict(rule.doc), "recipes": recipe_lines(rule), "cases": cases}
        print_json("rules show", {**_row(rule), **shown})
        return
    typer.echo(f"{rule.id}: {rule.doc['Title']}\n")
    for part in ("Symptom", "Cause", "Source"):
        typer.echo(f"{part}: {rule.doc[part]}\n")
    for recipe in recipe_lines(rule):
        typer.echo(f"Recipe: {recipe}, run by {recipe_plugin().coordinates}\n")
    for case in rule.cases:
        typer.echo(f"  {'keeps  ' if case.keeps else 'changes'}  {case.title}")


@app.command("test")
def check(rule_id: RuleId, *, rules: Folder = None, as_json: Json = False) -> None:
    """Check a rule against its cases, each in plain, CRLF and tab shape; exit 1 where one fails."""
    rule = rule_by_id(rule_id, rules)
    answers = [_checked(rule, case) for case in rule.cases]
    failed = [answer for answer in answers if answer["problems"]]
    if as_json:
        print_json("rules test", {"rule": rule.id, "passed": not failed, "cases": answers})
    else:
        for answer in answers:
            typer.echo(f"{'FAIL' if answer['problems'] else 'ok  '} {answer['title']}")
            for problem in answer["problems"]:
                typer.echo(f"     {problem}")
        typer.echo(f"{len(answers) - len(failed)} of {len(answers)} cases hold")
    if failed:
        raise typer.Exit(1)


@app.command()
def docs(*, rules: Folder = None) -> None:
    """Print the page about all rules, as Markdown: `reode rules docs > docs/rules.md`."""
    typer.echo(render_handbook(find_rules(rules)), nl=False)


def _row(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "title": rule.doc["Title"],
        "when": str(rule.when),
        "kinds": sorted(rule.kinds),
        "order": rule.order,
        "jdks": [rule.targets.start, rule.targets.stop - 1],
    }


def _checked(rule: Rule, case: Case) -> dict[str, Any]:
    problems = [
        f"{shape}: {problem}" for shape in Shape for problem in check_case(rule, case, shape)
    ]
    return {"title": case.title, "changes": not case.keeps, "problems": problems}
