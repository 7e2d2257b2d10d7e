"""What this machine offers a run: JDKs, the JDK for the target, and Maven."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from reode.build.jdk import choose_jdk, find_jdks, read_jdk
from reode.build.maven import Maven, find_maven
from reode.errors import JdkMissingError
from reode.facts.build import Jdk
from reode.facts.target import Target
from reode.settings import Settings


@dataclass(frozen=True, slots=True)
class Machine:
    """The tools of a run: `jdk` builds the result, `jdks` are all that were found."""

    jdks: tuple[Jdk, ...]
    jdk: Jdk
    maven: Maven


def find_machine(project: Path, target: Target, settings: Settings, cache: Path) -> Machine:
    """Find what a migration to `target` needs.

    Raises JdkMissingError or BuildToolError with what to install.
    """
    jdks = find_jdks(explicit=(settings.jdk,) if settings.jdk else ())
    jdk = _named(settings.jdk, target) if settings.jdk else choose_jdk(jdks, target)
    jdk = _tested_on(settings.test_java, jdk, target)
    return Machine(jdks, jdk, find_maven(project, cache, explicit=settings.maven))


def _tested_on(home: Path | None, jdk: Jdk, target: Target) -> Jdk:
    """Let the tests of the target's builds run on another Java; it needs no compiler."""
    if home is None:
        return jdk
    runtime = read_jdk(home, "--test-java")
    if runtime is None:
        raise JdkMissingError(
            f"{home} holds no Java", hint="Give the folder that has bin/java, not the program."
        )
    if runtime.feature < target.release:
        raise JdkMissingError(
            f"{home} is Java {runtime.feature}, which cannot run class files of {target.release}",
            hint="Give a Java of that level or newer to --test-java.",
        )
    return replace(jdk, test_java=str(home / "bin" / "java"))


def _named(home: Path, target: Target) -> Jdk:
    jdk = read_jdk(home, "--jdk")
    if jdk is None or not jdk.has_compiler:
        raise JdkMissingError(f"{home} is not a JDK with a compiler")
    if jdk.feature < target.jdk:
        raise JdkMissingError(f"{home} is Java {jdk.feature}, but the target is {target.jdk}")
    return jdk
