"""JDKs are found wherever they are, each once, and the smallest that fits is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.build import jdk as subject
from reode.build.jdk import choose_jdk, feature_of, find_jdks, read_jdk
from reode.errors import JdkMissingError
from reode.facts.build import Jdk
from reode.facts.target import Target


def install(home: Path, version: str, *, compiler: bool = True, release: bool = True) -> Path:
    (home / "bin").mkdir(parents=True)
    java = home / "bin" / "java"
    java.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2026-01-01' >&2\n")
    java.chmod(0o755)
    if compiler:
        (home / "bin" / "javac").write_text("")
    if release:
        (home / "release").write_text(f'IMPLEMENTOR="Acme"\nJAVA_VERSION="{version}"\n')
    return home


@pytest.fixture(autouse=True)
def _no_usual_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(subject, "_USUAL_FOLDERS", ((str(tmp_path / "jvm"), "*"),))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("version", "feature"),
    [("1.8.0_402", 8), ("17.0.15", 17), ("25", 25), ("25-ea", 25), ("", None), ("x", None)],
)
def test_feature_of(version: str, feature: int | None) -> None:
    assert feature_of(version) == feature


def test_all_places_are_searched_and_each_folder_counts_once(tmp_path: Path) -> None:
    named = install(tmp_path / "named", "11.0.1")
    home = install(tmp_path / "jvm" / "b17", "17.0.15")
    install(tmp_path / "jvm" / "a25", "25.0.3")
    (tmp_path / "jvm" / "link").symlink_to(home)
    chained = install(tmp_path / "tool", "21.0.1")
    toolchains = tmp_path / "home" / ".m2" / "toolchains.xml"
    toolchains.parent.mkdir(parents=True)
    toolchains.write_text(
        f"<toolchains xmlns='u'><toolchain><configuration><jdkHome> {chained} </jdkHome>"
        "</configuration></toolchain></toolchains>"
    )
    found = find_jdks([named / "bin" / "java"], environment={"JAVA_HOME": str(home), "PATH": ""})
    assert [(j.feature, j.source) for j in found] == [
        (11, "explicit"),
        (17, "JAVA_HOME"),
        (25, str(tmp_path / "jvm")),
        (21, "toolchains.xml"),
    ]
    assert found[0] == Jdk(str(named), 11, "11.0.1", "Acme", True, "explicit")


def test_java_is_asked_where_there_is_no_release_file(tmp_path: Path) -> None:
    jdk = read_jdk(install(tmp_path / "old", "1.8.0_402", release=False))
    assert jdk is not None
    assert (jdk.feature, jdk.version) == (8, "1.8.0_402")


def test_a_folder_without_java_is_no_jdk(tmp_path: Path) -> None:
    (tmp_path / "jvm" / "sources-only").mkdir(parents=True)
    assert find_jdks(environment={"PATH": ""}) == ()


def test_smallest_with_compiler_at_least_the_target(tmp_path: Path) -> None:
    jdks = [
        Jdk("/25", 25, "25.0.3"),
        Jdk("/21jre", 21, "21.0.1", has_compiler=False),
        Jdk("/24", 24, "24"),
        Jdk("/17", 17, "17.0.15"),
    ]
    assert choose_jdk(jdks, Target(21, 21)).home == "/24"
    assert choose_jdk(jdks, Target(17, 17)).home == "/17"


def test_missing_jdk_says_what_was_found() -> None:
    found = [Jdk("/17", 17, "17.0.15"), Jdk("/25jre", 25, "25", has_compiler=False)]
    with pytest.raises(JdkMissingError) as caught:
        choose_jdk(found, Target(25, 25))
    assert "17.0.15 at /17" in caught.value.hint
    assert "without javac" in caught.value.hint
    with pytest.raises(JdkMissingError, match="25"):
        choose_jdk([], Target(25, 25))
