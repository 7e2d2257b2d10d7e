"""What a repository is made of, as JSON-plain facts: modules, levels, libraries, sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class LevelFact:
    """A place that sets a Java level; `where` is `path:line`, `value` expanded."""

    what: str
    value: str
    level: int | None
    where: str
    property: str = ""
    plugin: str = ""
    profile: str | None = None
    editable: bool = True
    active: bool = True
    effective: bool = True


@dataclass(frozen=True, slots=True)
class ArtifactFact:
    """A plugin or dependency: `key` is `group:artifact[:type[:classifier]]`.

    `version` None: nothing in the poms gives one. `where` is the place of the version (`path:line`,
    or `group:artifact:version:line` outside the repository), "" for Maven's default. `scope` is ""
    for plugins. `implicit`: no pom declares it, Maven's lifecycle brings it.
    """

    key: str
    version: str | None
    where: str = ""
    property: str = ""
    scope: str = ""
    managed: bool = False
    implicit: bool = False


@dataclass(frozen=True, slots=True)
class AnnotationFact:
    """An annotation in use: full name where it can be told, else simple; files hold it."""

    name: str
    uses: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The sources of one kind ("main", "test") in one module.

    `encodings` counts files by encoding found ("ascii" for plain ones), `imports` files by
    imported package, `other_languages` files by extension. `frameworks` are test frameworks in
    use; `test_methods` is a count from the text (JUnit 3 to 6, TestNG).
    """

    roots: tuple[str, ...] = ()
    files: int = 0
    lines: int = 0
    encodings: Mapping[str, int] = field(default_factory=dict)
    imports: Mapping[str, int] = field(default_factory=dict)
    annotations: tuple[AnnotationFact, ...] = ()
    frameworks: tuple[str, ...] = ()
    test_methods: int = 0
    other_languages: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """One module; `folder` is "." for the root, `parents` are paths or `group:artifact:version`.

    `profile` lists the module ("" for none); `missing_parent` wasn't found, so what it sets is
    unknown; `missing_bills` likewise. `level` is what javac gets: main, test and whether by
    default.
    """

    folder: str
    group: str
    artifact: str
    version: str
    packaging: str
    parents: tuple[str, ...]
    missing_parent: str = ""
    missing_bills: tuple[str, ...] = ()
    profile: str = ""
    active: bool = True
    active_profiles: tuple[str, ...] = ()
    encoding: str | None = None
    main_level: int | None = None
    test_level: int | None = None
    level_by_default: bool = False
    levels: tuple[LevelFact, ...] = ()
    plugins: tuple[ArtifactFact, ...] = ()
    dependencies: tuple[ArtifactFact, ...] = ()
    main: SourceFacts = SourceFacts()
    test: SourceFacts = SourceFacts()

    def dependency(self, key: str) -> ArtifactFact | None:
        """Return a dependency by its key."""
        return next((d for d in self.dependencies if d.key == key), None)

    def plugin(self, key: str) -> ArtifactFact | None:
        """Return a plugin by `group:artifact`."""
        return next((p for p in self.plugins if p.key == key), None)


@dataclass(frozen=True, slots=True)
class ProjectFacts:
    """A repository: its modules (root first), poms nobody lists, poms that can't be read."""

    modules: tuple[ModuleFacts, ...] = ()
    strays: tuple[str, ...] = ()
    unreadable: tuple[tuple[str, str], ...] = ()

    @property
    def java_files(self) -> int:
        """Number of Java files."""
        return sum(m.main.files + m.test.files for m in self.modules)

    @property
    def java_lines(self) -> int:
        """Number of lines of Java."""
        return sum(m.main.lines + m.test.lines for m in self.modules)

    @property
    def test_methods(self) -> int:
        """Number of test methods found in the sources."""
        return sum(m.test.test_methods for m in self.modules)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-plain data (tuples as lists); `from_json` is its inverse."""
        plain: dict[str, Any] = _plain(asdict(self))
        return plain

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ProjectFacts:
        """Build facts from what `to_json` returned."""
        return cls(
            tuple(_module(m) for m in data["modules"]),
            tuple(data["strays"]),
            tuple((path, reason) for path, reason in data["unreadable"]),
        )


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


def _module(data: Mapping[str, Any]) -> ModuleFacts:
    lists = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
    rich = {
        "levels": tuple(LevelFact(**one) for one in data["levels"]),
        "plugins": tuple(ArtifactFact(**one) for one in data["plugins"]),
        "dependencies": tuple(ArtifactFact(**one) for one in data["dependencies"]),
        "main": _sources(data["main"]),
        "test": _sources(data["test"]),
    }
    return ModuleFacts(**{**data, **lists, **rich})


def _sources(data: Mapping[str, Any]) -> SourceFacts:
    lists = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
    marks = tuple(
        AnnotationFact(one["name"], one["uses"], tuple(one["files"])) for one in data["annotations"]
    )
    return SourceFacts(**{**data, **lists, "annotations": marks})
