"""Encodings: a file is read in its own and written back in its own, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.project.java import JavaSource
from reode.project.java_text import SourceText

CHINESE = '// 中文注释:这是一个测试\nimport q.A;\nclass X { String s = "你好世界"; Object 名 = new Old(); }\n'
FRENCH = (
    '// déjà vu, café\nimport q.A;\nclass X { String s = "élève à côté"; Object o = new Old(); }\n'
)


@pytest.mark.parametrize(
    ("text", "encoding", "declared", "found"),
    [
        (CHINESE, "utf-8", None, "utf-8"),
        (CHINESE, "gbk", None, "gbk"),
        (CHINESE, "gbk", "UTF-8", "gbk"),
        (CHINESE, "gbk", "GB2312", "gbk"),
        (CHINESE + "// 𠀀", "gb18030", None, "gb18030"),
        (FRENCH, "iso-8859-1", None, "iso-8859-1"),
        (FRENCH, "iso-8859-1", "UTF-8", "iso-8859-1"),
        (FRENCH, "cp1252", "windows-1252", "cp1252"),
        (FRENCH, "utf-8", "no-such-charset", "utf-8"),
        ("class X {}", "utf-8", "${encoding}", "utf-8"),
        ("// 表示ソ\nimport q.A;\nclass X { Object o = new Old(); }\n", "shift_jis", "Shift_JIS", "shift_jis"),
    ],
)  # fmt: skip
def test_r10_finds_the_encoding_and_keeps_it(
    text: str, encoding: str, declared: str | None, found: str
) -> None:
    data = text.encode(encoding)
    source = JavaSource.parse(data, encoding=declared)
    assert (source.encoding, source.text, source.data) == (found, text, data)
    assert source.remove_import("q.A").data == text.replace("import q.A;\n", "").encode(encoding)
    for made in source.creations("Old"):
        start, end = made.type_span.start, made.type_span.end
        after = source.replace_span(start, end, "New").data
        assert after == text.replace("Old", "New").encode(encoding)


def test_r10_a_second_byte_that_looks_like_a_brace_is_no_brace() -> None:
    # 峽 is 8D 7B in GBK and 乗 81 5C: their second bytes are "{" and a backslash.
    text = '/* 峽 */ import q.A;\nclass X { String s = "乗"; Old o; }\n'
    data = text.encode("gbk")
    assert b"\x7b" in data.splitlines()[0]
    source = JavaSource.parse(data, encoding="GBK")
    assert not source.has_gaps
    (span,) = source.references("Old")
    assert data[span.start : span.end] == b"Old"


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_r10_a_byte_order_mark_stays(mark: bytes) -> None:
    encoding = {3: "utf-8"}.get(len(mark), "utf-16-le" if mark[0] == 0xFF else "utf-16-be")
    data = mark + "import q.A;\nimport q.B;\nclass X {}\n".encode(encoding)
    source = JavaSource.parse(data)
    assert source.text.startswith("import")
    assert source.imports[1].name == "q.B"
    expected = mark + "import q.B;\nclass X {}\n".encode(encoding)
    assert source.remove_import("q.A").data == expected
    assert source.add_import("q.C").remove_import("q.C").data == data


def test_text_that_the_encoding_lacks_is_escaped() -> None:
    source = JavaSource.parse(FRENCH.encode("iso-8859-1"), encoding="ISO-8859-1")
    after = source.replace_span(0, 0, "// é 中 𠀀\n")
    assert after.data.startswith(b"// \xe9 \\u4e2d \\ud840\\udc00\n")
    assert after.data.endswith(source.data)


@given(st.binary(max_size=200))
def test_any_bytes_come_back(data: bytes) -> None:
    text = SourceText.decode(data)
    assert text.mark + text.text.encode(text.encoding) == data
    assert text.to_file(len(text.utf8)) == len(data)
    JavaSource.parse(data).types  # noqa: B018 - reading must not fail


@given(
    st.text(st.sampled_from('a{\\"中乗峽é\r\n\t ;'), max_size=60), st.sampled_from(["gbk", "utf-8"])
)
def test_offsets_agree_with_the_characters(text: str, encoding: str) -> None:
    data = text.replace("é", "e").encode(encoding)
    source = SourceText.decode(data, encoding)
    for index in range(len(source.text) + 1):
        front = source.text[:index]
        assert source.to_file(len(front.encode())) == len(front.encode(source.encoding))
