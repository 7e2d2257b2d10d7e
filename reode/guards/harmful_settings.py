"""Knows which build settings keep code from being compiled or tested."""

from __future__ import annotations

import re
from collections.abc import Callable

from reode.facts.snapshot import Setting

_TEST_PLUGINS = frozenset({"maven-surefire-plugin", "maven-failsafe-plugin"})
#: Plugins whose goals compile or run tests; losing or unbinding one loses tests.
TEST_FAMILY = _TEST_PLUGINS | {
    "maven-compiler-plugin", "build-helper-maven-plugin", "kotlin-maven-plugin", "gmavenplus-plugin",
    "scala-maven-plugin", "scalatest-maven-plugin", "groovy-eclipse-compiler", "gmaven-plugin",
    "tycho-surefire-plugin", "maven-resources-plugin", "maven-invoker-plugin",
}  # fmt: skip
#: Plugins that can do anything to the tree while it is built.
_SCRIPTS = frozenset(
    {"maven-antrun-plugin", "exec-maven-plugin", "groovy-maven-plugin", "replacer",
     "truezip-maven-plugin", "properties-maven-plugin", "maven-clean-plugin", "copy-rename-maven-plugin",
     "wagon-maven-plugin", "download-maven-plugin"}
)  # fmt: skip
_OUTSIDE_TESTS = re.compile(
    r"javadoc|gpg|deploy|install|site|source|sign|nexus|docker|frontend|npm|yarn|license|asciidoc|help"
    r"|skipIfEmpty|skipNonExisting|skipAttach|skipPoms",
    re.IGNORECASE,
)
_NARROWING = frozenset(
    {"test", "it.test", "groups", "excludedGroups", "includesFile", "excludesFile", "suiteXmlFiles",
     "suiteXmlFile", "includes", "excludes", "include", "exclude", "excludeJUnit5Engines",
     "includeJUnit5Engines", "excludeJUnit5Engine", "includeJUnit5Engine", "rerunFailingTestsCount",
     "skipAfterFailureCount", "dependenciesToScan", "testClassesDirectory", "classesDirectory",
     "additionalClasspathElement", "additionalClasspathElements", "classpathDependencyExclude",
     "classpathDependencyExcludes", "classpathDependencyScopeExclude", "testSourceDirectory",
     "reportsDirectory", "objectFactory", "dependency", "excludedEnvironmentVariable",
     "specs", "excludedTests", "disableXmlReport", "junitArtifactName", "testNGArtifactName"}
)  # fmt: skip
_MUST_BE_TRUE = re.compile(
    r"(^|[.])(enableAssertions|failIfNoTests|failIfNoSpecifiedTests|failOnError)$"
)
_IGNORING = re.compile(
    r"(testFailureIgnore|test\.failure\.ignore|ignoreFailures?|ignoreTestFailures?)$"
)
_COMPILER = frozenset(
    {"testExclude", "testInclude", "exclude", "include", "testExcludes", "testIncludes", "excludes",
     "includes", "compileSourceRoot", "compileSourceRoots", "testCompileSourceRoots"}
)  # fmt: skip
_NO_ASSERTIONS = re.compile(r"(?:^|\s)(?:-da|-disableassertions|-dsa)\b")
_ARGUMENT = re.compile(r"-D\s*([\w.\-]+)(?:=(\S*))?")
_MAVEN_FLAGS = re.compile(
    r"^(?:-fn|--fail-never|-pl.*|--projects.*|-rf.*|--resume-from.*|-P.*|--activate-profiles.*|-f|--file.*"
    r"|-f=.*|-N|--non-recursive|-s|--settings.*|-gs|--global-settings.*|-javaagent:.*|-da.*"
    r"|-am|--also-make|-amd|--also-make-dependents)$"
)
_PLATFORM = re.compile(
    r"deactivate|exclude|include|disable|timeout|listener|groups|tags|categor|selector",
    re.IGNORECASE,
)
_DEFAULTS = {
    "build/testSourceDirectory": "src/test/java",
    "build/sourceDirectory": "src/main/java",
    "build/outputDirectory": "target/classes",
    "build/testOutputDirectory": "target/test-classes",
    "build/directory": "target",
}
#: What surefire and failsafe run without being told.
DEFAULT_PATTERNS = frozenset(
    {"**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java", "**/IT*.java",
     "**/*IT.java", "**/*ITCase.java", "**/*Test.class", "**/*Tests.class", "**/*TestCase.class",
     "*Test.java", "*Tests.java", "**/Test*.class", "**/*Test", "**/*Tests"}
)  # fmt: skip


