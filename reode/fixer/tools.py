"""The tools a model may use: reading, structured edits, a bounded build; no shell."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, ConfigDict, Field

from reode.facts.build import BuildOutcome
from reode.facts.edit import Edit
from reode.facts.tally import TestStatus
from reode.fixer.file_text import decode_file, is_text, text_of
from reode.fixer.pom_edits import PomChange, apply_pom_change
from reode.fixer.secrets import hide_secrets, is_closed, shown
from reode.fixer.text_match import (
    NoMatch,
    ended_like,
    find_text,
    indented_like,
    with_line_ends,
)
from reode.fixer.workbench import RefusedError, Workbench

_MOST_PATHS = 400
_MOST_HITS = 60
_MOST_LINES = 400
_MOST_PROBLEMS = 15
_BUILD_CHARS = 6_000
#: `(a+)+` and its like take exponential time.
_NESTED = re.compile(r"\([^()]*[+*}|][^()]*\)\s*[+*{]")

Path = Annotated[str, Field(description="path relative to the repository, with /", min_length=1)]


class _Args(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ListFiles(_Args):
    """Arguments of list_files."""

    folder: str = Field(description="folder to list, empty for the whole repository")


class ReadFile(_Args):
    """Arguments of read_file."""

    path: Path
    first_line: int = Field(ge=1, description="first line to show, 1 for the start")
    last_line: int = Field(ge=1, description="last line to show; at most 400 lines are shown")


class Search(_Args):
    """Arguments of search."""

    pattern: str = Field(
        min_length=2, max_length=200, description="regular expression, matched line by line"
    )
    folder: str = Field(description="folder to search, empty for the whole repository")


class ReadPom(_Args):
    """Arguments of read_pom_effective."""

    module: str = Field(description="folder of the module, '.' for the root")


class EditFile(_Args):
    """Arguments of edit_file."""

    path: Path
    old_text: str = Field(
        description="the lines to replace, copied from the file; empty for a new file"
    )
    new_text: str = Field(description="what stands there afterwards")


class EditPom(_Args):
    """Arguments of edit_pom."""

    path: Path
    operation: Literal[
        "set_property",
        "set_dependency_version",
        "add_dependency",
        "set_plugin_version",
        "set_plugin_configuration",
        "set_parent_version",
    ]
    group: str = Field(description="groupId; empty where the operation needs none")
    artifact: str = Field(description="artifactId; empty where the operation needs none")
    name: str = Field(description="property, configuration path such as compilerArgs/arg, or scope")
    value: str = Field(
        description="version or value; empty only for add_dependency where the version is managed"
    )


class ApiDiff(_Args):
    """Arguments of api_diff."""

    artifact: str = Field(description="groupId:artifactId", pattern=r"^[\w.-]+:[\w.-]+$")
    old_version: str = Field(pattern=r"^\w[\w.+-]*$")
    new_version: str = Field(pattern=r"^\w[\w.+-]*$")
    class_name: str = Field(
        description="fully qualified class; empty lists the classes that differ",
        pattern=r"^(?:\w[\w.$]*)?$",
    )


class RunBuild(_Args):
    """Arguments of run_build."""


class Finish(_Args):
    """Arguments of finish."""

    summary: str = Field(min_length=1, description="one sentence: cause and repair, or why none")


def build_tools(bench: Workbench) -> tuple[BaseTool, ...]:
    """Return the tools of one attempt, in stable order."""
    box = _Toolbox(bench)
    table: tuple[tuple[str, type[_Args], str], ...] = (
        ("list_files", ListFiles, "read"),
        ("read_file", ReadFile, "read"),
        ("search", Search, "read"),
        ("read_pom_effective", ReadPom, "read"),
        ("edit_file", EditFile, "write"),
        ("edit_pom", EditPom, "write"),
        ("run_build", RunBuild, "read"),
        ("api_diff", ApiDiff, "read"),
        ("finish", Finish, "read"),
    )
    return tuple(
        StructuredTool.from_function(
            func=getattr(box, name),
            name=name,
            description=getattr(box, name).__doc__,
            args_schema=schema,
            metadata={"effect": effect},
        )
        for name, schema, effect in table
    )


class _Toolbox:
    """The functions behind the tools; their docstrings are what the model reads."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench

    def list_files(self, folder: str) -> str:
        """List the files of a folder and everything below it."""
        prefix = _prefix(folder)
        found = [p for p in self._bench.view.files if p.startswith(prefix) and not is_closed(p)]
        more = f"\n… {len(found) - _MOST_PATHS} more" if len(found) > _MOST_PATHS else ""
        return ("\n".join(found[:_MOST_PATHS]) or "no files") + more

    def read_file(self, path: str, first_line: int, last_line: int) -> str:
        """Show lines of a text file, numbered."""
        self._bench.read(path)
        if not is_text(self._bench.view, path):
            raise RefusedError(f"{path!r} is no text file")
        lines = shown(path, text_of(self._bench.view, path)).splitlines()
        if first_line > max(1, len(lines)) or last_line < first_line:
            raise RefusedError(f"{path!r} has {len(lines)} lines; ask for some of them")
        last = min(last_line, first_line + _MOST_LINES - 1, len(lines))
        body = "\n".join(f"{n}: {lines[n - 1]}" for n in range(first_line, last + 1))
        return f"{path}, lines {first_line} to {last} of {len(lines)}\n{body}"

    def search(self, pattern: str, folder: str) -> str:
        """Search the repository's text files with a regular expression."""
        wanted, view, hits = _compiled(pattern), self._bench.view, []
        for path in view.files:
            if not path.startswith(_prefix(folder)) or is_closed(path) or not is_text(view, path):
                continue
            text = shown(path, text_of(view, path))
            for number, line in enumerate(text.splitlines(), 1):
                if wanted.search(line[:500]):
                    hits.append(f"{path}:{number}: {line.strip()[:200]}")
        more = f"\n… {len(hits) - _MOST_HITS} more hits" if len(hits) > _MOST_HITS else ""
        return ("\n".join(hits[:_MOST_HITS]) or "no hits") + more

    def read_pom_effective(self, module: str) -> str:
        """Show what Maven makes of a module's pom: parents, management and profiles merged."""
        text = self._bench.job.effective_pom(module.strip("/") or ".")
        if not text:
            raise RefusedError(f"there is no module {module!r}, or Maven can't read it")
        return hide_secrets(text)

    def edit_file(self, path: str, old_text: str, new_text: str) -> str:
        """Replace lines of a text file; with empty old_text, create a new file."""
        bench = self._bench
        if not bench.view.exists(path):
            if old_text.strip():
                raise RefusedError(f"there is no file {path!r}")
            bench.write(Edit(path, new_text.encode(), "created by the model"))
            return self._after_edit(f"created {path}")
        text, encoding = decode_file(bench.view, path, bench.read(path))
        found = find_text(text, old_text)
        if isinstance(found, NoMatch):
            raise RefusedError(shown(path, found.message))
        real = text[found.start : found.end]
        new = ended_like(indented_like(new_text, old_text, real), real)
        new = with_line_ends(new, text)
        try:
            content = (text[: found.start] + new + text[found.end :]).encode(encoding)
        except UnicodeEncodeError as error:
            raise RefusedError(
                f"{path} is written in {encoding}, which lacks {error.object[error.start]!r}"
            ) from error
        bench.write(Edit(path, content, "changed by the model"))
        return self._after_edit(f"changed {path}")

    def edit_pom(  # noqa: PLR0917 - the tool's own arguments, given by name
        self, path: str, operation: str, group: str, artifact: str, name: str, value: str
    ) -> str:
        """Change a pom by structure: a property, a version, a dependency, plugin configuration."""
        change = PomChange(operation, group, artifact, name, value)
        content = apply_pom_change(self._bench.view, path, change)
        self._bench.write(Edit(path, content, f"{operation} {artifact or name} {value}"))
        return self._after_edit(f"changed {path}")

    def run_build(self) -> str:
        """Build the project and run its tests; only a few builds are allowed, so edit first."""
        return describe_outcome(self._bench.build())

    def api_diff(self, artifact: str, old_version: str, new_version: str, class_name: str) -> str:
        """Compare the public API of two versions of a library."""
        old, new = f"{artifact}:{old_version}", f"{artifact}:{new_version}"
        text = self._bench.job.public_api(old, new, class_name)
        if not text:
            raise RefusedError(f"{old} or {new} can't be had, or has no class {class_name!r}")
        return text

    def finish(self, summary: str) -> str:
        """End the attempt, with one sentence on cause and repair (or on why there is none)."""
        self._bench.finished = summary
        return "done"

    def _after_edit(self, text: str) -> str:
        if not self._bench.must_build():
            return text
        return f"{text}; three edits were made, so the build ran:\n{self.run_build()}"


