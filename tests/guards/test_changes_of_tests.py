"""Properties of the comparison of test sources: any deletion is seen, no change of layout is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reode.facts.test_syntax import TestSources
from reode.guards.test_changes import compare_tests
from reode.project.tests_syntax import read_test_sources
from tests.guards.sample_tree import (
    BASE,
    CORE_TEST,
    GROOVY_TEST,
    KOTLIN_TEST,
    LEGACY_TEST,
    SERVICE_TEST,
    WEB_TEST,
)

JAVA = (CORE_TEST, LEGACY_TEST, WEB_TEST, SERVICE_TEST)
MAIN = [BASE[p].encode() for p in BASE if p.endswith(".java") and "/main/" in p]


def read(path: str, text: str) -> TestSources:
    return read_test_sources({path: (path.partition("/")[0], text.encode())}, MAIN)


def lost(path: str, before: str, after: str) -> list[str]:
    declared = frozenset({"add", "last", "label", "reset", "Calculator", "put", "pieces", "Stock"})
    declared |= {"total", "Cart", "open", "Orders"}
    return [str(p) for p in compare_tests(read(path, before), read(path, after), declared)]


def _statements() -> list[tuple[str, int]]:
    """Every line that is a whole statement or annotation of a test source, but for locals."""
    found = []
    for path in JAVA:
        for number, line in enumerate(BASE[path].splitlines()):
            bare = line.strip()
            statement = bare.endswith(";") and not bare.startswith(("import", "package", "private"))
            annotation = bare.startswith("@") and not bare.startswith(("@Disabled", "@Override"))
            if statement or annotation:
                found.append((path, number))
    return found


@pytest.mark.parametrize(("path", "number"), _statements())
def test_j05_no_line_of_a_test_can_go_unseen(path: str, number: int) -> None:
    lines = BASE[path].splitlines(keepends=True)
    if lines[number].strip() in {"int last = 0;", "return new Object[][] {{1}, {2}, {3}};"}:
        pytest.skip("without this line the source does not compile")

    assert lost(path, BASE[path], "".join(lines[:number] + lines[number + 1 :])), lines[number]


@pytest.mark.parametrize("path", [*JAVA, KOTLIN_TEST, GROOVY_TEST])
def test_j05_a_source_loses_nothing_to_itself(path: str) -> None:
    assert lost(path, BASE[path], BASE[path]) == []


@given(path=st.sampled_from(JAVA), seed=st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_j05_layout_and_comments_mean_nothing(path: str, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - a shuffled layout, no secret
    changed = []
    for line in BASE[path].splitlines():
        if dice.random() < 0.2:
            changed.append("    // assertEquals(1, 2); @Ignore return;")
        if dice.random() < 0.2:
            changed.append("")
        changed.append(line.replace("    ", "\t") if dice.random() < 0.3 else line)
    ends = dice.choice(["\n", "\r\n"])

    assert lost(path, BASE[path], ends.join(changed) + ends) == []


@given(path=st.sampled_from(JAVA), seed=st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_j05_any_changed_number_in_a_method_is_seen(path: str, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - which number, no secret
    text = BASE[path]
    start = text.index("class ")
    places = [
        i
        for i in range(start, len(text))
        if text[i].isdigit() and not (text[i - 1].isalnum() or text[i - 1] in "._")
    ]
    place = dice.choice(places)
    digit = str((int(text[place]) + dice.randint(1, 8)) % 10)
    if digit == text[place]:
        digit = "9" if digit != "9" else "8"

    assert lost(path, text, text[:place] + digit + text[place + 1 :])


@given(st.binary(max_size=400))
@settings(max_examples=150, deadline=None)
def test_j05_any_bytes_can_be_read(data: bytes) -> None:
    for path in ("src/test/java/A.java", "src/test/kotlin/A.kt", "src/test/groovy/A.groovy"):
        sources = read_test_sources({path: (".", data)}, [data])
        assert compare_tests(sources, sources) == []
