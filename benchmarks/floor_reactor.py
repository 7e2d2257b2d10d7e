"""Build many probes in one Maven, module by module, and judge each by itself."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from floor_checks import Check
from floor_module import module_pom, root_pom, write_module
from floor_probes import Probe, fill

from reode.build.kinds import Kind
from reode.build.maven import Maven
from reode.build.reports import read_reports
from reode.build.resolution import plugin_problem
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.floors import Floor

_TIMEOUT = 1_500.0
_SILENCE = 240.0
_SUMMARY = re.compile(
    r"^\[INFO\] (c\d+)(?: 1)? \.*\s*(SUCCESS|FAILURE|SKIPPED)(?: \[\s*([\d.:]+) (s|min))?",
    re.MULTILINE,
)
_MESSAGE = 220
#: The tests' virtual machines are short-lived as well: what starts fastest is best.
_QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_WHOLE = frozenset({Kind.MAVEN_CRASH, Kind.OUT_OF_MEMORY, Kind.TIMEOUT})


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What builds for one target: the Java that runs Maven and the tests, and a javac if it has none."""

    jdk: Jdk
    javac: Path | None = None

    @property
    def properties(self) -> dict[str, str]:
        """Properties that let a bare runtime use the other JDK's javac and trusted certificates."""
        if self.javac is None:
            return {}
        trusted = self.javac.parent.parent / "lib" / "security" / "cacerts"
        return {
            "maven.compiler.fork": "true",
            "maven.compiler.executable": str(self.javac),
            "javax.net.ssl.trustStore": str(trusted),
        }


@dataclass(frozen=True, slots=True)
class Task:
    """A check with what is needed to build it."""

    check: Check
    floor: Floor
    probe: Probe


@dataclass(frozen=True, slots=True)
class Result:
    """How one module ended; `kind` and `message` are those of its first problem."""

    check: Check
    passed: bool
    kind: str
    message: str
    seconds: float


def build(
    tasks: Sequence[Task], maven: Maven, tools: Toolchain, keep: Path | None = None
) -> Iterator[Result]:
    """Build the tasks as one reactor and yield a result for each.

    A module without a verdict (Maven itself died or hung on the way) is built again among fewer,
    in the end alone, where whatever happens is its own doing.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(tempfile.mkdtemp(dir=keep)) if keep else Path(folder)
        named = {f"c{number}": task for number, task in enumerate(tasks)}
        write_reactor(root, named)
        started = time.time()
        goals = ["verify", "-fae"]
        log = root / "log"
        outcome = maven.run(
            goals,
            root=root,
            jdk=tools.jdk,
            log=log,
            timeout=_TIMEOUT,
            silence=_SILENCE,
            properties=tools.properties,
            jvm_options=_QUICK,
        )
        text = log.read_text(encoding="utf-8", errors="replace")
        ends = read_ends(text)
        for name, task in named.items():
            if name in ends or len(tasks) == 1:
                end = ends.get(name, (False, outcome.seconds))
                found = _problems(outcome, name) or _plugin_problems(text, task)
                yield _result(task, root / name, end, found, started)
    unknown = [task for name, task in named.items() if name not in ends]
    if unknown and len(tasks) > 1:
        half = (len(unknown) + 1) // 2
        for part in (unknown[:half], unknown[half:]):
            if part:
                yield from build(part, maven, tools)


def write_reactor(root: Path, named: Mapping[str, Task]) -> None:
    """Write the aggregator and a module per task below `root`."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "pom.xml").write_text(root_pom(named), encoding="utf-8")
    for name, task in named.items():
        check = task.check
        probe = fill(task.probe, task.floor, check.version, check.level, check.java)
        pom = module_pom(name, task.floor, probe, check.version, check.level)
        write_module(root / name, pom, probe)


def read_ends(log: str) -> dict[str, tuple[bool, float]]:
    """Return, per module of the reactor's summary, whether it passed and its seconds."""
    found = {}
    for name, status, amount, unit in _SUMMARY.findall(log):
        found[name] = (status == "SUCCESS", _seconds(amount, unit))
    return found


def _seconds(amount: str, unit: str) -> float:
    if not amount:
        return 0.0
    if unit == "min":
        minutes, _, seconds = amount.partition(":")
        return int(minutes) * 60.0 + float(seconds)
    return float(amount)


def _problems(outcome: BuildOutcome, module: str) -> list[Diagnostic]:
    own = [one for one in outcome.diagnostics if one.module == module]
    # A Maven that died names no module: the one that it built alone is meant.
    return own or [one for one in outcome.diagnostics if one.kind in _WHOLE]


def _plugin_problems(log: str, task: Task) -> list[Diagnostic]:
    """Return what the log says of the probed plugin where it names no module."""
    named = f"{task.floor.artifact}:{task.check.version}"
    for line in log.splitlines():
        if line.startswith("[ERROR]") and named in line and (found := plugin_problem(line)):
            kind = found[1][0]
            return [
                Diagnostic(kind=kind, phase=Phase.RESOLVE, message=line.removeprefix("[ERROR] "))
            ]
    return []


def _result(
    task: Task,
    folder: Path,
    end: tuple[bool, float],
    problems: Iterable[Diagnostic],
    started: float,
) -> Result:
    passed, seconds = end
    reports = read_reports(folder, started - 1)
    found = [*reports.diagnostics, *problems] if not passed else []
    kind, message = (str(found[0].kind), found[0].message) if found else ("unknown", "")
    if passed:
        kind = _unproven(task, folder, reports.tally.total)
    return Result(task.check, passed and not kind, kind, _plain(message, folder), round(seconds, 1))


def _unproven(task: Task, folder: Path, tests: int) -> str:
    """Say what is missing from a green module: an output, the level, or a test that ran."""
    missing = [one for one in task.probe.outputs if not any(folder.glob(one))]
    if missing:
        return "output-missing"
    made = folder / "target/classes/probe/Main.class"
    if made.is_file() and int.from_bytes(made.read_bytes()[6:8], "big") != task.check.level + 44:
        return "level-missed"
    return "tests-not-run" if task.probe.test and not tests else ""


def _plain(message: str, folder: Path) -> str:
    text = " ".join(message.split())
    for path in (str(folder), str(folder.parent), str(Path.home())):
        text = text.replace(path, "…")
    return text[:_MESSAGE]
