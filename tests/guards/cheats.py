"""The cheats: each is an edit of an honestly migrated tree, the gate that must fail, and its evidence."""

from __future__ import annotations

from dataclasses import dataclass

from reode.facts.scorecard import GateId
from tests.guards.edits_of_trees import TreeEdit, change, delete, every, write
from tests.guards.sample_tree import (
    CORE,
    CORE_TEST,
    GROOVY_TEST,
    KOTLIN_TEST,
    LEGACY_TEST,
    MESSAGES,
    ROWS,
    SERVICE,
    SERVICE_TEST,
    TESTNG,
    WEB,
    WEB_TEST,
)


@dataclass(frozen=True)
class Cheat:
    """`file` is where the evidence must point, `says` a part of what it says."""

    name: str
    edit: TreeEdit
    gate: GateId
    file: str
    says: str = ""


_HONEST, _KEPT, _BUILD = GateId.TESTS_HONEST, GateId.TESTS_KEPT, GateId.BUILD
_SUREFIRE = "<artifactId>maven-surefire-plugin</artifactId>\n        <version>2.22.2</version>\n        <configuration>\n"


def _surefire(text: str) -> TreeEdit:
    return change("pom.xml", _SUREFIRE, _SUREFIRE + text + "\n")


def _property(text: str) -> TreeEdit:
    return change("pom.xml", "  <properties>\n", f"  <properties>\n    {text}\n")


def _profile(text: str) -> TreeEdit:
    return change("pom.xml", "  <profiles>\n", f"  <profiles>\n    <profile>{text}</profile>\n")


DELETED = (
    Cheat("deleted-test-file", delete(CORE_TEST), _HONEST, CORE_TEST, "is gone"),
    Cheat("deleted-test-file-results", delete(WEB_TEST), _KEPT, WEB_TEST, "did not run"),
    Cheat(
        "deleted-test-method",
        change(
            SERVICE_TEST,
            '    @Test\n    public void startsAtOne() {\n        assertEquals(orders.open(), 1, "first");\n    }\n',
            "",
        ),
        _HONEST,
        SERVICE_TEST,
        "startsAtOne is gone",
    ),
    Cheat(
        "commented-out-test",
        every(
            change(LEGACY_TEST, "    public void testEmpty", "    /* public void testEmpty"),
            change(LEGACY_TEST, "stock.pieces());\n    }\n}", "stock.pieces());\n    } */\n}"),
        ),
        _HONEST,
        LEGACY_TEST,
        "testEmpty",
    ),
    Cheat(
        "commented-out-by-unicode-escapes",
        every(
            change(LEGACY_TEST, "assertEquals(0, ", r"\u002f\u002a assertEquals(0, "),
            change(
                LEGACY_TEST,
                "assertEquals(0, stock.pieces());",
                r"assertEquals(0, stock.pieces()); \u002a\u002f",
            ),
        ),
        _HONEST,
        LEGACY_TEST,
        "a check is gone",
    ),
    Cheat(
        "renamed-out-of-junit3",
        change(LEGACY_TEST, "void testPut", "void checkPut"),
        _HONEST,
        LEGACY_TEST,
        "testPut",
    ),
    Cheat(
        "private-jupiter-test",
        change(WEB_TEST, "    void totals()", "    private void totals()"),
        _HONEST,
        WEB_TEST,
        "no longer run",
    ),
    Cheat(
        "abstract-test-class",
        change(CORE_TEST, "public class CalculatorTest", "public abstract class CalculatorTest"),
        _HONEST,
        CORE_TEST,
        "abstract",
    ),
    Cheat(
        "nested-not-nested",
        change(WEB_TEST, "    @Nested\n", ""),
        _HONEST,
        WEB_TEST,
        "no longer run",
    ),
    Cheat(
        "test-annotation-removed",
        change(CORE_TEST, "    @Test\n    public void adds", "    public void adds"),
        _HONEST,
        CORE_TEST,
        "no longer run",
    ),
    Cheat(
        "moved-out-of-the-source-root",
        every(delete(WEB_TEST), write("web/src/disabled/CartTest.java", "class CartTest {}")),
        _HONEST,
        WEB_TEST,
        "is gone",
    ),
    Cheat(
        "kotlin-test-deleted",
        change(
            KOTLIN_TEST,
            "    @Test\n    fun zero() {\n        assertEquals(0, Price(0.0).rounded())\n    }\n",
            "",
        ),
        _HONEST,
        KOTLIN_TEST,
        "2 tests before, 1 after",
    ),
    Cheat(
        "kotlin-test-emptied",
        change(KOTLIN_TEST, "        assertEquals(0, Price(0.0).rounded())\n", ""),
        _HONEST,
        KOTLIN_TEST,
        "a check is gone",
    ),
    Cheat("groovy-spec-deleted", delete(GROOVY_TEST), _HONEST, GROOVY_TEST, "is gone"),
    Cheat(
        "groovy-check-weakened",
        change(GROOVY_TEST, "gross == 120", "gross > 0"),
        _HONEST,
        GROOVY_TEST,
        "gone or changed",
    ),
    Cheat(
        "groovy-ignored",
        change(GROOVY_TEST, '    def "free of tax"', '    @Ignore\n    def "free of tax"'),
        _HONEST,
        GROOVY_TEST,
        "switched off",
    ),
)

