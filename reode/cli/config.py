"""`reode config`: every setting, its value and where it came from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from reode.cli.envelope import print_json
from reode.cli.options import AsJson, Command, Panel
from reode.cli.terminal import FAINT, PLACE, STRONG, Line, print_lines


def config(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="Project whose .reode.toml counts too.")
    ] = Path(),
    *,
    as_json: AsJson = False,
) -> None:
    """Print every setting, its value and where it came from.

    A flag wins over a REODE_ variable, the project's .reode.toml, the user's reode.toml and the
    default, in this order.
    """
    rows = setting_rows(path)
    if as_json:
        print_json("config", {"settings": rows})
    else:
        print_lines(_line(row) for row in rows)


def setting_rows(path: Path) -> list[dict[str, Any]]:
    """Return name, value, origin and description of every setting."""
    from reode.settings import Settings, read_settings

    found = read_settings(project=path)
    values = found.settings.model_dump(mode="json")
    return [
        {
            "name": name,
            "value": values[name],
            "origin": found.origin[name],
            "description": field.description or "",
        }
        for name, field in Settings.model_fields.items()
    ]


def _line(row: dict[str, Any]) -> Line:
    value = row["value"]
    shown = "not set" if value is None or value == [] else str(value)
    own = row["origin"] != "default"
    return (
        (f"{row['name']:<15}", STRONG),
        (f"{shown:<32}", "" if own else FAINT),
        (f"{row['origin']}", PLACE if own else FAINT),
        (f"  {row['description']}", FAINT),
    )


COMMANDS = (
    Command("config", config, Panel.MACHINE, ("reode config", "reode config path/to/project")),
)
