"""What is kept of a rewritten file: real changes only, on the original's bytes (J06, R10)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reode.project.minimal_change import keep_needed

OLD = b"package a;\n\nimport org.old.Gone;\nimport java.util.List;\n\nclass A   {\n\tGone  g;\n}\n"
NEW = b"package a;\n\nimport org.fresh.Here;\nimport java.util.List;\n\nclass A {\n    Here g;\n}\n"


def test_j06_layout_stays_and_real_changes_come() -> None:
    kept = keep_needed(OLD, NEW)

    assert kept.splitlines()[2] == b"import org.fresh.Here;"
    assert b"class A   {\n" in kept  # only its blanks differ
    assert b"    Here g;\n" in kept


def test_j06_layout_alone_changes_nothing() -> None:
    reformatted = (
        OLD.replace(b"\t", b"        ").replace(b"   {", b" {").replace(b"\n\n", b"\n\n\n")
    )

    assert keep_needed(OLD, reformatted) == OLD


def test_j06_imports_that_only_change_places_stay_where_they_are() -> None:
    old = b"import b.B;\nimport a.A;\nimport org.old.Gone;\n\nclass X { }\n"
    new = b"import a.A;\nimport b.B;\nimport org.fresh.Here;\n\nclass X { }\n"

    assert keep_needed(old, new) == old.replace(b"org.old.Gone", b"org.fresh.Here")


def test_j06_what_mentions_no_wanted_word_is_left_out() -> None:
    old = b"import org.old.Gone;\nclass A {\n    int a = 1;\n    int b = 2;\n}\n"
    new = b"import org.fresh.Here;\nclass A {\n    int a = 1;\n    final int b = 2;\n}\n"

    assert keep_needed(old, new, ["Gone", "Here"]) == old.replace(
        b"org.old.Gone", b"org.fresh.Here"
    )


def test_r10_line_ends_mark_and_missing_last_line_end_stay() -> None:
    old = b"\xef\xbb\xbfpackage a;\r\nimport org.old.Gone;\r\nclass A { Gone g; }"
    new = b"package a;\nimport org.fresh.Here;\nclass A { Here g; }\n"

    kept = keep_needed(old, new)

    assert kept == b"\xef\xbb\xbfpackage a;\r\nimport org.fresh.Here;\r\nclass A { Here g; }"


def test_r10_the_mark_stays_where_the_first_line_changes() -> None:
    old = b"\xef\xbb\xbfimport org.old.Gone;\r\nclass A { }\r\n"

    kept = keep_needed(old, b"\xef\xbb\xbfimport org.fresh.Here;\nclass A { }\n")

    assert kept == b"\xef\xbb\xbfimport org.fresh.Here;\r\nclass A { }\r\n"


def test_r10_characters_that_the_tool_could_not_read_come_back() -> None:
    old = "/* 编码 */\nclass A { Gone g; } // 中文, 字\n".encode("gbk")
    # What a reader of UTF-8 makes of it.
    new = old.decode("utf-8", "replace").replace("Gone", "Here").encode()
    assert new != old.replace(b"Gone", b"Here")

    assert keep_needed(old, new) == old.replace(b"Gone", b"Here")


def test_r10_a_line_whose_characters_are_lost_is_not_taken() -> None:
    old = "class A { Gone g; } // 中文 字\n".encode("gbk")

    assert keep_needed(old, b"class A { Here g; } // ? ?\n") == old


def test_r10_a_line_with_such_characters_can_go() -> None:
    old = "a;\nb; // 中文\nc;\n".encode("gbk")

    assert keep_needed(old, b"a;\nc;\n") == b"a;\nc;\n"


def test_r10_a_line_behind_the_last_one_without_a_line_end_is_a_line() -> None:
    assert keep_needed(b"a;\r\nb;", b"a;\nb;\nc;\n") == b"a;\r\nb;\r\nc;"


def test_files_that_are_no_text_of_bytes_stay() -> None:
    old = "class A { Gone g; }\n".encode("utf-16")

    assert keep_needed(old, old.replace(b"G", b"H")) == old


LINE = st.binary(max_size=12).map(
    lambda raw: raw.replace(b"\n", b"n").replace(b"\r", b"r").replace(b"\0", b"0")
)
#: Where blank or unreadable lines stay against the tool's wish, a second diff may pair others.
FULL = st.text("abc;{} ", max_size=12).map(lambda text: f"x{text}".encode())
END = st.sampled_from([b"\n", b"\r\n"])


@given(st.lists(LINE, max_size=12), END)
def test_r10_nothing_changed_means_the_same_bytes(lines: list[bytes], end: bytes) -> None:
    data = end.join(lines)

    assert keep_needed(data, data) == data


@given(
    st.lists(LINE, min_size=1, max_size=12),
    END,
    st.data(),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
)
def test_r10_lines_beside_the_change_are_byte_identical(
    lines: list[bytes], end: bytes, data: st.DataObject, mark: bytes
) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    rows = [*lines[:at], b"    call(Gone.class);", *lines[at:]]
    old = mark + end.join(rows) + end
    # The tool lays every line out anew, with line ends of its own, and loses bytes beyond ASCII.
    fresh = [row.strip().decode("utf-8", "replace").encode() for row in rows]
    fresh[at] = b"call(Here.class);"

    kept = keep_needed(old, b"\n".join(fresh) + b"\n")

    wanted = [*lines[:at], b"call(Here.class);", *lines[at:]]
    assert kept == mark + end.join(wanted) + end


@example([b"0"], [b"0", b"0"], b"\n")
@given(st.lists(FULL, max_size=10), st.lists(FULL, max_size=10), END)
def test_j06_taking_it_twice_is_taking_it_once(
    before: list[bytes], after: list[bytes], end: bytes
) -> None:
    old, new = end.join(before), b"\n".join(after)
    once = keep_needed(old, new)

    assert keep_needed(once, new) == once


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_j06_a_removed_import_leaves_no_hole(end: bytes) -> None:
    old = end.join([b"package a;", b"", b"import org.old.Gone;", b"", b"class A { }", b""])
    new = b"package a;\n\nclass A { }\n"

    assert keep_needed(old, new) == end.join([b"package a;", b"", b"class A { }", b""])