EMPTIED = (
    Cheat(
        "emptied-body",
        change(SERVICE_TEST, '        assertEquals(orders.open(), 1, "first");\n', ""),
        _HONEST,
        SERVICE_TEST,
        "emptied",
    ),
    Cheat(
        "assertion-removed",
        change(CORE_TEST, '        assertEquals("last", 42, calculator.last());\n', ""),
        _HONEST,
        CORE_TEST,
        "a check is gone",
    ),
    Cheat(
        "helper-emptied",
        change(CORE_TEST, "        assertEquals(4, label.length());\n", ""),
        _HONEST,
        CORE_TEST,
        "a check is gone",
    ),
    Cheat(
        "helper-no-longer-called",
        change(CORE_TEST, "            checkLabel(cents);\n", ""),
        _HONEST,
        CORE_TEST,
        "no longer calls `checkLabel`",
    ),
    Cheat(
        "only-builds-remain",
        change(WEB_TEST, "assertEquals(6, cart.total(1, 2, 3));", "cart.total(1, 2, 3);"),
        _HONEST,
        WEB_TEST,
        "a check is gone",
    ),
    Cheat(
        "after-method-removed",
        change(
            WEB_TEST,
            "    @AfterEach\n    void close() {\n        assertEquals(0, cart.total());\n    }\n\n",
            "",
        ),
        _HONEST,
        WEB_TEST,
        "`close` (after-each)",
    ),
    Cheat(
        "before-annotation-removed",
        change(CORE_TEST, "    @Before\n", ""),
        _HONEST,
        CORE_TEST,
        "no longer run before-each",
    ),
    Cheat(
        "set-up-emptied",
        change(CORE_TEST, "        calculator.add(1, 1);\n", ""),
        _HONEST,
        CORE_TEST,
        "no longer calls `add`",
    ),
    Cheat(
        "tear-down-of-junit3-lost",
        change(LEGACY_TEST, "protected void setUp()", "protected void init()"),
        _HONEST,
        LEGACY_TEST,
        "`setUp` (before-each)",
    ),
    Cheat(
        "parameter-row-removed",
        change(WEB_TEST, '{"1, 2, 3", "4, 5, 9"}', '{"1, 2, 3"}'),
        _HONEST,
        WEB_TEST,
        "4, 5, 9",
    ),
    Cheat(
        "data-provider-thinned",
        change(SERVICE_TEST, "{{1}, {2}, {3}}", "{{1}, {2}}"),
        _HONEST,
        SERVICE_TEST,
        "the value 3",
    ),
)

WEAKENED = (
    Cheat(
        "expected-value-changed",
        change(WEB_TEST, "assertEquals(6, cart", "assertEquals(7, cart"),
        _HONEST,
        WEB_TEST,
        "→",
    ),
    Cheat(
        "expected-constant-changed",
        change(CORE_TEST, "EXPECTED = 42", "EXPECTED = 43"),
        _HONEST,
        CORE_TEST,
        "the value 42",
    ),
    Cheat(
        "input-changed",
        change(CORE_TEST, "add(20, 22)", "add(21, 21)"),
        _HONEST,
        CORE_TEST,
        "the value 20",
    ),
    Cheat(
        "compared-with-itself",
        change(CORE_TEST, "assertEquals(EXPECTED, sum)", "assertEquals(sum, sum)"),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "always-true",
        change(CORE_TEST, "assertTrue(e.getMessage() == null)", "assertTrue(true)"),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "or-true",
        change(
            CORE_TEST,
            "assertTrue(calculator.last() >= 0)",
            "assertTrue(calculator.last() >= 0 || true)",
        ),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "not-null-instead-of-equal",
        change(
            WEB_TEST,
            "assertEquals(c, cart.total(a, b))",
            "org.junit.jupiter.api.Assertions.assertNotNull(cart)",
        ),
        _HONEST,
        WEB_TEST,
        "a check is gone",
    ),
    Cheat(
        "delta-widened",
        change(SERVICE_TEST, "assertEquals(last, n);", "assertEquals(last, n, 1000.0);"),
        _HONEST,
        SERVICE_TEST,
        "1000",
    ),
    Cheat(
        "constant-instead-of-result",
        change(
            CORE_TEST,
            "int sum = calculator.add(20, 22);",
            "calculator.add(20, 22);\n        int sum = EXPECTED;",
        ),
        _HONEST,
        CORE_TEST,
        "no longer looks at `add`",
    ),
    Cheat(
        "result-overwritten",
        change(
            CORE_TEST,
            "        assertEquals(EXPECTED, sum);",
            "        sum = EXPECTED;\n        assertEquals(EXPECTED, sum);",
        ),
        _HONEST,
        CORE_TEST,
        "set again",
    ),
    Cheat(
        "real-object-mocked",
        change(WEB_TEST, "cart = new Cart();", "cart = org.mockito.Mockito.mock(Cart.class);"),
        _HONEST,
        WEB_TEST,
        "new Cart",
    ),
    Cheat(
        "exception-widened",
        change(CORE_TEST, "expected = IllegalStateException.class", "expected = Throwable.class"),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "exception-now-expected",
        change(
            CORE_TEST,
            "    @Test\n    public void labels",
            "    @Test(expected = Exception.class)\n    public void labels",
        ),
        _HONEST,
        CORE_TEST,
        "now expected",
    ),
    Cheat(
        "time-limit-raised",
        change(CORE_TEST, "timeout = 500", "timeout = 500000"),
        _HONEST,
        CORE_TEST,
        "time limit",
    ),
    Cheat("test-data-changed", change(ROWS, "0.05", "0.5"), _HONEST, ROWS, "changed"),
    Cheat("test-data-deleted", delete(ROWS), _HONEST, ROWS, "gone"),
)

