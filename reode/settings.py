"""One frozen `Settings`; every value remembers where it came from."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reode.errors import SettingsError

_PREFIX = "REODE_"
_PROJECT_FILE = ".reode.toml"
#: What a migrated repository may not decide for its user: these recipes have licences of their own.
_NOT_THE_PROJECTS = frozenset({"recipes"})


def _default_home() -> Path:
    return Path(platformdirs.user_data_dir("reode", appauthor=False))


class Settings(BaseModel):
    """What can be set, by flag, `REODE_*` variable, project file, user file or default.

    Times are in seconds, money in US dollars.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(default_factory=_default_home, description="folder of runs and caches")
    jdk: Path | None = Field(default=None, description="JDK to build and run with")
    test_java: Path | None = Field(
        default=None, description="Java that runs the tests where it is not the JDK that builds"
    )
    maven: Path | None = Field(default=None, description="`mvn` to use instead of the one on PATH")
    model: str | None = Field(default=None, description="model of the first tier, script:FILE too")
    escalate_to: tuple[str, ...] = Field(default=(), description="models of the higher tiers")
    base_url: str | None = Field(default=None, description="endpoint of a self-hosted model")
    max_cost: float | None = Field(default=5.0, ge=0, description="money limit of a run, in USD")
    max_calls: int | None = Field(default=None, ge=0, description="model calls of a run")
    max_tokens: int | None = Field(default=None, ge=0, description="model tokens of a run")
    tier_max_cost: float | None = Field(default=None, ge=0, description="money limit of a tier")
    max_iterations: int = Field(default=12, ge=1, le=200, description="validations of a run")
    attempts: int = Field(default=3, ge=1, le=20, description="model attempts per tier")
    timeout: float = Field(default=7200, gt=0, description="time limit of a run")
    minimise: bool = Field(default=False, description="leave out each change the gates can spare")
    minimise_builds: int = Field(
        default=8, ge=1, le=100, description="builds that --minimise may run"
    )
    build_timeout: float = Field(default=1800, gt=0, description="time limit of one Maven run")
    build_silence: float = Field(default=600, gt=0, description="longest silence of a Maven run")
    offline: bool = Field(default=False, description="run Maven with --offline")
    maven_args: tuple[str, ...] = Field(default=(), description="more arguments for each Maven run")
    recipes: tuple[str, ...] = Field(
        default=(),
        description="OpenRewrite recipes to run too, each G:A:V#NAME; never from the project file",
    )


class Origins(BaseModel):
    """Where each value of a `Settings` came from: `flag`, `environment`, a file, or `default`."""

    model_config = ConfigDict(frozen=True)

    settings: Settings
    origin: Mapping[str, str]


def read_settings(
    flags: Mapping[str, Any] | None = None,
    *,
    project: Path | None = None,
    environment: Mapping[str, str] | None = None,
    user_file: Path | None = None,
) -> Origins:
    """Read the settings; a flag wins over the environment, project file, user file and default.

    Flags with the value None count as not given. Raises SettingsError for an unknown key or an
    impossible value, naming the place and the nearest known key.
    """
    environment = os.environ if environment is None else environment
    user_file = user_file or Path(
        platformdirs.user_config_dir("reode", appauthor=False), "reode.toml"
    )
    layers = [(str(user_file), _read_file(user_file))]
    if project is not None:
        place = project / _PROJECT_FILE
        layers.append((str(place), _read_project(place)))
    layers.append(("environment", _read_environment(environment)))
    layers.append(("flag", {k: v for k, v in (flags or {}).items() if v is not None}))
    return _merge(layers)


def _merge(layers: list[tuple[str, dict[str, Any]]]) -> Origins:
    values: dict[str, Any] = {}
    origin = dict.fromkeys(Settings.model_fields, "default")
    for place, layer in layers:
        for key, value in layer.items():
            _check_known(key, place)
            values[key], origin[key] = value, place
    try:
        return Origins(settings=Settings.model_validate(values), origin=origin)
    except ValidationError as error:
        first = error.errors()[0]
        key = str(first["loc"][0]) if first["loc"] else "?"
        msg = f"{key} = {values.get(key)!r} (from {origin.get(key, '?')}): {first['msg']}"
        raise SettingsError(msg) from None


def _check_known(key: str, place: str) -> None:
    if key in Settings.model_fields:
        return
    near = difflib.get_close_matches(key, Settings.model_fields, n=1)
    shown = f"{_PREFIX}{key.upper()}" if place == "environment" else key
    hint = f"Did you mean `{near[0]}`?" if near else ""
    msg = f"unknown setting `{shown}` in {place}"
    raise SettingsError(msg, hint=hint)


def _read_project(place: Path) -> dict[str, Any]:
    values = _read_file(place)
    for key in sorted(_NOT_THE_PROJECTS & values.keys()):
        msg = f"`{key}` can't be set in {place}: only the user may choose it"
        raise SettingsError(msg, hint=f"Give --{key}, or set it in your own settings file.")
    return values


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        msg = f"can't read {path}: {error}"
        raise SettingsError(msg) from error


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in environment.items():
        if not name.startswith(_PREFIX) or text == "":
            continue
        key = name.removeprefix(_PREFIX).lower()
        values[key] = _split(key, text)
    return values


def _split(key: str, text: str) -> Any:
    field = Settings.model_fields.get(key)
    if field is not None and isinstance(field.default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text
