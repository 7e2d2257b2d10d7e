"""R10: the model's text is found however it got the blanks wrong, and the file's own blanks stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.fixer.text_match import Match, NoMatch, find_text, indented_like, with_line_ends

POM = "<project>\r\n\t<build>\r\n\t\t<a>1</a>\r\n\t</build>\r\n</project>\r\n"


def _found(text: str, wanted: str) -> str:
    match = find_text(text, wanted)
    assert isinstance(match, Match), match
    return text[match.start : match.end]


def _old_find(text: str, wanted: str) -> bool:
    """The first REODE's way: the exact string or nothing."""
    return wanted in text


def test_r10_tabs_and_line_ends_of_the_pom_do_not_hide_it() -> None:
    asked = "    <build>\n        <a>1</a>\n    </build>"
    assert not _old_find(POM, asked)
    assert _found(POM, asked) == "\t<build>\r\n\t\t<a>1</a>\r\n\t</build>"


def test_exact_wins_over_lenient() -> None:
    assert _found("a\n a\n", " a") == " a"


@pytest.mark.parametrize(
    ("text", "wanted", "says"),
    [
        ("x\ny\nx\n", "x", "occurs 2 times, at lines 1, 3"),
        ("alpha beta\ngamma\n", "alpha beto", "1: alpha beta"),
        ("one\n", "entirely different words", "copy the lines exactly"),
        ("one\n", "  \n", "empty"),
    ],
)
def test_a_failure_says_how_to_do_better(text: str, wanted: str, says: str) -> None:
    match = find_text(text, wanted)
    assert isinstance(match, NoMatch)
    assert says in match.message


lines = st.lists(st.text(st.characters(categories=["L", "N", "P"]), max_size=8), max_size=8)


@given(lines, st.integers(0, 7), st.integers(1, 3), st.sampled_from(["\n", "\r\n"]))
def test_what_is_found_is_where_the_lines_are(
    body: list[str], start: int, count: int, end: str
) -> None:
    text = "".join(f"\t{line}{end}" for line in body)
    asked = body[start : start + count]
    if not any(asked):
        return
    match = find_text(text, "\n".join(f"    {line} " for line in asked))
    if isinstance(match, Match):
        real = text[match.start : match.end].splitlines()
        assert [line.strip() for line in real] == [line.strip() for line in asked]
    else:
        assert "occurs" in match.message or "not in the file" in match.message


def test_new_text_takes_the_files_indentation_and_line_ends() -> None:
    new = indented_like("    <a/>\n      <b/>\n", "    <x/>", "\t<x/>")
    assert new == "\t<a/>\n\t  <b/>\n"
    assert with_line_ends("a\nb", POM) == "a\r\nb"
    assert with_line_ends("a\r\nb", "x\ny") == "a\nb"
