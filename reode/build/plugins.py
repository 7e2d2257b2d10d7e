"""Read the failures of plugin goals other than the compiler's."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from reode.build.causes import find_cause
from reode.build.forks import find_fork_failure
from reode.build.kinds import Kind
from reode.build.log import Failure, Log
from reode.build.phases import short_name

Found = tuple[Kind, dict[str, str]]

#: Plugins that run the project's tests.
TEST_PLUGINS = frozenset({"surefire", "failsafe"})

_RULE = re.compile(r"Rule \d+: (?P<rule>\S+)(?:\(\w+\))? failed(?: with message:?)?")
_DETECTED = re.compile(
    r"Detected (?P<what>JDK|Maven)(?: Version)?:? (?:version )?(?P<detected>\S+)[^\n]*? is not in the allowed range (?P<range>[^\n]{1,60}?)\.?$",
    re.MULTILINE,
)
_ANT = re.compile(r"An Ant BuildException has occ?ur+ed: (?P<reason>[^\n]{1,300})")
_LOAD = re.compile(
    r"Unable to load the mojo '(?P<goal>[^'\n]{1,80})'|A required class (?:is|was) missing"
    r"(?: while executing \S+: (?P<class_>[\w/.$]+))?|API incompatibility was encountered"
    r"(?: while executing \S+: (?P<exception>[\w.$]+))?|Unable to parse configuration of mojo"
)
_TOOL = re.compile(
    r"Cannot run program \"(?:[^\"\n]{0,400}/)?(?P<tool>[\w.-]{1,60})\"|Error executing: (?P<tool_>wsimport|wsgen)"
    r"|(?P<tool__>rmic) does not exist|Cannot use SUN (?P<tool___>rmic)|Can't load (?P<tool____>javah)"
    r"|Can't read \[(?P<tool_____>[^\]\n]{0,300}rt\.jar)\]|(?P<tool______>gpg)[:\s][^\n]{0,80}not found"
)
_JAVADOC = re.compile(
    r"MavenReportException: Error while (?:generating Javadoc|creating archive)|An error has occurred in Java[Dd]ocs? report"
)
_JAVADOC_REASON = re.compile(r"error: (?P<reason>[^\n]{1,200})")
_KOTLIN = re.compile(r"IllegalArgumentException: (?P<jdk>\d+(?:\.\d+){0,3})\b")
_LEVEL = re.compile(
    r"Unsupported targetJdk value '(?P<level>[\d.]+)'|unrecognized single argument: \"-(?P<level_>\d+)\""
    r"|Source level must be one of|Cannot initialize dumper; unexpected JDK"
)
_CHECK = re.compile(
    r"You have \d+ (?:Checkstyle|PMD|CPD) |There (?:are|is) \d+ (?:checkstyle )?errors? reported by"
    r"|failed with \d+ bugs|Coverage checks have not been met|Too many files with un"
    r"|Signature errors found|Undefined reference|Found Banned|License errors|violations? found"
    r"|files? (?:were|was|is) not formatted|were found to be not|Failed during checkstyle execution"
)
_BARE_READER = re.compile(
    r"(?:IllegalArgumentException|ArrayIndexOutOfBoundsException)(?:: (?:null|\d+))?\s*$"
)
#: Reasons that stand inside another message, or only in what the plugin printed before.
_QUOTED: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.CLASS_FILE_VERSION, re.compile(r"Unsupported class file major version (?P<major>\d+)")),
    (Kind.MODULE_MISSING, re.compile(r"FindException: Module (?P<module>[\w.]+) not found")),
    (
        Kind.MODULE_MISSING,
        re.compile(
            r"--add-modules[ =](?P<module>java\.(?:activation|xml\.bind|xml\.ws|corba|se\.ee)[\w.,]*)"
        ),
    ),
    (
        Kind.NO_CLASS_DEF,
        re.compile(r"(?:NoClassDefFoundError|ClassNotFoundException): (?P<class_>[\w/.$]+)"),
    ),
    (
        Kind.NO_CLASS_DEF,
        re.compile(
            r"\b(?P<class_>javax/(?:activation|xml/bind|annotation|xml/ws|jws|xml/soap)/[\w/]+)"
        ),
    ),
    (Kind.ENCODING, re.compile(r"MalformedInputException|: Input length = \d|^Input length = \d")),
)
_NO_TESTS = re.compile(r"No tests were executed|No tests matching|No specified tests")
_RUNTIME = frozenset({
    Kind.BYTEBUDDY_VERSION, Kind.CLASS_FILE_VERSION, Kind.INACCESSIBLE_OBJECT, Kind.ILLEGAL_ACCESS,
    Kind.SECURITY_MANAGER, Kind.SCRIPT_ENGINE_MISSING, Kind.JAXB_IMPLEMENTATION_MISSING,
    Kind.NO_CLASS_DEF, Kind.NO_SUCH_METHOD, Kind.NO_SUCH_FIELD, Kind.ENVIRONMENT_CONNECTION,
    Kind.ENVIRONMENT_HOST, Kind.ENVIRONMENT_DOCKER, Kind.ENVIRONMENT_DISPLAY, Kind.TLS_DISABLED,
    Kind.JAVASSIST_TOO_OLD, Kind.XML_LIMIT, Kind.CLASS_CAST_LOADER,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Goal:
    """A failed goal with the texts that the detectors look at."""

    failure: Failure
    log: Log

    @property
    def name(self) -> str:
        return short_name(self.failure.artifact)

    @property
    def message(self) -> str:
        return self.failure.message

    @property
    def whole(self) -> str:
        return f"{self.failure.message}\n{self.failure.trace}"


def classify_goal(failure: Failure, log: Log) -> Found:
    """Return the kind and evidence of a failed goal, the most special first."""
    goal = _Goal(failure, log)
    if goal.name in TEST_PLUGINS:
        return _tests(failure, log)
    found = (detect(goal) for detect in _DETECTORS)
    return next((one for one in found if one is not None), None) or _run_time(failure, log)


def _detect_rule(goal: _Goal) -> Found | None:
    if _LOAD.search(goal.message):
        return None
    if goal.name == "enforcer" or _RULE.search(goal.message):
        return _rule(goal.message, goal.log)
    return None


def _detect_ant(goal: _Goal) -> Found | None:
    match = _ANT.search(goal.message)
    return _ant(match, goal.whole) if match else None


def _detect_kotlin(goal: _Goal) -> Found | None:
    match = _KOTLIN.search(goal.whole) if goal.name == "kotlin" else None
    return (Kind.KOTLIN_JDK_VERSION, _named(match)) if match else None


def _detect_load(goal: _Goal) -> Found | None:
    match = _LOAD.search(goal.message)
    return _load(match, goal.failure, goal.whole) if match else None


def _detect_level(goal: _Goal) -> Found | None:
    match = _LEVEL.search(goal.message)
    return (Kind.PLUGIN_LEVEL, _named(match)) if match else None


def _detect_javadoc(goal: _Goal) -> Found | None:
    if goal.name == "javadoc" or _JAVADOC.search(goal.message):
        return _javadoc(goal.whole, goal.log)
    return None


def _detect_check(goal: _Goal) -> Found | None:
    if _CHECK.search(goal.message):
        return Kind.CODE_CHECK, {"goal": goal.failure.goal}
    return None


def _detect_tool(goal: _Goal) -> Found | None:
    match = _TOOL.search(goal.whole)
    return (Kind.TOOL_MISSING, _named(match)) if match else None


_DETECTORS: tuple[Callable[[_Goal], Found | None], ...] = (
    _detect_rule,
    _detect_ant,
    _detect_kotlin,
    _detect_load,
    _detect_level,
    _detect_javadoc,
    _detect_check,
    _detect_tool,
)


def _tests(failure: Failure, log: Log) -> Found:
    """Surefire says "there are test failures" of dead forks too: look for those first."""
    reason = failure.message.split("\n", 1)[0][:200]
    if _NO_TESTS.search(failure.message):
        return Kind.TESTS_NOT_RUN, {"reason": reason}
    whole = f"{failure.message}\n{failure.trace}\n{log.text}"
    if fork := find_fork_failure(whole):
        return fork.kind, dict(fork.evidence)
    if "There are test failures" in failure.message or "There was a timeout" in failure.message:
        return Kind.TEST_ERROR, {"reason": reason}
    cause = find_cause(failure.trace or failure.message)
    if cause.kind in _RUNTIME:
        return cause.kind, dict(cause.evidence)
    ran = "Tests run: " in log.text
    return Kind.TEST_ERROR if ran else Kind.PLUGIN_FAILED, {
        "goal": failure.goal,
        "cause": cause.message,
    }


def _rule(message: str, log: Log) -> Found:
    """Old enforcers give the reason only in a warning above the failure."""
    for text in (message, log.text):
        if match := _RULE.search(text):
            evidence = {"rule": match["rule"].rsplit(".", 1)[-1]}
            detected = _DETECTED.search(text, match.start())
            return Kind.ENFORCER_RULE, evidence | (_named(detected) if detected else {})
    return Kind.ENFORCER_RULE, {}


def _ant(match: re.Match[str], whole: str) -> Found:
    if engine := re.search(r"Unable to create javax script engine for (\w+)", whole):
        return Kind.SCRIPT_ENGINE_MISSING, {"engine": engine[1]}
    if tool := _TOOL.search(whole):
        return Kind.TOOL_MISSING, _named(tool)
    return Kind.ANT, _named(match)


def _load(match: re.Match[str], failure: Failure, whole: str) -> Found:
    """The plugin's own classes do not work on this Java; a class file too new is told apart."""
    evidence = {"goal": failure.goal} | _named(match)
    if "UnsupportedClassVersionError" in whole:
        cause = find_cause(whole)
        return Kind.CLASS_FILE_VERSION, {**cause.evidence, "owner": failure.plugin}
    cause = find_cause(failure.trace) if failure.trace else find_cause(failure.message)
    extra = {k: v for k, v in cause.evidence.items() if k in {"module", "package", "verb", "class"}}
    return Kind.MOJO_LOAD, evidence | extra


