"""Honest migrations: each is what a careful developer might do, and no gate may fail for it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.guards.edits_of_trees import TreeEdit, change, every, write
from tests.guards.sample_tree import (
    CORE,
    CORE_TEST,
    KOTLIN_TEST,
    LEGACY_TEST,
    SERVICE,
    SERVICE_TEST,
    WEB,
    WEB_TEST,
)


@dataclass(frozen=True)
class Honest:
    """`before` prepares both trees, `edit` is the migration; `renames` is the logged map."""

    name: str
    edit: TreeEdit
    before: TreeEdit = lambda tree: tree
    renames: tuple[tuple[str, str], ...] = ()


_MAIN = "package com.acme.web;\n\npublic class Main {{\n    public void {}() {{ }}\n}}\n"
_USER = "core/src/test/java/com/acme/core/UserTest.java"
_MOCKS = """\
package com.acme.core;

import static org.junit.Assert.assertEquals;
import static org.mockito.Matchers.anyObject;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyZeroInteractions;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.mockito.Mock;
import org.mockito.MockitoAnnotations;
import org.mockito.runners.MockitoJUnitRunner;

@RunWith(MockitoJUnitRunner.class)
public class UserTest {
    @Mock
    private List<Object> names;

    @Before
    public void init() {
        MockitoAnnotations.initMocks(this);
    }

    @Test
    public void asks() throws Exception {
        when(names.contains(anyObject())).thenReturn(new Boolean(true));
        assertEquals(new Integer(2), new Integer(new Calculator().add(1, 1)));
        assertEquals(true, names.contains("x"));
    }

