"""The verification of floors.toml: its data, the projects it writes, its judgement and its page."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from reode.facts.floors import Floor, FloorKind, load_floors, parse_floors

ROOT = Path(__file__).parents[2]
FLOORS = load_floors()
NAMED = pytest.mark.parametrize("row", FLOORS, ids=lambda row: f"{row.artifact}@{row.fine_below}")


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def _part(name: str) -> Any:
    return importlib.import_module(name)


@NAMED
def test_every_row_names_its_probe_or_says_why_there_is_none(row: Floor) -> None:
    probes = _part("floor_probes").load_probes()
    assert bool(row.probe) != bool(row.no_probe)
    assert not row.probe or row.probe in probes


def test_every_probe_is_of_use_to_a_row() -> None:
    assert set(_part("floor_probes").load_probes()) == {row.probe for row in FLOORS} - {""}


@NAMED
@pytest.mark.parametrize("java", [17, 21, 25])
def test_a_rows_probe_becomes_a_well_formed_module(row: Floor, java: int, tmp_path: Path) -> None:
    probes, module = _part("floor_probes"), _part("floor_module")
    version = next(iter({**row.by_jdk, **row.by_level}.values()))
    probe = probes.fill(probes.load_probes()[row.probe], row, version, java, java)
    module.write_module(tmp_path, module.module_pom("c0", row, probe, version, java), probe)

    text = (tmp_path / "pom.xml").read_text(encoding="utf-8")
    root = etree.fromstring(text.encode())
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    assert root.findtext("m:artifactId", namespaces=space) == "c0"
    assert version in text or any(version in one for one in probe.files.values())
    assert f"<maven.compiler.target>{java}<" in text
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 1, "a probe without a source proves nothing"
    for path in written:
        assert not re.search(r"@(version|level|artifact|java)@", path.read_text(encoding="utf-8"))


@NAMED
def test_a_probe_has_a_way_to_fail(row: Floor) -> None:
    probe = _part("floor_probes").load_probes()[row.probe]
    goal_alone = row.kind is FloorKind.PLUGIN or "<goal>" in probe.plugins
    assert probe.test or probe.outputs or goal_alone


def test_a_token_that_nobody_defines_is_refused() -> None:
    probes = _part("floor_probes")
    probe = probes.read_probe("toy", "toys", {"main": 'class Main { String s = "@nobody@"; }'})
    with pytest.raises(KeyError, match="nobody"):
        probes.fill(probe, FLOORS[0], "1.0", 17, 17)


def test_an_unknown_key_of_a_probe_is_refused() -> None:
    with pytest.raises(ValueError, match="colour"):
        _part("floor_probes").read_probe("toy", "toys", {"colour": "red"})


def test_values_change_with_the_version() -> None:
    probes = _part("floor_probes")
    values = [{"from": "0", "other": "old"}, {"from": "2.0", "other": "new-@version@"}]
    probe = probes.read_probe("toy", "toys", {"main": "@other@", "values": values})
    told = [probes.fill(probe, FLOORS[0], version, 17, 17).main for version in ("1.9", "2.1")]
    assert told == ["old", "new-2.1"]


@pytest.mark.parametrize(
    ("floor", "fine_below", "expected"),
    [
        ("1.18.22", "", "1.18.20"),
        ("3.0.0", "", "2.0.0"),
        ("2.0.0", "2.0.0", None),
        ("27.1-jre", "", "27.0-jre"),
        ("1.0", "", None),
        ("2.0-rc2", "", "1.18.22"),
    ],
)
def test_the_version_below_is_the_newest_release_of_the_floors_flavour(
    floor: str, fine_below: str, expected: str | None
) -> None:
    known = ["1.0", "1.18.20", "1.18.22", "2.0-rc1", "2.0.0", "3.0.0-beta1"]
    known += ["27.0-android", "27.0-jre", "27.1-android", "27.1-jre"]
    assert _part("floor_versions").newest_below(known, floor, fine_below) == expected


ROW = """
[[floor]]
artifact = "a:b"
kind = "library"
by_jdk = { 17 = "2.0" }
by_level = { 17 = "2.0", 25 = "3.0" }
use = "3.5"
verified = "built"
"""


def test_running_and_reading_are_measured_apart() -> None:
    checks = _part("floor_checks")
    floor = parse_floors(ROW)[0]
    probe = _part("floor_probes").read_probe("toy", "toys", {})
    planned = list(checks.plan("a:b", floor, probe, 25, ["1.0", "2.0", "2.5", "3.0"]))
    told = {(one.axis, one.level, str(one.side), one.version) for one in planned}
    assert {("jdk", 8, "floor", "2.0"), ("jdk", 8, "below", "1.0")} <= told
    assert {("level", 25, "floor", "3.0"), ("level", 25, "below", "2.5")} <= told
    assert ("level", 25, "use", "3.5") in told


def test_what_has_nothing_older_says_so() -> None:
    checks = _part("floor_checks")
    probe = _part("floor_probes").read_probe("toy", "toys", {})
    planned = list(checks.plan("a:b", parse_floors(ROW)[0], probe, 17, ["2.0", "3.0"]))
    assert [str(one.side) for one in planned] == ["floor", "below level", "use"]


SUMMARY = """\
[INFO] Reactor Summary:
[INFO] root 1 ............................................. SUCCESS [  0.102 s]
[INFO] c0 ................................................. SUCCESS [  9.321 s]
[INFO] c1 ................................................. FAILURE [01:02 min]
[INFO] c12 1 .............................................. SKIPPED
"""


def test_each_module_of_the_reactor_is_judged_by_itself() -> None:
    ends = _part("floor_reactor").read_ends(SUMMARY)
    assert ends == {"c0": (True, 9.321), "c1": (False, 62.0), "c12": (False, 0.0)}


def _line(version: str, *, passed: bool, java: int = 17, level: int = 17) -> dict[str, Any]:
    row = {"row": "a:b", "java": java, "level": level, "axis": "jdk", "side": "floor"}
    return row | {"version": version, "passed": passed, "kind": "" if passed else "syntax"}


@pytest.mark.parametrize(
    ("builds", "standing"),
    [
        ([("2.0", True), ("1.9", False)], "proven"),
        ([("2.0", True), ("1.9", True)], "too high"),
        ([("2.0", True), ("1.0", False), ("1.9", True)], "too high"),
        ([("2.0", False), ("1.9", False)], "too low"),
        ([("2.0", True)], "nothing older"),
        ([("2.1", True)], "not measured"),
    ],
)
def test_builds_tell_how_a_row_stands(builds: list[tuple[str, bool]], standing: str) -> None:
    text = (
        '[[floor]]\nartifact = "a:b"\nkind = "library"\nby_jdk = { 17 = "2.0" }\nverified = "built"'
    )
    lines = [_line(version, passed=passed) for version, passed in builds]
    found = _part("floor_page").find(parse_floors(text)[0], "a:b", 17, lines)
    assert found.standing == standing


def test_a_failure_for_want_of_an_older_api_proves_nothing() -> None:
    text = (
        '[[floor]]\nartifact = "a:b"\nkind = "library"\nby_jdk = { 17 = "2.0" }\nverified = "built"'
    )
    lines = [_line("2.0", passed=True), _line("1.9", passed=False) | {"kind": "symbol-missing"}]
    find = _part("floor_page").find
    assert find(parse_floors(text)[0], "a:b", 17, lines).standing == "older ones differ"
    processor = parse_floors(text.replace("library", "processor"))[0]
    assert find(processor, "a:b", 17, lines).standing == "proven"


@pytest.mark.parametrize("broken", [set(), {0}, {18}, set(range(10)), {3, 7}])
def test_the_search_ends_at_a_version_that_passes_over_one_that_fails(broken: set[int]) -> None:
    search = _part("floor_search").Search(None, [str(number) for number in range(20)], {"19"})
    tried = []
    while (version := search.next) is not None:
        tried.append(version)
        search.learn(version, passed=int(version) not in broken)
    assert len(tried) == len(set(tried)) <= 9
    assert search.passing not in broken
    assert search.failing in broken | {-1}
    assert search.passing - search.failing == 1


def test_a_sound_old_version_does_not_hide_a_broken_newer_one() -> None:
    search = _part("floor_search").Search(None, [str(number) for number in range(20)], {"0", "19"})
    assert search.next == "18"


def test_a_version_that_is_not_to_be_had_is_no_failure() -> None:
    search = _part("floor_search").Search(None, ["1", "2", "3"], {"3"})
    search.learn("2", passed=False, kind="dependency-unresolved")
    search.learn("1", passed=False, kind="no-class-def")
    assert search.next is None
    assert (search.versions[search.passing], search.versions[search.failing]) == ("3", "1")


def test_one_level_that_fails_below_the_floor_proves_it() -> None:
    text = (
        '[[floor]]\nartifact = "a:b"\nkind = "library"\nby_jdk = { 17 = "2.0" }\nverified = "built"'
    )
    lines = [_line("2.0", passed=True), _line("1.9", passed=True)]
    lines.append(_line("1.9", passed=False, level=8))
    assert _part("floor_page").find(parse_floors(text)[0], "a:b", 17, lines).standing == "proven"


def test_the_newest_line_of_a_build_counts(tmp_path: Path) -> None:
    results = tmp_path / "floors.jsonl"
    lines = [_line("2.0", passed=False), _line("2.0", passed=True), _line("1.0", passed=False)]
    results.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    assert _part("floors").read_rows(results) == lines[1:]


def test_the_page_in_the_docs_is_the_one_that_the_command_makes() -> None:
    floors = _part("floors")
    notes = floors.NOTES.read_text(encoding="utf-8")
    made = _part("floor_page").page(floors.read_rows(floors.RESULTS), notes)
    assert floors.RESULTS.with_suffix(".md").read_text(encoding="utf-8") == made


def test_the_page_tells_nothing_of_the_machine() -> None:
    floors = _part("floors")
    text = floors.RESULTS.read_text(encoding="utf-8") + floors.NOTES.read_text(encoding="utf-8")
    assert not re.search(r"/(root|home|tmp|work|usr)/", text)