def _javadoc(whole: str, log: Log) -> Found:
    match = _JAVADOC_REASON.search(whole) or _JAVADOC_REASON.search(log.text)
    return Kind.JAVADOC, _named(match) if match else {}


def _run_time(failure: Failure, log: Log) -> Found:
    whole = f"{failure.message}\n{failure.trace}"
    cause = find_cause(failure.trace) if failure.trace else find_cause(failure.message)
    if cause.kind not in _RUNTIME:
        cause = find_cause(whole)
    if cause.kind is Kind.CLASS_FILE_VERSION or _BARE_READER.search(failure.message):
        return Kind.CLASS_FILE_VERSION, {"owner": failure.plugin} | dict(cause.evidence)
    if cause.kind in _RUNTIME:
        return cause.kind, dict(cause.evidence)
    for kind, pattern in _QUOTED:
        if match := pattern.search(whole) or pattern.search(log.printed_by(failure)):
            named = _named(match)
            extra = {"owner": failure.plugin} if kind is Kind.CLASS_FILE_VERSION else {}
            return kind, named | extra
    return Kind.PLUGIN_FAILED, {"goal": failure.goal, "cause": cause.message}


def _named(match: re.Match[str]) -> dict[str, str]:
    named = {k.rstrip("_"): v.strip() for k, v in match.groupdict().items() if v}
    if "class" in named:
        named["class"] = named["class"].replace("/", ".")
    return named