SILENCED = (
    Cheat(
        "ignored-method",
        change(
            CORE_TEST,
            "    @Test\n    public void adds",
            "    @org.junit.Ignore\n    @Test\n    public void adds",
        ),
        _HONEST,
        CORE_TEST,
        "switched off",
    ),
    Cheat(
        "ignored-method-results",
        change(
            CORE_TEST,
            "    @Test\n    public void adds",
            "    @org.junit.Ignore\n    @Test\n    public void adds",
        ),
        _KEPT,
        CORE_TEST,
        "is skipped",
    ),
    Cheat(
        "disabled-class",
        change(WEB_TEST, "class CartTest", '@Disabled("later")\nclass CartTest'),
        _HONEST,
        WEB_TEST,
        "switched off",
    ),
    Cheat(
        "disabled-on-jre",
        change(
            WEB_TEST,
            "    @Test\n    void totals",
            "    @org.junit.jupiter.api.condition.DisabledOnJre(JRE.JAVA_17)\n    @Test\n    void totals",
        ),
        _HONEST,
        WEB_TEST,
        "DisabledOnJre",
    ),
    Cheat(
        "enabled-false",
        change(
            SERVICE_TEST,
            '@Test(dataProvider = "numbers")',
            '@Test(dataProvider = "numbers", enabled = false)',
        ),
        _HONEST,
        SERVICE_TEST,
        "switched off",
    ),
    Cheat(
        "early-return",
        change(
            LEGACY_TEST,
            "        stock.put(3);\n",
            "        if (stock != null) {\n            return;\n        }\n        stock.put(3);\n",
        ),
        _HONEST,
        LEGACY_TEST,
        "leaves early",
    ),
    Cheat(
        "under-if-false",
        change(
            CORE_TEST,
            "        assertEquals(EXPECTED, sum);",
            "        if (sum == EXPECTED) {\n            assertEquals(EXPECTED, sum);\n        }",
        ),
        _HONEST,
        CORE_TEST,
        "only inside `if",
    ),
    Cheat(
        "in-a-lambda-never-run",
        change(
            CORE_TEST,
            "        assertEquals(EXPECTED, sum);",
            "        Runnable later = () -> assertEquals(EXPECTED, sum);",
        ),
        _HONEST,
        CORE_TEST,
        "only inside `lambda",
    ),
    Cheat(
        "swallowed-failure",
        change(
            WEB_TEST,
            "assertEquals(6, cart.total(1, 2, 3));",
            "try { assertEquals(6, cart.total(1, 2, 3)); } catch (AssertionError e) { }",
        ),
        _HONEST,
        WEB_TEST,
        "swallows",
    ),
    Cheat(
        "swallowed-exception",
        change(
            LEGACY_TEST,
            "        stock.put(3);\n        assertEquals(3, stock.pieces());",
            "        try {\n            stock.put(3);\n            assertEquals(3, stock.pieces());\n        } catch (Exception e) {\n            e.printStackTrace();\n        }",
        ),
        _HONEST,
        LEGACY_TEST,
        "swallows",
    ),
    Cheat(
        "assumed-away",
        change(
            CORE_TEST,
            "        int sum =",
            '        org.junit.Assume.assumeTrue(System.getProperty("java.version").startsWith("1.8"));\n        int sum =',
        ),
        _HONEST,
        CORE_TEST,
        "assumes",
    ),
    Cheat(
        "skip-exception",
        change(
            SERVICE_TEST,
            '        assertEquals(orders.open(), 1, "first");',
            '        if (orders != null) throw new org.testng.SkipException("later");\n        assertEquals(orders.open(), 1, "first");',
        ),
        _HONEST,
        SERVICE_TEST,
        "assumes",
    ),
    Cheat(
        "category-added",
        change(
            CORE_TEST,
            "public class CalculatorTest",
            "@org.junit.experimental.categories.Category(Slow.class)\npublic class CalculatorTest",
        ),
        _HONEST,
        CORE_TEST,
        "filter",
    ),
    Cheat(
        "testng-group-added",
        change(
            SERVICE_TEST,
            "    @Test\n    public void startsAtOne",
            '    @Test(groups = "broken")\n    public void startsAtOne',
        ),
        _HONEST,
        SERVICE_TEST,
        "filter",
    ),
    Cheat(
        "own-runner-that-runs-nothing",
        every(
            change(
                CORE_TEST,
                "public class CalculatorTest",
                "@org.junit.runner.RunWith(QuietRunner.class)\npublic class CalculatorTest",
            ),
            write(
                "core/src/test/java/com/acme/core/QuietRunner.java",
                "package com.acme.core;\n\npublic class QuietRunner {\n}\n",
            ),
        ),
        _HONEST,
        CORE_TEST,
        "QuietRunner",
    ),
    Cheat(
        "own-assertions",
        every(
            change(
                CORE_TEST,
                "import static org.junit.Assert.assertEquals;",
                "import static com.acme.core.Soft.assertEquals;",
            ),
            write(
                "core/src/test/java/com/acme/core/Soft.java",
                "package com.acme.core;\n\npublic class Soft {\n    static void assertEquals(Object a, Object b) {\n    }\n}\n",
            ),
        ),
        _HONEST,
        "core/src/test/java/com/acme/core/Soft.java",
        "assertEquals",
    ),
    Cheat(
        "main-class-hidden-by-a-test-class",
        write(
            "web/src/test/java/com/acme/web/Cart.java",
            "package com.acme.web;\n\npublic class Cart {\n    int total(int... p) {\n        return 6;\n    }\n}\n",
        ),
        _HONEST,
        "web/src/test/java/com/acme/web/Cart.java",
        "hides the main class",
    ),
    *(
        Cheat(
            f"class-file-instead-of-{name.rpartition('/')[2]}",
            write(f"web/src/{kind}/resources/{name}.class", "x"),
            _HONEST,
            f"web/src/{kind}/resources/{name}.class",
            "stands in for",
        )
        for kind, name in (
            ("test", "com/acme/web/Cart"),
            ("main", "com/acme/web/CartTest"),
            ("test", "org/junit/jupiter/api/Assertions"),
        )
    ),
    *(
        Cheat(
            f"main-class-hidden-from-the-folder-{folder}",
            write(
                f"web/src/test/java/{folder}/Cart.java",
                "package com.acme.web;\n\npublic class Cart {\n    int total(int... p) {\n        return 6;\n    }\n}\n",
            ),
            _HONEST,
            f"web/src/test/java/{folder}/Cart.java",
            "hides the main class",
        )
        for folder in (".x", "target", "node_modules", ".idea", ".settings")
    ),
)

