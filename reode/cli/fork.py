"""`reode fork` and `reode replay`: new runs that go on from another, or do it again from file."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from reode.cli.options import AsJson, Command, Panel, Quiet, RunName, Strict, Verbose


def fork(
    run: RunName,
    *,
    at: Annotated[
        str, typer.Option(metavar="CHECKPOINT", help="Its id, or its beginning; see history.")
    ],
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Rules only, no model.")] = False,
    max_iterations: Annotated[int | None, typer.Option(help="Validations at most.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="US dollars at most.")] = None,
    timeout: Annotated[float | None, typer.Option(help="Seconds at most.")] = None,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Go on from an earlier checkpoint of a run, as a new run on a branch of its own.

    The old run stays as it is. Limits and --no-llm may differ from those of the old run.
    """
    from reode.cli.migrate import exit_code
    from reode.cli.session import Session
    from reode.run.history import fork_run
    from reode.run.store import RunStore
    from reode.settings import read_settings

    limits = {"max_iterations": max_iterations, "max_cost": max_cost, "timeout": timeout}
    settings = read_settings(limits).settings
    changes: dict[str, Any] = {name: value for name, value in limits.items() if value is not None}
    if no_llm:
        changes |= {"use_models": False, "models": ()}
    store = RunStore(settings.home)
    stored = fork_run(store, store.find(run), at, **changes)
    session = Session("fork", settings, quiet=quiet, verbose=verbose, as_json=as_json)
    record = session.work(lambda migrations: migrations.resume(stored.run_id))
    raise typer.Exit(exit_code(record, strict=strict))


def replay(
    run: RunName,
    *,
    strict: Strict = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Do a run again with its models' answers from file: no key, no network to a provider.

    The new run starts from the same commit on a branch of its own; builds are real.
    """
    from reode.cli.migrate import exit_code
    from reode.cli.session import Session
    from reode.run.history import replay_run
    from reode.run.store import RunStore
    from reode.settings import read_settings

    settings = read_settings().settings
    store = RunStore(settings.home)
    stored = replay_run(store, store.find(run))
    session = Session("replay", settings, quiet=quiet, verbose=verbose, as_json=as_json)
    record = session.work(lambda migrations: migrations.resume(stored.run_id))
    raise typer.Exit(exit_code(record, strict=strict))


COMMANDS = (
    Command("replay", replay, Panel.WORK, ("reode replay latest", "reode replay 01JX --json")),
    Command(
        "fork",
        fork,
        Panel.WORK,
        (
            "reode history latest                     find a checkpoint",
            "reode fork latest --at 1f1ed84d-60a1     go on from there",
            "reode fork latest --at 1f1ed84d-60a1 --max-iterations 20",
        ),
    ),
)
