"""Find the Java installations of this machine, and choose one for a target."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lxml import etree

from reode.build.environment import clean_environment
from reode.build.process import run_process
from reode.errors import BuildToolError, JdkMissingError, StorageError
from reode.facts.build import Jdk
from reode.facts.target import Target

_USUAL_FOLDERS = (
    ("/usr/lib/jvm", "*"),
    ("/usr/java", "*"),
    ("/opt", "*jdk*"),
    ("/opt/java", "*"),
    ("~/.sdkman/candidates/java", "*"),
    ("~/.jdks", "*"),
    ("~/.jbang/cache/jdks", "*"),
    ("/Library/Java/JavaVirtualMachines", "*/Contents/Home"),
    ("~/Library/Java/JavaVirtualMachines", "*/Contents/Home"),
)
_RELEASE_LINE = re.compile(r'^(\w+)="?([^"\n]*)"?\s*$', re.MULTILINE)
_VERSION_LINE = re.compile(r'version "([^"]+)"')


def find_jdks(
    explicit: Iterable[Path] = (), *, environment: Mapping[str, str] | None = None
) -> tuple[Jdk, ...]:
    """Return every Java found, explicit ones first, each real folder once.

    A Java without `javac` (a JRE, or a runtime shipped in a package) is listed with
    `has_compiler=False`.
    """
    known = os.environ if environment is None else environment
    found: dict[Path, Jdk] = {}
    for source, home in _candidates(tuple(explicit), known):
        real = home.expanduser().resolve()
        if real not in found and (jdk := read_jdk(real, source)) is not None:
            found[real] = jdk
    return tuple(found.values())


def read_jdk(home: Path, source: str = "") -> Jdk | None:
    """Return the Java installed at `home`, or None where there is none."""
    java = home / "bin" / "java"
    if not java.is_file():
        return None
    facts = _read_release(home)
    version = facts.get("JAVA_VERSION") or _ask_version(java)
    feature = feature_of(version)
    if feature is None:
        return None
    return Jdk(
        home=str(home),
        feature=feature,
        version=version,
        vendor=facts.get("IMPLEMENTOR", ""),
        has_compiler=(home / "bin" / "javac").is_file(),
        source=source,
    )


def choose_jdk(jdks: Iterable[Jdk], target: Target) -> Jdk:
    """Return the smallest Java with a compiler whose feature version is at least the target's.

    Among equals the first wins (explicit, then JAVA_HOME, then the usual folders).

    Raises:
        JdkMissingError: there is none; its hint lists what was found.
    """
    known = tuple(jdks)
    fitting = [jdk for jdk in known if jdk.has_compiler and jdk.feature >= target.jdk]
    if fitting:
        return min(fitting, key=lambda jdk: jdk.feature)
    raise JdkMissingError(f"no JDK {target.jdk} or newer was found", hint=_missing_hint(known))


def feature_of(version: str) -> int | None:
    """Return the feature version of a Java version string ("1.8.0_402" → 8, "25.0.3" → 25)."""
    match = re.match(r"(?:1\.)?(\d{1,4})", version.strip())
    return int(match[1]) if match else None


def _missing_hint(found: tuple[Jdk, ...]) -> str:
    if not found:
        return "No Java was found at all; install a JDK, or name one with --jdk PATH."
    listed = ", ".join(
        f"{jdk.version} at {jdk.home}" + ("" if jdk.has_compiler else " (without javac)")
        for jdk in found
    )
    return f"Found only: {listed}. Install a newer JDK, or name one with --jdk PATH."


def _candidates(
    explicit: tuple[Path, ...], environment: Mapping[str, str]
) -> Iterator[tuple[str, Path]]:
    for path in explicit:
        yield "explicit", _home_of(path)
    if home := environment.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home)
    if java := shutil.which("java", path=environment.get("PATH", "")):
        yield "PATH", Path(java).resolve().parent.parent
    for folder, pattern in _USUAL_FOLDERS:
        for home_path in _listed(Path(folder).expanduser(), pattern):
            yield folder, home_path
    for home_text in _toolchain_homes(Path("~/.m2/toolchains.xml").expanduser()):
        yield "toolchains.xml", Path(home_text)


def _home_of(path: Path) -> Path:
    """Accept a home, its `bin`, its `bin/java` or a macOS bundle."""
    real = path.expanduser()
    if real.name in {"java", "javac"} and real.is_file():
        return real.resolve().parent.parent
    if real.name == "bin":
        return real.parent
    bundle = real / "Contents" / "Home"
    return bundle if bundle.is_dir() else real


def _listed(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except OSError:
        return []


def _toolchain_homes(path: Path) -> list[str]:
    try:
        root = etree.fromstring(path.read_bytes(), etree.XMLParser(resolve_entities=False))
    except (OSError, etree.XMLSyntaxError):
        return []
    homes = root.xpath("//*[local-name()='jdkHome']/text()")
    return [str(home).strip() for home in homes] if isinstance(homes, list) else []


def _read_release(home: Path) -> dict[str, str]:
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    return dict(_RELEASE_LINE.findall(text))


def _ask_version(java: Path) -> str:
    """Ask `java -version`; "" where it does not run."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "version"
        try:
            run_process(
                [str(java), "-version"],
                cwd=Path(folder),
                env=clean_environment(),
                timeout=20,
                silence=20,
                log_path=log,
            )
            match = _VERSION_LINE.search(log.read_text(encoding="utf-8", errors="replace"))
        except (BuildToolError, StorageError, OSError, subprocess.SubprocessError):
            return ""
    return match[1] if match else ""
