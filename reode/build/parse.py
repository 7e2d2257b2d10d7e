"""Turn the log of a failed build into diagnostics; total over any text, linear in its length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from reode.build.causes import find_cause
from reode.build.forks import find_fork_failure
from reode.build.javac import Site, compiler_diagnostics
from reode.build.kinds import Kind
from reode.build.log import Failure, Log, Step, read_log
from reode.build.models import model_diagnostics
from reode.build.normal import normalise
from reode.build.phases import phase_of, phase_of_log, phase_reached, short_name
from reode.build.plugins import classify_goal
from reode.build.resolution import is_resolution, plugin_problem, problems
from reode.facts.diagnostic import Diagnostic, Phase

__all__ = ["parse_log", "phase_reached", "read_diagnostics"]

_EXCERPT = 2_000
_UNKNOWN = "An unknown compilation problem occurred"
_COMPILERS = frozenset({"compile", "testCompile", "test-compile"})
_COMPILE_MESSAGE = ("Compilation failure", "Fatal error compiling", "AJC compiler errors")
_JVM_OPTION = re.compile(
    r"Unrecognized VM option '(?P<vm>[^'\n]{1,200})'|Unrecognized option: (?P<plain>\S{1,200})"
)
_CRASH = re.compile(r"^Exception in thread \"main\" (?P<exception>[\w.$]{1,200})", re.MULTILINE)


def parse_log(text: str, root: Path) -> tuple[Diagnostic, ...]:
    """Return what a build's log complains of, each problem once; () for a successful build.

    `root` makes paths relative. Failing tests are told apart by their reports, not here: a log
    with test failures gives one `test-error` for the goal.
    """
    return read_diagnostics(read_log(text), root)


def read_diagnostics(log: Log, root: Path) -> tuple[Diagnostic, ...]:
    """See `parse_log`."""
    if log.succeeded:
        return ()
    base = str(root)
    found = list(_not_started(log)) or list(model_diagnostics(log, base))
    for failure in log.failures:
        found += _failure_diagnostics(failure, log, base)
    if not log.failures:
        found += _without_failure(log, base, bool(found))
    return tuple(_once(found))


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Drop repetitions: the same problem at the same place."""
    seen = set()
    for one in found:
        key = (one.kind, one.file, one.line, one.column, one.module, one.message, one.symbol)
        if key not in seen:
            seen.add(key)
            yield one


def _not_started(log: Log) -> Iterator[Diagnostic]:
    """Maven's own JVM refuses its options: nothing of Maven is printed then."""
    if log.failures or any(line.level == "INFO" for line in log.lines):
        return
    if "Could not create the Java Virtual Machine" in log.text:
        match = _JVM_OPTION.search(log.text)
        option = (f"-XX:{match['vm']}" if match["vm"] else match["plain"]) if match else ""
        yield Diagnostic(
            kind=Kind.JVM_OPTION,
            phase=Phase.START,
            message=normalise(match[0] if match else log.text),
            symbol=option or None,
            evidence={"option": option} if option else {},
            excerpt=log.text[:_EXCERPT],
        )


def _failure_diagnostics(failure: Failure, log: Log, root: str) -> list[Diagnostic]:
    message = failure.message
    if not failure.plugin or is_resolution(message) or plugin_problem(message):
        return list(_unresolved(failure))
    if _is_compiler(failure):
        return _compiler(failure, log, root)
    kind, evidence = classify_goal(failure, log)
    return [_diagnostic(kind, evidence, failure)]


def _is_compiler(failure: Failure) -> bool:
    if short_name(failure.artifact) == "kotlin":
        return False
    return failure.message.startswith(_COMPILE_MESSAGE) or (
        short_name(failure.artifact) == "compiler" and failure.goal in _COMPILERS
    )


def _compiler(failure: Failure, log: Log, root: str) -> list[Diagnostic]:
    site = Site(_phase(failure), failure.module, failure.plugin, root)
    before = log.printed_by(failure)
    if "java.lang.OutOfMemoryError" in f"{before}\n{failure.trace}":
        return [_diagnostic(Kind.OUT_OF_MEMORY, {"area": "compiler"}, failure)]
    trace = f"{failure.trace}\n{before}" if failure.trace else before
    found = compiler_diagnostics(failure.lines, site, trace)
    placed = [one for one in found if one.file is not None or one.kind != Kind.COMPILE_OTHER]
    if placed:
        return placed
    listed = [one for one in _blocks(log, root) if one.module in {failure.module, None}]
    return listed or found or compiler_diagnostics([_UNKNOWN], site, trace)