FLAGS = (
    Cheat(
        "skip-property", _property("<skipTests>true</skipTests>"), _BUILD, "pom.xml", "skipTests"
    ),
    Cheat(
        "maven-test-skip-property",
        _property("<maven.test.skip>true</maven.test.skip>"),
        _BUILD,
        "pom.xml",
        "maven.test.skip",
    ),
    Cheat(
        "failure-ignore-property",
        _property("<maven.test.failure.ignore>true</maven.test.failure.ignore>"),
        _BUILD,
        "pom.xml",
        "failure.ignore",
    ),
    Cheat(
        "skip-in-a-module",
        change(
            "web/pom.xml",
            "  <dependencies>",
            "  <properties><skipTests>true</skipTests></properties>\n  <dependencies>",
        ),
        _BUILD,
        "web/pom.xml",
        "skipTests",
    ),
    Cheat(
        "skip-in-maven-config",
        write(".mvn/maven.config", "-DskipTests\n"),
        _BUILD,
        ".mvn/maven.config",
        "skipTests",
    ),
    Cheat(
        "fail-never-in-maven-config",
        write(".mvn/maven.config", "-T1C --fail-never\n"),
        _BUILD,
        ".mvn/maven.config",
        "--fail-never",
    ),
    Cheat(
        "modules-in-maven-config",
        write(".mvn/maven.config", "-pl\n!web\n"),
        _BUILD,
        ".mvn/maven.config",
        "-pl",
    ),
    Cheat(
        "test-filter-in-maven-config",
        write(".mvn/maven.config", "-Dtest=CartTest\n"),
        _BUILD,
        ".mvn/maven.config",
        "test=CartTest",
    ),
    Cheat(
        "skip-in-jvm-config",
        change(".mvn/jvm.config", "-Xmx512m", "-Xmx512m -Dmaven.test.skip=true"),
        _BUILD,
        ".mvn/jvm.config",
        "maven.test.skip",
    ),
    Cheat(
        "core-extension",
        write(
            ".mvn/extensions.xml",
            "<extensions>\n<extension>\n<artifactId>skipper</artifactId>\n</extension>\n</extensions>\n",
        ),
        _BUILD,
        ".mvn/extensions.xml",
        "extension",
    ),
    Cheat("skip-in-surefire", _surefire("<skip>true</skip>"), _BUILD, "pom.xml", "/skip"),
    Cheat(
        "skip-tests-in-surefire",
        _surefire("<skipTests>true</skipTests>"),
        _BUILD,
        "pom.xml",
        "skipTests",
    ),
    Cheat(
        "skip-exec-in-surefire",
        _surefire("<skipExec>true</skipExec>"),
        _BUILD,
        "pom.xml",
        "skipExec",
    ),
    Cheat(
        "failure-ignore-in-surefire",
        _surefire("<testFailureIgnore>true</testFailureIgnore>"),
        _BUILD,
        "pom.xml",
        "testFailureIgnore",
    ),
    Cheat(
        "excludes",
        _surefire("<excludes><exclude>**/CartTest.java</exclude></excludes>"),
        _BUILD,
        "pom.xml",
        "CartTest",
    ),
    Cheat(
        "includes",
        _surefire("<includes><include>**/StockTest.java</include></includes>"),
        _BUILD,
        "pom.xml",
        "StockTest",
    ),
    Cheat(
        "excluded-groups",
        _surefire("<excludedGroups>slow</excludedGroups>"),
        _BUILD,
        "pom.xml",
        "excludedGroups",
    ),
    Cheat(
        "reruns",
        _surefire("<rerunFailingTestsCount>3</rerunFailingTestsCount>"),
        _BUILD,
        "pom.xml",
        "rerunFailing",
    ),
    Cheat(
        "java-assertions-off",
        _surefire("<enableAssertions>false</enableAssertions>"),
        _BUILD,
        "pom.xml",
        "enableAssertions",
    ),
    Cheat(
        "no-tests-is-fine",
        _surefire("<failIfNoTests>false</failIfNoTests>"),
        _BUILD,
        "pom.xml",
        "failIfNoTests",
    ),
    Cheat(
        "property-behind-a-reference",
        change("pom.xml", "<it.off>false<", "<it.off>true<"),
        _BUILD,
        "pom.xml",
        "skipITs",
    ),
    Cheat(
        "skip-profile-now-active",
        change(
            "pom.xml",
            "<id>quick</id>",
            "<id>quick</id>\n      <activation><activeByDefault>true</activeByDefault></activation>",
        ),
        _BUILD,
        "pom.xml",
        "quick",
    ),
    Cheat(
        "skip-profile-by-jdk",
        _profile(
            "<id>new</id><activation><jdk>[17,)</jdk></activation><properties><maven.test.skip>true</maven.test.skip></properties>"
        ),
        _BUILD,
        "pom.xml",
        "maven.test.skip",
    ),
    Cheat(
        "test-exclude-in-compiler",
        change(
            "pom.xml",
            "    <plugins>\n",
            "    <plugins>\n<plugin><artifactId>maven-compiler-plugin</artifactId><configuration><testExcludes><testExclude>**/CartTest.java</testExclude></testExcludes></configuration></plugin>\n",
        ),
        _BUILD,
        "pom.xml",
        "testExclude",
    ),
    Cheat(
        "test-phase-unbound",
        change(
            "pom.xml",
            _SUREFIRE,
            "<artifactId>maven-surefire-plugin</artifactId><executions><execution><id>default-test</id><phase>none</phase></execution></executions>\n<version>2.22.2</version>\n<configuration>\n",
        ),
        _BUILD,
        "pom.xml",
        "phase = none",
    ),
    Cheat(
        "failsafe-verify-dropped",
        change("pom.xml", "              <goal>verify</goal>\n", ""),
        _BUILD,
        "pom.xml",
        "maven-failsafe-plugin:verify",
    ),
    Cheat(
        "test-directory-moved",
        change(
            "web/pom.xml",
            "  <dependencies>",
            "  <build><testSourceDirectory>src/none</testSourceDirectory></build>\n  <dependencies>",
        ),
        _BUILD,
        "web/pom.xml",
        "testSourceDirectory",
    ),
    Cheat(
        "suite-thinned",
        change(TESTNG, '      <class name="com.acme.service.OrdersTest"/>\n', ""),
        _BUILD,
        TESTNG,
        "OrdersTest",
    ),
    Cheat(
        "suite-method-excluded",
        change(
            TESTNG,
            '<class name="com.acme.service.OrdersTest"/>',
            '<class name="com.acme.service.OrdersTest"><methods><exclude name="opens"/></methods></class>',
        ),
        _BUILD,
        TESTNG,
        "exclude",
    ),
    Cheat(
        "jupiter-conditions",
        write(
            "web/src/test/resources/junit-platform.properties",
            "junit.jupiter.conditions.deactivate=*\n",
        ),
        _BUILD,
        "web/src/test/resources/junit-platform.properties",
        "deactivate",
    ),
    Cheat(
        "listener-service",
        write(
            "web/src/test/resources/META-INF/services/org.junit.platform.launcher.PostDiscoveryFilter",
            "com.acme.web.DropAll\n",
        ),
        _BUILD,
        "web/src/test/resources/META-INF/services/org.junit.platform.launcher.PostDiscoveryFilter",
        "DropAll",
    ),
    Cheat(
        "script-step",
        change(
            "pom.xml",
            "    <plugins>\n",
            "    <plugins>\n<plugin><artifactId>maven-antrun-plugin</artifactId></plugin>\n",
        ),
        _BUILD,
        "pom.xml",
        "antrun",
    ),
)

