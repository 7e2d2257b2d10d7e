"""How Maven is found, called, and read, with a stand-in for the program."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from reode.build import maven as subject
from reode.build.maven import Maven, find_maven, version_of, wrapper_version
from reode.errors import BuildToolError
from reode.facts.build import Jdk
from reode.facts.diagnostic import Phase

JDK = Jdk("/jdk25", 25, "25.0.3")


def program(tmp_path: Path, body: str) -> Maven:
    path = tmp_path / "maven" / "bin" / "mvn"
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return Maven(str(path), "3.9.16")


def test_a_run_sees_its_jdk_and_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("JAVA_HOME", "/other")
    monkeypatch.setenv("MAVEN_OPTS", "-Xmx2g -XX:MaxPermSize=1g -Dhttp.proxyHost=p -Dmy.password=x")
    maven = program(tmp_path, "env | sort; echo $@; echo '[INFO] BUILD SUCCESS'")
    outcome = maven.run(
        ["clean", "test"],
        root=tmp_path,
        jdk=JDK,
        log=tmp_path / "log",
        properties={"a.b": "c"},
        jvm_options="--add-opens java.base/java.lang=ALL-UNNAMED",
    )
    text = (tmp_path / "log").read_text()
    assert "JAVA_HOME=/jdk25\n" in text
    assert "JDK_JAVA_OPTIONS=--add-opens java.base/java.lang=ALL-UNNAMED\n" in text
    assert "sk-secret" not in text
    assert "-Xmx2g -Dhttp.proxyHost=p\n" in text
    assert "\n-B " in text
    assert "clean test -Da.b=c\n" in text
    assert (outcome.ok, outcome.phase, outcome.jdk) == (True, Phase.DONE, 25)
    assert outcome.goals == ("clean", "test", "-Da.b=c")


def test_tests_run_on_the_java_that_was_named(tmp_path: Path) -> None:
    """Surefire and failsafe take the program from the property; the JDK that builds stays."""
    named = Jdk("/jdk25", 25, "25.0.3", test_java="/jre21/bin/java")
    maven = program(tmp_path, "env | sort; echo $@")
    outcome = maven.run(["verify"], root=tmp_path, jdk=named, log=tmp_path / "log")
    assert "JAVA_HOME=/jdk25\n" in (tmp_path / "log").read_text()
    assert outcome.goals == ("verify", "-Djvm=/jre21/bin/java")


def test_terminal_codes_leave_log_and_lines(tmp_path: Path) -> None:
    lines: list[str] = []
    maven = program(tmp_path, r"printf '\033[0m\033[1m[ERROR] x\033[m\n'; exit 1")
    outcome = maven.run(
        ["test"], root=tmp_path, jdk=JDK, log=tmp_path / "log", on_line=lines.append
    )
    assert (tmp_path / "log").read_text() == "[ERROR] x\n"
    assert lines == ["[ERROR] x"]
    assert outcome.log is not None
    assert (outcome.log.size, outcome.log.excerpt) == (10, "[ERROR] x\n")


def test_a_limit_becomes_a_diagnostic(tmp_path: Path) -> None:
    maven = program(tmp_path, "echo '[INFO] Scanning for projects...'; sleep 60")
    outcome = maven.run(["test"], root=tmp_path, jdk=JDK, log=tmp_path / "log", silence=0.5)
    assert (outcome.ok, outcome.ended, outcome.exit_code) == (False, "silent", None)
    assert [d.kind for d in outcome.diagnostics] == ["timeout"]


def test_a_death_without_a_word_is_a_crash(tmp_path: Path) -> None:
    outcome = program(tmp_path, "exit 137").run(
        ["test"], root=tmp_path, jdk=JDK, log=tmp_path / "log"
    )
    assert [d.kind for d in outcome.diagnostics] == ["maven-crash"]


def test_wrapper_gives_only_its_version(tmp_path: Path) -> None:
    assert wrapper_version(tmp_path) == ""
    properties = tmp_path / ".mvn" / "wrapper" / "maven-wrapper.properties"
    properties.parent.mkdir(parents=True)
    properties.write_text(
        "wrapperVersion=3.3.2\ndistributionUrl=https\\://h/maven2/org/apache/maven/apache-maven/"
        "3.6.3/apache-maven-3.6.3-bin.zip\n"
    )
    assert wrapper_version(tmp_path) == "3.6.3"


def test_path_goes_before_the_cache_and_the_wrappers_wish_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Path(program(tmp_path, "").program).parent.parent
    jar = home / "lib" / "maven-core-3.x.jar"
    jar.parent.mkdir()
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr(
            "META-INF/maven/org.apache.maven/maven-core/pom.properties", "#c\nversion=3.8.7\n"
        )
    assert version_of(home / "bin" / "mvn") == "3.8.7"
    monkeypatch.setenv("PATH", f"{home / 'bin'}:/usr/bin:/bin")
    monkeypatch.setattr(subject, "wrapper_version", lambda root: "3.6.3")
    found = find_maven(tmp_path, tmp_path / "cache")
    assert (found.version, found.origin) == ("3.8.7", "PATH")
    assert found.name == "Apache Maven 3.8.7 (PATH, the repository's wrapper names 3.6.3)"


def test_without_any_maven_the_pinned_one_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(subject, "fetch_maven", lambda cache: cache / "apache-maven")
    found = find_maven(tmp_path, tmp_path / "cache")
    assert found.program == str(tmp_path / "cache" / "apache-maven" / "bin" / "mvn")
    assert found.origin == "fetched by REODE"


def test_explicit_maven_must_exist(tmp_path: Path) -> None:
    maven = program(tmp_path, "")
    home = Path(maven.program).parent.parent
    assert find_maven(tmp_path, tmp_path, explicit=home).program == maven.program
    with pytest.raises(BuildToolError, match="no Maven at"):
        find_maven(tmp_path, tmp_path, explicit=tmp_path / "absent")
