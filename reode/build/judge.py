"""Put the log, the test reports and the end of the process together into one verdict."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reode.build.forks import find_fork_failure, read_dumps
from reode.build.kinds import Kind
from reode.build.log import read_log
from reode.build.normal import normalise
from reode.build.parse import read_diagnostics
from reode.build.phases import phase_of_log
from reode.build.process import ProcessEnd
from reode.build.reports import Reports, read_reports
from reode.build.silent import find_unrun_tests
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestStatus, TestTally

_EXCERPT = 2_000
_FROM_LOG = frozenset({Kind.TEST_ERROR})
_FORK_KINDS = frozenset({
    Kind.FORK_CRASHED, Kind.AGENT_CRASH, Kind.PLUGIN_FAILED, Kind.TEST_ERROR,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judgement:
    """How far a build got, what it complained of, and which tests ran."""

    phase: Phase
    diagnostics: tuple[Diagnostic, ...]
    tests: TestTally


def judge(text: str, end: ProcessEnd, root: Path, *, newer_than: float) -> Judgement:
    """Judge one finished build by its log `text`, its `end` and the reports below `root`."""
    log = read_log(text)
    phase = phase_of_log(log)
    reports = read_reports(root, newer_than)
    if end.code == 0:
        # With -Dmaven.test.failure.ignore the exit code is 0 over failing tests and dead forks.
        found = [*reports.diagnostics, *_dead_forks(text, root, newer_than)]
        found += find_unrun_tests(log, reports.tally, root)
        return Judgement(Phase.DONE, tuple(found), reports.tally)
    found = _merged(list(read_diagnostics(log, root)), reports)
    found = [_with_dumps(one, root, newer_than) for one in found]
    if end.ended != "exit":
        found.insert(0, _ended(end, phase, text))
    elif not found:
        found = [_unexplained(text, end, phase)]
    return Judgement(
        phase if phase is not Phase.DONE else Phase.PACKAGE, tuple(found), reports.tally
    )


def _dead_forks(text: str, root: Path, newer_than: float) -> list[Diagnostic]:
    """Return why forks died in a build that went on past them."""
    cause = find_fork_failure(text)
    if cause is None:
        return []
    one = Diagnostic(
        kind=cause.kind,
        phase=Phase.TEST,
        message=cause.message,
        evidence=dict(cause.evidence),
        excerpt=text[-_EXCERPT:],
    )
    return [_with_dumps(one, root, newer_than)]


def _merged(found: list[Diagnostic], reports: Reports) -> list[Diagnostic]:
    """Reports name the failing tests; the log's own "there are failures" then adds nothing."""
    if not reports.tally.count(TestStatus.FAILED):
        return found
    return [one for one in found if one.kind not in _FROM_LOG] + list(reports.diagnostics)


def _with_dumps(one: Diagnostic, root: Path, newer_than: float) -> Diagnostic:
    """Surefire hides in dump files why a fork died; read them for a crash without a reason."""
    if one.phase is not Phase.TEST or one.kind not in _FORK_KINDS or one.test is not None:
        return one
    dump = read_dumps(root, newer_than)
    cause = find_fork_failure(f"The forked VM terminated without\n{dump}") if dump else None
    if cause is None or cause.kind is Kind.FORK_CRASHED:
        return one
    return Diagnostic(
        kind=cause.kind,
        phase=one.phase,
        message=cause.message,
        module=one.module,
        plugin=one.plugin,
        evidence=dict(cause.evidence),
        excerpt=dump[:_EXCERPT],
    )


def _ended(end: ProcessEnd, phase: Phase, text: str) -> Diagnostic:
    return Diagnostic(
        kind=Kind.TIMEOUT,
        phase=phase,
        message={
            "timeout": "the build took longer than allowed",
            "silent": "the build printed nothing for longer than allowed",
        }.get(end.ended, "the build was stopped"),
        evidence={"ended": end.ended},
        excerpt=text[-_EXCERPT:],
    )


def _unexplained(text: str, end: ProcessEnd, phase: Phase) -> Diagnostic:
    last = next((line for line in reversed(text.split("\n")) if line.strip()), "")
    return Diagnostic(
        kind=Kind.MAVEN_CRASH,
        phase=phase,
        message=normalise(last) or f"exit code {end.code}",
        evidence={"exit_code": str(end.code)},
        excerpt=text[-_EXCERPT:],
    )
