"""Find in a Java stack trace the cause that tells most, and name its kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reode.build.cause_table import ASSERTION, BY_LINK, BY_TEXT, LinkRule, TextRule
from reode.build.kinds import Kind
from reode.build.normal import normalise

#: Traces longer than this are cut in the middle: the head names the wrapper, the end the cause.
_TRACE_LIMIT = 100_000
_LINE_LIMIT = 4_000
_CAUSED_BY = "Caused by: "
_HEAD = re.compile(r"^(?:Exception in thread \"[^\"]{0,200}\" )?([\w$.]{1,300})(?::\s?(.*))?$")
_CLASS_READER = re.compile(r"\bat (?:[\w.$-]{1,80}/{1,2})?([\w.$]{1,200})\.ClassReader\.")
#: What a ClassReader that knows no class-file version number throws.
_READER_FAILURES = ("IllegalArgumentException", "IndexOutOfBoundsException")
_QUOTED = re.compile(r"Exception ([\w.$]{1,300})(?:: (.{0,4000}?))?(?: \[in thread|$)", re.DOTALL)
_QUALIFIED = re.compile(r"\b((?:[a-z]\w*\.)+)(?=[A-Z])")
_BASE_PACKAGES = (
    "java.lang",
    "java.util",
    "java.io",
    "java.net",
    "java.nio",
    "java.time",
    "java.text",
    "java.math",
    "java.security",
    "sun.nio",
    "sun.net",
    "jdk.internal",
)
_NOT_INITIALISED = re.compile(r"Could not initialize class ([\w.$]+)")


@dataclass(frozen=True, slots=True)
class Link:
    """One exception of a chain: its class name and its whole message."""

    exception: str
    message: str

    @property
    def text(self) -> str:
        """`exception: message` as Java prints it."""
        return f"{self.exception}: {self.message}" if self.message else self.exception


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a test, a plugin or a fork failed.

    `message` is the normalised text of the telling exception; `innermost` that of the last
    `Caused by` (what a baseline is compared with). `awaits` names a class whose failed
    initialisation was reported earlier: the true cause stands there.
    """

    kind: Kind
    message: str
    innermost: str
    evidence: Mapping[str, str] = field(default_factory=dict)
    awaits: str = ""


def find_cause(trace: str) -> Cause:
    """Return the most telling cause of `trace` (any text; never raises)."""
    text = _bounded(trace)
    chain = parse_chain(text)
    innermost = normalise(chain[-1].text) if chain else normalise(text)
    for rule in BY_TEXT:
        if match := rule.pattern.search(text):
            evidence = _evidence(rule, match, text)
            return Cause(rule.kind, normalise(_line_around(text, match)), innermost, evidence)
    for link in reversed(chain):
        for link_rule in BY_LINK:
            if (found := _matched(link_rule, link)) is not None:
                return Cause(link_rule.kind, normalise(link.text), innermost, found)
    return _ordinary(chain, text, innermost)


def parse_chain(trace: str) -> list[Link]:
    """Return the exceptions of a trace, outermost first.

    What a failed initialiser quotes ("Exception X: y [in thread …]") counts as a link of its own.
    """
    chain = []
    for name, message in _links(trace):
        chain.append(Link(name, message))
        if name.endswith("ExceptionInInitializerError") and (inner := _QUOTED.match(message)):
            chain.append(Link(inner[1], inner[2] or ""))
    return chain


def _links(trace: str) -> Iterator[tuple[str, str]]:
    name: str | None = None
    message: list[str] = []
    for raw in trace.split("\n"):
        line = raw[:_LINE_LIMIT].strip()
        head = line.removeprefix("[ERROR] ")
        starts = head.startswith(_CAUSED_BY) or (name is None and line)
        if starts and (match := _HEAD.match(head.removeprefix(_CAUSED_BY))):
            if name is not None:
                yield name, "\n".join(message).strip()
            name, message = match[1], [match[2] or ""]
        elif name is not None and _is_message(line):
            message.append(line)
    if name is not None:
        yield name, "\n".join(message).strip()


def _is_message(line: str) -> bool:
    return not line.startswith(("at ", "... ", "Suppressed: "))


def _matched(rule: LinkRule, link: Link) -> dict[str, str] | None:
    """Return the rule's evidence where it fits the exception, else None."""
    if rule.exception is not None and not rule.exception.search(link.exception):
        return None
    if rule.message is None:
        return {"exception": link.exception}
    match = rule.message.search(link.message)
    if match is None:
        return None
    return {"exception": link.exception} | _named(match)


def _named(match: re.Match[str]) -> dict[str, str]:
    found = {k.rstrip("_"): v.strip() for k, v in match.groupdict().items() if v}
    for name in {"class", "package"} & found.keys():
        found[name] = found[name].replace("/", ".")
    if "verb" in found:
        found["verb"] = found["verb"].removesuffix("s") + "s"
    return found


def _evidence(rule: TextRule, match: re.Match[str], text: str) -> dict[str, str]:
    evidence = dict(rule.fixed) | _named(match)
    if rule.kind is Kind.INACCESSIBLE_OBJECT and "package" not in evidence:
        evidence |= _owner_of(evidence.get("member", ""))
    if rule.kind is Kind.CLASS_FILE_VERSION and (reader := _CLASS_READER.search(text)):
        evidence["owner"] = reader[1]
    return evidence


def _owner_of(member: str) -> dict[str, str]:
    """Tell package and module from the member where the message is cut before it names them."""
    names = _QUALIFIED.findall(member.split("(", 1)[0])
    if not names:
        return {}
    package = names[-1].rstrip(".")
    module = {"module": "java.base"} if package.startswith(_BASE_PACKAGES) else {}
    return {"package": package, "verb": "opens"} | module


def _line_around(text: str, match: re.Match[str]) -> str:
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    return text[start : end if end >= 0 else len(text)].strip().removeprefix(_CAUSED_BY)


def _ordinary(chain: list[Link], text: str, innermost: str) -> Cause:
    """A cause that no row of the tables knows: a broken expectation or some other error."""
    if not chain:
        return Cause(Kind.TEST_ERROR, innermost, innermost)
    reader = _CLASS_READER.search(text)
    if reader and chain[-1].exception.endswith(_READER_FAILURES):
        return Cause(Kind.CLASS_FILE_VERSION, innermost, innermost, {"owner": reader[1]})
    awaits = _NOT_INITIALISED.search(text)
    broken = any(ASSERTION.search(link.exception) for link in chain)
    return Cause(
        Kind.TEST_ASSERTION if broken else Kind.TEST_ERROR,
        innermost,
        innermost,
        {"exception": chain[-1].exception},
        awaits=awaits[1] if awaits else "",
    )


def _bounded(trace: str) -> str:
    if len(trace) <= _TRACE_LIMIT:
        return trace
    half = _TRACE_LIMIT // 2
    return trace[:half] + "\n" + trace[-half:]
