"""The taxonomy: what a failing build can complain of, by stable kebab-case names.

Rules are written against these strings; a name once given is never reused for something else.
The comment behind a kind lists the evidence that comes with it.
"""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Every kind of `Diagnostic` that the build room produces."""

    # the build tool itself does not start or dies
    JVM_OPTION = "jvm-option"  # option
    MAVEN_CRASH = "maven-crash"  # exception, cause, plugin
    OUT_OF_MEMORY = "out-of-memory"  # area

    # model and reactor
    POM_UNREADABLE = "pom-unreadable"  # reason
    POM_DUPLICATE_TAG = "pom-duplicate-tag"  # tag
    POM_INVALID = "pom-invalid"  # reason
    PARENT_MISSING = "parent-missing"  # artifact, relative_path
    REACTOR = "reactor"  # reason

    # resolution
    HTTP_BLOCKED = "http-blocked"  # artifact, repository, url
    PLUGIN_UNRESOLVED = "plugin-unresolved"  # artifact
    PLUGIN_GOAL_MISSING = "plugin-goal-missing"  # goal
    PLUGIN_NEEDS_NEWER_MAVEN = "plugin-needs-newer-maven"  # maven
    DEPENDENCY_UNRESOLVED = "dependency-unresolved"  # artifact, artifacts
    DEPENDENCY_SYSTEM_PATH = "dependency-system-path"  # artifact, path
    DEPENDENCY_VERSION_MISSING = "dependency-version-missing"  # artifact
    TRANSFER_FAILED = "transfer-failed"  # artifact, repository, url
    TOOLS_JAR = "tools-jar"  # artifact, path

    # compiler settings
    LEVEL_UNSUPPORTED = "level-unsupported"  # level, minimum, option
    LEVEL_TOO_NEW = "level-too-new"  # level
    LEVEL_TOO_LOW = "level-too-low"  # level, needed, feature
    LEVEL_MISMATCH = "level-mismatch"  # source, target
    COMPILER_FLAG = "compiler-flag"  # flag
    MODULE_MISSING = "module-missing"  # module
    WERROR = "werror"
    PROCESSOR_CRASH = "processor-crash"  # owner, exception
    LOMBOK_CRASH = "lombok-crash"  # exception

    # sources
    PACKAGE_MISSING = "package-missing"  # package
    PACKAGE_NOT_VISIBLE = "package-not-visible"  # package, module
    PACKAGE_CLASH = "package-clash"  # package, module
    SYMBOL_MISSING = "symbol-missing"  # symbol_kind, name, location
    CLASS_FILE_MISSING = "class-file-missing"  # class
    ARCHIVE_UNREADABLE = "archive-unreadable"  # path, artifact
    AMBIGUOUS_REFERENCE = "ambiguous-reference"  # name
    OVERRIDE_CLASH = "override-clash"  # name, in
    INCOMPATIBLE_TYPES = "incompatible-types"  # from, to
    UNREPORTED_EXCEPTION = "unreported-exception"  # class
    EXCEPTION_NEVER_THROWN = "exception-never-thrown"  # class
    DUPLICATE_CLASS = "duplicate-class"  # class
    SYNTAX = "syntax"
    IDENTIFIER_KEYWORD = "identifier-keyword"  # name
    ENCODING = "encoding"  # character, encoding
    COMPILE_OTHER = "compile-other"
    COMPILE_UNKNOWN = "compile-unknown"

    # plugins
    ENFORCER_RULE = "enforcer-rule"  # rule, detected, range
    ANT = "ant"  # reason
    MOJO_LOAD = "mojo-load"  # goal, exception, class
    CLASS_FILE_VERSION = "class-file-version"  # major, owner, path
    PLUGIN_LEVEL = "plugin-level"  # level
    PLUGIN_FAILED = "plugin-failed"  # goal, cause
    CODE_CHECK = "code-check"  # goal
    JAVADOC = "javadoc"  # reason
    KOTLIN_JDK_VERSION = "kotlin-jdk-version"  # jdk
    TOOL_MISSING = "tool-missing"  # tool

    # what a running program meets (tests, and plugins that run code)
    INACCESSIBLE_OBJECT = "inaccessible-object"  # module, package, verb, member
    ILLEGAL_ACCESS = "illegal-access"  # module, package, verb, class
    NO_CLASS_DEF = "no-class-def"  # class
    NO_SUCH_METHOD = "no-such-method"  # method, class
    NO_SUCH_FIELD = "no-such-field"  # field
    SECURITY_MANAGER = "security-manager"  # call
    CLASS_CAST_LOADER = "class-cast-loader"  # class
    BYTEBUDDY_VERSION = "bytebuddy-version"  # jdk, major, supported
    JAVASSIST_TOO_OLD = "javassist-too-old"
    JAXB_IMPLEMENTATION_MISSING = "jaxb-implementation-missing"  # class
    MOCK_FAILED = "mock-failed"  # library, class, package
    SCRIPT_ENGINE_MISSING = "script-engine-missing"  # engine
    XML_LIMIT = "xml-limit"  # code
    TLS_DISABLED = "tls-disabled"

    # forks and tests
    AGENT_CRASH = "agent-crash"  # agent
    FORK_CRASHED = "fork-crashed"  # reason
    VM_OPTION = "vm-option"  # option
    TESTS_NOT_RUN = "tests-not-run"  # framework, reason
    TEST_ASSERTION = "test-assertion"  # exception
    TEST_ERROR = "test-error"  # exception
    TEST_SETUP = "test-setup"  # exception: the test itself is incomplete, whatever the JDK
    ENVIRONMENT_CONNECTION = "environment-connection"  # address
    ENVIRONMENT_DOCKER = "environment-docker"
    ENVIRONMENT_HOST = "environment-host"  # host
    ENVIRONMENT_DISPLAY = "environment-display"

    TIMEOUT = "timeout"  # ended

    @property
    def is_environment(self) -> bool:
        """Whether the machine, not the project, is the cause."""
        return self.value.startswith("environment-")
