"""What `reode doctor` looks at, as items with a status; rendering is elsewhere."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from reode.build.fetch_maven import MAVEN_VERSION
from reode.build.jdk import find_jdks
from reode.build.maven import version_of
from reode.cli.health import Health, Item
from reode.cli.options import HIGHEST, LOWEST
from reode.errors import ReodeError
from reode.facts.build import Jdk
from reode.settings import Settings

_CENTRAL = ("repo.maven.apache.org", 443)
_PATIENCE = 5.0
#: A Maven build of a middle-sized project needs about this much free space, in bytes.
_COMFORTABLE, _LEAST = 4 << 30, 512 << 20
#: The smallest JDK that is worth migrating to.
_USEFUL = 17


def machine_items(settings: Settings, environment: Mapping[str, str]) -> Iterator[Item]:
    """Yield what this machine offers, without a network."""
    jdks = find_jdks(explicit=(settings.jdk,) if settings.jdk else (), environment=environment)
    yield from jdk_items(jdks)
    yield _maven(settings, environment)
    yield _git(environment)
    yield _home(settings.home)
    yield _disk(settings.home)
    yield _isolation(environment)


def jdk_items(jdks: tuple[Jdk, ...]) -> Iterator[Item]:
    """Yield each JDK with the targets it can build, and whether any is of use."""
    compilers = [jdk for jdk in jdks if jdk.has_compiler]
    for jdk in sorted(compilers, key=lambda j: (-j.feature, j.home)):
        yield Item("Java", f"JDK {jdk.feature}", Health.OK, f"{_targets(jdk)} · {jdk.home}")
    for jdk in jdks:
        if not jdk.has_compiler:
            yield Item("Java", f"Java {jdk.feature}", Health.INFO, f"no javac · {jdk.home}")
    remedy = f"Install a JDK of the version you migrate to, such as {HIGHEST}."
    if not compilers:
        yield Item("Java", "JDK", Health.FAIL, "no JDK with a compiler was found", remedy)
    elif max(jdk.feature for jdk in compilers) < _USEFUL:
        yield Item("Java", "JDK", Health.WARN, f"none is Java {_USEFUL} or newer", remedy)


def _targets(jdk: Jdk) -> str:
    if jdk.feature < LOWEST:
        return "baselines only"
    return f"targets {LOWEST} to {min(jdk.feature, HIGHEST)}"


def _maven(settings: Settings, environment: Mapping[str, str]) -> Item:
    named = shutil.which(str(settings.maven)) if settings.maven else None
    if settings.maven and not named:
        remedy = "Name the `mvn` program itself, or unset the `maven` setting."
        return Item("Build", "Maven", Health.FAIL, f"{settings.maven} can't be run", remedy)
    program = named or shutil.which("mvn", path=environment.get("PATH", ""))
    if program is None:
        detail = f"none on PATH: Maven {MAVEN_VERSION} will be fetched, checksum verified"
        return Item("Build", "Maven", Health.WARN, detail, "Install Maven to work offline.")
    version = version_of(Path(program)) or "of unknown version"
    return Item("Build", "Maven", Health.OK, f"{version} · {program}")


def _git(environment: Mapping[str, str]) -> Item:
    program = shutil.which("git", path=environment.get("PATH", ""))
    if program is None:
        return Item("Build", "git", Health.FAIL, "not on PATH", "Install git 2.20 or newer.")
    return Item("Build", "git", Health.OK, program)


def _existing(folder: Path) -> Path:
    return next((p for p in (folder, *folder.parents) if p.exists()), Path("/"))


def _home(home: Path) -> Item:
    place = _existing(home)
    try:
        with tempfile.TemporaryFile(dir=place):
            return Item("Storage", "home", Health.OK, str(home))
    except OSError as error:
        remedy = "Set REODE_HOME to a folder that you may write."
        detail = f"{home} can't be written: {error.strerror}"
        return Item("Storage", "home", Health.FAIL, detail, remedy)


def _disk(home: Path) -> Item:
    free = shutil.disk_usage(_existing(home)).free
    detail = f"{free / (1 << 30):.1f} GB free"
    if free >= _COMFORTABLE:
        return Item("Storage", "disk", Health.OK, detail)
    health = Health.FAIL if free < _LEAST else Health.WARN
    return Item("Storage", "disk", health, detail, "Free some space, or set REODE_HOME.")


def _isolation(environment: Mapping[str, str]) -> Item:
    found = [
        name
        for name in ("docker", "podman", "bwrap")
        if shutil.which(name, path=environment.get("PATH", ""))
    ]
    detail = f"found {', '.join(found)}" if found else "no docker, podman or bwrap"
    as_root = " · builds run as root" if os.geteuid() == 0 else ""
    return Item("Build", "isolation", Health.INFO, detail + as_root)


def network_item() -> Item:
    """Tell whether Maven Central answers."""
    try:
        with socket.create_connection(_CENTRAL, timeout=_PATIENCE):
            return Item("Network", "Maven Central", Health.OK, "reachable")
    except OSError as error:
        remedy = "Set a proxy or a mirror in ~/.m2/settings.xml, or use `offline = true`."
        return Item("Network", "Maven Central", Health.WARN, f"not reachable: {error}", remedy)


def model_items(settings: Settings) -> Iterator[Item]:
    """Yield which models may be asked; keys are told as set or not, never shown."""
    from reode.llm.inference import llm_settings
    from reode.llm.profiles import read_catalogue

    known = llm_settings(settings)
    set_keys = sorted(
        name
        for profile in read_catalogue(known.profile_files).profiles.values()
        for name in profile.key_env
        if known.environ.get(name, "").strip()
    )
    shown = f"set: {', '.join(dict.fromkeys(set_keys))}" if set_keys else "none set: rules only"
    yield Item("Models", "keys", Health.INFO, shown)
    models = [model for model in (settings.model, *settings.escalate_to) if model]
    if not models:
        yield Item("Models", "tiers", Health.INFO, "no model configured: rules only")
    for number, model in enumerate(models, 1):
        yield _tier(number, model, known)


def _tier(number: int, model: str, known: object) -> Item:
    from reode.llm.inference import LlmSettings, infer_provider

    name = f"tier {number}"
    if model.startswith("script:"):
        file = Path(model.removeprefix("script:"))
        health = Health.OK if file.is_file() else Health.FAIL
        return Item("Models", name, health, model, "" if file.is_file() else "Name a file.")
    try:
        found = infer_provider(model, known if isinstance(known, LlmSettings) else None)
    except ReodeError as error:
        return Item("Models", name, Health.FAIL, error.message, error.hint)
    if found.profile.needs_key and not found.key:
        remedy = f"Set {' or '.join(found.profile.key_env)}, or migrate with --no-llm."
        return Item("Models", name, Health.FAIL, f"{model} by {found.provider}: no key", remedy)
    return Item("Models", name, Health.OK, f"{model} by {found.provider}")
