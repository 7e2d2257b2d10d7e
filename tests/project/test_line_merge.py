"""A change is carried over to a tree that lacks another one, or the clash is told."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reode.facts.edit import Edit
from reode.project.line_merge import carry_over, merge_lines

POM = b"<properties>\r\n  <old>1</old>\r\n</properties>\r\n"
WITH_A = POM.replace(b"</old>\r\n", b"</old>\r\n  <a>1</a>\r\n")
WITH_BOTH = WITH_A.replace(b"</a>\r\n", b"</a>\r\n  <b>2</b>\r\n")
ONLY_B = POM.replace(b"</old>\r\n", b"</old>\r\n  <b>2</b>\r\n")


def test_neighbours_do_not_clash_and_line_ends_stay() -> None:
    assert merge_lines(WITH_A, POM, WITH_BOTH) == ONLY_B


def test_blocks_that_look_alike_come_apart_rightly() -> None:
    def pom(*names: str) -> bytes:
        blocks = (f"<plugin>\n<artifactId>{n}</artifactId>\n</plugin>\n" for n in names)
        return f"<plugins>\n{''.join(blocks)}</plugins>\n".encode()

    assert merge_lines(pom("x", "a"), pom("x"), pom("x", "a", "b")) == pom("x", "b")
    assert merge_lines(pom("a", "y"), pom("y"), pom("a", "b", "y")) == pom("b", "y")


@pytest.mark.parametrize(
    ("old", "ours", "theirs"),
    [
        (b"a\nb\nc\n", b"a\nx\nc\n", b"a\ny\nc\n"),
        (b"a\nb\nc\n", b"a\nc\n", b"a\ny\nc\n"),
        (b"a\nb\n", b"a\nx\nb\n", b"a\ny\nb\n"),
        (b"a\nb\nc\nd\n", b"a\nd\n", b"a\nb\nx\nc\nd\n"),
    ],
    ids=["both-changed", "gone-and-changed", "same-gap", "inserted-into-what-is-gone"],
)
def test_what_is_not_clear_is_a_clash(old: bytes, ours: bytes, theirs: bytes) -> None:
    assert merge_lines(old, ours, theirs) is None
    assert merge_lines(old, theirs, ours) is None


def test_files_come_and_go() -> None:
    one = {"a": b"1\n"}
    assert carry_over({}, one, {}, "why") == [Edit("a", b"1\n", "why")]
    assert carry_over(one, {}, one, "why") == [Edit("a", None, "why")]
    assert carry_over({}, one, one, "why") == []
    assert carry_over(one, {"a": b"2\n"}, {}, "why") is None
    assert carry_over({}, one, {"a": b"other\n"}, "why") is None


LINES = [f"line {n}\n" for n in range(12)]
edits = st.lists(st.sampled_from(["keep", "drop", "change", "insert"]), min_size=12, max_size=12)


def _edited(steps: list[str], who: str) -> bytes:
    out = []
    for line, what in zip(LINES, steps, strict=True):
        out += {"keep": [line], "drop": [], "change": [f"{who} {line}"]}.get(
            what, [f"new of {who} above {line}", line]
        )
    return "".join(out).encode()


@settings(max_examples=60, deadline=None)
@given(ours=edits, theirs=edits)
def test_where_git_merges_the_outcome_is_git_s(
    tmp_path_factory: pytest.TempPathFactory, ours: list[str], theirs: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("merge")
    old, a, b = "".join(LINES).encode(), _edited(ours, "us"), _edited(theirs, "them")
    for name, data in (("old", old), ("a", a), ("b", b)):
        (folder / name).write_bytes(data)
    command = ["git", "merge-file", "-p", "-q", "a", "old", "b"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    merged = merge_lines(old, a, b)
    if done.returncode == 0:
        assert merged == done.stdout
    assert merge_lines(old, b, a) == merged
    assert merge_lines(old, a, old) == a
    assert merge_lines(old, a, a) == a
