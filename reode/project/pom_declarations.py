"""What a pom declares: coordinates, plugins, executions and dependencies, each with its element."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from reode.project.pom_values import child_value, children, value_of

PLUGIN_GROUP = "org.apache.maven.plugins"


@dataclass(frozen=True, slots=True)
class Coordinates:
    """Raw texts as written, None where not written."""

    group: str | None
    artifact: str | None
    version: str | None


@dataclass(frozen=True, slots=True)
class DependencyDecl:
    """One `<dependency>` (or processor `<path>`, `<extension>`) as written; texts are raw."""

    group: str
    artifact: str
    version: str | None
    scope: str | None
    type: str
    classifier: str | None
    line: int
    managed: bool = False
    profile: str | None = None
    element: etree._Element = field(repr=False, compare=False, kw_only=True)

    @property
    def key(self) -> str:
        """Return `group:artifact:type[:classifier]`, what Maven tells dependencies apart by."""
        parts = (self.group, self.artifact, self.type, self.classifier)
        return ":".join(part for part in parts if part)

    @property
    def optional(self) -> bool:
        """Say whether it is marked optional."""
        return child_value(self.element, "optional") == "true"

    @property
    def exclusions(self) -> tuple[tuple[str, str], ...]:
        """Return the excluded pairs of group and artifact."""
        found = children(self.element, "exclusions/exclusion")
        return tuple(
            (child_value(one, "groupId") or "", child_value(one, "artifactId") or "")
            for one in found
        )


@dataclass(frozen=True, slots=True)
class ExecutionDecl:
    """One `<execution>` of a plugin; `id` is `default` where none is written."""

    id: str
    phase: str | None
    goals: tuple[str, ...]
    element: etree._Element = field(repr=False, compare=False)

    def config(self, path: str) -> str | None:
        """Return the trimmed value at a path inside its configuration, the last one's."""
        return _config(self.element, path)


@dataclass(frozen=True, slots=True)
class PluginDecl:
    """One `<plugin>` as written; a missing group is Maven's own."""

    group: str
    artifact: str
    version: str | None
    line: int
    managed: bool = False
    profile: str | None = None
    reporting: bool = False
    element: etree._Element = field(repr=False, compare=False, kw_only=True)

    @property
    def key(self) -> str:
        """Return `group:artifact`."""
        return f"{self.group}:{self.artifact}"

    @property
    def executions(self) -> tuple[ExecutionDecl, ...]:
        """Return its executions in order."""
        return tuple(
            ExecutionDecl(
                child_value(one, "id") or "default",
                child_value(one, "phase"),
                tuple(value_of(goal) for goal in children(one, "goals/goal")),
                one,
            )
            for one in children(self.element, "executions/execution")
        )

    def config(self, path: str) -> str | None:
        """Return the trimmed value at a path inside `<configuration>`, the last one's.

        An element without a value gives the empty text, a missing one None.
        """
        return _config(self.element, path)

    def config_elements(self, path: str) -> tuple[etree._Element, ...]:
        """Return every element at a path inside `<configuration>`; `*` stands for any name."""
        return tuple(children(self.element, f"configuration/{path}"))


@dataclass(frozen=True, slots=True)
class RepositoryDecl:
    """One `<repository>` or `<pluginRepository>` as written."""

    id: str
    url: str
    line: int
    profile: str | None = None
    element: etree._Element = field(repr=False, compare=False, kw_only=True)


def _config(element: etree._Element, path: str) -> str | None:
    found = children(element, f"configuration/{path}")
    return value_of(found[-1]) if found else None