def harm_of(setting: Setting) -> str:
    """Return in words what a newly added setting does to the tests, "" where it does nothing."""
    name, value = setting.name.removeprefix("effective "), setting.value.strip()
    head, _, rest = name.partition(" ")
    for pattern, judge in _JUDGES:
        if pattern.match(head):
            return judge(head if pattern is _BESIDE else rest or name, value)
    return _plugin(name, value)


def _step(_: str, value: str) -> str:
    return f"a build step that runs scripts: {value}" if value in _SCRIPTS else ""


def _platform(_: str, value: str) -> str:
    found = _PLATFORM.search(value.partition("=")[0])
    return f"{value} in junit-platform.properties" if found else ""


def _service(_: str, value: str) -> str:
    return f"a service that can change a test run: {value}"


def _suite(part: str, value: str) -> str:
    narrows = part in {"exclude", "include", "disabled", "run"}
    return f"TestNG {part} {value}" if narrows else ""


def _folder(name: str, value: str) -> str:
    if name in _DEFAULTS:
        return "" if value.endswith(_DEFAULTS[name]) else f"{name} is now {value}"
    return f"{name} = {value}" if re.search(r"/(in|ex)clude$", name) else ""


def _property(name: str, value: str) -> str:
    said = f"{name}={value}"
    if name.startswith("maven.ext.class.path"):
        return said
    leaf = re.sub(r"^(?:maven\.)?(?:surefire|failsafe|it)\.", "", name)
    if leaf not in _NARROWING:
        harm = _switch(name, name, value)
        if harm is not None:
            return said if harm else ""
    elif leaf != name or name in {"test", "it.test", "groups", "excludedGroups"}:
        return said
    return _command_line(value) if name == "argLine" else ""


def _command_line(value: str) -> str:
    """Judge options of the JVM that runs the tests."""
    if _NO_ASSERTIONS.search(value):
        return "Java assertions are switched off"
    found = (_property(m[1], "true" if m[2] is None else m[2]) for m in _ARGUMENT.finditer(value))
    return next((harm for harm in found if harm), "")


def _argument(head: str, value: str) -> str:
    if head.endswith("extensions.xml"):
        return f"a core extension: {value}" if "<artifactId>" in value else ""
    if head.endswith(("maven.config", "jvm.config", "MAVEN_ARGS", "maven.args", ".mavenrc")):
        if _MAVEN_FLAGS.match(value):
            return f"{value} in {head}"
        if value.startswith("--define="):
            value = f"-D{value.removeprefix('--define=')}"
        harm = _command_line(value if value.startswith("-") else f"-D{value}")
    else:
        key, _, text = value.partition("=")
        harm = _property(key.strip(), text.strip())
    return f"{harm} in {head}" if harm else ""


def _plugin(name: str, value: str) -> str:
    """Judge one value of a plugin's configuration; the name is `plugin[execution]/path`."""
    owner, _, path = name.partition("/")
    plugin, leaf = owner.partition("[")[0], path.rpartition("/")[2]
    if path == "phase":
        unbound = plugin in TEST_FAMILY and value in {"none", "", "never", "no"}
        return f"{name} = {value}" if unbound else ""
    harm = _switch(leaf, name, value)
    if harm is not None:
        return f"{name} = {value}" if harm else ""
    if plugin in _TEST_PLUGINS:
        return _test_plugin(path, leaf, value, f"{name} = {value}")
    return f"{name} = {value}" if plugin == "maven-compiler-plugin" and leaf in _COMPILER else ""


def _switch(leaf: str, name: str, value: str) -> bool | None:
    """Tell whether an on-off setting is set the harmful way, None where it is none."""
    off = value.lower() == "false"
    if _MUST_BE_TRUE.search(leaf):
        return off
    if _IGNORING.search(leaf):
        return not off
    if "skip" in leaf.lower() and leaf not in _NARROWING:
        return not off and not _OUTSIDE_TESTS.search(name)
    return None


def _test_plugin(path: str, leaf: str, value: str, said: str) -> str:
    if leaf in _NARROWING:
        return said if (leaf, value) != ("rerunFailingTestsCount", "0") else ""
    if path.startswith(("properties/", "systemProp", "environmentVariables", "providerProperties")):
        return said if _PLATFORM.search(f"{leaf} {value}") and "timeout" not in leaf.lower() else ""
    return _command_line(value) if leaf in {"argLine", "debugForkedProcess"} else ""


_BESIDE = re.compile(r"\.mvn/|\.mavenrc$|MAVEN_ARGS$")
_JUDGES: tuple[tuple[re.Pattern[str], Callable[[str, str], str]], ...] = (
    (_BESIDE, _argument),
    (re.compile(r"property$"), _property),
    (re.compile(r"plugin$"), _step),
    (re.compile(r"junit-platform\.properties$"), _platform),
    (re.compile(r"service$"), _service),
    (re.compile(r"testng$"), _suite),
    (re.compile(r"build/"), _folder),
)
