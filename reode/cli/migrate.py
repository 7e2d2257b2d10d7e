"""`reode migrate`, `resume` and `undo`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.errors import UsageError
from reode.facts.record import EndReason
from reode.facts.scorecard import Verdict
from reode.run.migration import Migrations, Wish
from reode.settings import Settings, read_settings

#: Exit code of a run that one of the user's limits ended.
_LIMIT_CODE = 124
_LOWEST, _HIGHEST = 11, 25


def migrate(
    path: Annotated[str, typer.Argument(help="Folder or git URL of the Maven project.")],
    *,
    to: Annotated[int, typer.Option("--to", help="Java that builds and runs it, 11 to 25.")],
    release: Annotated[
        int | None, typer.Option(help="Class-file level; the value of --to where not given.")
    ] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Rules only, no model.")] = False,
    max_iterations: Annotated[int | None, typer.Option(help="Validations at most.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="US dollars at most.")] = None,
    timeout: Annotated[float | None, typer.Option(help="Seconds at most.")] = None,
    jdk: Annotated[Path | None, typer.Option(help="JDK to build and run with.")] = None,
    strict: Annotated[bool, typer.Option(help="Exit 1 for migrated_unproven.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Migrate a Maven repository on a branch of its own."""
    settings = _settings(
        path, max_iterations=max_iterations, max_cost=max_cost, timeout=timeout, jdk=jdk
    )
    wish = Wish(path, to, _checked_level(to, release), use_models=not no_llm)
    record = Migrations(settings).start(wish)
    _end("migrate", record, as_json=as_json, strict=strict)


def resume(
    run: Annotated[str, typer.Argument(help="Id of the run, its beginning, or `latest`.")],
    *,
    strict: Annotated[bool, typer.Option(help="Exit 1 for migrated_unproven.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Go on with an interrupted run from its last finished step."""
    record = Migrations(read_settings().settings).resume(run)
    _end("resume", record, as_json=as_json, strict=strict)


def undo(
    run: Annotated[str, typer.Argument(help="Id of the run, its beginning, or `latest`.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Remove a run's branch and worktree."""
    request = Migrations(read_settings().settings).undo(run)
    if as_json:
        print_json("undo", {"run_id": request.run_id, "branch": request.branch})
    else:
        typer.echo(f"Removed branch {request.branch} and its worktree.")


def _settings(path: str, **flags: Any) -> Settings:
    project = Path(path) if Path(path).is_dir() else None
    return read_settings(flags, project=project, environment=os.environ).settings


def _checked_level(to: int, release: int | None) -> int:
    level = to if release is None else release
    if not _LOWEST <= to <= _HIGHEST:
        raise UsageError(f"--to {to}: REODE migrates to Java {_LOWEST} to {_HIGHEST}")
    if not 8 <= level <= to:
        raise UsageError(f"--release {level} is not between 8 and {to}, the value of --to")
    return level


def _end(command: str, record: dict[str, Any], *, as_json: bool, strict: bool) -> None:
    if as_json:
        print_json(command, record)
    else:
        typer.echo(f"{record['verdict']} ({record['reason']}): {record['detail']}")
        typer.echo(f"run {record['run_id']}")
    raise typer.Exit(exit_code(record, strict=strict))


def exit_code(record: dict[str, Any], *, strict: bool) -> int:
    """Return the exit code of a finished run."""
    verdict = Verdict(record["verdict"])
    if verdict is Verdict.MIGRATED:
        return 0
    if verdict is Verdict.MIGRATED_UNPROVEN:
        return 1 if strict else 0
    return _LIMIT_CODE if EndReason(record["reason"]).is_limit else 1
