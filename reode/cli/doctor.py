"""`reode doctor`: what this machine can do, and what REODE could do with a project."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from reode.cli.envelope import print_json
from reode.cli.health import Health, Item
from reode.cli.options import AsJson, Command, Panel
from reode.cli.terminal import BAD, FAINT, GOOD, STRONG, WARN, Line, print_lines

#: Exit code where something would keep a run from working.
_UNFIT = 3
_MARKS = {
    Health.OK: ("✔", GOOD),
    Health.INFO: ("·", FAINT),
    Health.WARN: ("!", WARN),
    Health.FAIL: ("✘", BAD),
}


def doctor(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Project to look at too.")
    ] = None,
    *,
    network: Annotated[bool, typer.Option("--network", help="Also try the network.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check this machine, and what could be done with a project; exit 3 where something fails."""
    items = list(_items(path, network=network))
    fit = all(item.health is not Health.FAIL for item in items)
    if as_json:
        print_json("doctor", {"fit": fit, "items": [item.to_json() for item in items]})
    else:
        print_lines(doctor_lines(items))
    raise typer.Exit(0 if fit else _UNFIT)


def _items(path: Path | None, *, network: bool) -> Iterator[Item]:
    from reode.build.jdk import find_jdks
    from reode.cli.checks import machine_items, model_items, network_item
    from reode.cli.project_checks import project_items
    from reode.run.store import RunStore
    from reode.settings import read_settings

    settings = read_settings(project=path).settings
    yield from machine_items(settings, os.environ)
    yield from model_items(settings)
    if network:
        yield network_item()
    if path is not None:
        jdks = find_jdks(explicit=(settings.jdk,) if settings.jdk else ())
        yield from project_items(path, jdks, RunStore(settings.home).repositories)


def doctor_lines(items: list[Item]) -> Iterator[Line]:
    """Yield the items by group, each remedy below its item, and the answer at the end."""
    for group, members in groupby(items, key=lambda item: item.group):
        yield ((group, STRONG),)
        for item in members:
            yield ("  ", _MARKS[item.health], f" {item.name:<13} {item.detail}")
            if item.remedy:
                yield ("    ", (f"→ {item.remedy}", FAINT))
    failed = [item.name for item in items if item.health is Health.FAIL]
    yield ()
    if failed:
        yield (("not fit", BAD), f": {', '.join(failed)}")
    else:
        yield (("fit", GOOD), " to migrate · next: ", ("reode plan PATH --to N", STRONG))


COMMANDS = (
    Command(
        "doctor",
        doctor,
        Panel.MACHINE,
        (
            "reode doctor                what this machine can do",
            "reode doctor path/to/repo   and what could be done with a project",
            "reode doctor --network      also try the network",
        ),
    ),
)
