"""The Java level that a module's compiler gets, with the defaults of Maven's compiler plugin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from reode.project.model_plugins import PluginUse
from reode.project.model_properties import Properties
from reode.project.pom import PLUGIN_GROUP
from reode.project.versions import at_least

COMPILER = f"{PLUGIN_GROUP}:maven-compiler-plugin"
_LEVEL = re.compile(r"(?:1\.)?(\d{1,2})(?:\.0)*")
#: Default source level of the compiler plugin, by the first version that has it (its own site).
_DEFAULTS = (("3.11.0", "1.8"), ("3.9.0", "1.7"), ("3.8.0", "1.6"), ("0", "1.5"))
#: `release` is read from this version of the compiler plugin on (measured: 3.5.1 ignores it).
_RELEASE_SINCE = "3.6.0"


@dataclass(frozen=True, slots=True)
class Level:
    """What javac gets for main and test code; None: unknown (an unknown plugin or property)."""

    source: int | None
    target: int | None
    release: int | None
    test_source: int | None
    test_target: int | None
    test_release: int | None
    #: No pom sets a level: the compiler plugin's own default holds.
    by_default: bool = False

    @property
    def main(self) -> int | None:
        """The class-file level of main code."""
        return self.release or self.target

    @property
    def test(self) -> int | None:
        """The class-file level of test code."""
        return self.test_release or self.test_target


def level_number(value: str) -> int | None:
    """Return 8 for "1.8" and "8", None for anything that isn't a level."""
    match = _LEVEL.fullmatch(value.strip())
    return int(match[1]) if match else None


def effective_level(properties: Properties, plugins: Mapping[str, PluginUse]) -> Level:
    """Return what javac gets; javac arguments are not looked into."""
    use = plugins.get(COMPILER)
    default = _default(use.version if use else None)
    has_release = use is not None and use.version is not None
    has_release = has_release and at_least(str(use and use.version), _RELEASE_SINCE)

    def option(name: str, execution: str) -> str | None:
        at = [s for s in use.settings(name) if s.execution == execution] if use else []
        plain = use.config(name) if use else None
        return at[0].value if at else plain or properties.get(f"maven.compiler.{name}")

    main = {n: option(n, "default-compile") for n in ("source", "target", "release")}
    tests = {
        n: option(f"test{n.title()}", "default-testCompile") or option(n, "default-testCompile")
        for n in main
    }
    numbers = [
        _number(values[name] or (default if name != "release" else None))
        for values in (main, tests)
        for name in ("source", "target", "release")
    ]
    if not has_release:
        numbers[2] = numbers[5] = None
    source, target, release, test_source, test_target, test_release = numbers
    by_default = not any(main.values())
    return Level(
        source, target, release, test_source, test_target, test_release, by_default=by_default
    )


def _number(value: str | None) -> int | None:
    return None if value is None else level_number(value)


def _default(version: str | None) -> str | None:
    if version is None or "${" in version:
        return None
    return next(level for since, level in _DEFAULTS if at_least(version, since))
