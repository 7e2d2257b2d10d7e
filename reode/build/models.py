"""Read Maven's complaints about poms and the reactor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.build.javac import relative
from reode.build.kinds import Kind
from reode.build.log import Log
from reode.facts.diagnostic import Diagnostic, Phase

_PROJECT = re.compile(r"^  The project (?P<id>\S*) \((?P<path>[^\n]{1,1000})\) has \d+ errors?")
_PLACE = re.compile(
    r"@ (?:(?P<path>[^\n]{1,1000}?), )?line (?P<line>\d{1,7}), column (?P<column>\d{1,7})"
)
_OTHER_POM = re.compile(r"POM (?P<path>/[^\n:]{1,1000}\.(?:xml|pom)):")
_HELP = re.compile(r"(?:: [^:\n]{0,200})? -> \[Help \d+\]\s*$")
_REACTOR = re.compile(
    r"cyclic reference|is duplicated in the reactor|Could not find the selected project"
)

_TABLE: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.POM_DUPLICATE_TAG, re.compile(r"Duplicated tag: '(?P<tag>\w+)'")),
    (
        Kind.PARENT_MISSING,
        re.compile(
            r"Non-resolvable parent POM(?: for [^\n:]+(?::[^\n\s:]+)*)?:[^\n]*?"
            r"(?:artifact |Failure to find |: )(?P<artifact>[\w.-]+:[\w.-]+:(?:pom:)?[^\s:]+)"
        ),
    ),
    (
        Kind.PARENT_MISSING,
        re.compile(r"Non-resolvable parent POM|'parent\.relativePath'[^\n]*points at"),
    ),
    (
        Kind.DEPENDENCY_UNRESOLVED,
        re.compile(r"Non-resolvable import POM:[^\n]*?artifact (?P<artifact>\S+)"),
    ),
    (Kind.DEPENDENCY_UNRESOLVED, re.compile(r"Non-resolvable import POM")),
    (
        Kind.DEPENDENCY_VERSION_MISSING,
        re.compile(r"'dependencies\.dependency\.version' for (?P<artifact>\S+) is missing"),
    ),
    (
        Kind.DEPENDENCY_SYSTEM_PATH,
        re.compile(
            r"systemPath' for (?P<artifact>\S+) (?:must specify an absolute path but is"
            r"|refers to a non-existing file) (?P<path>\S+)"
        ),
    ),
    (
        Kind.POM_UNREADABLE,
        re.compile(r"Non-(?:parseable|readable) POM [^\n:]*: (?P<reason>[^\n]{1,200})"),
    ),
    (
        Kind.POM_INVALID,
        re.compile(r"Unresolveable build extension|Unknown packaging: (?P<packaging>\S+)"),
    ),
    (Kind.POM_INVALID, re.compile(r"Unrecognised tag: '(?P<tag>\w+)'")),
    (Kind.POM_INVALID, re.compile(r"Child module (?P<child>\S+) of \S+ does not exist")),
    (Kind.POM_INVALID, re.compile(r"(?P<reason>'[\w.]+'[^\n]{1,200})")),
    (Kind.POM_INVALID, re.compile(r"Malformed POM|Expected root element")),
)


def model_diagnostics(log: Log, root: str) -> Iterator[Diagnostic]:
    """Yield what Maven says of models that it can't read and of the order of modules."""
    entries = list(_detailed(log)) or list(_listed(log))
    for module, path, text in entries:
        yield _diagnostic(module, path, text, root)
    for line in log.lines:
        if line.level == "ERROR" and _REACTOR.search(line.text):
            yield _plain(Kind.REACTOR, _HELP.sub("", line.text).strip())
            return


def _detailed(log: Log) -> Iterator[tuple[str, str, str]]:
    """The second list: grouped by project, with its path."""
    module = path = ""
    for line in log.lines:
        if line.level != "ERROR":
            continue
        if match := _PROJECT.match(line.text):
            module, path = match["id"], match["path"]
        elif path and line.text.startswith("    ") and line.text.strip():
            yield module, path, _HELP.sub("", line.text).strip()
        elif line.text.strip():
            path = ""


def _listed(log: Log) -> Iterator[tuple[str, str, str]]:
    """The first list: `[FATAL]` lines, or errors below the heading."""
    below = False
    for line in log.lines:
        if line.level == "FATAL":
            yield "", "", line.text.strip()
        elif line.text.startswith("Some problems were encountered while processing the POMs"):
            below = True
        elif below and line.level == "ERROR" and _PLACE.search(line.text):
            yield "", "", line.text.strip()
        elif below and line.text.startswith("The build could not read"):
            return


def _diagnostic(module: str, path: str, text: str, root: str) -> Diagnostic:
    kind, evidence = _classify(text)
    place = _PLACE.search(text)
    other = _OTHER_POM.search(text)
    file = (place and place["path"]) or path or (other and other["path"]) or ""
    shown = relative(file, root) if "/" in file else ""
    parts = module.split(":")
    return Diagnostic(
        kind=kind,
        phase=Phase.MODEL,
        message=text.replace(root.rstrip("/") + "/", "") if len(root) > 1 else text,
        file=shown or None,
        line=int(place["line"]) if place else None,
        column=int(place["column"]) if place else None,
        symbol=evidence.get("tag") or evidence.get("artifact"),
        module=parts[1] if len(parts) > 1 else None,
        evidence=evidence,
        excerpt=text[:2_000],
    )


def _classify(text: str) -> tuple[Kind, dict[str, str]]:
    for kind, pattern in _TABLE:
        if match := pattern.search(text):
            return kind, {k: v.rstrip(":") for k, v in match.groupdict().items() if v}
    return Kind.POM_INVALID, {"reason": text[:200]}


def _plain(kind: Kind, text: str) -> Diagnostic:
    return Diagnostic(
        kind=kind,
        phase=Phase.MODEL,
        message=text[:500],
        evidence={"reason": text[:200]},
        excerpt=text[:2_000],
    )
