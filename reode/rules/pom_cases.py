"""Pieces of poms that cases are put together from."""

from __future__ import annotations


def properties(*pairs: str) -> str:
    """Return `<properties>` of `name=value` pairs."""
    lines = [f"  <{n}>{v}</{n}>" for n, _, v in (pair.partition("=") for pair in pairs)]
    return "\n".join(["<properties>", *lines, "</properties>", ""])


def modules(*names: str) -> str:
    """Return `<modules>`."""
    return "\n".join(["<modules>", *(f"  <module>{n}</module>" for n in names), "</modules>", ""])


def dependencies(*entries: str, managed: bool = False) -> str:
    """Return `<dependencies>` of `group:artifact:version[:scope[:type]]`; an empty version is left out."""
    wraps = (["dependencyManagement"] if managed else []) + ["dependencies"]
    inner = [line for entry in entries for line in _dependency(*entry.split(":"))]
    return _wrapped(wraps, inner)


def plugin(
    artifact: str,
    version: str = "",
    *inner: str,
    group: str = "",
    managed: bool = False,
    reporting: bool = False,
) -> str:
    """Return a build with one plugin; `inner` are the lines after its version."""
    middle = ["pluginManagement"] if managed else []
    wraps = ["reporting" if reporting else "build", *middle, "plugins", "plugin"]
    lines = [f"<groupId>{group}</groupId>"] if group else []
    lines += [f"<artifactId>{artifact}</artifactId>"]
    lines += [f"<version>{version}</version>"] if version else []
    return _wrapped(wraps, [*lines, *inner])


def configuration(*lines: str) -> tuple[str, ...]:
    """Return the lines of a `<configuration>`."""
    return ("<configuration>", *(f"  {line}" for line in lines), "</configuration>")


def items(tag: str, item: str, *values: str) -> tuple[str, ...]:
    """Return the lines of a list such as `compilerArgs` of `arg`."""
    return (f"<{tag}>", *(f"  <{item}>{value}</{item}>" for value in values), f"</{tag}>")


def execution(name: str, *inner: str) -> tuple[str, ...]:
    """Return the lines of `<executions>` with one execution."""
    lines = [f"    {line}" for line in (f"<id>{name}</id>", *inner)]
    return ("<executions>", "  <execution>", *lines, "  </execution>", "</executions>")


def profile(name: str, body: str, activation: str = "") -> str:
    """Return `<profiles>` with one profile; `activation` is what its element holds."""
    lines = [f"<id>{name}</id>"]
    lines += ["<activation>", f"  {activation}", "</activation>"] if activation else []
    return _wrapped(["profiles", "profile"], [*lines, *body.rstrip("\n").split("\n")])


def _dependency(
    group: str, artifact: str, version: str = "", scope: str = "", kind: str = ""
) -> list[str]:
    parts = {"groupId": group, "artifactId": artifact, "version": version}
    parts |= {"type": kind, "scope": scope}
    lines = [f"  <{tag}>{value}</{tag}>" for tag, value in parts.items() if value]
    return ["<dependency>", *lines, "</dependency>"]


def _wrapped(wraps: list[str], inner: list[str]) -> str:
    lines = [f"{'  ' * depth}<{tag}>" for depth, tag in enumerate(wraps)]
    lines += [f"{'  ' * len(wraps)}{line}" for line in inner]
    lines += [f"{'  ' * depth}</{wraps[depth]}>" for depth in reversed(range(len(wraps)))]
    return "\n".join([*lines, ""])
