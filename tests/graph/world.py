"""A small world for the loop: a build tool that reads faults from a file, and a workspace in memory.

`faults.txt` holds one fault a line, `phase kind subject`; the build fails with those of the
earliest phase, as Maven would. An empty file is a green build.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from typing import Any

from reode.events import CallbackSink, Event, WarnOnce
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.edit import Edit
from reode.facts.record import RunRequest
from reode.facts.scorecard import Gate, GateId, GateStatus, Scorecard
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.fixer.job import Attempt, Job, Spent
from reode.graph.context import RunContext
from reode.graph.objects import ObjectStore
from reode.project.line_merge import carry_over
from reode.project.workspace import Change
from reode.rules.rule import Rule, Situation, When
from reode.settings import Settings

POM = (
    "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
    "<version>1</version></project>\n"
)
FAULTS = "src/main/resources/faults.txt"
#: An emptied resource would be a loss, so the file is never empty.
HEADER = "".join(f"setting.{n}=value\n" for n in range(8))


def faults_of(text: str) -> list[tuple[Phase, str, str]]:
    """Read the faults of a `faults.txt`."""
    rows = [line.split() for line in text.splitlines() if line.strip() and "=" not in line]
    return [(Phase(phase), kind, subject) for phase, kind, subject in rows]


@dataclass
class FaultTool:
    """The build tool: its outcome depends on nothing but the tree."""

    name: str = "fault tool"
    version: str = "1"
    runs: int = 0
    before_run: Callable[[], None] = lambda: None

    def run(
        self, goals: Iterable[str], *, root: Path, jdk: Jdk, log: Path, **_: Any
    ) -> BuildOutcome:
        self.before_run()
        self.runs += 1
        log.write_text("built\n")
        return outcome_of((root / FAULTS).read_text(), jdk.feature, tuple(goals))

    def effective_poms(self, root: Path, jdk: Jdk) -> dict[str, bytes]:
        return {".": (root / "pom.xml").read_bytes()}


def outcome_of(text: str, jdk: int, goals: tuple[str, ...] = ()) -> BuildOutcome:
    """Return what a build of these faults shows."""
    faults = faults_of(text)
    if not faults:
        return BuildOutcome(True, Phase.DONE, goals, jdk, (), _tally(TestStatus.PASSED))
    first = min((phase for phase, _, _ in faults), key=lambda p: p.rank)
    found = tuple(
        Diagnostic(kind, phase, f"{kind} in {subject}", file=subject)
        for phase, kind, subject in faults
        if phase is first
    )
    return BuildOutcome(False, first, goals, jdk, found)


def _tally(status: TestStatus) -> TestTally:
    return TestTally((TestResult(TestKey(".", "a.T", "t"), status),))


class MemoryWorkspace:
    """The workspace of a run with commits in memory and files in a folder."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self.project = self.worktree = folder
        self._commits: dict[str, dict[str, bytes]] = {}
        self._parents: dict[str, str] = {}
        self._head = ""
        self._head = self._store({k: v.encode() for k, v in files.items()})
        self.base = self._head
        self.reset(self.base)

    def _store(self, files: dict[str, bytes]) -> str:
        commit = f"{len(self._commits):04d}{self._tree(files)[:12]}"
        self._commits[commit] = files
        self._parents[commit] = self._head
        return commit

    @staticmethod
    def _tree(files: Mapping[str, bytes]) -> str:
        digest = hashlib.sha256()
        for path in sorted(files):
            digest.update(path.encode() + b"\0" + files[path] + b"\0")
        return digest.hexdigest()

    def text(self, commit: str, path: str = FAULTS) -> str:
        return self._commits[commit][path].decode().removeprefix(HEADER)

    def head(self) -> str:
        return self._head

    def reset(self, commit: str) -> None:
        shutil.rmtree(self.project, ignore_errors=True)
        for path, data in self._commits[commit].items():
            place = self.project / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        self._head = commit

    def commit(self, edits: Iterable[Edit], subject: str, fields: Mapping[str, str]) -> str:
        files = dict(self._commits[self._head])
        for edit in edits:
            if edit.content is None:
                files.pop(edit.path, None)
            else:
                files[edit.path] = edit.content
        if files != self._commits[self._head]:
            self.reset(self._store(files))
        return self._head

    def tree_id(self, commit: str) -> str:
        return self._tree(self._commits[commit])

    def history(self, base: str, commit: str) -> list[str]:
        found: list[str] = []
        while commit != base:
            found.insert(0, commit)
            commit = self._parents[commit]
        return found

    def reapply(self, commit: str) -> str | None:
        before, after = self._commits[self._parents[commit]], self._commits[commit]
        edits = carry_over(before, after, self._commits[self._head], "again")
        return None if edits is None else self.commit(edits, "again", {})

    def change(self, base: str, commit: str) -> Change:
        a, b = self._commits[base], self._commits[commit]
        paths = tuple(sorted(p for p in {*a, *b} if a.get(p) != b.get(p)))
        return Change(paths, len(paths))

    def diff(self, base: str, commit: str) -> str:
        return "\n".join(self.change(base, commit).files)

    def picture(self, left_out: Path | None = None) -> dict[str, str]:
        return {"HEAD": "same"}


