"""Read the XML reports of surefire and failsafe: which tests ran, and why each failure failed.

`@tests`, `@failures` and the like are not trusted: several surefire versions write wrong numbers
there. Only `<testcase>` elements count, and only files newer than the start of the build.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from reode.build.failures import FailedCase, diagnose
from reode.facts.diagnostic import Diagnostic
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally

#: The method of a pseudo-test that stands for a whole class (`@BeforeClass`, initialiser, runner).
WHOLE_CLASS = "<class>"
#: Seconds by which a file system's clock may lag behind the process's.
_CLOCK_SLACK = 0.05
_TEXT_LIMIT = 200_000
_PRUNED = frozenset({
    ".git", ".hg", ".svn", ".idea", ".m2", "node_modules", "src", "classes", "test-classes",
    "generated-sources", "generated-test-sources",
})  # fmt: skip
_RUNNER_NAMES = frozenset({"initializationError", "Test mechanism", "executionError"})
_ENDS_OF_METHOD = "({["
#: The first line of a Java stack trace.
_EXCEPTION_LINE = re.compile(r"[\w$]{1,100}(?:\.[\w$]{1,100}){1,20}(?::|\s|$)")


@dataclass(frozen=True, slots=True)
class Reports:
    """The results of one build by test method, and a diagnostic for each method that failed."""

    tally: TestTally
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    key: TestKey
    status: TestStatus
    trace: str = ""


def read_tests(root: Path, newer_than: float = 0.0) -> TestTally:
    """Return the results found below `root` in reports written after `newer_than` (epoch, s)."""
    return read_reports(root, newer_than).tally


def read_reports(root: Path, newer_than: float = 0.0) -> Reports:
    """Return results and diagnostics of reports below `root` written after `newer_than`.

    Unreadable or half-written files give what can be read of them; never raises.
    """
    cases: dict[TestKey, list[_Case]] = {}
    for path in report_files(root, newer_than):
        for case in _read_cases(path, module_folder(path, root)):
            cases.setdefault(case.key, []).append(case)
    failed = [
        FailedCase(key, case.trace)
        for key, group in cases.items()
        for case in group
        if case.status is TestStatus.FAILED
    ]
    causes = diagnose(failed, root)
    results = []
    for key, group in sorted(cases.items()):
        own = causes.get(key)
        results.append(
            TestResult(
                key,
                _status(group),
                len(group),
                own.cause if own else "",
                own.environment if own else False,
            )
        )
    diagnostics = tuple(causes[r.key].diagnostic for r in results if r.key in causes)
    return Reports(TestTally(tuple(results)), diagnostics)


def runtimes_of_tests(root: Path, newer_than: float = 0.0) -> frozenset[str]:
    """Return the Java versions ("21.0.8") that ran the tests, as the reports themselves say."""
    found = set()
    for path in report_files(root, newer_than):
        suite = _read_report(path)
        for one in () if suite is None else suite.iter("{*}property"):
            if one.get("name") == "java.version":
                found.add(str(one.get("value") or ""))
    return frozenset(found - {""})


def first_tests(root: Path) -> dict[str, float]:
    """Return when the first test class of each module began (epoch, s), by the module's folder.

    A report is written when its class is done and says how long that took.
    """
    found: dict[str, float] = {}
    for path in report_files(root):
        suite = _read_report(path)
        if suite is None:
            continue
        try:
            took = float(str(suite.get("time") or "0").replace(",", ""))
        except ValueError:
            continue
        module = module_folder(path, root)
        found[module] = min(found.get(module, math.inf), _modified(path) - took)
    return found


def report_files(root: Path, newer_than: float = 0.0, pattern: str = "TEST-*.xml") -> list[Path]:
    """Return the files of that name pattern in report folders below `root`, sorted."""
    prefix, _, suffix = pattern.partition("*")
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in _PRUNED)
        for name in files:
            if name.startswith(prefix) and name.endswith(suffix):
                path = Path(folder) / name
                if _modified(path) >= newer_than - _CLOCK_SLACK:
                    found.append(path)
    return sorted(found)


def module_folder(path: Path, root: Path) -> str:
    """Return the folder of the nearest pom above `path`, relative to `root` ("." for the root)."""
    folder = path.parent
    while folder != root and root in folder.parents:
        if (folder / "pom.xml").is_file():
            return folder.relative_to(root).as_posix()
        folder = folder.parent
    return "."


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return -1.0


def _status(group: Iterable[_Case]) -> TestStatus:
    """Failed before passed before skipped: a method of which one row ran has run."""
    seen = {case.status for case in group}
    for status in (TestStatus.FAILED, TestStatus.PASSED):
        if status in seen:
            return status
    return TestStatus.SKIPPED


def _read_cases(path: Path, module: str) -> Iterator[_Case]:
    root = _read_report(path)
    if root is None or _local(root) not in {"testsuite", "testsuites"}:
        return
    for element in root.iter("{*}testcase"):
        yield _case(element, module)


def _read_report(path: Path) -> etree._Element | None:
    """Return a report's root element, None where nothing of it can be read."""
    try:
        return etree.fromstring(path.read_bytes(), _parser())
    except (OSError, etree.XMLSyntaxError, ValueError):
        return None


def _parser() -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, recover=True)


def _local(element: etree._Element) -> str:
    return etree.QName(element).localname


def _case(element: etree._Element, module: str) -> _Case:
    suite = element.getparent()
    suite_name = "" if suite is None else str(suite.get("name") or "")
    cls = str(element.get("classname") or suite_name)
    key = test_key(module, cls, str(element.get("name") or ""))
    children = {_local(child): child for child in element if isinstance(child.tag, str)}
    broken = next((children[name] for name in ("failure", "error") if name in children), None)
    if broken is not None:
        return _Case(key, TestStatus.FAILED, _trace(broken))
    return _Case(key, TestStatus.SKIPPED if "skipped" in children else TestStatus.PASSED)


def test_key(module: str, cls: str, name: str) -> TestKey:
    """Return the key of a test case as surefire names it (see `TestKey`)."""
    outer = cls.split("$", 1)[0].split("(", 1)[0].strip()
    if not name or name in {cls, outer, outer.rsplit(".", 1)[-1]} or name in _RUNNER_NAMES:
        return TestKey(module, outer, WHOLE_CLASS)
    base = name.split(" on ", 1)[0]
    cut = min((i for i in map(base.find, _ENDS_OF_METHOD) if i > 0), default=len(base))
    return TestKey(module, outer, base[:cut].strip() or name)


test_key.__test__ = False  # type: ignore[attr-defined]  # pytest must not collect it


def _trace(broken: etree._Element) -> str:
    """Put type, message and trace together: each may hold what the others lack."""
    text = ("".join(map(str, broken.itertext())))[:_TEXT_LIMIT].strip()
    kind = str(broken.get("type") or "")
    message = str(broken.get("message") or "")[:_TEXT_LIMIT]
    if not text.startswith(kind or "\0") and not _EXCEPTION_LINE.match(text):
        return f"{kind}: {message}\n{text}".strip() if message else f"{kind}\n{text}".strip()
    if message and message[:200] not in text:
        first, _, rest = text.partition("\n")
        return f"{first.rstrip(': ')}: {message}\n{rest}"
    return text