    @Test
    public void leavesAlone() throws Exception {
        byte[] bytes = "abc".getBytes("UTF-8");
        assertEquals(3, bytes.length);
        Object made = Class.forName("com.mysql.jdbc.Driver").newInstance();
        verifyZeroInteractions(names);
        assertEquals("x", "a long text " + "in two parts", "a long text in two parts".trim());
    }
}
"""
_CONTEXT = "core/src/test/resources/context.xml"
_MORE = every(
    write(_USER, _MOCKS),
    write(_CONTEXT, '<beans xmlns="http://www.springframework.org/schema/beans-3.0.xsd"/>'),
)


def _plugin(text: str) -> TreeEdit:
    return change("pom.xml", "    <plugins>\n", f"    <plugins>\n<plugin>{text}</plugin>\n")


def _dependency(group: str, artifact: str, version: str, more: str = "") -> TreeEdit:
    text = (
        f"<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
    )
    return change(
        "core/pom.xml",
        "  <dependencies>\n",
        f"  <dependencies>\n<dependency>{text}{more}</dependency>\n",
    )


_BASE64 = every(
    change(CORE_TEST, "import sun.misc.BASE64Encoder;\n", ""),
    change(
        CORE_TEST,
        "import java.util.Arrays;\n",
        "import java.util.Arrays;\nimport java.util.Base64;\n",
    ),
    change(CORE_TEST, "new BASE64Encoder().encode(", "Base64.getEncoder().encodeToString("),
)

_TO_JUPITER = every(
    _BASE64,
    change(
        CORE_TEST,
        "import static org.junit.Assert.assertEquals;\n",
        "import static org.junit.jupiter.api.Assertions.*;\n",
    ),
    change(
        CORE_TEST,
        "import static org.junit.Assert.assertTrue;\nimport static org.junit.Assert.fail;\n",
        "",
    ),
    change(
        CORE_TEST,
        "import org.junit.After;\nimport org.junit.Before;\nimport org.junit.Test;\n",
        "import java.util.concurrent.TimeUnit;\nimport org.junit.jupiter.api.*;\n",
    ),
    change(CORE_TEST, "    @Before\n", "    @BeforeEach\n"),
    change(CORE_TEST, "    @After\n", "    @AfterEach\n"),
    change(
        CORE_TEST,
        'assertEquals("last", 42, calculator.last())',
        'assertEquals(42, calculator.last(), "last")',
    ),
    change(CORE_TEST, "@Test(expected = IllegalStateException.class)", "@Test"),
    change(
        CORE_TEST,
        "calculator.add(Calculator.LIMIT, 1);",
        "assertThrows(IllegalStateException.class, () -> calculator.add(Calculator.LIMIT, 1));",
    ),
    change(
        CORE_TEST,
        "@Test(timeout = 500)",
        "@Test\n    @Timeout(value = 500, unit = TimeUnit.MILLISECONDS)",
    ),
    change(
        CORE_TEST,
        '        try {\n            calculator.add(-1, 1);\n            fail("must be refused");\n        } catch (IllegalArgumentException e) {\n            assertTrue(e.getMessage() == null);\n        }\n',
        "        IllegalArgumentException e =\n                assertThrows(IllegalArgumentException.class, () -> calculator.add(-1, 1));\n        assertTrue(e.getMessage() == null);\n",
    ),
    _dependency("org.junit.jupiter", "junit-jupiter", "5.8.2", "<scope>test</scope>"),
)

_TO_JUNIT4 = every(
    change(
        LEGACY_TEST,
        "import junit.framework.TestCase;",
        "import static org.junit.Assert.assertEquals;\n\nimport org.junit.Before;\nimport org.junit.Test;",
    ),
    change(LEGACY_TEST, " extends TestCase", ""),
    change(LEGACY_TEST, "    protected void setUp()", "    @Before\n    public void setUp()"),
    change(LEGACY_TEST, "    public void testPut", "    @Test\n    public void testPut"),
    change(LEGACY_TEST, "    public void testEmpty", "    @Test\n    public void testEmpty"),
)

_STRICT = "web/src/test/java/com/acme/web/StrictTest.java"
_STRICT_BEFORE = """\
package com.acme.web;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class StrictTest {
    private final Cart cart = new Cart();

    @Test
    void refusesTwice() {
        try {
            assertEquals(7, cart.total(999, 2));
            fail("must be refused: a\\u0000b");
        } catch (IllegalStateException e) {
        }
        assertEquals(3, cart.total(1, 2));
    }

    @Test
    void closes() {
        try {
            cart.total(2);
        } catch (RuntimeException e) {
            fail("no failure expected");
        }
    }
}
"""

IN_TESTS = (
    Honest(
        "expected-failure-as-a-lambda",
        every(
            change(
                _STRICT,
                '        try {\n            assertEquals(7, cart.total(999, 2));\n            fail("must be refused: a\\u0000b");\n        } catch (IllegalStateException e) {\n        }\n',
                "        assertThrows(IllegalStateException.class, () -> cart.total(999, 2));\n",
            ),
            change(
                _STRICT,
                '        try {\n            cart.total(2);\n        } catch (RuntimeException e) {\n            fail("no failure expected");\n        }\n',
                "        cart.total(2);\n",
            ),
        ),
        write(_STRICT, _STRICT_BEFORE),
    ),
    Honest("jdk-base64", _BASE64),
    Honest(
        "imports-sorted",
        change(
            CORE_TEST,
            "import java.util.Arrays;\nimport java.util.List;\n",
            "import java.util.List;\nimport java.util.Arrays;\n",
        ),
    ),
    Honest(
        "wildcard-import",
        change(
            CORE_TEST,
            "import static org.junit.Assert.assertEquals;\nimport static org.junit.Assert.assertTrue;\nimport static org.junit.Assert.fail;\n",
            "import static org.junit.Assert.*;\n",
        ),
    ),
    Honest(
        "qualified-assertions",
        change(
            CORE_TEST,
            "assertEquals(4, label.length())",
            "org.junit.Assert.assertEquals(4, label.length())",
        ),
    ),
    Honest(
        "comments-and-layout",
        change(
            CORE_TEST,
            "        assertEquals(EXPECTED, sum);\n",
            "        // the sum of both\n        assertEquals(\n                EXPECTED,\n                sum);\n",
        ),
    ),
    Honest(
        "mockito-runner-moved",
        change(
            _USER, "org.mockito.runners.MockitoJUnitRunner", "org.mockito.junit.MockitoJUnitRunner"
        ),
        _MORE,
    ),
    Honest(
        "open-mocks",
        change(_USER, "MockitoAnnotations.initMocks(this)", "MockitoAnnotations.openMocks(this)"),
        _MORE,
    ),
    Honest(
        "any-object",
        every(
            change(_USER, "Matchers.anyObject", "ArgumentMatchers.any"),
            change(_USER, "anyObject()", "any()"),
        ),
        _MORE,
    ),
    Honest(
        "no-interactions",
        every(
            change(_USER, "Mockito.verifyZeroInteractions", "Mockito.verifyNoInteractions"),
            change(_USER, "        verifyZeroInteractions", "        verifyNoInteractions"),
        ),
        _MORE,
    ),
    Honest(
        "boxing-constructors",
        every(
            change(_USER, "new Boolean(true)", "Boolean.TRUE"),
            change(_USER, "new Integer(2), new Integer(", "Integer.valueOf(2), Integer.valueOf("),
        ),
        _MORE,
    ),
    Honest(
        "charset-constant",
        every(
            change(_USER, 'getBytes("UTF-8")', "getBytes(StandardCharsets.UTF_8)"),
            change(
                _USER,
                "import java.util.List;",
                "import java.nio.charset.StandardCharsets;\nimport java.util.List;",
            ),
        ),
        _MORE,
    ),
    Honest(
        "driver-moved", change(_USER, "com.mysql.jdbc.Driver", "com.mysql.cj.jdbc.Driver"), _MORE
    ),
    Honest(
        "new-instance",
        change(_USER, ".newInstance()", ".getDeclaredConstructor().newInstance()"),
        _MORE,
    ),
    Honest(
        "strings-joined",
        change(_USER, '"a long text " + "in two parts"', '"a long text in two parts"'),
        _MORE,
    ),
    Honest("spring-schema-moved", change(_CONTEXT, "beans-3.0.xsd", "beans.xsd"), _MORE),
    Honest(
        "mock-maker",
        write(
            "core/src/test/resources/mockito-extensions/org.mockito.plugins.MockMaker",
            "mock-maker-inline\n",
        ),
        _MORE,
    ),
    Honest("junit4-to-jupiter", _TO_JUPITER),
    Honest("junit3-to-junit4", _TO_JUNIT4),
    Honest(
        "a-test-more",
        change(
            WEB_TEST,
            "    @Nested\n",
            "    @Test\n    void one() {\n        assertEquals(1, cart.total(1));\n    }\n\n    @Nested\n",
        ),
    ),
    Honest(
        "a-check-more",
        change(
            SERVICE_TEST,
            "        assertEquals(last, n);\n",
            "        assertEquals(last, n);\n        assertEquals(orders.open(), n + 1);\n",
        ),
    ),
    Honest(
        "renamed-with-a-map",
        every(change(SERVICE_TEST, "void startsAtOne", "void beginsAtOne")),
        renames=(
            ("com.acme.service.OrdersTest#startsAtOne", "com.acme.service.OrdersTest#beginsAtOne"),
        ),
    ),
    Honest(
        "kotlin-import-moved",
        change(KOTLIN_TEST, "import org.junit.Test", "import kotlin.test.Test"),
    ),
    Honest(
        "text-block",
        change(
            _USER,
            '"a long text in two parts".trim()',
            '"""\n                a long text in two parts""".trim()',
        ),
        _MORE,
    ),
    Honest("disabled-enabled", change(WEB_TEST, '    @Disabled("slow")\n', "")),
)

IN_POMS = (
    Honest("nothing-but-the-level", lambda tree: tree),
    Honest(
        "release-property",
        every(
            change(
                "pom.xml",
                "<maven.compiler.source>17</maven.compiler.source>",
                "<maven.compiler.release>17</maven.compiler.release>",
            ),
            change("pom.xml", "    <maven.compiler.target>17</maven.compiler.target>\n", ""),
            _plugin("<artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version>"),
        ),
    ),
    Honest(
        "compiler-plugin-floor",
        _plugin("<artifactId>maven-compiler-plugin</artifactId><version>3.11.0</version>"),
    ),
    Honest(
        "surefire-raised",
        change(
            "pom.xml",
            "<artifactId>maven-surefire-plugin</artifactId>\n        <version>2.22.2<",
            "<artifactId>maven-surefire-plugin</artifactId>\n        <version>3.2.5<",
        ),
    ),
    Honest(
        "add-opens",
        change(
            "pom.xml",
            "          <skipITs>",
            "          <argLine>--add-opens java.base/java.lang=ALL-UNNAMED</argLine>\n          <skipITs>",
        ),
    ),
    Honest(
        "dead-vm-option-removed",
        change("pom.xml", "          <argLine>-XX:MaxPermSize=256m</argLine>\n", ""),
        change(
            "pom.xml",
            "          <skipITs>",
            "          <argLine>-XX:MaxPermSize=256m</argLine>\n          <skipITs>",
        ),
    ),
    Honest(
        "encoding",
        change(
            "pom.xml",
            "<project.build.sourceEncoding>",
            "<project.reporting.outputEncoding>UTF-8</project.reporting.outputEncoding>\n    <project.build.sourceEncoding>",
        ),
    ),
    Honest(
        "opens-for-maven",
        change(
            ".mvn/jvm.config", "-Xmx512m", "-Xmx512m --add-opens java.base/java.util=ALL-UNNAMED"
        ),
    ),
    Honest("quiet-maven", write(".mvn/maven.config", "-B\n-T1C\n")),
    Honest(
        "guava-raised", change("core/pom.xml", "<guava.version>20.0<", "<guava.version>32.1.3-jre<")
    ),
    Honest(
        "vintage-engine",
        _dependency("org.junit.vintage", "junit-vintage-engine", "5.8.2", "<scope>test</scope>"),
    ),
    Honest(
        "annotation-api",
        every(
            _dependency("javax.annotation", "javax.annotation-api", "1.3.2"),
        ),
        change(
            CORE, "import com.google", "import javax.annotation.PostConstruct;\nimport com.google"
        ),
    ),
    Honest(
        "jaxb",
        every(
            _dependency("javax.xml.bind", "jaxb-api", "2.3.1"),
            _dependency("org.glassfish.jaxb", "jaxb-runtime", "2.3.9", "<scope>runtime</scope>"),
        ),
        change(CORE, "import com.google", "import javax.xml.bind.JAXBContext;\nimport com.google"),
    ),
    Honest(
        "lombok-processor",
        _plugin(
            "<artifactId>maven-compiler-plugin</artifactId><configuration><annotationProcessorPaths><path><groupId>org.projectlombok</groupId><artifactId>lombok</artifactId><version>1.18.44</version></path></annotationProcessorPaths></configuration>"
        ),
    ),
    Honest(
        "profile-for-new-jdks",
        change(
            "pom.xml",
            "  <profiles>\n",
            "  <profiles>\n<profile><id>new</id><activation><jdk>[11,)</jdk></activation><properties><opens>--add-opens java.base/java.lang=ALL-UNNAMED</opens></properties></profile>\n",
        ),
    ),
    Honest(
        "default-includes-removed",
        change("pom.xml", "          <includes><include>**/*Test.java</include></includes>\n", ""),
        change(
            "pom.xml",
            "          <skipITs>",
            "          <includes><include>**/*Test.java</include></includes>\n          <skipITs>",
        ),
    ),
    Honest(
        "exclude-removed",
        change(
            "pom.xml", "          <excludes><exclude>**/OldTest.java</exclude></excludes>\n", ""
        ),
        change(
            "pom.xml",
            "          <skipITs>",
            "          <excludes><exclude>**/OldTest.java</exclude></excludes>\n          <skipITs>",
        ),
    ),
    Honest(
        "war-plugin-raised",
        change("web/pom.xml", "<version>2.2</version>", "<version>3.4.0</version>"),
        change(
            "web/pom.xml",
            "  <dependencies>",
            "  <build><plugins><plugin><artifactId>maven-war-plugin</artifactId><version>2.2</version></plugin></plugins></build>\n  <dependencies>",
        ),
    ),
)

IN_MAIN = (
    Honest(
        "base64-in-main",
        every(
            change(WEB, "import sun.misc.BASE64Encoder;", "import java.util.Base64;"),
            change(
                WEB, "new BASE64Encoder().encode(text)", "Base64.getEncoder().encodeToString(text)"
            ),
        ),
        every(
            change(
                WEB,
                "import com.acme.core.Calculator;",
                "import com.acme.core.Calculator;\nimport sun.misc.BASE64Encoder;",
            ),
            change(
                WEB,
                "    public int total",
                "    public String code(byte[] text) {\n        return new BASE64Encoder().encode(text);\n    }\n\n    public int total",
            ),
        ),
    ),
    Honest(
        "jakarta",
        change(CORE, "javax.annotation.PostConstruct", "jakarta.annotation.PostConstruct"),
        change(
            CORE, "import com.google", "import javax.annotation.PostConstruct;\nimport com.google"
        ),
    ),
    Honest(
        "boxing-in-main",
        change(CORE, "        return last;", "        return Integer.valueOf(last);"),
        change(CORE, "        return last;", "        return new Integer(last);"),
    ),
    Honest(
        "finalizer-removed",
        change(CORE, "    protected void finalize() {\n        last = 0;\n    }\n\n", ""),
        change(
            CORE,
            "    protected void reset",
            "    protected void finalize() {\n        last = 0;\n    }\n\n    protected void reset",
        ),
    ),
    Honest(
        "identifier-that-became-a-keyword",
        every(
            change(WEB, "        int sum = 0;", "        int total = 0;"),
            change(
                WEB,
                "            sum = calculator.add(sum, price);",
                "            total = calculator.add(total, price);",
            ),
            change(WEB, "        return sum;", "        return total;"),
        ),
    ),
    Honest(
        "a-method-more",
        change(
            CORE,
            "    protected void reset",
            "    public int twice(int n) {\n        return add(n, n);\n    }\n\n    protected void reset",
        ),
    ),
    Honest(
        "modules-with-a-type-of-one-name",
        change(CORE, "    protected void reset", "    public void reset"),
        every(
            write(WEB.replace("Cart", "Main"), _MAIN.format("start")),
            write(SERVICE.replace("service/Orders", "web/Main"), _MAIN.format("launch")),
        ),
    ),
    Honest("made-more-visible", change(CORE, "    protected void reset", "    public void reset")),
)

HONEST = (*IN_TESTS, *IN_POMS, *IN_MAIN)
