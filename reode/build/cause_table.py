"""The table of causes: what exceptions of a running program mean for a migration.

`BY_TEXT` rows search the whole trace, because the telling exception is often only quoted in a
wrapper's message; the first row that matches wins. `BY_LINK` rows look at one exception at a time,
innermost first. Named groups become evidence (`class_` → `class`). Sources: messages of the JDK
(JEP 261, 396, 403, 411, 486), of Byte Buddy's `ClassFileVersion` and of ASM's `ClassReader`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from reode.build.kinds import Kind


@dataclass(frozen=True, slots=True)
class TextRule:
    """A kind and the text that shows it; `fixed` evidence is always added."""

    kind: Kind
    pattern: re.Pattern[str]
    fixed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LinkRule:
    """A kind, the exception class and the message that show it (None: any)."""

    kind: Kind
    exception: re.Pattern[str] | None
    message: re.Pattern[str] | None = None


def _text(kind: Kind, pattern: str, **fixed: str) -> TextRule:
    return TextRule(kind, re.compile(pattern), fixed)


def _link(kind: Kind, exception: str | None, message: str | None = None) -> LinkRule:
    return LinkRule(
        kind,
        None if exception is None else re.compile(rf"(?:^|[.$])(?:{exception})$"),
        None if message is None else re.compile(message),
    )


#: Exceptions with which test frameworks say "the expectation is broken".
ASSERTION = re.compile(
    r"(?:^|[.$])(?:Assertion\w*Error|ComparisonFailure|ArrayComparisonFailure|AssertionFailed\w*"
    r"|MultipleFailuresError|MultipleFailureException|ConditionNotSatisfiedError|SpockComparisonFailure"
    r"|ConditionFailedWithExceptionError|PowerAssertionError|TooManyInvocations\w*|TooFewInvocations\w*"
    r"|WantedButNotInvoked|ArgumentsAreDifferent|NeverWantedButInvoked|NoInteractionsWanted"
    r"|ConditionTimeoutException)$"
)

BY_TEXT: tuple[TextRule, ...] = (
    _text(
        Kind.BYTEBUDDY_VERSION,
        r"Java (?P<jdk>\d+) \((?P<major>\d+)\) is not supported by the current version of Byte Buddy"
        r" which officially supports Java (?P<supported>\d+)",
    ),
    _text(Kind.BYTEBUDDY_VERSION, r"Unknown Java version: (?P<jdk>\d+)"),
    _text(
        Kind.BYTEBUDDY_VERSION,
        r"IllegalArgumentException: Unsupported class file major version (?P<major>\d+)"
        r"(?=[^\n]*\n\s*at net\.bytebuddy\.)",
    ),
    _text(
        Kind.BYTEBUDDY_VERSION,
        r"org\.mockito\.exceptions(?s:.{0,6000}?)Unsupported class file major version (?P<major>\d+)",
    ),
    _text(Kind.CLASS_FILE_VERSION, r"Unsupported class file (?:major )?version:? (?P<major>\d+)"),
    _text(
        Kind.CLASS_FILE_VERSION,
        r"UnsupportedClassVersionError: (?P<class_>[\w/.$]+)[^\n]{0,200}?"
        r"\(class file version (?P<major>\d+)\.\d+\)",
        owner="jvm",
    ),
    _text(
        Kind.CLASS_FILE_VERSION,
        r"ASM ClassReader failed to parse class file|Incompatible class format in (?:file|class path)"
        r"|Failed to (?:read candidate component|parse configuration) class[^\n]{0,600}?nested"
        r" exception is java\.lang\.(?:IllegalArgument|ArrayIndexOutOfBounds)Exception",
        owner="org.springframework.asm",
    ),
    _text(
        Kind.CLASS_FILE_VERSION,
        r"Error scanning file [^\n]{1,400}\.class(?=[^\n]{0,200}\s{1,40}Caused by: java\.lang\.Illegal)",
        owner="org.objectweb.asm",
    ),
    _text(
        Kind.INACCESSIBLE_OBJECT,
        r"(?:Unable to make (?P<member>[^\n]{1,400}?) accessible: )?"
        r"module (?P<module>[\w.]+) does not \"(?P<verb>opens|exports) (?P<package>[\w.]+)\" to",
    ),
    _text(
        Kind.INACCESSIBLE_OBJECT,
        r"InaccessibleObjectException(?:: |-->)\s*Unable to make (?P<member>[^\n]{1,400})",
    ),
    _text(
        Kind.INACCESSIBLE_OBJECT,
        r"Cannot access defaults field of Properties",
        module="java.base",
        package="java.util",
        verb="opens",
    ),
    # A class refused by the VM or by reflection, a superclass, a superinterface; with no class
    # named, a lookup into a package that is closed.
    _text(
        Kind.ILLEGAL_ACCESS,
        r"(?:cannot access (?:class|interface) (?P<class_>[\w.$]+) \(in module [\w.]+\) because )?"
        r"module (?P<module>[\w.]+) does not (?P<verb>export|open) (?P<package>[\w.]+) to"
        r" (?:unnamed )?module",
    ),
    _text(
        Kind.ILLEGAL_ACCESS,
        r"(?:symbolic reference class is not accessible|access violation): (?:class|interface)"
        r" (?P<class_>(?:sun|java|jdk|com\.sun)\.[\w.$]+), from class",
    ),
    _text(
        Kind.ILLEGAL_ACCESS,
        r"cannot access (?:a |its )?(?:private |protected |public )?(?:super)?(?:member of )?(?:inter"
        r"face |class )(?P<class_>(?:sun|java|jdk|com[./]sun)[\w./$]+)"
        r"(?: \(in module (?P<module>[\w.]+)\))?",
    ),
    _text(
        Kind.SECURITY_MANAGER,
        r"The (?P<call>Security Manager) is deprecated and will be removed"
        r"|(?P<call_>Setting a Security Manager) is not supported"
        r"|(?P<call__>getSubject) is (?:not )?supported"
        r"|attempted to allow or enable the Security Manager",
    ),
    _text(
        Kind.SCRIPT_ENGINE_MISSING,
        r"Cannot invoke \"javax\.script\.ScriptEngine\.|Unable to create javax script engine for"
        r" (?P<engine>\w+)",
    ),
    _text(Kind.JAXB_IMPLEMENTATION_MISSING, r"Implementation of JAXB-API has not been found"),
    _text(
        Kind.JAXB_IMPLEMENTATION_MISSING,
        r"(?P<class_>com\.sun\.xml\.(?:internal\.)?bind\.v2\.ContextFactory)",
    ),
    _text(Kind.XML_LIMIT, r"(?P<code>JAXP(?:00010|0801)\w+): "),
    _text(Kind.XML_LIMIT, r"(?P<code>Use of the extension function) '[^']{0,200}' is not allowed"),
    _text(Kind.TLS_DISABLED, r"No appropriate protocol \(protocol is disabled or cipher suites"),
    _text(
        Kind.JAVASSIST_TOO_OLD,
        r"AccessibleObject\.setAccessible\(boolean\)\" because \"ao\" is null",
    ),
    _text(
        Kind.CLASS_CAST_LOADER,
        r"ClassCastException: (?:class )?(?P<class_>jdk\.internal\.loader\.[\w.$]+|sun\.misc\."
        r"Launcher\$\w+) cannot be cast to (?:class )?java\.net\.URLClassLoader",
    ),
    _text(
        Kind.CLASS_CAST_LOADER,
        r"object of type (?P<class_>jdk\.internal\.loader\.[\w.$]+) is not an instance of"
        r" java\.net\.URLClassLoader",
    ),
    _text(
        Kind.MOCK_FAILED,
        r"because \"(?:this\.)?elementData\" is null",
        library="mockito",
        module="java.base",
        package="java.util",
    ),
    _text(Kind.MOCK_FAILED, r"Could not self-attach to current VM", library="byte-buddy-agent"),
    _text(
        Kind.MOCK_FAILED,
        r"because \"(?:this\.)?(?:table|value|m|map|queue|tab)\" is null"
        r"(?=[^\n]*\n\s*at (?:java\.base/)?java\.util\.)",
        library="mockito",
        module="java.base",
        package="java.util",
    ),
)

_REFUSED = (
    r"ConnectException|NoRouteToHostException|HttpHostConnectException|ConnectTimeoutException"
    r"|HttpConnectTimeoutException|CommunicationsException|CJCommunicationsException"
    r"|CannotGetJdbcConnectionException|GetConnectionTimeoutException|JedisConnectionException"
    r"|RedisConnectionException|RedisConnectionFailureException|MongoTimeoutException"
    r"|MongoSocketOpenException|MongoSocketException|AmqpConnectException|MailConnectException"
    r"|NoNodeAvailableException|ZkTimeoutException|ConnectionLossException|LdapConnectException"
    r"|CommunicationException|ConnectionPoolTimeoutException|MQClientException|AnnotatedConnectException"
)
_CONNECT_MESSAGE = (
    r"Connection(?: to (?P<address>[^\s:]+(?::\d+)?))?[\w .]{0,30} refused"
    r"|Communications link failure|connect timed out|Connection timed out"
    r"|Network Adapter could not establish the connection"
    r"|Connections could not be acquired from the underlying database"
    r"|checkout a Connection has timed out|Cannot create PoolableConnectionFactory"
    r"|Connection is not available, request timed out|Failed to initialize pool"
    r"|Could not (?:get JDBC|open JDBC|create) [Cc]onnection|Failed to obtain JDBC Connection"
    r"|Could not connect to|Unable to connect to|Access denied for user|refused connection"
    r"|Could not get a resource from the pool|Unable to acquire JDBC Connection"
    r"|Timed out waiting for a node assignment|Public Key Retrieval is not allowed"
)

BY_LINK: tuple[LinkRule, ...] = (
    _link(Kind.ENVIRONMENT_DISPLAY, "HeadlessException"),
    _link(Kind.ENVIRONMENT_DISPLAY, "AWTError|AWTException", "X11|DISPLAY|[Hh]eadless"),
    _link(
        Kind.ENVIRONMENT_DISPLAY,
        "UnsatisfiedLinkError|NoClassDefFoundError",
        r"libawt_xawt|libfreetype|libXext|libXrender|libXtst|libfontmanager"
        r"|Could not initialize class (?:java\.awt|sun\.awt|sun\.font)",
    ),
    _link(Kind.ENVIRONMENT_DOCKER, None, r"[Dd]ocker environment|Docker daemon|docker\.sock"),
    _link(Kind.ENVIRONMENT_DOCKER, r"DockerClientException|DockerException"),
    _link(Kind.ENVIRONMENT_HOST, "UnknownHostException", r"^(?P<host>[\w.-]*)"),
    _link(Kind.ENVIRONMENT_HOST, "UnresolvedAddressException"),
    _link(Kind.ENVIRONMENT_CONNECTION, r"(?!Assert)\w*(?:Exception|Error)", _CONNECT_MESSAGE),
    _link(Kind.ENVIRONMENT_CONNECTION, _REFUSED),
    _link(
        Kind.TEST_SETUP,
        "FileNotFoundException",
        r"^(?:class path resource|ServletContext resource) \[[^\]]*\] cannot be (?:opened|resolved)",
    ),
    _link(Kind.TEST_SETUP, "NoSuchBeanDefinitionException", "expected at least 1 bean"),
    _link(Kind.TEST_SETUP, "Exception", "^No (?:runnable methods|tests found matching)"),
    _link(
        Kind.NO_CLASS_DEF,
        "NoClassDefFoundError",
        r"^(?!Could not initialize)L?(?P<class_>[\w/.$]+)",
    ),
    _link(
        Kind.NO_CLASS_DEF,
        "ClassNotFoundException|TypeNotPresentException",
        r"^(?:Type )?(?P<class_>[\w/.$]+)",
    ),
    _link(
        Kind.NO_SUCH_METHOD,
        "NoSuchMethodError|NoSuchMethodException|AbstractMethodError|IncompatibleClassChangeError",
        r"^(?P<method>[^\n]{1,300})",
    ),
    _link(Kind.NO_SUCH_FIELD, "NoSuchFieldError|NoSuchFieldException", r"^(?P<field>[^\n]{1,200})"),
    _link(
        Kind.ILLEGAL_ACCESS,
        "IllegalAccessError|IllegalAccessException",
        r"(?:class|interface) (?P<class_>[\w./$]+)",
    ),
    _link(Kind.ILLEGAL_ACCESS, "IllegalAccessError|IllegalCallerException"),
    _link(Kind.JAVASSIST_TOO_OLD, r"javassist\.NotFoundException"),
    _link(Kind.MOCK_FAILED, r"powermock\.[\w.]+\.\w+(?:Exception|Error)"),
    _link(Kind.SECURITY_MANAGER, "AccessControlException", r"(?P<call>access denied)"),
    _link(
        Kind.MOCK_FAILED,
        "MockitoException|MockitoInitializationException",
        r"cannot mock this class: (?:class|interface) (?P<class_>[\w.$]+)|Could not modify all"
        r" classes|Could not initialize|Mockito cannot mock",
    ),
    _link(Kind.MOCK_FAILED, None, r"(?P<library>PowerMock) internal error"),
    _link(
        Kind.MOCK_FAILED,
        None,
        r"must be defined in the same package as org\.(?P<library>easymock)\.",
    ),
    _link(
        Kind.MOCK_FAILED,
        "CodeGenerationException|ObjenesisException|MockitoConfigurationException",
    ),
)
