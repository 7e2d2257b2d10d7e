"""Compares two trees: builds both in fresh copies, gathers the facts, and lets the gates judge."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from reode.build.jdk import choose_jdk
from reode.build.overrides import ALL_TESTS, LEVEL_OVERRIDE, OLDEST_LEVEL
from reode.build.reports import runtimes_of_tests
from reode.build.tool import DEFAULT_TIMEOUT, BuildTool
from reode.errors import BuildToolError, JdkMissingError, PomSyntaxError, UsageError
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.scorecard import Scorecard
from reode.facts.snapshot import Comparison, Setting, TreeFacts
from reode.facts.target import Target
from reode.guards.scoring import score
from reode.project.build_settings import read_settings
from reode.project.pom import Pom
from reode.project.tree_copy import copy_tree, uncommitted
from reode.project.tree_facts import read_tree
from reode.project.view import ProjectView
from reode.rules.level_limits import LevelLimit, main_limits
from reode.rules.rule import Situation
from reode.run.build_products import read_archives, read_classes, read_coverage


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """What to compare.

    `baseline` is a file with a stored outcome of the base (JSON; `null`: nothing builds there);
    without it the base is built once. `renames` maps old test classes or `class#method` to new ones.
    """

    base: Path
    migrated: Path
    target: Target
    goal: str = "verify"
    baseline: Path | None = None
    renames: Mapping[str, str] = field(default_factory=dict)
    timeout: float = DEFAULT_TIMEOUT


@dataclass(frozen=True, slots=True)
class Verification:
    """The answer, the facts it rests on, and how many builds and seconds it took."""

    scorecard: Scorecard
    comparison: Comparison
    builds: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Workshop:
    """What the two trees are built with: the tool, all JDKs, and the JDK of the target."""

    tool: BuildTool
    jdks: tuple[Jdk, ...]
    jdk: Jdk
    say: Callable[[str], None] = lambda _: None


def verify(request: VerifyRequest, shop: Workshop) -> Verification:
    """Judge `request.migrated` against `request.base`; neither folder is written to.

    Raises:
        UsageError: a folder has no pom, or a file given with it can't be read.
        BuildToolError: the build tool can't be started.
    """
    for tree in (request.base, request.migrated):
        if not (tree / "pom.xml").is_file():
            raise UsageError(f"{tree} has no pom.xml", hint="Give the roots of two Maven trees.")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="reode-verify-") as folder:
        session = _Session(request, shop, Path(folder))
        comparison = session.compare()
        notes = tuple(session.notes)
    return Verification(
        score(comparison, notes), comparison, session.builds, time.monotonic() - started
    )


class _Session:
    """One comparison in one temporary folder."""

    def __init__(self, request: VerifyRequest, shop: Workshop, folder: Path) -> None:
        self._request, self._shop, self._folder = request, shop, folder
        self.notes: list[str] = []
        self.builds = 0

    def compare(self) -> Comparison:
        request = self._request
        before_build = self._base()
        after_build = self._migrated()
        # Sources are read after the builds, which bring the parents of their poms.
        migrated = self._view(request.migrated)
        before = self._facts(self._view(request.base), before_build)
        after = self._facts(migrated, after_build)
        after = replace(after, dirty=uncommitted(request.migrated, request.base))
        before, after = self._with_models(before, after)
        unread = tuple(self._unread(migrated))
        return Comparison(before, after, request.target, request.renames, unread=unread)

    def _view(self, tree: Path) -> ProjectView:
        return ProjectView.at(tree, jdk=self._shop.jdk.feature)

    def _unread(self, view: ProjectView) -> Iterator[str]:
        """Name what main code brings along that can't read the level, and the level that it can."""
        target = Target(self._shop.jdk.feature, self._request.target.release)
        for limit in main_limits(Situation(view, target)):
            yield (
                f"{limit.artifact} {limit.used} can't read class files of Java {target.release}, so an"
                f" application that it scans does not start; {_remedy(limit, target.release)}"
            )

    def _migrated(self) -> TreeFacts:
        self._shop.say(f"building the migrated tree: {self._request.goal}")
        copy = self._copy(self._request.migrated, "migrated")
        facts = self._built(copy, self._shop.jdk, {})
        if self._shop.jdk.test_java:
            self.notes.append(_told_runtime(self._shop.jdk, runtimes_of_tests(copy)))
        return facts

    def _base(self) -> TreeFacts:
        """Build the base once, or take the stored outcome of whoever built it before."""
        if self._request.baseline is not None:
            outcome = _stored(self._request.baseline)
            if outcome is None:
                self.notes.append("nothing builds before the migration: judged by the sources")
            return TreeFacts(outcome=outcome)
        copy = self._copy(self._request.base, "base")
        jdk = self._base_jdk(copy)
        if jdk is None:
            self.notes.append("no JDK for the base: judged by the sources")
            return TreeFacts()
        self._shop.say(f"building the base on JDK {jdk.feature}")
        facts = self._built(copy, jdk, {})
        if facts.outcome is not None and facts.outcome.level_refused:
            self.notes.append(f"the base was compiled at level {OLDEST_LEVEL} on JDK {jdk.feature}")
            facts = self._built(copy, jdk, LEVEL_OVERRIDE)
        return self._usable(facts, jdk)

    def _usable(self, facts: TreeFacts, jdk: Jdk) -> TreeFacts:
        """Drop a baseline that never reached its tests: its classes and results are partial."""
        outcome = facts.outcome
        if outcome is not None and outcome.reached_tests:
            return facts
        why = outcome.diagnostics[0].message[:160] if outcome and outcome.diagnostics else "unknown"
        self.notes.append(f"no baseline: the base does not build on JDK {jdk.feature} ({why})")
        return TreeFacts()

    def _base_jdk(self, copy: Path) -> Jdk | None:
        """Return the smallest JDK that reaches the base's own level: the likeliest to build it."""
        levels = [8]
        for module in ProjectView.at(copy).reactor.modules:
            level = module.level()
            levels += [n for n in (level.release, level.target, level.source) if n]
        try:
            return choose_jdk(self._shop.jdks, Target(max(levels), max(levels)))
        except JdkMissingError:
            return None

    def _copy(self, tree: Path, name: str) -> Path:
        copy = self._folder / name
        copy_tree(tree, copy)
        return copy

    def _built(self, copy: Path, jdk: Jdk, properties: Mapping[str, str]) -> TreeFacts:
        self.builds += 1
        outcome = self._shop.tool.run(
            ["clean", self._request.goal],
            root=copy,
            jdk=jdk,
            log=self._folder / f"{copy.name}-{self.builds}.log",
            timeout=self._request.timeout,
            properties={**ALL_TESTS, **properties},
        )
        return TreeFacts(
            outcome=outcome,
            classes=read_classes(copy),
            coverage=read_coverage(copy),
            archives=read_archives(copy),
        )

    def _facts(self, view: ProjectView, built: TreeFacts) -> TreeFacts:
        return replace(
            read_tree(view),
            outcome=built.outcome,
            classes=built.classes,
            coverage=built.coverage,
            archives=built.archives,
        )

    def _with_models(self, before: TreeFacts, after: TreeFacts) -> tuple[TreeFacts, TreeFacts]:
        """Add Maven's own merged models where both can be had, and they can differ."""
        if _same_build(self._request.base, self._request.migrated, before, after):
            return before, after
        try:
            old = self._models(self._request.base, "base-models")
            new = self._models(self._request.migrated, "migrated-models")
        except (BuildToolError, PomSyntaxError) as error:
            self.notes.append(f"effective poms by REODE's own reading ({str(error)[:120]})")
            return before, after
        return (
            replace(before, settings=before.settings + old, effective=True),
            replace(after, settings=after.settings + new, effective=True),
        )

    def _models(self, tree: Path, name: str) -> tuple[Setting, ...]:
        self._shop.say(f"reading effective poms: {tree.name}")
        copy = self._copy(tree, name)
        models = self._shop.tool.effective_poms(copy, self._shop.jdk)
        found: list[Setting] = []
        for folder, data in models.items():
            path = "pom.xml" if folder == "." else f"{folder}/pom.xml"
            found += read_settings(Pom.parse(data, path), folder, effective=True)
        # The copy's place is in every path of the model and differs between the two.
        return tuple(replace(s, value=s.value.replace(str(copy), "")) for s in found)


