"""Lines of styled text on a stream: colour only on a terminal, and never with NO_COLOR."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

#: A piece of a line: plain text, or text with one of the styles below.
Span = str | tuple[str, str]
Line = tuple[Span, ...]

GOOD, WARN, BAD, FAINT, STRONG, PLACE = "green", "yellow", "red", "dim", "bold", "cyan"


def plain(line: Line) -> str:
    """Return the text of a line without its styles."""
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def styled(line: Line) -> Text:
    """Return a line for rich; brackets in the text stay text."""
    return Text.assemble(*line)


def open_console(stream: TextIO) -> Console:
    """Return a console that neither wraps, nor reads markup, nor guesses at colours."""
    return Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)


def print_lines(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Print lines, by default on stdout."""
    console = open_console(stream or sys.stdout)
    for line in lines:
        console.print(styled(line))


def make_streams_safe() -> None:
    """Let stdout and stderr replace what their encoding can't say, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
