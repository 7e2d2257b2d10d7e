"""The most telling cause is found however deep it is buried."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.causes import find_cause, parse_chain
from reode.build.kinds import Kind

SPRING_CGLIB = """java.lang.IllegalStateException: Failed to load ApplicationContext
\tat org.springframework.test.context.DefaultX.load(DefaultX.java:99)
Caused by: org.springframework.beans.factory.BeanDefinitionStoreException: Unexpected exception
\tat org.springframework.A.b(A.java:1)
Caused by: java.lang.ExceptionInInitializerError
\tat org.springframework.cglib.core.C.d(C.java:1)
\t... 42 more
Caused by: java.lang.reflect.InaccessibleObjectException: Unable to make protected final \
java.lang.Class java.lang.ClassLoader.defineClass(java.lang.String,byte[],int,int) throws \
java.lang.ClassFormatError accessible: module java.base does not "opens java.lang" to unnamed \
module @69eee410
\tat java.base/java.lang.reflect.AccessibleObject.x(AccessibleObject.java:354)
"""

DATABASE = """java.lang.IllegalStateException: Failed to load ApplicationContext
Caused by: org.springframework.beans.factory.BeanCreationException: Error creating bean
Caused by: org.springframework.jdbc.CannotGetJdbcConnectionException: Could not get JDBC Connection; \
nested exception is com.mysql.jdbc.exceptions.jdbc4.CommunicationsException: Communications link failure
Caused by: com.mysql.jdbc.exceptions.jdbc4.CommunicationsException: Communications link failure

