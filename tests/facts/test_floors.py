"""floors.toml is well-formed and answers for every Java version."""

import re

import pytest

from reode.facts.floors import Floor, FloorKind, load_floors, minimum_for, parse_floors

FLOORS = load_floors()


def test_the_table_has_at_least_sixty_artifacts() -> None:
    assert len({row.artifact for row in FLOORS}) >= 60


@pytest.mark.parametrize("row", FLOORS, ids=lambda row: f"{row.artifact}@{row.fine_below}")
def test_every_row_is_complete(row: Floor) -> None:
    assert re.fullmatch(r"[\w.-]+:[\w.-]+", row.artifact)
    assert row.by_jdk or row.by_level
    assert row.verified.startswith(("built", "published")), "say how it is known"
    assert not row.pin or row.kind is FloorKind.LIBRARY
    for sign in row.signs:
        re.compile(sign)
    for member in row.family:
        assert member != row.artifact
        assert ":" in member or member.endswith("*")


@pytest.mark.parametrize("row", FLOORS, ids=lambda row: f"{row.artifact}@{row.fine_below}")
def test_a_newer_java_never_asks_for_an_older_version(row: Floor) -> None:
    for table in (row.by_jdk, row.by_level):
        versions = [_numbers(table[java]) for java in sorted(table)]
        assert versions == sorted(versions)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]


def test_ranges_of_one_artifact_do_not_overlap() -> None:
    bundle = [row for row in FLOORS if row.name == "maven-bundle-plugin"]
    assert len(bundle) == 2
    assert {row.fine_below for row in bundle} == {"2.5.4", "4.0.0"}


def test_between_two_keys_the_higher_one_holds() -> None:
    table = {17: "1.18.22", 21: "1.18.30", 25: "1.18.44"}
    answers = {java: minimum_for(table, java) for java in (11, 17, 18, 21, 22, 25, 26)}
    assert answers == {
        11: None,
        17: "1.18.22",
        18: "1.18.30",
        21: "1.18.30",
        22: "1.18.44",
        25: "1.18.44",
        26: "1.18.44",
    }


def test_running_and_reading_are_two_questions() -> None:
    jacoco = next(row for row in FLOORS if row.name == "jacoco-maven-plugin")
    assert jacoco.minimums(25, 8) == ("0.8.3",)
    assert jacoco.minimums(25, 25) == ("0.8.3", "0.8.13")


def test_a_malformed_row_is_refused() -> None:
    with pytest.raises(ValueError, match="toy"):
        parse_floors('[[floor]]\nartifact = "a:b"\nkind = "toy"\nverified = "built"\n')
