"""Texts of poms for the tests of this room."""

from __future__ import annotations

from collections.abc import Mapping

from reode.project.model_repository import PomRepository
from reode.project.reactor import Module
from reode.project.view import ProjectView


def pom(body: str = "", *, artifact: str = "app", parent: str = "", group: str = "demo") -> str:
    """Return a pom; `parent` is `group:artifact:version`, optionally `:` and a relative path."""
    inherited = ""
    if parent:
        g, a, v, *path = parent.split(":")
        relative = f"<relativePath>{path[0]}</relativePath>" if path and path[0] else ""
        relative = "<relativePath/>" if path == [""] else relative
        inherited = (
            f"<parent><groupId>{g}</groupId><artifactId>{a}</artifactId>"
            f"<version>{v}</version>{relative}</parent>\n"
        )
    own = "" if parent else f"<groupId>{group}</groupId><version>1.0</version>\n"
    return (
        f"<project>\n<modelVersion>4.0.0</modelVersion>\n{inherited}{own}"
        f"<artifactId>{artifact}</artifactId>\n{body}\n</project>\n"
    )


def properties(**values: str) -> str:
    """Return a `<properties>`; `__` in a name stands for a dot."""
    lines = (f"<{n.replace('__', '.')}>{v}</{n.replace('__', '.')}>" for n, v in values.items())
    return "<properties>\n" + "\n".join(lines) + "\n</properties>"


def plugin(
    artifact: str = "maven-compiler-plugin",
    *,
    version: str = "",
    config: str = "",
    execution: str = "",
    group: str = "",
    extra: str = "",
) -> str:
    """Return a `<plugin>`; `execution` is the configuration of one called `x`."""
    parts = [f"<groupId>{group}</groupId>"] if group else []
    parts.append(f"<artifactId>{artifact}</artifactId>")
    parts += [f"<version>{version}</version>"] if version else []
    parts += [f"<configuration>{config}</configuration>"] if config else []
    if execution:
        inner = f"<id>x</id><configuration>{execution}</configuration>"
        parts.append(f"<executions><execution>{inner}</execution></executions>")
    return f"<plugin>{''.join(parts)}{extra}</plugin>"


def build(*plugins: str, managed: tuple[str, ...] = ()) -> str:
    """Return a `<build>` with plugins and managed plugins."""
    above = f"<pluginManagement><plugins>{''.join(managed)}</plugins></pluginManagement>"
    own = f"<plugins>{''.join(plugins)}</plugins>" if plugins else ""
    return f"<build>\n{above if managed else ''}{own}\n</build>"


def profile(name: str, body: str, activation: str = "") -> str:
    """Return one `<profile>`."""
    active = f"<activation>{activation}</activation>" if activation else ""
    return f"<profile><id>{name}</id>{active}{body}</profile>"


def dependency(text: str, *, scope: str = "", extra: str = "") -> str:
    """Return a `<dependency>` from `group:artifact[:version[:type[:classifier]]]`."""
    names = ("groupId", "artifactId", "version", "type", "classifier")
    parts = [f"<{n}>{v}</{n}>" for n, v in zip(names, text.split(":"), strict=False) if v]
    parts += [f"<scope>{scope}</scope>"] if scope else []
    return f"<dependency>{''.join(parts)}{extra}</dependency>"


def view(files: Mapping[str, str], repository: Mapping[str, str] | None = None) -> ProjectView:
    """Return a view in memory with a repository of poms by `group:artifact:version`."""
    return ProjectView.of(files, repository=PomRepository.of(repository or {}))


def only_module(text: str, repository: Mapping[str, str] | None = None) -> Module:
    """Return the single module of a project that is one pom."""
    return view({"pom.xml": text}, repository).reactor.modules[0]
