"""What a migration would do, told without building: findings, edits, and what stays uncertain."""

from __future__ import annotations

import difflib
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import reode
from reode.facts.edit import Edit, Finding
from reode.facts.floors import load_floors
from reode.facts.target import Target
from reode.graph.evidence import finding
from reode.project.git import Git
from reode.project.reactor import DependencyUse, PluginUse
from reode.project.source import Source, locate_source
from reode.project.versions import compare, is_range
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes
from reode.rules.discovery import find_rules
from reode.rules.rule import Situation, When
from reode.run.reach import Reach, find_reach
from reode.run.store import RunStore

_HUNK = re.compile(r"^@@ -(\d+)", re.MULTILINE)
#: Raised when a saved plan of an older form can no longer be read.
PLAN_VERSION = 1


@dataclass(frozen=True, slots=True)
class Step:
    """One rule's edits: its finding with the chain of evidence, and the diff against before."""

    finding: Finding
    files: tuple[str, ...]
    lines: int
    diff: str

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data; `step` is what a saved plan is edited by."""
        return {
            "step": self.finding.rule,
            "title": self.finding.title,
            "chain": [[e.what, e.where] for e in self.finding.chain],
            "files": list(self.files),
            "lines": self.lines,
            "diff": self.diff,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is known before a build."""

    source: str
    base_commit: str
    target: Target
    steps: tuple[Step, ...]
    uncertain: tuple[str, ...]
    reach: Reach
    dirty: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data; `offered` lets a reader see which steps were taken out."""
        return {
            "plan_version": PLAN_VERSION,
            "reode_version": reode.__version__,
            "source": self.source,
            "base_commit": self.base_commit,
            "target": self.target.jdk,
            "release": self.target.release,
            "dirty": list(self.dirty),
            "offered": list(dict.fromkeys(s.finding.rule for s in self.steps)),
            "steps": [step.to_json() for step in self.steps],
            "uncertain": list(self.uncertain),
            "level": self.reach.to_json(),
        }


def find_plan(given: str, target: Target, store: RunStore) -> Plan:
    """Plan the migration of HEAD of a path or URL; writes nothing but a temporary folder.

    Raises UsageError, ProjectError or GitError as a migration would.
    """
    source = locate_source(given, store.repositories)
    with tempfile.TemporaryDirectory(prefix="reode-plan-") as folder:
        view = _lay_out(source, Path(folder), target)
        return Plan(
            source=given,
            base_commit=source.commit,
            target=target,
            steps=tuple(_steps(view, target)),
            uncertain=tuple(_uncertain(view, target)),
            reach=find_reach(view, target),
            dirty=source.dirty,
        )


def _lay_out(source: Source, folder: Path, target: Target) -> ProjectView:
    repository = Git(source.repository)
    try:
        repository.materialise(source.commit, folder)
    finally:
        repository.close()
    view = ProjectView.at(folder / source.folder, jdk=target.jdk)
    view.pom("pom.xml")  # a root pom that nobody can read is an error, not an empty plan
    return view


def _steps(view: ProjectView, target: Target) -> Iterator[Step]:
    rules = [rule for rule in find_rules() if rule.when is When.CERTAIN]
    matches = apply_deterministic_fixes(Situation(view, target), rules)
    for number, (rule, edits) in enumerate(matches):
        diff = unified_diff(view, edits)
        yield Step(
            finding=_placed(finding(rule, edits, (), f"plan:0:{number}"), diff),
            files=tuple(edit.path for edit in edits),
            lines=_changed_lines(diff),
            diff=diff,
        )
        view = view.with_edits(edits)


def _placed(found: Finding, diff: str) -> Finding:
    """Return the finding with the line of each file's first change in its chain."""
    places = {path: f"{path}:{line}" for path, line in first_lines(diff)}
    chain = tuple(replace(e, where=places.get(e.where, e.where)) for e in found.chain)
    return replace(found, chain=chain)


def first_lines(diff: str) -> Iterator[tuple[str, int]]:
    """Yield each file of a diff with the line (from 1, before the edit) of its first change."""
    for part in f"\n{diff}".split("\ndiff --git ")[1:]:
        hunk = _HUNK.search(part)
        if hunk:
            body = part[hunk.end() :].split("\n")[1:]
            unchanged = next((n for n, line in enumerate(body) if line[:1] != " "), 0)
            yield part.partition("\n")[0].rpartition(" b/")[2], max(1, int(hunk[1]) + unchanged)


def unified_diff(view: ProjectView, edits: Sequence[Edit]) -> str:
    """Return edits as a unified diff against the view, in git's form."""
    return "".join(_file_diff(view, edit) for edit in edits)


def _file_diff(view: ProjectView, edit: Edit) -> str:
    exists = view.exists(edit.path)
    before = _lines(view.read(edit.path)) if exists else []
    after = _lines(edit.content) if edit.content is not None else []
    names = (
        f"a/{edit.path}" if exists else "/dev/null",
        f"b/{edit.path}" if edit.content is not None else "/dev/null",
    )
    found = difflib.unified_diff(before, after, *names)
    body = "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}" for line in found)
    return f"diff --git a/{edit.path} b/{edit.path}\n{body}"


_NO_END = "\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """Split at line feeds only: other line ends are part of what a diff shows."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _changed_lines(diff: str) -> int:
    return sum(
        line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
        for line in diff.splitlines()
    )


def _uncertain(view: ProjectView, target: Target) -> Iterator[str]:
    """Yield in sentences what could not be told without a build."""
    for path, reason in view.reactor.unreadable:
        yield f"{path}: {reason}"
    unknown: dict[str, None] = {}
    for module in view.reactor.modules:
        if module.missing_parent:
            unknown[
                f"the parent {module.missing_parent} of {module.path} is not in the local Maven "
                "repository, so what it sets is unknown"
            ] = None
        for use in module.dependencies().values():
            if use.version is None:
                unknown[f"nothing here gives {use.key} a version"] = None
    yield from unknown
    yield from _risks(view, target)
    yield "whether all dependencies resolve, and which tests pass, only a build can tell"


def _risks(view: ProjectView, target: Target) -> Iterator[str]:
    """Yield artifacts below a minimum that break only where they are used in a certain way."""
    rows = [row for row in load_floors() if not row.certain]
    said: set[str] = set()
    for module in view.reactor.modules:
        uses: dict[str, PluginUse | DependencyUse] = {**module.plugins()}
        uses |= module.dependencies()
        for row in rows:
            use = uses.get(row.artifact)
            version = use.version if use else None
            if version is None or "${" in version or is_range(version):
                continue
            if row.fine_below and compare(version, row.fine_below) < 0:
                continue
            minimums = row.minimums(target.jdk, target.release)
            low = [m for m in minimums if compare(version, m) < 0]
            if low and row.artifact not in said:
                said.add(row.artifact)
                yield (
                    f"{row.artifact} {version} may fail on Java {target.jdk}; "
                    f"{low[0]} is the first that is known to work"
                )
