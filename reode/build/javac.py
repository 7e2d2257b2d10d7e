"""Turn the compiler's messages, as Maven prints them, into diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from reode.build.javac_table import SETTINGS, SOURCES, Row
from reode.build.kinds import Kind
from reode.facts.diagnostic import Diagnostic, Phase

_MESSAGE_LIMIT = 2_000
_PLACE = re.compile(
    r"^(?P<file>[^\n]{1,1000}?\.(?:java|groovy|kt|kts|scala|aj)):"
    r"(?: ?\[(?P<line>\d+)(?:,(?P<column>\d+))?\]|(?P<plain>\d+): error:)"
    r" ?(?:error: |\[[\w-]+\] (?=\S+ ))?(?P<message>.*)"
)
_KOTLIN_PLACE = re.compile(
    r"^(?P<file>[^\n]{1,1000}?\.kt): \((?P<line>\d+), (?P<column>\d+)\) (?P<message>.*)"
)
_FILE_ONLY = re.compile(r"^(?P<file>/[^\n:]{1,1000}\.java): (?P<message>.*)")
_SYMBOL = re.compile(r"^\s*symbol:\s*(?P<kind>@?\w+) (?P<rest>.+)", re.MULTILINE)
_LOCATION = re.compile(r"^\s*location:\s*(?P<kind>@?\w+) (?P<rest>.+)", re.MULTILINE)
_NEW_MESSAGE = re.compile(
    r"^(?:Compilation failure|Fatal error compiling|An unknown compilation problem|COMPILATION ERROR)"
)
_HEADING = re.compile(r"^(?:(?:Compilation failure|COMPILATION ERROR)[: ]*)+")
_SETTING_HEADS = re.compile(
    r"^(?:error: |warning: )?(?:(?:Source|Target|source|target) option|invalid |release version"
    r"|module not found|option -|exporting |warnings found|No such compiler|Bad service|An annotation"
    r"|Annotation processor|Unable to find package|An unknown|Internal error|error reading)"
)
_LOMBOK = re.compile(
    r"\blombok[./]|TypeTag :: UNKNOWN|JCImport does not have"
    r"|Unable to make field [^\n]{0,200}DiscoveredProcessors"
)
_CRASH = re.compile(r"(?:[\w$]+\.)+(?P<exception>\w*(?:Error|Exception))\b(?!\.)")
#: Where a local Maven repository keeps a jar: group as folders, artifact, version.
_STORED = re.compile(r"/repository/(.{1,300})/([^/]{1,200})/([^/]{1,100})/[^/]{1,300}\.jar$")
_THROWN = re.compile(
    r"^(?!org\.apache\.maven|org\.codehaus\.plexus)(?:[\w$]+\.)+\w*(?:Error|Exception)\b",
    re.MULTILINE,
)
_ABSENT = re.compile(r"(?:NoClassDefFoundError|ClassNotFoundException): ([\w/.$]+)")
_OWNERS = (
    ("mapstruct", "org.mapstruct."),
    ("errorprone", "com.google.errorprone."),
    ("dagger", "dagger."),
    ("autovalue", "com.google.auto."),
    ("querydsl", "com.querydsl."),
    ("querydsl", "com.mysema."),
    ("hibernate-jpamodelgen", "org.hibernate.jpamodelgen."),
    ("immutables", "org.immutables."),
    ("checkerframework", "org.checkerframework."),
    ("micronaut", "io.micronaut."),
    ("spring-boot", "org.springframework.boot.configurationprocessor."),
    ("groovy", "org.codehaus.groovy."),
)


@dataclass(slots=True)
class _Entry:
    """One message of the compiler: its place, and its lines without the place."""

    file: str | None
    line: int | None
    column: int | None
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)[:_MESSAGE_LIMIT].strip()


@dataclass(frozen=True, slots=True)
class Site:
    """Where compiler messages come from."""

    phase: Phase
    module: str
    plugin: str
    root: str


def compiler_diagnostics(lines: Iterable[str], site: Site, trace: str = "") -> list[Diagnostic]:
    """Return the diagnostics of one compilation; `trace` is what else the log says of it."""
    return [_diagnostic(entry, site, trace) for entry in _entries(lines, site)]


def _entries(lines: Iterable[str], site: Site) -> Iterator[_Entry]:
    current: _Entry | None = None
    for line in lines:
        begun = _begin(line, current, site)
        if begun is not None:
            if current is not None and current.text:
                yield current
            current = begun
        elif current is not None and len(current.lines) < 40:
            current.lines.append(line)
    if current is not None and current.text:
        yield current


def _begin(line: str, current: _Entry | None, site: Site) -> _Entry | None:
    """Return a new entry where `line` begins one, None where it continues the current one."""
    if match := _PLACE.match(line) or _KOTLIN_PLACE.match(line):
        found = match.groupdict()
        number = found["line"] or found.get("plain") or "0"
        column = found.get("column")
        return _Entry(
            relative(found["file"], site.root),
            _number(number),
            _number(column) if column else None,
            [found["message"]],
        )
    if match := _FILE_ONLY.match(line):
        return _Entry(relative(match["file"], site.root), None, None, [match["message"]])
    if _NEW_MESSAGE.match(line):
        return _Entry(None, None, None, [_stripped(line)])
    if line[:1].isspace() or not line.strip():
        return None
    if _SETTING_HEADS.match(line) or current is None or (current.file is None and current.text):
        return _Entry(None, None, None, [line])
    return None


def _stripped(line: str) -> str:
    """Cut Maven's own heading; what follows it is the message."""
    return _HEADING.sub("", line).strip()


