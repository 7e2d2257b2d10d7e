from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.project.versions import at_least, compare, is_range
from tests.project.maven_oracle import maven_compares

WORDS = ["alpha", "a", "b", "m", "rc", "cr", "ga", "final", "snapshot", "sp", "x", "jre8", "M"]
PIECES = st.sampled_from([*WORDS, "0", "1", "2", "10", "007", *".-" * 3, "_"])
VERSIONS = st.lists(PIECES, min_size=1, max_size=8).map("".join)

RISING = [
    "1.0-alpha-1",
    "1.0-alpha-2",
    "1.0-beta-1",
    "1.0-M1",
    "1.0-rc1",
    "1.0-rc2",
    "1.0-SNAPSHOT",
    "1.0",
    "1.0-sp1",
    "1.0-jre8",
    "1.0-1",
    "1.0.1",
    "1.2",
    "1.10",
    "1.16.8",
    "1.18.30",
    "2.0.0.RELEASE",
    "20040616",
]
EQUAL = [
    ("1", "1.0.0"),
    ("1.0-GA", "1"),
    ("4.3.9.RELEASE", "4.3.9"),
    ("5.6.15.Final", "5.6.15"),
    ("1.0-a1", "1.0-alpha-1"),
    ("1.0-cr2", "1.0-rc2"),
    (" 1.0\n", "1.0"),
    ("1.x1", "1-x1"),
]


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


@pytest.mark.parametrize(("older", "newer"), list(pairwise(RISING)))
def test_each_version_is_older_than_the_next(older: str, newer: str) -> None:
    assert compare(older, newer) < 0 < compare(newer, older)


@pytest.mark.parametrize(("left", "right"), EQUAL)
def test_versions_that_maven_holds_equal(left: str, right: str) -> None:
    assert compare(left, right) == 0


@given(VERSIONS, VERSIONS)
def test_a_comparison_has_its_mirror_image(a: str, b: str) -> None:
    assert compare(a, a) == 0
    assert sign(compare(a, b)) == -sign(compare(b, a))


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_text_has_a_place(a: str, b: str) -> None:
    assert sign(compare(a, b)) == -sign(compare(b, a))


@given(st.tuples(*[st.integers(0, 99)] * 3), st.tuples(*[st.integers(0, 99)] * 3))
def test_plain_numbers_compare_as_numbers(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    left, right = (".".join(map(str, one)) for one in (a, b))
    assert sign(compare(left, right)) == (a > b) - (a < b)


@pytest.mark.parametrize(
    ("version", "minimum", "expected"),
    [
        ("1.18.30", "1.18.30", True),
        ("1.18.4", "1.18.30", False),
        ("3.8.1", "3.8", True),
        ("${lombok.version}", "1.0", False),
        ("[1.0,2.0)", "1.0", False),
    ],
)
def test_at_least(version: str, minimum: str, expected: bool) -> None:
    assert at_least(version, minimum) is expected


def test_ranges_are_seen() -> None:
    assert [v for v in ("[1]", " (,2)", "1.0", "LATEST") if is_range(v)] == ["[1]", " (,2)"]


@pytest.mark.e2e
def test_maven_itself_gives_the_same_order() -> None:
    forms = ["1", "1.0", "1.{w}", "1-{w}", "1{w}", "1.{w}1", "1-{w}-2", "{w}", "{w}.1", "0.{w}x1"]
    versions = sorted({form.format(w=word) for form in forms for word in ["1", "0", "10", *WORDS]})
    pairs = [(a, b) for a in versions for b in versions]
    assert [sign(compare(a, b)) for a, b in pairs] == maven_compares(pairs)
