"""A small reactor with every test framework in it: the tree that cheats and honest edits start from."""

from __future__ import annotations

from textwrap import dedent

PARENT = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.acme</groupId>
  <artifactId>shop</artifactId>
  <version>1.0</version>
  <packaging>pom</packaging>
  <modules>
    <module>core</module>
    <module>legacy</module>
    <module>web</module>
    <module>service</module>
    <module>script</module>
  </modules>
  <properties>
    <maven.compiler.source>1.8</maven.compiler.source>
    <maven.compiler.target>1.8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <it.off>false</it.off>
  </properties>
  <dependencies>
    <dependency>
      <groupId>junit</groupId>
      <artifactId>junit</artifactId>
      <version>4.13.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>2.22.2</version>
        <configuration>
          <skipITs>${it.off}</skipITs>
        </configuration>
      </plugin>
      <plugin>
        <artifactId>maven-failsafe-plugin</artifactId>
        <version>2.22.2</version>
        <executions>
          <execution>
            <goals>
              <goal>integration-test</goal>
              <goal>verify</goal>
            </goals>
          </execution>
        </executions>
      </plugin>
    </plugins>
  </build>
  <profiles>
    <profile>
      <id>quick</id>
      <properties>
        <skipTests>true</skipTests>
      </properties>
    </profile>
  </profiles>
</project>
"""


def _module(name: str, more: str = "") -> str:
    return dedent(f"""\
        <project>
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>com.acme</groupId>
            <artifactId>shop</artifactId>
            <version>1.0</version>
          </parent>
          <artifactId>{name}</artifactId>
        {more}</project>
        """)


_CORE_EXTRAS = """\
  <properties>
    <guava.version>20.0</guava.version>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.google.guava</groupId>
      <artifactId>guava</artifactId>
      <version>${guava.version}</version>
    </dependency>
  </dependencies>
"""
_WEB_EXTRAS = """\
  <packaging>war</packaging>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.8.2</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
"""
_SERVICE_EXTRAS = """\
  <dependencies>
    <dependency>
      <groupId>org.testng</groupId>
      <artifactId>testng</artifactId>
      <version>6.14.3</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <configuration>
          <suiteXmlFiles>
            <suiteXmlFile>src/test/resources/testng.xml</suiteXmlFile>
          </suiteXmlFiles>
        </configuration>
      </plugin>
      <plugin>
        <artifactId>maven-jar-plugin</artifactId>
        <configuration>
          <archive>
            <manifest>
              <mainClass>com.acme.service.Orders</mainClass>
            </manifest>
          </archive>
        </configuration>
      </plugin>
    </plugins>
  </build>
"""

_CALCULATOR = """\
package com.acme.core;

import com.google.common.base.Preconditions;

/** Prices in cents. */
public class Calculator {
    public static final int LIMIT = 1000;
    private int last;

    public Calculator() {
    }

    public int add(int a, int b) {
        Preconditions.checkArgument(a >= 0);
        last = a + b;
        if (last > LIMIT) {
            throw new IllegalStateException("too much");
        }
        return last;
    }

    public int last() {
        return last;
    }

    public String label(int cents) {
        StringBuilder text = new StringBuilder();
        text.append(cents / 100);
        text.append('.');
        if (cents % 100 < 10) {
            text.append('0');
        }
        text.append(cents % 100);
        return text.toString();
    }

    protected void reset() {
        last = 0;
    }
}
"""

_CALCULATOR_TEST = """\
package com.acme.core;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Arrays;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import sun.misc.BASE64Encoder;

public class CalculatorTest {
    private static final int EXPECTED = 42;
    private Calculator calculator;

    @Before
    public void setUp() {
        calculator = new Calculator();
        calculator.add(1, 1);
    }

    @After
    public void tearDown() {
        assertTrue(calculator.last() >= 0);
    }

    @Test
    public void adds() {
        int sum = calculator.add(20, 22);
        assertEquals(EXPECTED, sum);
        assertEquals("last", 42, calculator.last());
    }

    @Test(expected = IllegalStateException.class)
    public void refusesTooMuch() {
        calculator.add(Calculator.LIMIT, 1);
    }

    @Test
    public void labels() {
        for (int cents : Arrays.asList(5, 105)) {
            checkLabel(cents);
        }
        List<Integer> sums = Arrays.asList(3, 7);
        assertEquals(sums, Arrays.asList(calculator.add(1, 2), calculator.add(3, 4)));
    }

    @Test(timeout = 500)
    public void complains() {
        try {
            calculator.add(-1, 1);
            fail("must be refused");
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage() == null);
        }
    }

    @Test
    public void encodes() {
        String text = new BASE64Encoder().encode(calculator.label(105).getBytes());
        assertEquals("MS4wNQ==", text);
    }

    private void checkLabel(int cents) {
        String label = calculator.label(cents);
        assertTrue(label.startsWith(cents < 100 ? "0" : "1"));
        assertEquals(4, label.length());
    }
}
"""

_LEGACY = """\
package com.acme.legacy;

public class Stock {
    private int pieces;

    public void put(int n) {
        pieces += n;
    }

    public int pieces() {
        return pieces;
    }
}
"""

_LEGACY_TEST = """\
package com.acme.legacy;

import junit.framework.TestCase;

