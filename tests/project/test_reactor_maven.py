"""The reactor's reading against Maven's own: `help:effective-pom` must say the same."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lxml import etree

from reode.project.reactor import Module
from reode.project.view import ProjectView
from tests.project.poms import build, dependency, plugin, pom, profile, properties

BOOT = "org.springframework.boot:spring-boot-starter-parent:2.3.2.RELEASE:"
FILES = {
    "pom.xml": pom(
        "<packaging>pom</packaging><modules><module>jar</module><module>war</module><module>ear</module>"
        "<module>ejb</module><module>tool</module><module>boot</module><module>bom</module></modules>"
        + properties(a="1", b="${a}.2", junit="4.12")
        + f"<dependencyManagement><dependencies>{dependency('demo:bom:${project.version}:pom', scope='import')}"
        + dependency("junit:junit:${junit}", scope="test")
        + "</dependencies></dependencyManagement>"
        + build(
            plugin("maven-jar-plugin", version="3.0.2", extra="<inherited>false</inherited>"),
            plugin("maven-source-plugin", version="3.0.1"),
            managed=(plugin("maven-surefire-plugin", version="2.22.2"), plugin(version="3.8.1")),
        )
        + "<profiles>"
        + profile("new", properties(a="9"), "<jdk>[1.8,)</jdk>")
        + profile("old", properties(a="0"), "<jdk>1.8</jdk>")
        + profile("default", properties(a="5"), "<activeByDefault>true</activeByDefault>")
        + "</profiles>"
    ),
    "bom/pom.xml": pom(
        "<packaging>pom</packaging><dependencyManagement><dependencies>"
        f"{dependency('commons-io:commons-io:2.4')}{dependency('junit:junit:4.10')}"
        "</dependencies></dependencyManagement>",
        artifact="bom",
    ),
    "jar/pom.xml": pom(
        f"<dependencies>{dependency('junit:junit')}{dependency('commons-io:commons-io')}</dependencies>"
        + build(plugin("maven-antrun-plugin"), plugin("maven-source-plugin", version="3.2.1")),
        artifact="jar",
        parent="demo:app:1.0",
    ),
    "war/pom.xml": pom(
        f"<packaging>war</packaging><dependencies>{dependency('demo:jar:${project.version}')}</dependencies>"
        "<build><sourceDirectory>src</sourceDirectory></build>",
        artifact="war",
        parent="demo:app:1.0",
    ),
    "ear/pom.xml": pom("<packaging>ear</packaging>", artifact="ear"),
    "ejb/pom.xml": pom("<packaging>ejb</packaging>", artifact="ejb", parent="demo:app:1.0"),
    "tool/pom.xml": pom("<packaging>maven-plugin</packaging>", artifact="tool"),
    "boot/pom.xml": pom(
        properties(java__version="11")
        + f"<dependencies>{dependency('org.springframework.boot:spring-boot-starter-web')}</dependencies>",
        artifact="boot",
        parent=BOOT,
    ),
}


def values(base: etree._Element, path: str, *names: str) -> list[tuple[str | None, ...]]:
    space = "{http://maven.apache.org/POM/4.0.0}"
    found = base.findall("/".join(space + part for part in path.split("/")))
    return [tuple(e.findtext(space + n) for n in names) for e in found]


def effective_poms(root: Path) -> dict[str, etree._Element]:
    command = ["mvn", "-B", "-q", "org.apache.maven.plugins:maven-help-plugin:3.2.0:effective-pom"]
    environment = {**os.environ, "MAVEN_OPTS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
    subprocess.run(
        [*command, "-Doutput=effective.xml"], cwd=root, check=True, env=environment, timeout=600
    )
    projects = etree.parse(root / "effective.xml").getroot()
    name = "{http://maven.apache.org/POM/4.0.0}artifactId"
    return {p.findtext(name) or "": p for p in projects if isinstance(p.tag, str)}


def plugins_of(project: etree._Element) -> dict[str, str | None]:
    rows = values(project, "build/plugins/plugin", "groupId", "artifactId", "version")
    return {f"{g or 'org.apache.maven.plugins'}:{a}": v for g, a, v in rows}


def dependencies_of(project: etree._Element, path: str) -> dict[str, str | None]:
    rows = values(project, path, "groupId", "artifactId", "type", "classifier", "version")
    found = {}
    for group, artifact, kind, classifier, version in rows:
        parts = [
            group,
            artifact,
            *([kind or "jar"] if kind not in {None, "jar"} or classifier else []),
        ]
        found[":".join(str(p) for p in [*parts, *([classifier] if classifier else [])])] = version
    return found


def properties_of(project: etree._Element, module: Module) -> dict[str, str]:
    element = project.find("{http://maven.apache.org/POM/4.0.0}properties")
    texts = (
        {etree.QName(e).localname: (e.text or "").strip() for e in element}
        if element is not None
        else {}
    )
    return {n: t for n, t in texts.items() if "${" not in (module.properties.get(n) or "")}


@pytest.mark.e2e
@pytest.mark.skipif(shutil.which("mvn") is None, reason="needs Maven")
def test_our_reading_is_mavens(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    projects = effective_poms(tmp_path)
    modules = ProjectView.at(tmp_path, jdk=17).reactor.modules
    assert {m.artifact for m in modules} == set(projects)
    for module in modules:
        project = projects[module.artifact]
        assert {k: u.version for k, u in module.plugins().items()} == plugins_of(project)
        own = {k: u.version for k, u in module.dependencies().items()}
        assert own == dependencies_of(project, "dependencies/dependency")
        managed = {k: u.version for k, u in module.management.entries.items()}
        assert managed == dependencies_of(project, "dependencyManagement/dependencies/dependency")
        expected = properties_of(project, module)
        assert {n: module.properties.get(n) for n in expected} == expected
        roots = values(project, "build", "sourceDirectory", "testSourceDirectory")[0]
        mine = [str(tmp_path / module.source_roots(kind)[0]) for kind in ("main", "test")]
        assert mine == list(roots)
    assert next(m for m in modules if m.artifact == "jar").properties.get("b") == "9.2"
