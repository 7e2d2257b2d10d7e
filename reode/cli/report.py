"""`reode report`: a finished run as Markdown, HTML or JSON."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from reode.cli.envelope import print_json
from reode.cli.material import read_material
from reode.cli.options import AsJson, Command, Panel, RunName
from reode.errors import UsageError
from reode.report.data import to_data, to_json
from reode.report.html import to_html
from reode.report.markdown import to_markdown
from reode.report.material import Material
from reode.run.store import RunStore, StoredRun


class Form(StrEnum):
    """The forms of a report."""

    MARKDOWN = "md"
    HTML = "html"
    JSON = "json"


_WRITERS = {Form.MARKDOWN: to_markdown, Form.HTML: to_html, Form.JSON: to_json}


def report(
    run: RunName,
    *,
    form: Annotated[Form, typer.Option("--format", help="md, html or json.")] = Form.MARKDOWN,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print or write the report of a finished run.

    The Markdown is one screen and fits a pull request; the HTML is one file with plots and diffs.
    """
    from reode.settings import read_settings

    material = read_material(RunStore(read_settings().settings.home).find(run))
    if as_json:
        print_json("report", to_data(material))
        return
    text = _WRITERS[form](material)
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"can't write {output}: {error.strerror}", hint="Name a file in a folder that exists."
        ) from error
    typer.echo(f"Wrote {output}")


def write_reports(run: StoredRun, material: Material) -> Path | None:
    """Write all forms into the run's folder; return the HTML's place, None where that fails.

    A full disk does not undo a finished migration: the record is already stored.
    """
    try:
        for form, writer in _WRITERS.items():
            (run.folder / f"report.{form}").write_text(writer(material), encoding="utf-8")
    except OSError:
        return None
    return run.folder / f"report.{Form.HTML}"


COMMANDS = (
    Command(
        "report",
        report,
        Panel.WATCH,
        (
            "reode report latest                            Markdown for a pull request",
            "reode report latest --format html -o run.html  one file with plots and diffs",
        ),
    ),
)
