"""`reode plan`: what a migration would change, why, and what only a build can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.amounts import count
from reode.cli.envelope import print_json
from reode.cli.options import AsJson, Command, Panel, Release, checked_level
from reode.cli.terminal import BAD, FAINT, GOOD, PLACE, STRONG, WARN, Line, print_lines
from reode.errors import UsageError


def plan(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="Folder or git URL of the Maven project.")
    ],
    *,
    to: Annotated[int, typer.Option("--to", metavar="N", help="Java that builds and runs it.")],
    release: Release = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the plan for `migrate --plan`.")
    ] = None,
    sarif: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the findings as SARIF 2.1.0.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a migration would change and why; change nothing.

    Only what breaks for certain is planned. Take steps out of a saved plan before you hand it to
    `migrate --plan`: a removed step stays removed.
    """
    from reode.cli.sarif import write_sarif
    from reode.facts.target import Target
    from reode.run.planning import find_plan
    from reode.run.store import RunStore
    from reode.settings import read_settings

    target = Target(to, checked_level(to, release))
    data = find_plan(path, target, RunStore(read_settings().settings.home)).to_json()
    if save is not None:
        _write(save, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    if sarif is not None:
        _write(sarif, write_sarif(data))
    if as_json:
        print_json("plan", data)
        return
    print_lines(plan_lines(data))
    print_lines(_next(path, data, save))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"can't write {file}: {error.strerror}", hint="Name a file in a folder that exists."
        ) from error


def plan_lines(data: dict[str, Any]) -> Iterator[Line]:
    """Yield a plan as lines: steps with evidence and diff, what is uncertain, the level."""
    if data["dirty"]:
        yield (("note: ", WARN), "HEAD is planned; uncommitted changes stay out")
    level = "" if data["release"] == data["target"] else f", class files for Java {data['release']}"
    yield (
        ("plan", STRONG),
        f"  {data['source']} → Java {data['target']}{level}",
        (f" · commit {data['base_commit'][:10]}", FAINT),
    )
    for number, step in enumerate(data["steps"], 1):
        yield ()
        yield from _step(number, step)
    if not data["steps"]:
        yield ()
        yield ("Nothing here breaks for certain; a build may still find more.",)
    yield ()
    yield (("uncertain", STRONG),)
    for sentence in data["uncertain"]:
        yield ("  ", ("?", WARN), f" {sentence}")
    yield ()
    yield from _level(data["level"])


def _step(number: int, step: dict[str, Any]) -> Iterator[Line]:
    yield (
        (f"{number}. {step['title']}", STRONG),
        (f"  [{step['step']}] {count(step['lines'], 'line')}", FAINT),
    )
    for what, where in step["chain"]:
        yield ("   ", ("←", FAINT), f" {what}", (f"  {where}" if where else "", PLACE))
    for line in step["diff"].splitlines():
        yield ("   ", (line.rstrip("\r"), _diff_style(line)))


def _diff_style(line: str) -> str:
    if line.startswith(("+++", "---", "diff ", "@@")):
        return FAINT
    return GOOD if line.startswith("+") else BAD if line.startswith("-") else ""


def _level(level: dict[str, Any]) -> Iterator[Line]:
    yield (("level", STRONG),)
    highest = level["highest_with_minimal_upgrades"]
    yield (f"  with minimal upgrades this repository reaches class files for Java {highest}",)
    for limit in level["limits"]:
        step = f"{limit['used']} → {limit['version']} reaches {limit['reaches']}"
        yield ("  ", ("limit", WARN), f" {limit['artifact']}: {step}")
    for limit in level["limits_of_next"]:
        cost = (
            f"{limit['artifact']} {limit['used']} → {limit['next_version'] or 'no version known'}"
        )
        yield (f"  level {level['next_level']} would cost {cost}",)
    if level["asked"] > highest:
        yield (("  a lower level is possible: ", WARN), f"--release {highest}")


def _next(path: str, data: dict[str, Any], saved: Path | None) -> Iterator[Line]:
    yield ()
    asked = "" if data["release"] == data["target"] else f" --release {data['release']}"
    command = f"reode migrate {path} --to {data['target']}{asked}"
    yield ("next: ", (f"reode migrate {path} --plan {saved}" if saved else command, STRONG))


COMMANDS = (
    Command(
        "plan",
        plan,
        Panel.WORK,
        (
            "reode plan . --to 25",
            "reode plan . --to 25 --release 22        class files for 22",
            "reode plan . --to 25 --save plan.json    to review, edit and hand to migrate --plan",
            "reode plan . --to 25 --sarif plan.sarif  for code scanning",
        ),
    ),
)
