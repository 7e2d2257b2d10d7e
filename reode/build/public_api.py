"""The public members of two versions of a library, compared with the JDK's own `javap`."""

from __future__ import annotations

import difflib
import zipfile
from pathlib import Path

from reode.build.environment import clean_environment
from reode.build.process import run_process
from reode.build.tool import BuildTool
from reode.errors import BuildToolError
from reode.facts.build import Jdk

_GET = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get"
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
_SECONDS = 120.0
_MOST_CHARS = 8_000


def compare_public_api(
    tool: BuildTool, jdk: Jdk, old: str, new: str, class_name: str, *, folder: Path
) -> str:
    """Return the difference of the public API of `class_name` between two artifacts.

    `old` and `new` are `group:artifact:version`; with an empty `class_name` the classes that only
    one of them has are listed. Raises BuildToolError where an artifact can't be had.
    """
    jars = [_fetch(tool, jdk, coordinates, folder) for coordinates in (old, new)]
    if not class_name:
        return _class_changes(*jars)
    if not any(class_name in _classes(jar) for jar in jars):
        raise BuildToolError(f"neither {old} nor {new} has the class {class_name}")
    texts = [_members(jdk, jar, class_name, folder) for jar in jars]
    lines = difflib.unified_diff(
        texts[0].splitlines(), texts[1].splitlines(), old, new, lineterm="", n=2
    )
    return "\n".join(lines)[:_MOST_CHARS] or "the public API of the class is the same in both"


def _fetch(tool: BuildTool, jdk: Jdk, coordinates: str, folder: Path) -> Path:
    group, artifact, version = coordinates.split(":")
    place = folder / group  # the same name and version may come from two groups
    jar = place / f"{artifact}-{version}.jar"
    if not jar.exists():
        tool.run(
            [_GET, _COPY],
            root=folder,
            jdk=jdk,
            log=folder / "fetch.log",
            timeout=_SECONDS,
            properties={
                "artifact": f"{group}:{artifact}:{version}",
                "transitive": "false",
                "outputDirectory": str(place),
            },
        )
    if not jar.exists():
        raise BuildToolError(f"{coordinates} can't be fetched")
    return jar


def _classes(jar: Path) -> set[str]:
    with zipfile.ZipFile(jar) as archive:
        names = [n for n in archive.namelist() if n.endswith(".class")]
    return {n.removesuffix(".class").replace("/", ".") for n in names if "META-INF" not in n}


def _class_changes(old: Path, new: Path) -> str:
    before, after = _classes(old), _classes(new)
    before, after = ({n for n in names if "$" not in n} for names in (before, after))
    lines = [f"- {name}" for name in sorted(before - after)]
    lines += [f"+ {name}" for name in sorted(after - before)]
    return "\n".join(lines)[:_MOST_CHARS] or "both have the same classes"


def _members(jdk: Jdk, jar: Path, class_name: str, folder: Path) -> str:
    log = folder / "javap.log"
    run_process(
        [str(Path(jdk.home) / "bin" / "javap"), "-public", "-cp", str(jar), class_name],
        cwd=folder,
        env=clean_environment({}),
        timeout=_SECONDS,
        silence=_SECONDS,
        log_path=log,
    )
    return log.read_text(encoding="utf-8", errors="replace")