def _told_runtime(jdk: Jdk, ran: frozenset[str]) -> str:
    """Say what the reports show of the Java that was to run the tests.

    A pom may name a JVM of its own; surefire before 2.22 wrote the properties of the build's own
    JVM into the reports (seen with 2.12.4 and 2.18.1, not with 2.22.2).
    """
    built = f"built on Java {jdk.version}; tests were to run with {jdk.test_java}"
    if not ran:
        return f"{built}, but no test ran"
    versions = ", ".join(sorted(ran))
    if jdk.version not in ran:
        return f"{built}: the reports name Java {versions}"
    return f"{built}: not shown, the reports name Java {versions} (old surefire, or <jvm> in a pom)"


def _remedy(limit: LevelLimit, release: int) -> str:
    if limit.reaches >= release:
        return f"{limit.version} reads them"
    return f"its line reads up to Java {limit.reaches} (--release {limit.reaches} would do)"


def _stored(path: Path) -> BuildOutcome | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return None if data is None else BuildOutcome.from_json(data)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} holds no stored baseline: {error}") from error


def _same_build(base: Path, migrated: Path, before: TreeFacts, after: TreeFacts) -> bool:
    """Tell whether nothing that makes a model differs between the two trees."""

    def models(root: Path, facts: TreeFacts) -> dict[str, bytes]:
        chosen = (p for p in facts.files if p.endswith("pom.xml") or p.startswith(".mvn/"))
        return {p: (root / p).read_bytes() for p in chosen}

    return models(base, before) == models(migrated, after)
