"""Read the probes: tiny projects, as data, that use an artifact in the way in which it breaks.

A probe is a table of `floor_projects/*.toml`; the file says what kind of use it is, and a row of
`floors.toml` names its probe. Texts may hold `@artifact@`, `@group@`, `@name@`, `@version@`,
`@level@`, `@java@` and whatever `values` define. Keys of a probe, all optional:

dependencies  "group:artifact:version[:scope[:type[:classifier]]]"; default: the artifact itself,
              scope `provided` for a processor, `compile` for a library, none for a plugin
managed       the same, written to dependencyManagement
paths         "group:artifact:version" for annotationProcessorPaths
arguments     arguments of javac, in a process of its own where one starts with `-J`
compiler, compiler_with   XML for the compiler plugin's configuration, and "group:artifact:version"
              beside that plugin: for a row that is no plugin of its own but a part of that one
goals, phase, config, extra, extensions    what a plugin row runs: goals, phase, XML of its
              configuration, "group:artifact:version" beside it, whether it brings a packaging
plugins       XML of whole `<plugin>` elements beside the probed one
packaging     default `jar`
opens         "module/package" to open to the tests; `argline`: more JVM arguments of the tests
main, test    Java source of `probe/Main.java` and `probe/ProbeTest.java`, without the package
files         path -> text of any other file
outputs       files that must exist after the build
levels        the class-file levels, where not the target's alone; 0 is the target's
release       false: the level is set by source and target alone, as old poms do
values        [{from = "version", java = "least", name = "value", …}]: per version of the artifact
              and, where `java` stands, from that target on; the last match wins
skip          {java = reason}: targets that the probe can't judge
needs_jdk     true: needs more of a JDK than a runtime (javac in the same process, javadoc)
alone         true: gets a Maven of its own, for it may take Maven down
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from reode.facts.floors import Floor
from reode.project.versions import at_least

FOLDER = Path(__file__).parent / "floor_projects"
_TOKEN = re.compile(r"@([a-z_]+)@")


@dataclass(frozen=True, slots=True)
class Probe:
    """See the module's docstring; `kind` is the name of the file that holds the probe."""

    name: str
    kind: str
    dependencies: tuple[str, ...] | None = None
    managed: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    compiler: str = ""
    compiler_with: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    phase: str = ""
    config: str = ""
    extra: tuple[str, ...] = ()
    extensions: bool = False
    plugins: str = ""
    packaging: str = "jar"
    opens: tuple[str, ...] = ()
    argline: str = ""
    main: str = ""
    test: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    outputs: tuple[str, ...] = ()
    levels: tuple[int, ...] = (0,)
    release: bool = True
    values: tuple[Mapping[str, str], ...] = ()
    skip: Mapping[str, str] = field(default_factory=dict)
    needs_jdk: bool = False
    alone: bool = False


@cache
def load_probes() -> Mapping[str, Probe]:
    """Return every probe by its name.

    Raises:
        ValueError: a name occurs twice, or a key is unknown.
    """
    found: dict[str, Probe] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if name in found:
                raise ValueError(f"two probes named {name}")
            found[name] = read_probe(name, path.stem, table)
    return found


def read_probe(name: str, kind: str, table: Mapping[str, Any]) -> Probe:
    """Return one probe; raises ValueError for an unknown key."""
    known = {one.name for one in fields(Probe)} - {"name", "kind"}
    if unknown := set(table) - known:
        raise ValueError(f"probe {name}: unknown keys {sorted(unknown)}")
    plain = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    return Probe(name=name, kind=kind, **plain)


def fill(probe: Probe, floor: Floor, version: str, level: int, java: int) -> Probe:
    """Return the probe with every token replaced; raises KeyError for a token nobody defines."""
    known = {
        "artifact": floor.artifact,
        "group": floor.group,
        "name": floor.name,
        "version": version,
        "level": str(level),
        "java": str(java),
        **_values(probe.values, version, java),
    }

    def text(value: str) -> str:
        # Twice: a value may itself name the version.
        once = _TOKEN.sub(lambda match: known[match[1]], value)
        return _TOKEN.sub(lambda match: known[match[1]], once)

    def texts(values: Iterable[str]) -> tuple[str, ...]:
        return tuple(text(value) for value in values)

    return replace(
        probe,
        dependencies=None if probe.dependencies is None else texts(probe.dependencies),
        managed=texts(probe.managed),
        paths=texts(probe.paths),
        compiler_with=texts(probe.compiler_with),
        goals=texts(probe.goals),
        extra=texts(probe.extra),
        arguments=texts(probe.arguments),
        config=text(probe.config),
        plugins=text(probe.plugins),
        argline=text(probe.argline),
        main=text(probe.main),
        test=text(probe.test),
        files={text(path): text(content) for path, content in probe.files.items()},
    )


def _values(values: Iterable[Mapping[str, str]], version: str, java: int) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for value in values:
        if at_least(version, value["from"]) and java >= int(value.get("java", "0")):
            chosen |= {name: text for name, text in value.items() if name not in {"from", "java"}}
    return chosen