public class StockTest extends TestCase {
    private Stock stock;

    protected void setUp() throws Exception {
        stock = new Stock();
    }

    public void testPut() {
        stock.put(3);
        assertEquals(3, stock.pieces());
    }

    public void testEmpty() {
        assertEquals(0, stock.pieces());
    }
}
"""

_WEB = """\
package com.acme.web;

import com.acme.core.Calculator;

public class Cart {
    private final Calculator calculator = new Calculator();

    public int total(int... prices) {
        int sum = 0;
        for (int price : prices) {
            sum = calculator.add(sum, price);
        }
        return sum;
    }
}
"""

_WEB_TEST = """\
package com.acme.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CartTest {
    private Cart cart;

    @BeforeEach
    void open() {
        cart = new Cart();
    }

    @AfterEach
    void close() {
        assertEquals(0, cart.total());
    }

    @Test
    void totals() {
        assertEquals(6, cart.total(1, 2, 3));
    }

    @Test
    void refuses() {
        assertThrows(IllegalStateException.class, () -> cart.total(999, 2));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "4, 5, 9"})
    void sums(int a, int b, int c) {
        assertEquals(c, cart.total(a, b));
    }

    @Test
    @Disabled("slow")
    void big() {
        assertEquals(1000, cart.total(500, 500));
    }

    @Nested
    class Empty {
        @Test
        void costsNothing() {
            assertEquals(0, cart.total());
        }
    }
}
"""

_SERVICE = """\
package com.acme.service;

public class Orders {
    private int open;

    public int open() {
        open = open + 1;
        return open;
    }

    public static void main(String[] args) {
        System.out.println(new Orders().open());
    }
}
"""

_SERVICE_TEST = """\
package com.acme.service;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class OrdersTest {
    private Orders orders;

    @BeforeMethod
    public void create() {
        orders = new Orders();
    }

    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{1}, {2}, {3}};
    }

    @Test(dataProvider = "numbers")
    public void opens(int n) {
        int last = 0;
        for (int i = 0; i < n; i++) {
            last = orders.open();
        }
        assertEquals(last, n);
    }

    @Test
    public void startsAtOne() {
        assertEquals(orders.open(), 1, "first");
    }
}
"""

_KOTLIN_TEST = """\
package com.acme.script

import org.junit.Test
import kotlin.test.assertEquals

class PriceTest {
    @Test
    fun `price is rounded`() {
        assertEquals(12, Price(11.6).rounded())
    }

    @Test
    fun zero() {
        assertEquals(0, Price(0.0).rounded())
    }
}
"""

_GROOVY_TEST = """\
package com.acme.script

import spock.lang.Specification

class TaxSpec extends Specification {
    def "adds the tax"() {
        given:
        def tax = new Tax(20)
        when:
        def gross = tax.gross(100)
        then:
        gross == 120
    }

    def "free of tax"() {
        expect:
        new Tax(0).gross(100) == 100
    }
}
"""

_TESTNG = """\
<suite name="all">
  <test name="orders">
    <classes>
      <class name="com.acme.service.OrdersTest"/>
    </classes>
  </test>
</suite>
"""

CORE = "core/src/main/java/com/acme/core/Calculator.java"
CORE_TEST = "core/src/test/java/com/acme/core/CalculatorTest.java"
LEGACY = "legacy/src/main/java/com/acme/legacy/Stock.java"
LEGACY_TEST = "legacy/src/test/java/com/acme/legacy/StockTest.java"
WEB = "web/src/main/java/com/acme/web/Cart.java"
WEB_TEST = "web/src/test/java/com/acme/web/CartTest.java"
SERVICE = "service/src/main/java/com/acme/service/Orders.java"
SERVICE_TEST = "service/src/test/java/com/acme/service/OrdersTest.java"
KOTLIN_TEST = "script/src/test/kotlin/com/acme/script/PriceTest.kt"
GROOVY_TEST = "script/src/test/groovy/com/acme/script/TaxSpec.groovy"
TESTNG = "service/src/test/resources/testng.xml"
ROWS = "core/src/test/resources/expected/labels.csv"
MESSAGES = "core/src/main/resources/messages.properties"

BASE: dict[str, str] = {
    "pom.xml": PARENT,
    "core/pom.xml": _module("core", _CORE_EXTRAS),
    "legacy/pom.xml": _module("legacy"),
    "web/pom.xml": _module("web", _WEB_EXTRAS),
    "service/pom.xml": _module("service", _SERVICE_EXTRAS),
    "script/pom.xml": _module("script"),
    CORE: _CALCULATOR,
    CORE_TEST: _CALCULATOR_TEST,
    LEGACY: _LEGACY,
    LEGACY_TEST: _LEGACY_TEST,
    WEB: _WEB,
    WEB_TEST: _WEB_TEST,
    SERVICE: _SERVICE,
    SERVICE_TEST: _SERVICE_TEST,
    KOTLIN_TEST: _KOTLIN_TEST,
    GROOVY_TEST: _GROOVY_TEST,
    TESTNG: _TESTNG,
    ROWS: "cents,label\n5,0.05\n105,1.05\n",
    MESSAGES: "total=Total\n",
    "web/src/main/webapp/index.html": "<h1>Shop</h1>\n",
    ".mvn/jvm.config": "-Xmx512m\n",
}
