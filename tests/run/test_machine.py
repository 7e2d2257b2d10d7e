"""Which Java builds and which runs the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.errors import JdkMissingError
from reode.facts.target import Target
from reode.run.machine import find_machine
from reode.settings import Settings


def _java(folder: Path, version: str, *, compiler: bool) -> Path:
    (folder / "bin").mkdir(parents=True)
    for name in ("java", *(("javac",) if compiler else ())):
        (folder / "bin" / name).write_text("#!/bin/sh\n")
        (folder / "bin" / name).chmod(0o755)
    (folder / "release").write_text(f'JAVA_VERSION="{version}"\n')
    return folder


def _settings(tmp_path: Path, test_java: Path) -> Settings:
    mvn = tmp_path / "mvn"
    mvn.write_text("#!/bin/sh\necho Apache Maven 3.9.16\n")
    mvn.chmod(0o755)
    jdk = _java(tmp_path / "jdk25", "25.0.1", compiler=True)
    return Settings(home=tmp_path, jdk=jdk, maven=mvn, test_java=test_java)


def test_tests_can_run_on_a_java_without_a_compiler(tmp_path: Path) -> None:
    """A runtime of the very target runs the tests; the newer JDK builds."""
    runtime = _java(tmp_path / "jre21", "21.0.8", compiler=False)
    machine = find_machine(tmp_path, Target(21, 21), _settings(tmp_path, runtime), tmp_path)
    assert machine.jdk.feature == 25
    assert machine.jdk.test_java == str(runtime / "bin" / "java")


@pytest.mark.parametrize(("version", "told"), [("17.0.15", "cannot run class files"), ("", "no J")])
def test_a_java_that_cannot_run_the_tests_is_refused(
    tmp_path: Path, version: str, told: str
) -> None:
    """Too old a runtime, or none at all, is said before anything is built."""
    home = tmp_path / "jre"
    runtime = _java(home, version, compiler=False) if version else home
    with pytest.raises(JdkMissingError, match=told) as raised:
        find_machine(tmp_path, Target(21, 21), _settings(tmp_path, runtime), tmp_path)
    assert raised.value.hint