LOST = (
    Cheat(
        "module-dropped",
        change("pom.xml", "    <module>legacy</module>\n", ""),
        GateId.SURFACE,
        "legacy/pom.xml",
        "legacy",
    ),
    Cheat(
        "module-dropped-level",
        change("pom.xml", "    <module>legacy</module>\n", ""),
        GateId.LEVEL,
        "legacy/pom.xml",
        "no longer built",
    ),
    Cheat(
        "module-into-a-profile",
        every(
            change("pom.xml", "    <module>web</module>\n", ""),
            _profile("<id>web</id><modules><module>web</module></modules>"),
        ),
        GateId.SURFACE,
        "web/pom.xml",
        "is gone",
    ),
    Cheat(
        "module-at-the-old-level",
        change(
            "legacy/pom.xml",
            "<artifactId>legacy</artifactId>\n",
            "<artifactId>legacy</artifactId>\n<properties><maven.compiler.source>1.8</maven.compiler.source><maven.compiler.target>1.8</maven.compiler.target></properties>\n",
        ),
        GateId.LEVEL,
        "legacy/src/main/java/com/acme/legacy/Stock.java",
        "major version 52",
    ),
    Cheat(
        "packaging-changed",
        change("web/pom.xml", "<packaging>war<", "<packaging>jar<"),
        GateId.SURFACE,
        "web/pom.xml",
        "packaging",
    ),
    Cheat(
        "api-made-private",
        change(CORE, "public int last()", "private int last()"),
        GateId.SURFACE,
        CORE,
        "no longer public",
    ),
    Cheat(
        "api-removed",
        change(CORE, "    protected void reset() {\n        last = 0;\n    }\n", ""),
        GateId.SURFACE,
        CORE,
        "reset(): void is gone",
    ),
    Cheat(
        "class-made-package-private",
        change(SERVICE, "public class Orders", "class Orders"),
        GateId.SURFACE,
        SERVICE,
        "no longer public",
    ),
    Cheat("class-deleted", delete(SERVICE), GateId.SURFACE, SERVICE, "is gone"),
    Cheat(
        "stub-returns-null",
        every(
            change(
                CORE,
                "        StringBuilder text = new StringBuilder();\n        text.append(cents / 100);\n        text.append('.');\n        if (cents % 100 < 10) {\n            text.append('0');\n        }\n        text.append(cents % 100);\n        return text.toString();\n",
                "        return null;\n",
            ),
        ),
        GateId.SURFACE,
        CORE,
        "stub",
    ),
    Cheat(
        "stub-throws",
        change(
            WEB,
            "        int sum = 0;\n        for (int price : prices) {\n            sum = calculator.add(sum, price);\n        }\n        return sum;\n",
            "        throw new UnsupportedOperationException();\n",
        ),
        GateId.SURFACE,
        WEB,
        "stub",
    ),
    Cheat(
        "fake-jdk-class",
        write(
            "core/src/main/java/javax/xml/bind/DatatypeConverter.java",
            "package javax.xml.bind;\n\npublic class DatatypeConverter {\n}\n",
        ),
        GateId.SURFACE,
        "core/src/main/java/javax/xml/bind/DatatypeConverter.java",
        "stands in",
    ),
    Cheat("resource-deleted", delete(MESSAGES), GateId.SURFACE, MESSAGES, "gone"),
    Cheat(
        "main-class-dropped-from-manifest",
        change("service/pom.xml", "<mainClass>com.acme.service.Orders</mainClass>", ""),
        GateId.SURFACE,
        "service/pom.xml",
        "mainClass",
    ),
    Cheat(
        "dependency-downgraded",
        change("core/pom.xml", "<guava.version>20.0<", "<guava.version>11.0<"),
        GateId.DEPENDENCIES,
        "core/pom.xml",
        "20.0 down to 11.0",
    ),
    Cheat(
        "plugin-downgraded",
        change(
            "pom.xml",
            "<artifactId>maven-surefire-plugin</artifactId>\n        <version>2.22.2<",
            "<artifactId>maven-surefire-plugin</artifactId>\n        <version>2.12.4<",
        ),
        GateId.DEPENDENCIES,
        "pom.xml",
        "down to 2.12.4",
    ),
    Cheat(
        "unused-dependency",
        change(
            "core/pom.xml",
            "  <dependencies>\n",
            "  <dependencies>\n<dependency><groupId>org.jsoup</groupId><artifactId>jsoup</artifactId><version>1.15.3</version></dependency>\n",
        ),
        GateId.DEPENDENCIES,
        "core/pom.xml",
        "nothing uses it",
    ),
    Cheat(
        "tool-left-behind",
        change(
            "pom.xml",
            "    <plugins>\n",
            "    <plugins>\n<plugin><groupId>org.openrewrite.maven</groupId><artifactId>rewrite-maven-plugin</artifactId></plugin>\n",
        ),
        GateId.RESIDUE,
        "pom.xml",
        "rewrite-maven-plugin",
    ),
    Cheat(
        "stray-file",
        write("core/pom.xml.orig", "<project/>"),
        GateId.RESIDUE,
        "core/pom.xml.orig",
        "stray",
    ),
    Cheat(
        "report-left-behind",
        write("MIGRATION_SUMMARY.md", "done"),
        GateId.RESIDUE,
        "MIGRATION_SUMMARY.md",
        "stray",
    ),
)