def _phase(failure: Failure) -> Phase:
    return phase_of(failure.artifact, failure.goal) or Phase.RESOLVE


def _diagnostic(kind: Kind, evidence: dict[str, str], failure: Failure) -> Diagnostic:
    message = failure.message
    return Diagnostic(
        kind=kind,
        phase=_phase(failure),
        message=normalise(message.split("\n", 1)[0] if kind is not Kind.ENFORCER_RULE else message),
        module=failure.module or None,
        plugin=failure.plugin or None,
        evidence={name: value for name, value in evidence.items() if value},
        excerpt=f"{message}\n{_causes(failure.trace)}".strip()[:_EXCERPT],
    )


def _causes(trace: str) -> str:
    return "\n".join(line for line in trace.split("\n") if line.startswith("Caused by: "))


def _unresolved(failure: Failure) -> Iterator[Diagnostic]:
    if problem := plugin_problem(failure.message):
        plugin, (kind, evidence) = problem
        yield _resolution(kind, evidence, failure.module, plugin, failure.message)
        return
    for kind, evidence in problems(failure.message):
        yield _resolution(kind, evidence, failure.module, failure.plugin, failure.message)


def _resolution(
    kind: Kind, evidence: dict[str, str], module: str, plugin: str, message: str
) -> Diagnostic:
    return Diagnostic(
        kind=kind,
        phase=Phase.RESOLVE,
        message=normalise(message.split("\n", 1)[0]),
        symbol=evidence.get("artifact"),
        module=module or None,
        plugin=plugin or None,
        evidence=evidence,
        excerpt=message[:_EXCERPT],
    )


def _without_failure(log: Log, root: str, known: bool) -> Iterator[Diagnostic]:
    """No goal is named: a plugin problem found before any module, a crash, or a cut-off log."""
    for line in log.lines:
        if line.level == "ERROR" and (problem := plugin_problem(line.text)):
            plugin, (kind, evidence) = problem
            yield _resolution(kind, evidence, "", plugin, line.text)
            return
    if not known:
        yield from _blocks(log, root)
        yield from _crashed(log)


def _blocks(log: Log, root: str) -> Iterator[Diagnostic]:
    """Compiler messages of a log that ends before Maven's closing report."""
    for step, lines in groupby(log.lines, key=lambda line: line.step):
        if step is not None and step.goal not in _COMPILERS:
            continue
        texts = [line.text for line in lines if line.level in {"ERROR", ""}]
        found = compiler_diagnostics(texts, _site(step, root))
        yield from (one for one in found if one.kind is not Kind.COMPILE_OTHER or one.line)


def _site(step: Step | None, root: str) -> Site:
    if step is None:
        return Site(Phase.COMPILE, "", "", root)
    plugin = f"org.apache.maven.plugins:maven-compiler-plugin:{step.version}"
    return Site(phase_of(step.artifact, step.goal) or Phase.COMPILE, step.module, plugin, root)


def _crashed(log: Log) -> Iterator[Diagnostic]:
    match = _CRASH.search(log.text)
    if match is None:
        return
    trace = log.text[match.start() :]
    cause = find_cause(trace)
    fork = find_fork_failure(trace)
    kind = fork.kind if fork else Kind.MAVEN_CRASH
    if "java.lang.OutOfMemoryError" in trace:
        kind = Kind.OUT_OF_MEMORY
    step = log.steps[-1] if log.steps else None
    evidence = {"exception": match["exception"], "cause": cause.innermost} | dict(cause.evidence)
    yield Diagnostic(
        kind=kind,
        phase=phase_of_log(log),
        message=cause.message,
        module=step.module if step else None,
        plugin=f"{step.artifact}:{step.version}" if step else None,
        evidence=evidence,
        excerpt=trace[:_EXCERPT],
    )
