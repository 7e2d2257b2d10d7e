"""Write one filled probe as a module of a Maven reactor."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.sax.saxutils import escape

from floor_probes import Probe

from reode.facts.floors import Floor, FloorKind

JUNIT = "junit:junit:4.13.2:test"
#: Versions of the plugins that every module uses, but those that a row itself is about.
PINNED = {
    "maven-resources-plugin": "3.3.1",
    "maven-compiler-plugin": "3.14.1",
    "maven-surefire-plugin": "3.5.4",
    "maven-jar-plugin": "3.4.2",
}
_MAVEN = "org.apache.maven.plugins"
_HEAD = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
"""


def root_pom(modules: Iterable[str]) -> str:
    """Return the aggregator; it is no parent, so nothing is inherited from it."""
    listed = "".join(f"    <module>{name}</module>\n" for name in modules)
    return (
        f"{_HEAD}  <groupId>probe</groupId>\n  <artifactId>root</artifactId>\n"
        f"  <version>1</version>\n  <packaging>pom</packaging>\n"
        f"  <modules>\n{listed}  </modules>\n</project>\n"
    )


def module_pom(name: str, floor: Floor, probe: Probe, version: str, level: int) -> str:
    """Return the pom of the module `name` that uses `version` of the row's artifact."""
    parts = [
        f"{_HEAD}  <groupId>probe</groupId>\n  <artifactId>{name}</artifactId>\n",
        f"  <version>1</version>\n  <packaging>{probe.packaging}</packaging>\n",
        _properties(level, release=probe.release),
        _managed(probe),
        f"  <dependencies>\n{_each(_dependencies(floor, probe, version))}  </dependencies>\n",
        f"  <build>\n    <plugins>\n{_plugins(floor, probe, version)}    </plugins>\n  </build>\n",
        "</project>\n",
    ]
    return "".join(parts)


def write_module(folder: Path, pom: str, probe: Probe) -> None:
    """Write a module's files below `folder`."""
    files = {"pom.xml": pom, **probe.files}
    if probe.main:
        files["src/main/java/probe/Main.java"] = f"package probe;\n{probe.main}"
    if probe.test:
        files["src/test/java/probe/ProbeTest.java"] = f"package probe;\n{probe.test}"
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _properties(level: int, *, release: bool) -> str:
    names = ["source", "target", *(["release"] if release else [])]
    listed = "".join(
        f"    <maven.compiler.{name}>{level}</maven.compiler.{name}>\n" for name in names
    )
    encoding = "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>"
    return f"  <properties>\n    {encoding}\n{listed}  </properties>\n"


def _managed(probe: Probe) -> str:
    if not probe.managed:
        return ""
    listed = _each(probe.managed)
    return (
        "  <dependencyManagement>\n    <dependencies>\n"
        f"{listed}    </dependencies>\n  </dependencyManagement>\n"
    )


def _dependencies(floor: Floor, probe: Probe, version: str) -> tuple[str, ...]:
    own = probe.dependencies
    if own is None:
        scope = {FloorKind.PROCESSOR: "provided", FloorKind.LIBRARY: "compile"}.get(floor.kind)
        own = (f"{floor.artifact}:{version}:{scope}",) if scope else ()
    names_junit = any(one.startswith(("junit:junit:", "org.testng:")) for one in own)
    return own if names_junit or not probe.test else (*own, JUNIT)


def _each(coordinates: Iterable[str]) -> str:
    return "".join(dependency(one) for one in coordinates)


def dependency(coordinates: str, tag: str = "dependency") -> str:
    """Return the element of "group:artifact:version[:scope[:type[:classifier]]]"."""
    names = ("groupId", "artifactId", "version", "scope", "type", "classifier")
    inner = "".join(
        f"<{name}>{escape(value)}</{name}>"
        for name, value in zip(names, coordinates.split(":"), strict=False)
        if value
    )
    return f"    <{tag}>{inner}</{tag}>\n"


def _plugins(floor: Floor, probe: Probe, version: str) -> str:
    versions = dict(PINNED)
    if floor.kind is FloorKind.PLUGIN and floor.name in versions:
        versions[floor.name] = version
    parts = [
        _plugin(_MAVEN, "maven-compiler-plugin", versions, _compiler(floor, probe), _with(probe)),
        _plugin(_MAVEN, "maven-surefire-plugin", versions, _surefire(probe)),
        _plugin(_MAVEN, "maven-resources-plugin", versions, ""),
        _plugin(_MAVEN, "maven-jar-plugin", versions, ""),
        probe.plugins,
    ]
    if floor.kind is FloorKind.PLUGIN and floor.name not in PINNED and not probe.compiler_with:
        parts.append(_probed(floor, probe, version))
    return "".join(parts)


def _with(probe: Probe) -> str:
    if not probe.compiler_with:
        return ""
    return f"<dependencies>{_each(probe.compiler_with)}</dependencies>"


def _plugin(group: str, name: str, versions: dict[str, str], config: str, more: str = "") -> str:
    inner = more + (f"<configuration>{config}</configuration>" if config else "")
    return (
        f"      <plugin><groupId>{group}</groupId><artifactId>{name}</artifactId>"
        f"<version>{versions[name]}</version>{inner}</plugin>\n"
    )


def _compiler(floor: Floor, probe: Probe) -> str:
    config = probe.compiler + ("<proc>full</proc>" if floor.kind is FloorKind.PROCESSOR else "")
    if probe.paths:
        listed = "".join(dependency(one, "path") for one in probe.paths)
        config += f"<annotationProcessorPaths>{listed}</annotationProcessorPaths>"
    if probe.arguments:
        listed = "".join(f"<arg>{escape(one)}</arg>" for one in probe.arguments)
        config += f"<compilerArgs>{listed}</compilerArgs>"
        if any(one.startswith("-J") for one in probe.arguments):
            config += "<fork>true</fork>"
    return config


def _surefire(probe: Probe) -> str:
    opened = " ".join(f"--add-opens {one}=ALL-UNNAMED" for one in probe.opens)
    line = " ".join(part for part in (probe.argline, opened) if part)
    return f"<argLine>{escape(line)}</argLine>" if line else ""


def _probed(floor: Floor, probe: Probe, version: str) -> str:
    extra = f"<dependencies>{_each(probe.extra)}</dependencies>" if probe.extra else ""
    goals = "".join(f"<goal>{goal}</goal>" for goal in probe.goals)
    phase = f"<phase>{probe.phase}</phase>" if probe.phase else ""
    run = (
        f"<executions><execution><id>probe</id>{phase}<goals>{goals}</goals></execution></executions>"
        if goals
        else ""
    )
    extensions = "<extensions>true</extensions>" if probe.extensions else ""
    config = f"<configuration>{probe.config}</configuration>" if probe.config else ""
    return (
        f"      <plugin><groupId>{floor.group}</groupId><artifactId>{floor.name}</artifactId>"
        f"<version>{version}</version>{extensions}{extra}{run}{config}</plugin>\n"
    )