@dataclass
class ScriptedTiers:
    """Models that replace `faults.txt` by the next text of their list (None: no edit)."""

    scripts: list[list[str | None]]
    problems: dict[int, str] = field(default_factory=dict)
    cost: float | None = 0.0
    asked: list[int] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)

    @property
    def tiers(self) -> int:
        return len(self.scripts)

    def name(self, tier: int) -> str:
        return f"model-{tier}"

    def attempt(self, job: Job, tier: int, *, spent: Spent, seconds: float | None) -> Attempt:
        self.asked.append(tier)
        self.jobs.append(job)
        if tier in self.problems:
            return Attempt(call_ok=False, problem=self.problems[tier])
        script = self.scripts[tier]
        text = script.pop(0) if script else None
        edits = () if text is None else (Edit(FAULTS, (HEADER + text).encode(), "model"),)
        return Attempt(
            call_ok=True, edits=edits, summary="done", calls=1, tokens=10, cost=self.cost
        )


def writing_rule(kind: str, path: str, text: str, *, when: When = When.DIAGNOSED) -> Rule:
    """Return a rule that writes a file where a fault of a kind is seen, needed or not."""

    def find(situation: Situation) -> list[Edit]:
        known = situation.view.exists(path) and situation.view.text(path) == text
        return [] if known else [Edit(path, text.encode(), f"{path} says {text.strip()}")]

    return Rule(
        find=find,
        when=when,
        kinds=frozenset({kind}) if when is When.DIAGNOSED else frozenset(),
        id=f"write_{Path(path).stem}",
        doc={"Title": f"Write {path}", "Cause": kind},
    )


def fixing_rule(kind: str, *, name: str = "", after: str | None = None) -> Rule:
    """Return a rule that removes the faults of a kind (or writes `after`)."""

    def find(situation: Situation) -> list[Edit]:
        text = situation.view.text(FAULTS)
        kept = [line for line in text.splitlines(keepends=True) if kind not in line.split()]
        new = "".join(kept) if after is None else HEADER + after
        return [] if new == text else [Edit(FAULTS, new.encode(), f"{kind} is gone")]

    return Rule(
        find=find,
        when=When.DIAGNOSED,
        kinds=frozenset({kind}),
        id=name or f"fix_{kind}",
        doc={"Title": f"Fix {kind}", "Cause": kind},
    )


@dataclass
class World:
    """Everything one run of the loop needs."""

    folder: Path
    faults: str = ""
    rules: tuple[Rule, ...] = ()
    tiers: ScriptedTiers | None = None
    settings: Settings = field(default_factory=Settings)
    files: Mapping[str, str] = field(default_factory=dict)
    max_iterations: int = 30
    max_cost: float | None = None
    timeout: float | None = None
    minimise: bool = False
    events: list[Event] = field(default_factory=list)
    tool: FaultTool = field(default_factory=FaultTool)
    verifier: Any = None
    stop: Flag = field(default_factory=Flag)
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        files = {"pom.xml": POM, FAULTS: HEADER + self.faults, **self.files}
        self.workspace = MemoryWorkspace(self.folder / "tree", files)

    def context(self) -> RunContext:
        jdk = Jdk("/jdk", 17, "17.0.1")
        return RunContext(
            request=self._request(),
            settings=self.settings,
            workspace=self.workspace,  # type: ignore[arg-type]
            tool=self.tool,
            jdk=jdk,
            jdks=(jdk,),
            rules=self.rules,
            objects=ObjectStore(self.folder / "objects"),
            events=WarnOnce(CallbackSink(self.events.append), self.folder / "events.jsonl"),
            folder=self.folder,
            verifier=self.verifier or _agreeing,
            repairer=self.tiers,
            picture={"HEAD": "same"},
            stop=self.stop,
            clock=self.clock,
        )

    def _request(self) -> RunRequest:
        return RunRequest(
            run_id="R",
            source="s",
            repository="r",
            folder="",
            private=False,
            base_commit=self.workspace.base,
            branch="reode/R",
            worktree=str(self.folder / "tree"),
            target_jdk=17,
            target_release=17,
            jdk_home="/jdk",
            started="2026-01-01T00:00:00+00:00",
            models=tuple(f"model-{n}" for n in range(self.tiers.tiers if self.tiers else 0)),
            max_iterations=self.max_iterations,
            max_cost=self.max_cost,
            timeout=self.timeout,
            minimise=self.minimise,
        )

    def run(self) -> dict[str, Any]:
        """Run the graph to its end and return the final state."""
        from langgraph.checkpoint.memory import InMemorySaver

        from reode.graph.build import build_graph
        from reode.graph.state import first_state

        graph = build_graph(InMemorySaver())
        config = {"configurable": {"thread_id": "R"}, "recursion_limit": 10_000}
        start = first_state(self.workspace.base)
        for _ in graph.stream(start, config, context=self.context(), durability="sync"):
            pass
        values: dict[str, Any] = graph.get_state(config).values
        return values


def _agreeing(commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
    ids = (GateId.BUILD, GateId.STABLE, GateId.UNTOUCHED)
    return Scorecard(tuple(Gate(i, GateStatus.PASSED, "fine") for i in ids))
