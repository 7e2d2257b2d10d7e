"""The Java editor: what it reads, and that it changes nothing it wasn't asked to change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.project.java import JavaSource

SAMPLE = """\
package demo.app; // home

import java.util.*;
import java.util.concurrent.TimeUnit;
import lombok.Data;
import sun.misc.BASE64Encoder;

import static org.junit.Assert.assertEquals;

/** Uses {@link TimeUnit} and BASE64Decoder. */
@Data
@SuppressWarnings({"unchecked"})
public class Shop extends demo.base.Place<String> implements Runnable, java.io.Serializable {
    @Deprecated private final BASE64Encoder coder = new BASE64Encoder(), spare = null;
    private String name = "BASE64Decoder";
    enum Kind { OLD, NEW }

    Shop(int a, String... rest) throws java.io.IOException { super(); }

    public <T> List<T> find(final Map<String, T> where, int[] many) {
        coder.encode(name.getBytes());
        this.spare.encodeBuffer(null);
        var built = new StringBuilder(16);
        built.append("x").append(1);
        Thread.sleep(5);
        java.util.Objects.requireNonNull(where);
        for (Shop other : shops()) { other.find(null, null); }
        try (Reader r = open()) { r.read(); } catch (final RuntimeException | Error e) { e.printStackTrace(); }
        assertEquals(1, 1);
        Runnable go = () -> built.toString();
        return null;
    }
}
"""


def read(text: str = SAMPLE, encoding: str | None = None) -> JavaSource:
    return JavaSource.parse(text.encode(), "Shop.java", encoding)


def test_reads_imports_and_package() -> None:
    source = read()
    assert source.package == "demo.app"
    rows = [(i.name, i.static, i.wildcard, i.line) for i in source.imports]
    assert rows == [
        ("java.util.*", False, True, 3),
        ("java.util.concurrent.TimeUnit", False, False, 4),
        ("lombok.Data", False, False, 5),
        ("sun.misc.BASE64Encoder", False, False, 6),
        ("org.junit.Assert.assertEquals", True, False, 8),
    ]
    assert source.text_at(source.imports[4].span).startswith("import static")
    assert source.text_at(source.imports[0].name_span) == "java.util.*"
    assert source.imports[3].package == "sun.misc"


def test_reads_declarations() -> None:
    source = read()
    shop, kind = source.types
    assert (shop.kind, shop.name, shop.extends) == ("class", "Shop", ("demo.base.Place",))
    assert shop.implements == ("Runnable", "java.io.Serializable")
    assert shop.annotations == ("Data", "SuppressWarnings")
    assert shop.modifiers == ("public",)
    assert (kind.kind, kind.name) == ("enum", "Shop.Kind")
    make, find = source.methods
    assert (make.name, make.returns, make.parameters) == ("Shop", "", ("int", "String"))
    assert make.throws == ("java.io.IOException",)
    assert (find.owner, find.parameters) == ("Shop", ("Map", "int[]"))
    assert source.text_at(find.body).startswith("{\n        coder")  # type: ignore[arg-type]
    assert [(f.name, f.type) for f in source.fields] == [
        ("coder", "BASE64Encoder"),
        ("spare", "BASE64Encoder"),
        ("name", "String"),
    ]
    (caught,) = source.catches
    assert (caught.types, caught.variable) == (("RuntimeException", "Error"), "e")
    assert source.text_at(caught.types_span) == "RuntimeException | Error"
    assert not source.has_gaps


def test_reads_annotations_with_their_carriers() -> None:
    rows = [(a.name, a.arguments, a.on) for a in read().annotations()]
    assert rows == [
        ("Data", "", "class Shop"),
        ("SuppressWarnings", '({"unchecked"})', "class Shop"),
        ("Deprecated", "", "field coder"),
    ]
    assert read().annotations("Getter") == ()


def test_knows_the_receiver_of_a_call() -> None:
    calls = {c.name: (c.receiver_type, c.is_static) for c in read().calls()}
    assert calls["encode"] == ("BASE64Encoder", False)
    assert calls["encodeBuffer"] == ("BASE64Encoder", False)
    assert calls["getBytes"] == ("String", False)
    assert calls["sleep"] == ("Thread", True)
    assert calls["requireNonNull"] == ("java.util.Objects", True)
    assert calls["find"] == ("Shop", False)
    assert calls["read"] == ("Reader", False)
    assert calls["printStackTrace"] == ("RuntimeException", False)
    assert calls["toString"] == ("StringBuilder", False)
    assert calls["assertEquals"] == (None, False)
    assert [c.arguments for c in read().calls("encode")] == [("name.getBytes()",)]
    assert len(read().calls(receiver_type="BASE64Encoder")) == 2


def test_a_nearer_variable_hides_a_farther_one() -> None:
    source = read(
        "class A { Foo x; void m(Bar x) { x.go(); } void n() { x.go(); { Baz x; x.go(); } } }"
    )
    assert [c.receiver_type for c in source.calls("go")] == ["Bar", "Foo", "Baz"]
    later = read("class A { Foo x; void m() { x.go(); Bar x = null; x.go(); } }")
    assert [c.receiver_type for c in later.calls("go")] == ["Foo", "Bar"]
    typed = read("class A { void m() { f((Bar x) -> x.go()); f(x -> x.go()); ((Baz) y).go(); } }")
    assert [c.receiver_type for c in typed.calls("go")] == ["Bar", None, "Baz"]


def test_reads_creations() -> None:
    found = [(c.type, c.arguments) for c in read().creations()]
    assert found == [("BASE64Encoder", ()), ("StringBuilder", ("16",))]
    assert read("class A { Object o = new a.b.C<>(1) {}; }").creations("a.b.C")[0].anonymous


@pytest.mark.parametrize(
    ("code", "used"),
    [
        ("Name x;", True),
        ("Object o = Name.of();", True),
        ("Object o = new Name();", True),
        ("List<Name> x;", True),
        ("Name[] x;", True),
        ("@Name int x;", True),
        ("Object o = (Name) null;", True),
        ("void f() { name(Name::go); }", True),
        ("void f() { Name(); }", True),
        ("Object o = Name;", True),
        ("Name.Inner x;", True),
        ("boolean b = x instanceof Name;", True),
        ("Object o = Name.class;", True),
        ("// Name", False),
        ('String s = "Name";', False),
        ("/** Name */ int x;", False),
        ("other.Name x;", False),
        ("Object o = other.Name;", False),
        ("void f() { other.Name(); }", False),
        ("void f() { Name: for (;;) break Name; }", False),
        ("<Name> void f() {}", False),
        ("void f() { g(Name -> 1); }", False),
        ("<T extends Name> void f() {}", True),
        ("void Name() {}", False),
        ("int Name;", False),
        ("void f(int Name) {}", False),
        ("Object o = other::Name;", False),
        ("@Other(Name = 1) int x;", False),
    ],
)
def test_r10_a_simple_name_is_used_or_only_mentioned(code: str, used: bool) -> None:
    source = read(f"import q.Name;\nclass A {{ {code}\n }}\n")
    assert not source.has_gaps
    assert source.uses("Name") is used


def test_names_that_may_be_meant() -> None:
    source = read()
    assert source.may_be("Data") == ("lombok.Data",)
    assert source.may_be("List") == ("demo.app.List", "java.util.List", "java.lang.List")
    assert source.uses_type("java.util.List")
    assert source.uses_type("java.util.Objects")
    assert not source.uses_type("other.Data")
    assert source.uses_in_javadoc("TimeUnit")
    assert not source.uses("TimeUnit")
    assert not source.uses_in_javadoc("BASE64Decoder")


def test_removes_an_import_with_its_line() -> None:
    after = read().remove_import("lombok.Data")
    assert after.text == SAMPLE.replace("import lombok.Data;\n", "")
    assert after.remove_import("lombok.Data") is after


def test_a_group_that_vanishes_takes_one_blank_line() -> None:
    after = read().remove_import("org.junit.Assert.assertEquals")
    assert after.text == SAMPLE.replace("import static org.junit.Assert.assertEquals;\n\n", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import q.A; // why\nclass X {}\n", "class X {}\n"),
        ("import q.A;import q.B;\nclass X {}\n", "import q.B;\nclass X {}\n"),
        ("import q.A;\r\n\r\nclass X {}\r\n", "class X {}\r\n"),
        ("package p;\n\nimport q.A;\n\nclass X {}\n", "package p;\n\nclass X {}\n"),
        ("import q.A;", ""),
        ("import q.A;;;\nimport q.B;\n", "import q.B;\n"),
        ("import q.Z;\r\nimport q.A; // x\nimport q.B;\n", "import q.Z;\r\nimport q.B;\n"),
        ("\timport q.A;\n\timport q.B;\n", "\timport q.B;\n"),
        ("package p; import q.A; class X {}\n", "package p;  class X {}\n"),
    ],
)
def test_r10_removal_keeps_the_layout(before: str, after: str) -> None:
    assert read(before).remove_import("q.A").text == after


def test_removes_several_imports_at_once() -> None:
    text = "package p;\n\nimport a.A;\n\nimport b.B;\nimport b.C;\n\nclass X {}\n"
    assert read(text).remove_import("a.A", "b.B", "b.C").text == "package p;\n\nclass X {}\n"


def test_replaces_an_import_in_place() -> None:
    after = read().replace_import("sun.misc.BASE64Encoder", "java.util.Base64")
    assert after.text == SAMPLE.replace("import sun.misc.BASE64Encoder", "import java.util.Base64")
    doubled = read("import a.A;\nimport b.B;\nclass X {}\n").replace_import("a.A", "b.B")
    assert doubled.text == "import b.B;\nclass X {}\n"


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("import java.io.A;\nimport java.util.Z;\n", "java.util.B", "import java.io.A;\nimport java.util.B;\nimport java.util.Z;\n"),
        ("import b.B;\n\nimport x.y.Z;\n", "x.y.ZZ", "import b.B;\n\nimport x.y.Z;\nimport x.y.ZZ;\n"),
        ("import b.B;\r\n", "c.C", "import b.B;\r\nimport c.C;\r\n"),
        ("import b.B;", "c.C", "import b.B;\nimport c.C;"),
        (
            "package p; // x\n/** Doc. */\nclass X {}\n",
            "c.C",
            "package p; // x\n\nimport c.C;\n\n/** Doc. */\nclass X {}\n",
        ),
        ("package p; class X {}", "c.C", "package p;\n\nimport c.C;\n class X {}"),
        ("package p;\n\nclass X {}\n", "c.C", "package p;\n\nimport c.C;\n\nclass X {}\n"),
        ("/* licence */\n\nclass X {}\n", "c.C", "/* licence */\n\nimport c.C;\n\nclass X {}\n"),
        ("/** Doc. */\nclass X {}\n", "c.C", "import c.C;\n\n/** Doc. */\nclass X {}\n"),
        ("import z.Z;\nimport b.B;\nclass X {}\n", "c.C", "import z.Z;\nimport b.B;\nimport c.C;\nclass X {}\n"),
    ],
)  # fmt: skip
def test_adds_an_import_at_its_place(before: str, name: str, after: str) -> None:
    added = read(before).add_import(name)
    assert added.text == after
    assert added.add_import(name) is added


def test_adds_nothing_that_is_visible() -> None:
    source = read()
    for name in ("java.util.List", "lombok.Data", "java.lang.String", "demo.app.Other"):
        assert source.add_import(name) is source
    assert source.add_import("java.util.List", explicit=True) is not source
    static = source.add_import("org.junit.Assert.assertTrue", static=True)
    assert "assertEquals;\nimport static org.junit.Assert.assertTrue;\n\n/**" in static.text


def test_renames_a_package_but_not_what_lies_below() -> None:
    text = (
        "package old.pack;\nimport old.pack.A;\nimport old.pack.*;\nimport old.pack.sub.B;\n"
        "import static old.pack.A.go;\n@old.pack.Mark class X { old.pack.A a = old.pack.A.of(); "
        'String s = "old.pack.A"; /* old.pack.A */ old.pack.sub.B b; }\n'
    )
    after = read(text).rename_package("old.pack", "brand.new1").text
    assert after.count("brand.new1") == 7
    assert "import old.pack.sub.B;" in after
    assert '"old.pack.A"; /* old.pack.A */ old.pack.sub.B b' in after
    deep = read(text).rename_package("old.pack", "n.p", subpackages=True).text
    assert "import n.p.sub.B;" in deep
    assert "n.p.sub.B b" in deep


def test_renames_a_one_part_package_without_touching_variables() -> None:
    text = "import junit.framework.T;\nclass X { int junit; void f() { junit = junit + 1; } junit.A a; }\n"
    after = read(text).rename_package("junit", "org.j", subpackages=True).text
    assert after == text.replace("junit.f", "org.j.f").replace("junit.A", "org.j.A")


def test_replaces_spans_and_refuses_overlaps() -> None:
    source = read("class A { int x = 1; }")
    assert source.replace_spans([(18, 19, "2"), (6, 7, b"B")]).text == "class B { int x = 2; }"
    assert source.replace_span(0, 5, "class") is source
    with pytest.raises(ValueError, match="overlaps"):
        source.replace_spans([(0, 5, "x"), (3, 7, "y")])


def test_broken_code_is_still_read() -> None:
    source = read("import a.B;\nclass A { void f( { ] }")
    assert source.has_gaps
    assert source.remove_import("a.B").text == "class A { void f( { ] }"


NAMES = st.sampled_from(["a.A", "b.c.B", "java.util.List", "z.Z", "sun.misc.X"])
LINES = st.lists(
    st.one_of(
        NAMES.map(lambda n: f"import {n};"),
        st.sampled_from(["", "// note 注", "/* b */", "import static q.Q.r;", "\t", "int é = 1;"]),
    ),
    max_size=12,
)


@given(
    LINES,
    st.sampled_from(["\n", "\r\n"]),
    NAMES,
    st.sampled_from(["utf-8", "gb18030", "utf-16-le"]),
)
def test_r10_removing_touches_nothing_but_whole_lines(
    lines: list[str], newline: str, name: str, encoding: str
) -> None:
    text = newline.join([*lines, "class X {}", ""])
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    before = JavaSource.parse(mark + text.encode(encoding), encoding=encoding)
    after = before.remove_import(name)
    kept = [line for line in before.text.split(newline) if line.strip()]
    expected = [line for line in kept if line != f"import {name};"]
    assert [line for line in after.text.split(newline) if line.strip()] == expected
    assert after.remove_import(name) is after
    if kept == expected:
        assert after is before


@given(LINES, NAMES)
def test_r10_adding_then_removing_gives_the_lines_back(lines: list[str], name: str) -> None:
    text = "\n".join(["package p;", "", *lines, "class X {}", ""])
    before = read(text)
    added = before.add_import(name)
    assert [i.name for i in added.imports].count(name) >= 1
    if before.imported(name) is None:
        back = added.remove_import(name)
        assert [x for x in back.text.split("\n") if x] == [x for x in text.split("\n") if x]
