"""What one tree is: its build's settings, tests, types, files, and the outcome of one clean build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reode.facts.build import BuildOutcome
from reode.facts.target import Target
from reode.facts.test_syntax import TestSources


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of the build that can decide which code is compiled, tested or packaged.

    `name` is a path: "property skipTests", "maven-surefire-plugin/excludes/exclude",
    "execution maven-failsafe-plugin:verify", ".mvn/maven.config"; `module` is the folder it holds
    for, `profile` the profile it stands in ("" for none); `effective` is true where Maven itself
    merged it, without a line of its own.
    """

    name: str
    value: str
    file: str
    line: int | None = None
    module: str = "."
    profile: str = ""
    effective: bool = False


@dataclass(frozen=True, slots=True)
class ModuleFact:
    """One module that a plain `mvn` reaches; `artifact` is "group:artifact"."""

    folder: str
    artifact: str
    packaging: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class DependencyFact:
    """A declared library or plugin with its resolved version (None: unknown).

    `packages` are the packages that it brings, where its archive could be read.
    """

    module: str
    key: str
    version: str | None
    scope: str
    file: str
    line: int | None
    kind: str = "library"
    licences: tuple[str, ...] | None = None
    packages: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class ClassFact:
    """One class file: binary name, class-file major version, main or test.

    `late` is true where it was written when the module's tests were already running.
    """

    module: str
    name: str
    major: int
    test: bool
    late: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A method, constructor or field of a main type.

    `signature` has no parameter names; `visible` is true for public and protected members;
    `statements` counts those of the body; `calls` what it calls or constructs; `stub` is true
    where the body does nothing but return a constant or throw.
    """

    signature: str
    line: int
    visible: bool
    statements: int = 0
    calls: int = 0
    stub: bool = False


@dataclass(frozen=True, slots=True)
class TypeFact:
    """One type of the main sources, by binary name.

    `marked` is true where an annotation that a framework may act on, or a native method, stands on
    the type or on a member of it.
    """

    name: str
    module: str
    file: str
    line: int
    visible: bool
    abstract: bool = False
    supertypes: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    marked: bool = False


@dataclass(frozen=True, slots=True)
class FileFact:
    """A file that is no source: path, module, hash of its content without line ends, bytes."""

    path: str
    module: str
    digest: str
    test: bool
    size: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """Lines that JaCoCo saw run, and all lines."""

    covered: int
    total: int

    @property
    def percent(self) -> float:
        """Line coverage in percent."""
        return 100.0 * self.covered / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class TreeFacts:
    """Everything that the gates ask of one tree; what could not be gathered is None or empty.

    `dirty` lists uncommitted paths (None: no git); `files` all paths outside build output;
    `effective` is true where Maven's own merged models are among the settings; `archives` maps
    "module/name.jar" and "module/name.jar!Manifest-Entry" to what is in there. `unread_parents` are
    pairs of a module's folder and the "group:artifact:version" of a parent that couldn't be read.
    `named` are nested types that something names other than code: "Outer$Inner" by configuration,
    "package.Inner" by an annotation, "$Inner" by a string.
    """

    modules: tuple[ModuleFact, ...] = ()
    settings: tuple[Setting, ...] = ()
    tests: TestSources = field(default_factory=TestSources)
    types: tuple[TypeFact, ...] = ()
    resources: tuple[FileFact, ...] = ()
    dependencies: tuple[DependencyFact, ...] = ()
    imports: frozenset[str] = frozenset()
    files: tuple[str, ...] = ()
    dirty: tuple[str, ...] | None = None
    outcome: BuildOutcome | None = None
    classes: tuple[ClassFact, ...] = ()
    coverage: Coverage | None = None
    effective: bool = False
    archives: Mapping[str, str] = field(default_factory=dict)
    unread_parents: frozenset[tuple[str, str]] = frozenset()
    named: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tree before, the tree after, and what was asked for.

    `renames` maps an old test class, or `class#method`, to its new name, as logged by whoever
    renamed it. `stable` and `untouched` are what a run found out itself: None where there is none.
    `unread` names what main code brings along that can't read class files of the target's level.
    """

    before: TreeFacts
    after: TreeFacts
    target: Target
    renames: Mapping[str, str] = field(default_factory=dict)
    stable: bool | None = None
    untouched: bool | None = None
    unread: tuple[str, ...] = ()
