"""What is read from test sources: roles, checks, values, conditions, and ways out."""

from __future__ import annotations

import pytest

from reode.facts.test_syntax import MethodRole, MethodSyntax, TestClassSyntax
from reode.project.tests_syntax import read_test_sources

MAIN = [b"package p; public class Foo { public int one() { return 1; } }"]
TEST, OTHER, LIFECYCLE = MethodRole.TEST, MethodRole.OTHER, MethodRole.LIFECYCLE


def read_class(text: str, name: str = "p.ATest") -> TestClassSyntax:
    sources = read_test_sources({"src/test/java/p/ATest.java": (".", text.encode())}, MAIN)
    return next(c for _, c in sources.classes() if c.name == name)


def read_method(body: str, imports: str = "import org.junit.Test;") -> MethodSyntax:
    text = f"package p; {imports} public class ATest {{ @Test public void t() {{ {body} }} }}"
    return read_class(text).methods[0]


@pytest.mark.parametrize(
    ("imports", "member", "role"),
    [
        ("org.junit.Test", "@Test public void a() {}", TEST),
        ("org.junit.*", "@Test public void a() {}", TEST),
        ("org.junit.jupiter.api.Test", "@Test void a() {}", TEST),
        ("org.junit.jupiter.api.Test", "@Test private void a() {}", OTHER),
        ("org.junit.jupiter.api.Test", "@Test static void a() {}", OTHER),
        ("org.junit.jupiter.params.*", "@ParameterizedTest void a(int i) {}", TEST),
        ("org.testng.annotations.*", "@Test void a() {}", TEST),
        ("org.testng.annotations.*", "@BeforeMethod void a() {}", LIFECYCLE),
        ("org.junit.Before", "@Before public void a() {}", LIFECYCLE),
        ("org.junit.Test", "public void testA() {}", OTHER),
    ],
)
def test_j05_roles_of_annotated_methods(imports: str, member: str, role: MethodRole) -> None:
    found = read_class(f"package p; import {imports}; public class ATest {{ {member} }}")

    assert found.methods[0].role is role


def test_j05_junit3_through_a_class_of_the_project() -> None:
    text = (
        "package p; public class ATest extends Middle { public void testA() {} void testB() {}"
        " protected void setUp() {} } class Middle extends junit.framework.TestCase { }"
    )

    assert [m.role for m in read_class(text).methods] == [TEST, OTHER, LIFECYCLE]


def test_j05_a_testng_class_annotation_makes_tests_of_public_methods() -> None:
    text = "package p; import org.testng.annotations.Test; @Test public class ATest { public void a() {} void b() {} }"

    assert [m.role for m in read_class(text).methods] == [TEST, OTHER]


def test_j05_jupiter_passes_over_fixtures_of_junit4() -> None:
    text = (
        "package p; import org.junit.Before; import org.junit.jupiter.api.Test;"
        " class ATest { @Before public void up() {} @Test void a() {} }"
    )

    assert [m.role for m in read_class(text).methods] == [OTHER, TEST]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("org.junit.Assert.assertEquals(1, x);", "assertEquals"),
        ("assertThat(x).isEqualTo(1);", "assertThat.isEqualTo"),
        ("assertThat(x, is(1));", "assertThat"),
        ("verify(mock, times(1)).call();", "verify.call"),
        ("mvc.perform(get()).andExpect(ok());", "andExpect"),
        ("assert x == 1;", "assert"),
        ("thrown.expect(E.class);", "throws"),
        ("assertThrows(E.class, () -> x());", "throws"),
        ("fail();", "fail"),
        ("Truth.assertThat(x).isTrue();", "assertThat.isTrue"),
        ("verifyZeroInteractions(mock);", "verifyNoInteractions"),
    ],
)
def test_j05_checks_of_every_library_are_seen(statement: str, name: str) -> None:
    assert [c.name for c in read_method(statement).checks] == [name]


@pytest.mark.parametrize(
    "statement",
    [
        "assertTrue(true);",
        "assertEquals(1, 1);",
        "assertEquals(x, x);",
        "assertThat(x, is(x));",
        "assertTrue(x == 1 || true);",
        "assertTrue(x || !x);",
        "assertTrue(x.equals(x));",
        "assertNotNull(new Object());",
        "assertThat(x);",
        "assert true;",
    ],
)
def test_j05_a_check_that_cannot_fail_is_hollow(statement: str) -> None:
    assert read_method(statement).checks[0].hollow


