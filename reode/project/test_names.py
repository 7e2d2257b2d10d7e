"""The vocabulary of Java test frameworks: which annotation makes what of a method."""

from __future__ import annotations

import re
from enum import StrEnum


class Framework(StrEnum):
    """The test frameworks whose methods are told apart."""

    JUNIT3 = "junit3"
    JUNIT4 = "junit4"
    JUPITER = "jupiter"
    TESTNG = "testng"


_PACKAGES = {
    "org.junit.jupiter": Framework.JUPITER,
    "org.testng": Framework.TESTNG,
    "org.junit": Framework.JUNIT4,
    "junit.framework": Framework.JUNIT3,
}

#: Packages whose assertions and annotations are the real ones.
TEST_PACKAGES = (
    "org.junit", "junit.", "org.testng", "org.assertj", "org.hamcrest", "org.mockito",
    "org.easymock", "org.powermock", "com.google.common.truth", "org.fest", "org.fluentlenium",
    "mockit", "org.jmock", "org.springframework", "io.restassured", "com.jayway", "org.spockframework",
    "net.javacrumbs", "org.skyscreamer", "org.xmlunit", "org.custommonkey", "reactor.test",
    "com.github.npathai", "nl.jqno", "org.awaitility", "com.tngtech", "io.github", "net.jqwik",
    "org.apiguardian", "org.openjdk", "java.", "javax.", "jakarta.", "uk.org", "uk.co", "org.dbunit",
)  # fmt: skip

TESTS = frozenset(
    {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory",
     "Property", "Example", "UseDataProvider", "JUnitParamsTest", "CartesianTest"}
)  # fmt: skip
ONLY_JUPITER = frozenset(
    {"ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "CartesianTest"}
)
LIFECYCLE = {
    "Before": ("before-each", Framework.JUNIT4),
    "After": ("after-each", Framework.JUNIT4),
    "BeforeClass": ("before-all", None),
    "AfterClass": ("after-all", None),
    "BeforeEach": ("before-each", Framework.JUPITER),
    "AfterEach": ("after-each", Framework.JUPITER),
    "BeforeAll": ("before-all", Framework.JUPITER),
    "AfterAll": ("after-all", Framework.JUPITER),
    "BeforeMethod": ("before-each", Framework.TESTNG),
    "AfterMethod": ("after-each", Framework.TESTNG),
    "BeforeTest": ("before-all", Framework.TESTNG),
    "AfterTest": ("after-all", Framework.TESTNG),
    "BeforeSuite": ("before-all", Framework.TESTNG),
    "AfterSuite": ("after-all", Framework.TESTNG),
    "BeforeGroups": ("before-all", Framework.TESTNG),
    "AfterGroups": ("after-all", Framework.TESTNG),
}
JUNIT3_LIFECYCLE = {"setUp": "before-each", "tearDown": "after-each"}
DATA = frozenset({"Parameters", "DataProvider", "DataPoints", "DataPoint", "ParametersSource"})
SOURCES = re.compile(
    r"^(?!\w*PropertySources?$)\w*(Source|Sources|RepeatedTest|Parameters|DataProvider|CsvFile)$|^Test$"
)
MOCKS = re.compile(r"^(Mock|MockBean|MockitoBean|Spy|SpyBean|MockitoSpyBean|Mocked|Injectable)$")
WRAPPERS = frozenset(
    {"RunWith", "ExtendWith", "Extensions", "Listeners", "Rule", "ClassRule", "RegisterExtension",
     "Guice", "ContextHierarchy"}
)  # fmt: skip
DISABLING = re.compile(
    r"(Ignore|Disable|Skip|Quarantine|Flaky|Conditional|IfProfileValue|NotRun|KnownIssue|KnownFailure"
    r"|Pending|Unstable|Broken|Exclude|EnabledOn|EnabledIf|EnabledFor|EnabledWhen|EnabledIn|RunIf|Assum)",
    re.IGNORECASE,
)
NOT_DISABLING = re.compile(r"(JsonIgnore|Suppress|IgnoreJRERequirement|ConditionalOn|EnableAuto)")
FILTERS = re.compile(r"^(Category|Tag|Tags|Timeout|SuiteClasses|SelectClasses|SelectPackages|Groups"
                     r"|IncludeTags|ExcludeTags|IncludeCategory|ExcludeCategory|IncludeClassNamePatterns"
                     r"|TestMethodOrder|ActiveProfiles|EnabledUntil)$")  # fmt: skip
ASSUMPTIONS = re.compile(r"^(assume[A-Z]\w*|assumingThat|assume|abort)$")
ABORTS = frozenset(
    {"SkipException", "TestAbortedException", "AssumptionViolatedException",
     "IncompleteExecutionException", "TestSkippedException"}
)  # fmt: skip
EXITS = frozenset({"exit", "halt"})
BROAD = frozenset(
    {"Throwable", "Error", "AssertionError", "Exception", "RuntimeException", "AssertionFailedError",
     "MultipleFailuresError", "ComparisonFailure", "WantedButNotInvoked", "MockitoAssertionError"}
)  # fmt: skip
#: Names that only a test library may declare; the same name in the project stands in its way.
RESERVED_TYPES = frozenset(
    {"Test", "Assert", "Assertions", "TestCase", "Before", "After", "BeforeEach", "AfterEach",
     "ParameterizedTest", "RunWith", "ExtendWith", "Assume", "Mockito", "MatcherAssert", "Truth"}
)  # fmt: skip


def framework_of(annotation: str, imports: tuple[str, ...]) -> Framework | None:
    """Return the framework that an annotation's or class's simple name comes from, if known."""
    for name in imports:
        plain = name.removeprefix("static ")
        owner, _, simple = plain.rpartition(".")
        if simple in {annotation, "*"} or plain == annotation:
            for prefix, framework in _PACKAGES.items():
                if f"{owner}.".startswith(f"{prefix}."):
                    if simple != "*" or _has(framework, annotation):
                        return framework
                    break
    return None


def _has(framework: Framework, annotation: str) -> bool:
    """Tell whether a wildcard import of the framework can bring that annotation."""
    lifecycle = LIFECYCLE.get(annotation)
    if lifecycle is not None:
        return lifecycle[1] in {framework, None}
    return annotation not in ONLY_JUPITER or framework is Framework.JUPITER