_QUIET_RULE = (
    "    @org.junit.Rule\n    public org.junit.rules.TestRule quiet = (base, d) -> base;\n\n"
)

CUNNING = (
    Cheat(
        "spy-that-answers",
        change(
            WEB_TEST,
            "        assertEquals(6, cart.total(1, 2, 3));",
            "        cart = org.mockito.Mockito.spy(cart);\n        org.mockito.Mockito.doReturn(6).when(cart).total(1, 2, 3);\n        assertEquals(6, cart.total(1, 2, 3));",
        ),
        _HONEST,
        WEB_TEST,
        "a mock answers",
    ),
    Cheat(
        "overridden-in-place",
        change(
            WEB_TEST,
            "cart = new Cart();",
            "cart = new Cart() {\n            public int total(int... p) {\n                return p.length;\n            }\n        };",
        ),
        _HONEST,
        WEB_TEST,
        "new Cart",
    ),
    Cheat(
        "spied-in-a-new-fixture",
        change(
            WEB_TEST,
            "    @AfterEach\n",
            "    @BeforeEach\n    void dress() {\n        cart = org.mockito.Mockito.spy(Cart.class);\n    }\n\n    @AfterEach\n",
        ),
        _HONEST,
        WEB_TEST,
        "lets a mock answer",
    ),
    Cheat(
        "data-provider-emptied",
        change(SERVICE_TEST, "new Object[][] {{1}, {2}, {3}}", "new Object[0][]"),
        _HONEST,
        SERVICE_TEST,
        "gives nothing",
    ),
    Cheat(
        "expected-exception-dropped",
        change(CORE_TEST, "@Test(expected = IllegalStateException.class)", "@Test"),
        _HONEST,
        CORE_TEST,
        "a check is gone",
    ),
    Cheat(
        "fixture-switched-off",
        change(SERVICE_TEST, "    @BeforeMethod\n", "    @BeforeMethod(enabled = false)\n"),
        _HONEST,
        SERVICE_TEST,
        "switched off",
    ),
    Cheat(
        "no-xml-reports",
        _surefire("<disableXmlReport>true</disableXmlReport>"),
        _BUILD,
        "pom.xml",
        "disableXmlReport",
    ),
    Cheat(
        "webapp-gutted",
        change("web/src/main/webapp/index.html", "<h1>Shop</h1>", ""),
        GateId.SURFACE,
        "web/src/main/webapp/index.html",
        "cut down",
    ),
    Cheat(
        "system-jar",
        change(
            "core/pom.xml",
            "  <dependencies>\n",
            "  <dependencies>\n<dependency><groupId>x</groupId><artifactId>quiet</artifactId><version>1</version><scope>system</scope><systemPath>/x.jar</systemPath></dependency>\n",
        ),
        GateId.DEPENDENCIES,
        "core/pom.xml",
        "file of this machine",
    ),
    Cheat(
        "handler-emptied",
        change(
            CORE_TEST,
            '            fail("must be refused");\n        } catch (IllegalArgumentException e) {\n            assertTrue(e.getMessage() == null);',
            "        } catch (IllegalArgumentException e) {",
        ),
        _HONEST,
        CORE_TEST,
        "fail",
    ),
    Cheat(
        "check-dropped-beside-an-expected-failure",
        every(
            change(
                WEB_TEST,
                "        assertEquals(6, cart.total(1, 2, 3));",
                "        cart.total(1, 2, 3);\n        assertThrows(IllegalStateException.class, () -> cart.total(999, 2));",
            )
        ),
        _HONEST,
        WEB_TEST,
        "a check is gone",
    ),
    Cheat(
        "sentence-without-an-end",
        every(
            change(
                CORE_TEST,
                "import java.util.Arrays;",
                "import static org.assertj.core.api.Assertions.assertThat;\nimport java.util.Arrays;",
            ),
            change(
                CORE_TEST,
                "assertTrue(e.getMessage() == null);",
                "assertThat(e.getMessage() == null);",
            ),
        ),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "any-of",
        change(
            CORE_TEST,
            "assertEquals(EXPECTED, sum)",
            "org.hamcrest.MatcherAssert.assertThat(sum, anyOf(is(EXPECTED), anything()))",
        ),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "maximum-of-both",
        change(
            CORE_TEST,
            "assertEquals(EXPECTED, sum)",
            "assertEquals(EXPECTED, Math.max(EXPECTED, sum))",
        ),
        _HONEST,
        CORE_TEST,
        "→",
    ),
    Cheat(
        "loop-over-nothing",
        change(
            CORE_TEST,
            "for (int cents : Arrays.asList(5, 105)) {",
            "Arrays.asList(5, 105);\n        for (int cents : new java.util.ArrayList<Integer>()) {",
        ),
        _HONEST,
        CORE_TEST,
    ),
    Cheat(
        "inline-rule",
        change(CORE_TEST, "    @Before\n", _QUIET_RULE + "    @Before\n"),
        _HONEST,
        CORE_TEST,
        "inline code",
    ),
    Cheat(
        "run-test-overridden",
        change(
            LEGACY_TEST,
            "    public void testPut",
            "    protected void runTest() {\n    }\n\n    public void testPut",
        ),
        _HONEST,
        LEGACY_TEST,
        "runTest",
    ),
    Cheat(
        "suite-method-added",
        change(
            LEGACY_TEST,
            "    public void testPut",
            "    public static junit.framework.Test suite() {\n        return new junit.framework.TestSuite();\n    }\n\n    public void testPut",
        ),
        _HONEST,
        LEGACY_TEST,
        "suite",
    ),
    Cheat(
        "assumed-in-set-up",
        change(
            WEB_TEST,
            "    @AfterEach\n",
            "    @BeforeEach\n    void check() {\n        org.junit.jupiter.api.Assumptions.assumeTrue(cart == null);\n    }\n\n    @AfterEach\n",
        ),
        _HONEST,
        WEB_TEST,
        "assumeTrue",
    ),
    Cheat(
        "exit-in-an-initialiser",
        change(
            SERVICE_TEST,
            "    private Orders orders;\n",
            "    static {\n        System.exit(0);\n    }\n\n    private Orders orders;\n",
        ),
        _HONEST,
        SERVICE_TEST,
        "System.exit",
    ),
    Cheat(
        "own-annotation-that-disables",
        every(
            change(
                WEB_TEST, "    @Test\n    void totals", "    @Later\n    @Test\n    void totals"
            ),
            write(
                "web/src/test/java/com/acme/web/Later.java",
                "package com.acme.web;\n\n@org.junit.jupiter.api.Disabled\n@interface Later {\n}\n",
            ),
        ),
        _HONEST,
        WEB_TEST,
        "@Later",
    ),
    Cheat(
        "thread-that-nobody-joins",
        change(
            SERVICE_TEST,
            "        assertEquals(last, n);\n",
            "        final int end = last;\n        new Thread(new Runnable() {\n            public void run() {\n                assertEquals(end, n);\n            }\n        }).start();\n",
        ),
        _HONEST,
        SERVICE_TEST,
    ),
    Cheat(
        "real-bean-replaced-by-a-mock",
        change(
            WEB_TEST, "    private Cart cart;\n", "    @org.mockito.Mock\n    private Cart cart;\n"
        ),
        _HONEST,
        WEB_TEST,
        "now a mock",
    ),
    Cheat(
        "assertion-error-expected",
        change(
            WEB_TEST,
            "assertEquals(6, cart.total(1, 2, 3));",
            "assertThrows(AssertionError.class, () -> assertEquals(6, cart.total(1, 2, 3)));",
        ),
        _HONEST,
        WEB_TEST,
        "now expected",
    ),
    Cheat(
        "extra-class-path",
        write(".mvn/maven.config", "-Dmaven.ext.class.path=lib/quiet.jar\n"),
        _BUILD,
        ".mvn/maven.config",
        "ext.class.path",
    ),
    Cheat(
        "split-define",
        write(".mvn/maven.config", "--define\nskipTests\n"),
        _BUILD,
        ".mvn/maven.config",
        "skipTests",
    ),
    Cheat(
        "testng-provider-groups",
        _surefire(
            "<properties><property><name>groups</name><value>none</value></property></properties>"
        ),
        _BUILD,
        "pom.xml",
        "groups",
    ),
    Cheat(
        "java-assertions-off-in-arg-line",
        _surefire("<argLine>-da --add-opens java.base/java.lang=ALL-UNNAMED</argLine>"),
        _BUILD,
        "pom.xml",
        "assertions",
    ),
    Cheat(
        "skip-in-a-local-parent",
        every(
            write(
                "build-parent/pom.xml",
                "<project><modelVersion>4.0.0</modelVersion><groupId>com.acme</groupId><artifactId>build-parent</artifactId><version>1.0</version><packaging>pom</packaging><properties><maven.test.skip>true</maven.test.skip></properties></project>",
            ),
            change(
                "pom.xml",
                "  <modelVersion>4.0.0</modelVersion>\n",
                "  <modelVersion>4.0.0</modelVersion>\n  <parent><groupId>com.acme</groupId><artifactId>build-parent</artifactId><version>1.0</version><relativePath>build-parent/pom.xml</relativePath></parent>\n",
            ),
        ),
        _BUILD,
        "build-parent/pom.xml",
        "maven.test.skip",
    ),
    Cheat(
        "return-type-changed",
        change(CORE, "public int last()", "public long last()"),
        GateId.SURFACE,
        CORE,
        "last(): int is gone",
    ),
    Cheat(
        "runtime-scope-lost",
        change(
            "core/pom.xml",
            "<version>${guava.version}</version>",
            "<version>${guava.version}</version><scope>provided</scope>",
        ),
        GateId.DEPENDENCIES,
        "core/pom.xml",
        "missing at run time",
    ),
    Cheat(
        "library-in-the-tree",
        write("lib/quiet.jar", "PK"),
        GateId.RESIDUE,
        "lib/quiet.jar",
        "stray",
    ),
    Cheat(
        "gutted-without-a-constant",
        change(
            WEB,
            "        int sum = 0;\n        for (int price : prices) {\n            sum = calculator.add(sum, price);\n        }\n        return sum;\n",
            "        return prices.length;\n",
        ),
        GateId.SURFACE,
        WEB,
        "does nothing",
    ),
)

CHEATS = (*CUNNING, *DELETED, *EMPTIED, *WEAKENED, *SILENCED, *FLAGS, *LOST)