@pytest.mark.parametrize(
    "statement", ["assertEquals(1, x);", "assertTrue(x);", "assertNull(a.b());"]
)
def test_j05_a_real_check_is_not_hollow(statement: str) -> None:
    assert not read_method(statement).checks[0].hollow


def test_j05_a_check_knows_which_own_calls_feed_it_through_locals() -> None:
    checks = read_method(
        "Foo f = new Foo(); int a = f.one(); int b = a + 1; assertEquals(2, b);"
    ).checks

    assert checks[0].feeds == ("new Foo", "one")


def test_j05_conditions_are_read_from_the_inside_out() -> None:
    checks = read_method("for (int i : xs) { if (i > 0) { assertTrue(i); } }").checks

    assert checks[0].condition == ("if (i>0)", "for (xs)")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ('x("a" + "b");', 'x("ab");'),
        ("x(1_000L);", "x(1000);"),
        ('x("""\n  a\n  b""");', r'x("a\nb");'),
        (r'x("\u00fc");', 'x("ü");'),
        ("x(Boolean.TRUE);", "x(true);"),
        ("x(0x1F);", "x(0x1f);"),
    ],
)
def test_j05_one_value_has_one_spelling(left: str, right: str) -> None:
    values = [[s.text for s in read_method(text).literals] for text in (left, right)]

    assert values[0] == values[1]


def test_j05_code_behind_unicode_escapes_is_read_as_javac_does() -> None:
    hidden = read_method(r"\u002f\u002a assertEquals(1, x); \u002a\u002f")
    shown = read_method("// \\u000a return;\n")

    assert hidden.checks == ()
    assert [e.text for e in shown.exits] == ["return;"]


@pytest.mark.parametrize(
    ("body", "caught"),
    [
        ("try { a(); } catch (Throwable t) { log(t); }", ["Throwable"]),
        ("try { a(); } catch (A | B e) { }", ["A | B"]),
        ("try { a(); } catch (A e) { throw new E(e); }", []),
        ("try { a(); } catch (A e) { fail(); }", []),
        ("try { a(); } finally { return; }", ["finally"]),
    ],
)
def test_j05_handlers_that_swallow(body: str, caught: list[str]) -> None:
    assert [s.text for s in read_method(body).swallows] == caught


@pytest.mark.parametrize(
    "body", ["Assume.assumeTrue(x);", "throw new SkipException(1);", "assumingThat(x, () -> a());"]
)
def test_j05_assumptions_of_every_library(body: str) -> None:
    assert len(read_method(body).assumptions) == 1


@pytest.mark.parametrize(
    "mark",
    [
        "@Ignore",
        "@Disabled",
        "@DisabledOnJre(X)",
        "@EnabledIf(x)",
        "@Test(enabled = false)",
        "@Flaky",
    ],
)
def test_j05_annotations_that_switch_off(mark: str) -> None:
    found = read_class(
        f"package p; import org.junit.*; public class ATest {{ {mark} void a() {{}} }}"
    )

    assert len(found.methods[0].disabled) == 1


def test_j05_a_broken_source_says_where() -> None:
    sources = read_test_sources({"src/test/java/A.java": (".", b"class A {\n void x( {\n}\n")})

    assert sources.files[0].broken_line is not None


KOTLIN = b"""\
class A {
    @Test
    fun `adds up`() { assertEquals(2, add(1, 1)) }
    // @Test fun no() {}
    @Disabled @Test
    fun off() { return@Test }
}
"""


def test_j05_kotlin_is_counted_by_its_text() -> None:
    found = read_test_sources({"src/test/kotlin/A.kt": (".", KOTLIN)}).foreign[0]

    assert [s.line for s in found.tests] == [2, 5]
    assert [s.line for s in found.checks] == [3]
    assert len(found.disabled) == 2


GROOVY = b"""\
class S extends Specification {
    def "a b"() {
        when:
        def x = f()
        then:
        x == 1
        where:
        n << [1, 2]
    }
    def helper() { 1 }
}
"""


def test_j05_spock_checks_without_words() -> None:
    found = read_test_sources({"src/test/groovy/S.groovy": (".", GROOVY)}).foreign[0]

    assert len(found.tests) == 1
    assert [s.text for s in found.checks] == ["x==1", "n<<[1,2]"]
