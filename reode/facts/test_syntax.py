"""What test sources say: per test method what it checks, and what could keep it from checking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class MethodRole(StrEnum):
    """Why a method of a test source is run."""

    TEST = "test"
    LIFECYCLE = "lifecycle"
    DATA = "data"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Spot:
    """Something at a line (from 1), in the source's own words."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Check:
    """One assertion, with what it compares.

    `name` is the checking call ("assertEquals", "verify", "assert", "expected") and, for a fluent
    one, the checks of its chain ("assertThat.isEqualTo"); `tokens` is its normalised text;
    `literals` and `operators` are sorted; `variables` are plain names that it reads; `hollow` is
    true where it can't fail: nothing but constants, or a value compared with itself; `condition` names what decides whether
    it runs ("if", "lambda", "catch"), from the inside out; `feeds` are the project's own calls
    whose results it looks at, through local variables too; `in_try` is true inside a `try` that
    catches; `body` is the normalised text of a check that expects a failure.
    """

    name: str
    tokens: str
    literals: tuple[str, ...]
    operators: tuple[str, ...]
    variables: tuple[str, ...]
    hollow: bool
    line: int
    condition: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()
    in_try: bool = False
    body: str = ""


@dataclass(frozen=True, slots=True)
class MethodSyntax:
    """One method of a test source.

    `tokens` is its normalised text without comments and qualifiers of known packages; `literals`
    holds every literal of the body and of its parameter-source annotations; `calls` the simple
    names of methods and constructors called on types that are not the JDK's or a library's;
    `exits` are returns and exits on the way to a check; `swallows` are handlers that would catch a
    failed check and throw nothing; `assumptions` end a test without a failure; `disabled` are
    annotations that keep it from running, `filters` those that select it (tags, groups, timeouts,
    conditions); `assigns` are the assigned names; `guarded` are own calls under a condition, as
    "call in if (…)".
    """

    name: str
    role: MethodRole
    line: int
    tokens: str
    checks: tuple[Check, ...] = ()
    literals: tuple[Spot, ...] = ()
    calls: tuple[Spot, ...] = ()
    exits: tuple[Spot, ...] = ()
    swallows: tuple[Spot, ...] = ()
    assumptions: tuple[Spot, ...] = ()
    disabled: tuple[Spot, ...] = ()
    filters: tuple[Spot, ...] = ()
    assigns: tuple[Spot, ...] = ()
    guarded: tuple[Spot, ...] = ()
    lifecycle: str = ""
    statements: int = 0


@dataclass(frozen=True, slots=True)
class TestClassSyntax:
    """One type of a test source; `name` is the binary name ("a.b.Outer$Inner").

    `fields` are the literals of its fields; `rules` the fields and annotations that wrap tests
    (`@Rule`, `@ExtendWith`, `@Listeners`), `inherits` its supertypes' simple names.
    """

    __test__ = False
    name: str
    line: int
    abstract: bool = False
    inherits: tuple[str, ...] = ()
    methods: tuple[MethodSyntax, ...] = ()
    fields: tuple[Spot, ...] = ()
    rules: tuple[Spot, ...] = ()
    disabled: tuple[Spot, ...] = ()
    filters: tuple[Spot, ...] = ()

    @property
    def tests(self) -> tuple[MethodSyntax, ...]:
        """The test methods."""
        return tuple(m for m in self.methods if m.role is MethodRole.TEST)


@dataclass(frozen=True, slots=True)
class TestFileSyntax:
    """One Java test source: `path` relative to the repository, `module` its folder."""

    __test__ = False
    path: str
    module: str
    package: str
    imports: tuple[str, ...] = ()
    classes: tuple[TestClassSyntax, ...] = ()
    broken_line: int | None = None


@dataclass(frozen=True, slots=True)
class ForeignTestFile:
    """One Kotlin, Groovy or Scala test source, read as text.

    `checks` are its checking lines without white space, with their line numbers.
    """

    path: str
    module: str
    tests: tuple[Spot, ...] = ()
    checks: tuple[Spot, ...] = ()
    disabled: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class TestSources:
    """All test sources of a tree."""

    __test__ = False
    files: tuple[TestFileSyntax, ...] = ()
    foreign: tuple[ForeignTestFile, ...] = ()

    def classes(self) -> Iterator[tuple[TestFileSyntax, TestClassSyntax]]:
        """Give every class with its file."""
        for file in self.files:
            for cls in file.classes:
                yield file, cls

    @property
    def test_count(self) -> int:
        """Number of test methods, Kotlin and Groovy tests included."""
        return sum(len(c.tests) for _, c in self.classes()) + sum(
            len(f.tests) for f in self.foreign
        )
