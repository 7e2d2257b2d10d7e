"""Writes the reference pages of `docs/reference/` from the code: `python -m reode.cli.reference`."""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import typer

import reode.events
from reode import errors
from reode.cli.main import build_app
from reode.cli.options import GROUPS
from reode.events import SCHEMA_VERSION, Event
from reode.facts.record import EndReason
from reode.facts.scorecard import GateId, Verdict
from reode.settings import Settings

_MADE = "<!-- Made by `python -m reode.cli.reference`; a test keeps it current. -->"


def pages() -> dict[str, str]:
    """Return the reference pages: file name to Markdown."""
    return {
        "cli.md": _page("Commands", _commands()),
        "settings.md": _page("Settings", _settings()),
        "events.md": _page("Events", _events()),
        "exit-codes.md": _page("Exit codes, verdicts and reasons", _exit_codes()),
    }


def _page(title: str, lines: Iterator[str]) -> str:
    return "\n".join([f"# {title}", "", _MADE, "", *lines]).rstrip() + "\n"


def _commands() -> Iterator[str]:
    root: Any = typer.main.get_command(build_app(tuple(GROUPS)))
    yield "Every command takes `--help`. With `--json` a command prints exactly one object on stdout:"
    yield '`{"schema_version": 1, "command": …, "data": …}`, or `"error"` with `message`, `hint` and'
    yield "`exit_code` in place of `data`; progress goes to stderr."
    for name, command in root.commands.items():
        inner = getattr(command, "commands", {})
        if not inner:
            yield from _command(f"reode {name}", command)
            continue
        yield from ("", f"## reode {name}", "", _prose(command.help))
        for leaf_name, leaf in inner.items():
            yield from _command(f"reode {name} {leaf_name}", leaf, "###")


def _command(name: str, command: Any, level: str = "##") -> Iterator[str]:
    arguments = " ".join(_metavar(p) for p in command.params if p.param_type_name == "argument")
    yield from ("", f"{level} {name}", "", f"`{name} {arguments}`".replace(" `", "`"), "")
    yield _prose(command.help)
    rows = [p for p in command.params if not getattr(p, "hidden", False) and p.name != "help"]
    if rows:
        yield from ("", "| option | default | |", "|---|---|---|")
    for parameter in rows:
        yield f"| {_names(parameter)} | {_default(parameter)} | {_cell(parameter.help)} |"
    lines = [line.strip() for line in (command.epilog or "").splitlines()[1:]]
    if lines:
        yield from ("", "```console", *(f"$ {line}" for line in lines), "```")


def _metavar(parameter: Any) -> str:
    name = parameter.metavar or parameter.name.upper()
    return name if parameter.required else f"[{name}]"


def _names(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`"
    value = "" if parameter.is_flag else f" {parameter.metavar or parameter.name.upper()}"
    return ", ".join(f"`{option}{value}`" for option in parameter.opts)


def _default(parameter: Any) -> str:
    value = parameter.default
    if parameter.required:
        return "required"
    if value in (None, False, ()) or callable(value):
        return ""
    return f"`{value}`"


def _prose(text: str | None) -> str:
    return inspect.cleandoc(text or "").strip()


def _cell(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")


def _settings() -> Iterator[str]:
    yield "A flag wins over the environment, the project's `.reode.toml`, the user's `reode.toml` and"
    yield "the default, in this order. `reode config` shows each value and where it came from. An"
    yield "unknown key or `REODE_` variable is an error. Times are in seconds, money in US dollars."
    yield from ("", "| key | variable | default | |", "|---|---|---|---|")
    for name, field in Settings.model_fields.items():
        known = field.default
        shown = "" if known is None or field.default_factory is not None else f"`{known}`"
        shown = "" if known == () else shown
        text = _cell(field.description)
        yield f"| `{name}` | `REODE_{name.upper()}` | {shown} | {text} |"
    yield from ("", "Lists are written with commas in a variable, as arrays in TOML.")


def _events() -> Iterator[str]:
    yield f"Version {SCHEMA_VERSION}. Each line of a run's `events.jsonl` is one object with"
    yield "`schema_version`, `run`, `seq` (from 1, without gaps), `time` (ISO 8601, UTC), `event` and"
    yield "`data`. How to read it: [../events.md](../events.md)."
    for event in event_classes():
        yield from ("", f"## {event.kind}", "", _prose(event.__doc__), "")
        yield from ("| field | type | default |", "|---|---|---|")
        hints = typing.get_type_hints(event)
        for field in fields(event):
            default = "" if field.default is MISSING else f"`{field.default!r}`"
            yield f"| `{field.name}` | {_type(hints[field.name])} | {default} |"


def event_classes() -> tuple[type[Event], ...]:
    """Return the event classes in the order of their module."""
    found = vars(reode.events).values()
    return tuple(
        c for c in found if isinstance(c, type) and issubclass(c, Event) and c is not Event
    )


def _type(hint: Any) -> str:
    plain = isinstance(hint, type) and not typing.get_args(hint)
    return (hint.__name__ if plain else str(hint)).replace("|", "or")


_CODES = {
    0: "`migrated`, or `migrated_unproven` without `--strict`; `verify`: passed",
    1: "`partial` or `gave_up`, the best state is kept; `migrated_unproven` with `--strict`; "
    "`verify`: failed; a fault of REODE",
    2: "the command line, a setting, a run's name or a plan is wrong",
    3: "the machine or the repository is not fit; nothing was edited",
    4: "a model provider is unusable where one is needed",
    124: "a limit of the user's ended the run: money, time or iterations",
    130: "interrupted; `reode resume RUN` goes on",
}


def _exit_codes() -> Iterator[str]:
    yield from ("| code | meaning |", "|---:|---|")
    for code, text in _CODES.items():
        yield f"| {code} | {text} |"
    yield from ("", "## Errors", "", "| error | code | meaning |", "|---|---:|---|")
    for error in _error_classes():
        yield f"| `{error.__name__}` | {error.exit_code} | {_cell(error.__doc__)} |"
    yield from ("", "## Verdicts", "", ", ".join(f"`{verdict}`" for verdict in Verdict) + ".")
    yield from ("", "## Reasons", "", ", ".join(f"`{reason}`" for reason in EndReason) + ".")
    yield from ("", "## Gates", "", ", ".join(f"`{gate}`" for gate in GateId) + ".")


def _error_classes() -> list[type[errors.ReodeError]]:
    found = (v for v in vars(errors).values() if isinstance(v, type))
    return [c for c in found if issubclass(c, errors.ReodeError)]


def write_pages(folder: Path) -> None:
    """Write all pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference"))
