"""A Maven log as lines with their level, their build step and the failures at its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

#: Longer lines are cut: no message that a human wrote is longer.
LINE_LIMIT = 8_000
#: Of what one step printed, the last part is kept.
_PRINTED_LIMIT = 20_000
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_LEVEL = re.compile(r"^\[(INFO|WARNING|ERROR|FATAL|DEBUG)\] ?")
_STEP = re.compile(
    r"^--- (?P<artifact>[\w.-]+):(?P<version>[\w.-]+):(?P<goal>[\w.-]+)"
    r"(?: \((?P<execution>[^)]*)\))?(?: @ (?P<module>\S+))? ---$"
)
_GOAL = re.compile(
    r"^Failed to execute goal (?P<group>[^\s:]+):(?P<artifact>[^\s:]+):(?P<version>[^\s:]+)"
    r":(?P<goal>[^\s:]+)(?: \((?P<execution>[^)]*)\))? on project (?P<module>[^\s:]+):? ?(?P<message>.*)"
)
_PROJECT = re.compile(r"^Failed to execute goal on project (?P<module>[^\s:]+): ?(?P<message>.*)")
_HELP = re.compile(r" ?-> \[Help \d+\]\s*$")
_BLOCK_END = re.compile(
    r"^(?:To see the full stack trace|Re-run Maven using|For more information about the errors"
    r"|After correcting the problems|Failed to execute goal |\[Help \d+\] http|\s*mvn <)"
)
_NOISE = re.compile(
    r"^(?:urls\[\d+\] = |realm = |strategy = |Number of foreign imports|import: Entry"
    r"|-{10,}|={10,}|Import from realm)"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its level ("" for output that is not Maven's own) and its text without prefix."""

    level: str
    text: str
    step: Step | None


@dataclass(frozen=True, slots=True)
class Step:
    """One execution of a plugin's goal in a module, as the log announces it."""

    artifact: str
    version: str
    goal: str
    execution: str
    module: str


#: Stands behind "BUILD FAILURE": what follows is Maven's closing report, no step's output.
_REPORT = Step("", "", "", "", "")


@dataclass(frozen=True, slots=True)
class Failure:
    """A goal (or, with `plugin` "", a project) that failed, its message lines and stack trace."""

    plugin: str
    goal: str
    execution: str
    module: str
    lines: tuple[str, ...]
    trace: str

    @property
    def artifact(self) -> str:
        """The plugin's artifactId ("" for a failure of resolution)."""
        return self.plugin.split(":")[1] if self.plugin else ""

    @property
    def message(self) -> str:
        """The message without the class loader's inventory."""
        return "\n".join(line for line in self.lines if not _NOISE.match(line)).strip()


@dataclass(frozen=True)
class Log:
    """A parsed log; every question is answered in time linear in its size."""

    lines: tuple[Line, ...] = field(repr=False)

    @property
    def succeeded(self) -> bool:
        """Whether Maven said so."""
        words = {line.text.strip() for line in self.lines if line.level == "INFO"}
        return "BUILD SUCCESS" in words and "BUILD FAILURE" not in words

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps in the order in which they began."""
        found: list[Step] = []
        for line in self.lines:
            if line.step not in {None, _REPORT} and (not found or found[-1] is not line.step):
                found.append(line.step)
        return tuple(found)

    @cached_property
    def failures(self) -> tuple[Failure, ...]:
        """The failed goals and projects of the closing report, each once."""
        found = {(f.plugin, f.goal, f.module, f.lines): f for f in _failures(self.lines)}
        return tuple(found.values())

    def printed_by(self, failure: Failure) -> str:
        """Return what the failed step itself printed, without Maven's own info lines."""
        texts = [
            line.text
            for line in self.lines
            if line.level != "INFO" and _belongs(line.step, failure)
        ]
        return "\n".join(texts)[-_PRINTED_LIMIT:]

    @cached_property
    def text(self) -> str:
        """All lines without prefixes."""
        return "\n".join(line.text for line in self.lines)


def _belongs(step: Step | None, failure: Failure) -> bool:
    """A line without a step is of an excerpt: there it may belong to any failure."""
    return step is None or (step.goal == failure.goal and step.module in {failure.module, ""})


def read_log(text: str) -> Log:
    """Parse any text as a Maven log; never raises."""
    return Log(tuple(_lines(text)))


def _lines(text: str) -> Iterator[Line]:
    step: Step | None = None
    for raw in text.split("\n"):
        plain = raw[:LINE_LIMIT].rstrip("\r")
        if "\x1b" in plain:
            plain = _ANSI.sub("", plain)
        match = _LEVEL.match(plain) if plain.startswith("[") else None
        level = match[1] if match else ""
        body = plain[match.end() :] if match else plain
        if level == "ERROR" and body.startswith("[ERROR] "):
            body = body[len("[ERROR] ") :]
        if level == "INFO" and body.startswith("--- ") and (begun := _STEP.match(body)):
            step = Step(**{key: value or "" for key, value in begun.groupdict().items()})
        if level == "INFO" and body.strip() == "BUILD FAILURE":
            step = _REPORT
        yield Line(level, body, step)


def _failures(lines: tuple[Line, ...]) -> Iterator[Failure]:
    index = 0
    while index < len(lines):
        line = lines[index]
        match = _begins(line)
        index += 1
        if match is not None:
            message, index = _message(match["message"], lines, index)
            trace, index = _trace(lines, index)
            yield _failure(match.groupdict(), message, trace)


def _begins(line: Line) -> re.Match[str] | None:
    if line.level != "ERROR" or not line.text.startswith("Failed to execute goal "):
        return None
    return _GOAL.match(line.text) or _PROJECT.match(line.text)


def _message(first: str, lines: tuple[Line, ...], index: int) -> tuple[list[str], int]:
    """Collect the message until its help link or the next paragraph of Maven's report."""
    message = [_HELP.sub("", first)]
    if _HELP.search(first):
        return message, index
    while index < len(lines) and lines[index].level == "ERROR":
        text = lines[index].text
        if _BLOCK_END.match(text):
            break
        index += 1
        message.append(_HELP.sub("", text))
        if _HELP.search(text) or text.startswith("-> [Help"):
            break
    return message, index


def _trace(lines: tuple[Line, ...], index: int) -> tuple[str, int]:
    """Collect the stack trace that `-e` prints behind the help link."""
    start = index
    while index < len(lines) and lines[index].level == "":
        index += 1
    return "\n".join(line.text for line in lines[start:index]), index


def _failure(named: dict[str, str | None], message: list[str], trace: str) -> Failure:
    group, artifact, version = (named.get(name) or "" for name in ("group", "artifact", "version"))
    return Failure(
        plugin=f"{group}:{artifact}:{version}" if artifact else "",
        goal=named.get("goal") or "",
        execution=named.get("execution") or "",
        module=named.get("module") or "",
        lines=tuple(line for line in message if line.strip() and not line.startswith("-> [Help")),
        trace=trace,
    )
