"""`reode verify`: judge somebody's migration by comparing two trees."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.cli.options import AsJson, Command, JdkHome, Panel, Release, TestJava, checked_level
from reode.errors import UsageError

if TYPE_CHECKING:
    from reode.facts.target import Target
    from reode.run.verify import Workshop


class Criteria(StrEnum):
    """Whose criteria to print beside REODE's own."""

    MIGRATIONBENCH = "migrationbench"


def _folder(text: str) -> Any:
    return typer.Option(exists=True, file_okay=False, resolve_path=True, metavar="DIR", help=text)


def verify(
    *,
    base: Annotated[Path, _folder("The tree before.")],
    migrated: Annotated[Path, _folder("The tree after.")],
    to: Annotated[int, typer.Option("--to", metavar="N", help="Java that builds and runs it.")],
    release: Release = None,
    jdk: JdkHome = None,
    test_java: TestJava = None,
    goal: Annotated[str, typer.Option(help="Maven goal that proves the build.")] = "verify",
    baseline: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Stored outcome of the base, instead of building it."),
    ] = None,
    renames: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="JSON of renamed tests: old class or class#method → new."
        ),
    ] = None,
    criteria: Annotated[
        Criteria | None, typer.Option(help="Print another benchmark's criteria as well.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for passed_unproven.")] = False,
    answer: Annotated[Path | None, typer.Option(hidden=True, metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Judge a migration: build both trees afresh and compare what they build, test and offer.

    Neither folder is written to. Exit code 0: passed, or passed_unproven (nothing failed, but
    something could not be judged); 1: failed.
    """
    from reode.cli.verify_report import report_json, report_lines
    from reode.facts.target import Target
    from reode.guards.migrationbench import judge_criteria
    from reode.run.verify import VerifyRequest
    from reode.run.verify import verify as compare

    target = Target(to, checked_level(to, release))
    request = VerifyRequest(base, migrated, target, goal, baseline, _renames(renames))
    result = compare(request, _workshop(migrated, target, jdk, test_java, quiet=as_json))
    found = judge_criteria(result.comparison) if criteria is not None else ()
    data = report_json(result, found)
    if answer is not None:
        answer.write_text(json.dumps(data), encoding="utf-8")
    if as_json:
        print_json("verify", data)
    else:
        from reode.cli.terminal import print_lines

        print_lines(report_lines(result, found))
    raise typer.Exit(_exit_code(data["answer"], strict=strict))


def _workshop(
    project: Path, target: Target, jdk: Path | None, test_java: Path | None, *, quiet: bool
) -> Workshop:
    """Find the JDKs and Maven of this machine."""
    from reode.run.machine import find_machine
    from reode.run.verify import Workshop
    from reode.settings import read_settings

    settings = read_settings({"jdk": jdk, "test_java": test_java}, project=None).settings
    machine = find_machine(project, target, settings, settings.home / "cache")

    def say(text: str) -> None:
        if not quiet:
            typer.echo(text, err=True)

    return Workshop(machine.maven, machine.jdks, machine.jdk, say)


def _renames(path: Path | None) -> dict[str, str]:
    if path is None:
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} is no JSON file: {error}") from error
    if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
        raise UsageError(f"{path} must map names to names")
    return data


def _exit_code(answer: str, *, strict: bool) -> int:
    return {"passed": 0, "passed_unproven": int(strict)}.get(answer, 1)


COMMANDS = (
    Command(
        "verify",
        verify,
        Panel.WORK,
        (
            "reode verify --base before --migrated after --to 17",
            "reode verify --base before --migrated after --to 25 --release 22 --json",
            "reode verify --base before --migrated after --to 17 --criteria migrationbench",
        ),
    ),
)