The last packet sent successfully to the server was 0 milliseconds ago. The driver has not received
any packets from the server.
\tat com.mysql.jdbc.Util.handleNewInstance(Util.java:404)
Caused by: java.net.ConnectException: Connection refused
\tat java.base/sun.nio.ch.Net.pollConnect(Native Method)
"""

SPRING_ASM = """org.springframework.beans.factory.BeanDefinitionStoreException: Failed to read candidate component
Caused by: org.springframework.core.NestedIOException: ASM ClassReader failed to parse class file \
- probably due to a new Java class file version that isn't supported yet: file [/a/b/C.class]
Caused by: java.lang.IllegalArgumentException
\tat org.springframework.asm.ClassReader.<init>(ClassReader.java:153)
"""


def test_inaccessible_object_inside_a_deep_chain() -> None:
    cause = find_cause(SPRING_CGLIB)
    assert cause.kind is Kind.INACCESSIBLE_OBJECT
    assert cause.evidence["module"] == "java.base"
    assert cause.evidence["package"] == "java.lang"
    assert cause.evidence["verb"] == "opens"
    assert "@H" in cause.innermost
    assert "69eee410" not in cause.innermost


def test_refused_database_is_the_environments() -> None:
    cause = find_cause(DATABASE)
    assert cause.kind is Kind.ENVIRONMENT_CONNECTION
    assert cause.kind.is_environment
    assert cause.innermost == "java.net.ConnectException: Connection refused"


def test_class_reader_names_the_owner_where_the_message_has_no_number() -> None:
    cause = find_cause(SPRING_ASM)
    assert cause.kind is Kind.CLASS_FILE_VERSION
    assert cause.evidence["owner"] == "org.springframework.asm"


@pytest.mark.parametrize(
    ("trace", "kind", "evidence"),
    [
        (
            (
                "org.mockito.exceptions.base.MockitoException: \nMockito cannot mock this class: class A.\n"
                "Underlying exception : java.lang.IllegalArgumentException: Java 25 (69) is not supported "
                "by the current version of Byte Buddy which officially supports Java 20 (64), update"
            ),
            Kind.BYTEBUDDY_VERSION,
            {"jdk": "25", "major": "69", "supported": "20"},
        ),
        (
            (
                "java.lang.NoClassDefFoundError: javax/xml/bind/JAXBException\n\tat a.B.c(B.java:1)\n"
                "Caused by: java.lang.ClassNotFoundException: javax.xml.bind.JAXBException"
            ),
            Kind.NO_CLASS_DEF,
            {"class": "javax.xml.bind.JAXBException"},
        ),
        (
            (
                "java.lang.UnsupportedClassVersionError: p/A has been compiled by a more recent version "
                "of the Java Runtime (class file version 69.0), this version of the Java Runtime only "
                "recognizes class file versions up to 61.0"
            ),
            Kind.CLASS_FILE_VERSION,
            {"major": "69", "class": "p.A", "owner": "jvm"},
        ),
        (
            (
                "java.lang.IllegalAccessException: class B cannot access class "
                "com.sun.org.apache.xerces.internal.jaxp.SAXParserFactoryImpl (in module java.xml) "
                "because module java.xml does not export com.sun.org.apache.xerces.internal.jaxp to "
                "unnamed module @1"
            ),
            Kind.ILLEGAL_ACCESS,
            {
                "module": "java.xml",
                "package": "com.sun.org.apache.xerces.internal.jaxp",
                "verb": "exports",
            },
        ),
        (
            (
                "java.lang.IllegalAccessException: class B cannot access interface org.jcp.xml.dsig.X "
                "(in module java.xml.crypto) because module java.xml.crypto does not export "
                "org.jcp.xml.dsig to unnamed module @1"
            ),
            Kind.ILLEGAL_ACCESS,
            {
                "class": "org.jcp.xml.dsig.X",
                "module": "java.xml.crypto",
                "package": "org.jcp.xml.dsig",
                "verb": "exports",
            },
        ),
        (
            (
                "java.lang.IllegalAccessError: superinterface check failed: class B (in unnamed module "
                "@0x1) cannot access class sun.security.util.D (in module java.base) because module "
                "java.base does not export sun.security.util to unnamed module @0x1"
            ),
            Kind.ILLEGAL_ACCESS,
            {"module": "java.base", "package": "sun.security.util", "verb": "exports"},
        ),
        (
            (
                "java.lang.IllegalAccessException: module java.base does not open java.lang to unnamed "
                "module @1"
            ),
            Kind.ILLEGAL_ACCESS,
            {"module": "java.base", "package": "java.lang", "verb": "opens"},
        ),
        (
            (
                "java.lang.IllegalAccessException: symbolic reference class is not accessible: interface "
                "sun.security.util.D, from class B (unnamed module @1)"
            ),
            Kind.ILLEGAL_ACCESS,
            {"class": "sun.security.util.D"},
        ),
        (
            "java.lang.UnsupportedOperationException: getSubject is not supported",
            Kind.SECURITY_MANAGER,
            {"call": "getSubject"},
        ),
        ("java.net.UnknownHostException: db.intra", Kind.ENVIRONMENT_HOST, {"host": "db.intra"}),
        (
            "java.lang.IllegalStateException: Could not find a valid Docker environment. Please see",
            Kind.ENVIRONMENT_DOCKER,
            {},
        ),
        ("java.awt.HeadlessException\n\tat java.awt.X.y(X.java:1)", Kind.ENVIRONMENT_DISPLAY, {}),
        (
            (
                "java.sql.SQLException: Connections could not be acquired from the underlying database!\n"
                "\tat com.mchange.v2.sql.SqlUtils.toSQLException(SqlUtils.java:118)"
            ),
            Kind.ENVIRONMENT_CONNECTION,
            {},
        ),
        (
            "redis.clients.jedis.exceptions.JedisConnectionException: Could not get a resource from the pool",
            Kind.ENVIRONMENT_CONNECTION,
            {},
        ),
        ("java.lang.AssertionError: expected:<1> but was:<2>", Kind.TEST_ASSERTION, {}),
        ("org.junit.ComparisonFailure: expected:<[a]> but was:<[b]>", Kind.TEST_ASSERTION, {}),
        ("org.opentest4j.AssertionFailedError: no", Kind.TEST_ASSERTION, {}),
        ("java.lang.IllegalStateException: bc\n\tat r.B.b(B.java:1)", Kind.TEST_ERROR, {}),
        (
            (
                'java.lang.NullPointerException: Cannot invoke "javax.script.ScriptEngine.eval(String)" '
                'because "e" is null'
            ),
            Kind.SCRIPT_ENGINE_MISSING,
            {},
        ),
        (
            (
                'java.lang.ExceptionInInitializerError: Exception java.lang.NoSuchFieldException: modifiers [in thread "main"]\n'
                "Caused by: java.lang.NoSuchFieldException: modifiers"
            ),
            Kind.NO_SUCH_FIELD,
            {"field": "modifiers"},
        ),
    ],
)
def test_kinds_and_evidence(trace: str, kind: Kind, evidence: dict[str, str]) -> None:
    cause = find_cause(trace)
    assert cause.kind is kind
    assert evidence.items() <= dict(cause.evidence).items()


def test_an_assertion_that_quotes_a_refused_connection_is_an_assertion() -> None:
    trace = "java.lang.AssertionError: expected:<ok> but was:<Connection refused>"
    assert find_cause(trace).kind is Kind.TEST_ASSERTION


def test_a_failed_initialiser_waits_for_its_cause() -> None:
    cause = find_cause("java.lang.NoClassDefFoundError: Could not initialize class p.Config")
    assert (cause.kind, cause.awaits) == (Kind.TEST_ERROR, "p.Config")


def test_chain_keeps_messages_of_several_lines() -> None:
    chain = parse_chain(DATABASE)
    assert [link.exception.rsplit(".", 1)[-1] for link in chain] == [
        "IllegalStateException",
        "BeanCreationException",
        "CannotGetJdbcConnectionException",
        "CommunicationsException",
        "ConnectException",
    ]
    assert "any packets from the server" in chain[3].message


@given(st.text(alphabet="abc.:\n\tCausedby Exception@\"'()<>0123456789 "))
def test_total_over_any_text(text: str) -> None:
    cause = find_cause(text)
    assert cause.kind in Kind
    assert len(cause.message) <= 300


@pytest.mark.parametrize(
    "piece",
    [
        "Caused by: a.B: c\n",
        "Unable to make ",
        "module a",
        "@@@@",
        "1,1,1,1",
        "a.b.c.",
        "at a.ClassReader",
        "cannot access ",
    ],
)
def test_linear_time(piece: str) -> None:
    started = time.perf_counter()
    find_cause(piece * (400_000 // len(piece)))
    assert time.perf_counter() - started < 3