def _number(text: str) -> int:
    return int(text[:9])


def relative(path: str, root: str) -> str:
    """Return `path` relative to `root`, with `/`; a foreign path stays as it is."""
    plain = path.replace("\\", "/").removeprefix("file://").strip()
    base = root.replace("\\", "/").rstrip("/") + "/"
    return plain[len(base) :] if base != "/" and plain.startswith(base) else plain


def _diagnostic(entry: _Entry, site: Site, trace: str) -> Diagnostic:
    text = entry.text
    kind, evidence = _classify(entry, trace)
    if kind is Kind.PROCESSOR_CRASH and (absent := _ABSENT.search(f"{text}\n{trace}")):
        evidence.setdefault("class", absent[1].replace("/", "."))
    if kind is Kind.ARCHIVE_UNREADABLE and (stored := _STORED.search(evidence["path"])):
        evidence["artifact"] = f"{stored[1].replace('/', '.')}:{stored[2]}:jar:{stored[3]}"
        text = text.replace(evidence["path"], evidence["artifact"])
    symbol = None
    if kind is Kind.SYMBOL_MISSING:
        symbol, found = _symbol(text)
        evidence |= found
    if kind in {Kind.PACKAGE_MISSING, Kind.PACKAGE_NOT_VISIBLE} and "package" in evidence:
        symbol = evidence["package"]
    return Diagnostic(
        kind=kind,
        phase=site.phase,
        message=text.split("\n", 1)[0],
        file=entry.file,
        line=entry.line or None,
        column=entry.column or None,
        symbol=symbol or evidence.get("class") or evidence.get("name") or evidence.get("artifact"),
        module=site.module or None,
        plugin=site.plugin or None,
        evidence=evidence,
        excerpt=text if entry.file else f"{text}\n{trace}".strip()[:_MESSAGE_LIMIT],
    )


def _classify(entry: _Entry, trace: str) -> tuple[Kind, dict[str, str]]:
    text = entry.text
    fatal = text.startswith("Fatal error compiling: ")
    if entry.file is not None and (found := _first(SOURCES, text)):
        return found
    if found := _first(SETTINGS, text):
        return _explained(trace) if found[0] is Kind.COMPILE_UNKNOWN else found
    if fatal or text.startswith("java.lang."):
        return _crash(text, trace)
    if found := _first(SOURCES, text):
        return found
    if not entry.file and (not text or text.startswith("Compilation failure")):
        return _explained(trace)
    return Kind.COMPILE_OTHER, {}


def _explained(trace: str) -> tuple[Kind, dict[str, str]]:
    """Maven names no message: look at what the compiler printed before."""
    if found := _first(SETTINGS[:-1], trace):
        return found
    if match := _THROWN.search(trace):
        return _crash(trace[match.start() :], trace)
    return Kind.COMPILE_UNKNOWN, {}


def _crash(text: str, trace: str) -> tuple[Kind, dict[str, str]]:
    """An exception inside the compiler: name the processor that threw it."""
    whole = f"{text}\n{trace}"
    match = _CRASH.search(text)
    evidence = {"exception": match[0]} if match else {}
    if _LOMBOK.search(whole):
        return Kind.LOMBOK_CRASH, evidence
    owner = next((name for name, prefix in _OWNERS if prefix in whole), "")
    return Kind.PROCESSOR_CRASH, evidence | ({"owner": owner} if owner else {})


def _first(rows: Iterable[Row], text: str) -> tuple[Kind, dict[str, str]] | None:
    for kind, pattern in rows:
        if match := pattern.search(text):
            named = {k.rstrip("_"): v.strip() for k, v in match.groupdict().items() if v}
            return kind, named
    return None


def _symbol(text: str) -> tuple[str | None, dict[str, str]]:
    """Return the symbol as javac names it, and its parts and place as evidence."""
    evidence: dict[str, str] = {}
    symbol = None
    if match := _SYMBOL.search(text):
        symbol = f"{match['kind']} {match['rest'].strip()}"
        name = re.split(r"[(<\s]", match["rest"].strip(), maxsplit=1)[0]
        evidence |= {"symbol_kind": match["kind"], "name": name}
    if match := _LOCATION.search(text):
        place = match["rest"].strip()
        if match["kind"] == "variable" and " of type " in place:
            evidence["variable"], _, place = place.partition(" of type ")
        evidence |= {"location_kind": match["kind"], "location": place}
    return symbol, evidence
