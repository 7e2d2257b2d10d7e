"""`reode migrate`, `resume` and `undo`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.cli.options import (
    AsJson,
    Command,
    JdkHome,
    Panel,
    Quiet,
    Release,
    RunName,
    Strict,
    TestJava,
    Verbose,
    checked_level,
)
from reode.errors import UsageError

#: Exit code of a run that one of the user's limits ended.
_LIMIT_CODE = 124
#: Exit code of a run that was refused before any edit.
_REFUSED_CODE = 3
#: Exit code of a run that needed a model which could not be used.
_MODEL_CODE = 4


def migrate(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="Folder or git URL of the Maven project.")
    ],
    *,
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="N", help="Java that builds and runs it, 11 to 25."),
    ] = None,
    release: Release = None,
    plan: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Do what a saved plan says.")
    ] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Rules only, no model.")] = False,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="First model to ask; script:FILE too.")
    ] = None,
    escalate_to: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL", help="Next model, with the whole project; repeatable."),
    ] = None,
    max_iterations: Annotated[int | None, typer.Option(help="Validations at most.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="US dollars at most.")] = None,
    timeout: Annotated[float | None, typer.Option(help="Seconds at most.")] = None,
    minimise: Annotated[
        bool, typer.Option("--minimise", help="Leave out each change that the gates can spare.")
    ] = False,
    rules: Annotated[
        Path | None,
        typer.Option(
            "--rules",
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="A folder of your own rules to load as well.",
        ),
    ] = None,
    recipes: Annotated[
        list[str] | None,
        typer.Option(
            "--recipes",
            metavar="G:A:V#RECIPE",
            help="OpenRewrite recipe to run too, under its own licence; repeatable.",
        ),
    ] = None,
    jdk: JdkHome = None,
    test_java: TestJava = None,
    notify: Annotated[
        str | None, typer.Option(metavar="CMD", help="Run CMD at the end, result as JSON on stdin.")
    ] = None,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Migrate a Maven repository on a branch of its own.

    HEAD is migrated in a worktree of its own; the checkout is never written. Without a key, rules
    do the work; with one, the model of --model or REODE_MODEL joins where no rule knows the answer.
    """
    from reode.cli.plan_file import wish_of
    from reode.cli.session import Session
    from reode.settings import read_settings

    wish = wish_of(path, to, release, plan, use_models=not no_llm, check=checked_level)
    wish = replace(wish, rules_folder=_checked_rules(rules))
    flags: dict[str, Any] = {
        "model": model,
        "escalate_to": tuple(escalate_to) if escalate_to else None,
        "max_iterations": max_iterations,
        "max_cost": max_cost,
        "timeout": timeout,
        "minimise": minimise or None,
        "recipes": tuple(recipes) if recipes else None,
        "jdk": jdk,
        "test_java": test_java,
    }
    settings = read_settings(flags, project=_folder(path)).settings
    session = Session("migrate", settings, quiet=quiet, verbose=verbose, as_json=as_json)
    record = session.work(lambda migrations: migrations.start(wish), notify=notify)
    raise typer.Exit(exit_code(record, strict=strict))


def _checked_rules(folder: Path | None) -> str | None:
    """Return the folder for the request; a malformed rule is refused before there is a run."""
    if folder is None:
        return None
    from reode.rules.discovery import find_rules

    find_rules(folder)
    return str(folder.resolve())


def resume(
    run: RunName,
    *,
    notify: Annotated[
        str | None, typer.Option(metavar="CMD", help="Run CMD at the end, result as JSON on stdin.")
    ] = None,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Go on with an interrupted run from its last finished step."""
    from reode.cli.session import Session
    from reode.settings import read_settings

    session = Session(
        "resume", read_settings().settings, quiet=quiet, verbose=verbose, as_json=as_json
    )
    record = session.work(lambda migrations: migrations.resume(run), notify=notify)
    raise typer.Exit(exit_code(record, strict=strict))


def undo(run: RunName, *, as_json: AsJson = False) -> None:
    """Remove a run's branch and worktree, and forget the run."""
    from reode.run.migration import Migrations
    from reode.settings import read_settings

    request = Migrations(read_settings().settings).undo(run)
    if as_json:
        print_json("undo", {"run_id": request.run_id, "branch": request.branch})
    else:
        typer.echo(f"Removed branch {request.branch} and its worktree.")


def exit_code(record: dict[str, Any], *, strict: bool) -> int:
    """Return the exit code of a finished run."""
    from reode.facts.record import EndReason
    from reode.facts.scorecard import Verdict

    verdict = Verdict(record["verdict"])
    if verdict is Verdict.MIGRATED:
        return 0
    if verdict is Verdict.MIGRATED_UNPROVEN:
        return 1 if strict else 0
    reason = EndReason(record["reason"])
    if reason.is_limit:
        return _LIMIT_CODE
    if reason in _refusals() and not record.get("transforms"):
        return _REFUSED_CODE
    return _MODEL_CODE if reason is EndReason.MODEL_UNUSABLE else 1


def _refusals() -> frozenset[Any]:
    """Return the reasons that say: nothing could be done with this repository or machine."""
    from reode.facts.record import EndReason

    return frozenset(
        {
            EndReason.PROJECT_UNREADABLE,
            EndReason.UNSUPPORTED_BUILD_TOOL,
            EndReason.JDK_MISSING,
            EndReason.BUILD_TOOL_MISSING,
        }
    )


def _folder(path: str) -> Path | None:
    place = Path(path)
    try:
        return place if place.is_dir() else None
    except OSError as error:
        raise UsageError(f"{path[:80]} can't be read: {error.strerror}") from error


COMMANDS = (
    Command(
        "migrate",
        migrate,
        Panel.WORK,
        (
            "reode migrate . --to 25",
            "reode migrate . --to 25 --release 22     build on 25, class files for 22",
            "reode migrate https://github.com/OWNER/NAME --to 17 --no-llm",
            "reode migrate . --plan plan.json         do what was reviewed",
            "reode migrate . --to 17 --recipes org.acme:own:1.0#org.acme.Own   run a recipe too",
            "reode migrate . --to 21 --minimise       try the result without each of its changes",
            "reode migrate . --to 21 --json --strict  in CI: one object, exit 1 if unproven",
        ),
    ),
    Command("resume", resume, Panel.WORK, ("reode resume latest", "reode resume 01JX")),
    Command("undo", undo, Panel.WORK, ("reode undo latest", "reode undo 01JX")),
)