def _prefix(folder: str) -> str:
    """Return what the paths below a folder begin with, "" for the repository itself."""
    clean = folder.strip().removeprefix("./").strip("/")
    return "" if clean in {"", "."} else f"{clean}/"


def _compiled(pattern: str) -> re.Pattern[str]:
    if _NESTED.search(pattern):
        raise RefusedError("a repeated group may not hold a repetition; write a simpler pattern")
    try:
        return re.compile(pattern)
    except re.error as error:
        raise RefusedError(f"pattern is no regular expression: {error}") from error


def describe_outcome(outcome: BuildOutcome) -> str:
    """Return a build outcome as a model is told it."""
    failed = outcome.tests.count(TestStatus.FAILED)
    passed = outcome.tests.count(TestStatus.PASSED)
    if outcome.ok and not outcome.diagnostics:
        return f"the build passed: {passed} tests passed; call finish"
    lines = [f"reached {outcome.phase}: {passed} tests passed, {failed} failed"]
    for d in outcome.diagnostics[:_MOST_PROBLEMS]:
        place = f"{d.file}:{d.line}: " if d.file else f"{d.test or d.module or ''}: "
        lines.append(f"- {place}{d.message.strip()[:600]}")
    if len(outcome.diagnostics) > _MOST_PROBLEMS:
        lines.append(f"… {len(outcome.diagnostics) - _MOST_PROBLEMS} more problems")
    return hide_secrets("\n".join(lines))[:_BUILD_CHARS]
