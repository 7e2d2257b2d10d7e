"""What is known about providers, read from `providers.toml` and the user's own file."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Any

from reode.errors import SettingsError

#: How USD prices are written in a file: dollars per million tokens.
PRICE_KEYS = ("input", "cache_read", "cache_write", "output")


@dataclass(frozen=True, slots=True)
class Profile:
    """One provider's facts and quirks; `providers.toml` explains each field."""

    name: str
    models: tuple[str, ...] = ()
    wire: str = "openai"
    schema: str = "generic"
    strict_schema: str = ""
    base_url: str = ""
    base_url_env: tuple[str, ...] = ()
    key_env: tuple[str, ...] = ()
    needs_key: bool = True
    auth: str = "bearer"
    api_version: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    max_tokens_param: str = "max_tokens"
    system_mode: str = "many"
    tool_choice: tuple[str, ...] = ("auto",)
    parallel_tool_calls: bool = False
    stream: str = "without_tools"
    stream_options: bool = False
    tool_stream: bool = False
    reasoning_in: str = "reasoning_content"
    think_tags: tuple[str, ...] = ("think",)
    reasoning_replay: str = "never"
    foreign_calls: str = "keep"
    empty_content: str = "null"
    text_tool_calls: bool = False
    truncates_silently: bool = False
    effort_param: str = ""
    thinking: str = ""
    cache_control: bool = False
    strict_limit: int = 20
    optional_limit: int = 24
    price_provider: str = ""
    context_window: int = 32_768
    max_output: int = 4_096


#: Closed sets of values, so that a slip in a file is found when the file is read.
_CHOICES: dict[str, frozenset[str]] = {
    "auth": frozenset({"bearer", "x-api-key"}),
    "max_tokens_param": frozenset({"max_tokens", "max_completion_tokens"}),
    "system_mode": frozenset({"one", "many"}),
    "stream": frozenset({"always", "without_tools", "never"}),
    "reasoning_in": frozenset({"reasoning_content", "reasoning", "none"}),
    "reasoning_replay": frozenset({"never", "tool_turns", "always"}),
    "foreign_calls": frozenset({"keep", "flatten"}),
    "empty_content": frozenset({"null", "empty", "omit"}),
    "effort_param": frozenset({"", "reasoning_effort", "output_config"}),
    "thinking": frozenset({"", "adaptive"}),
}
_FIELDS = {f.name: f for f in fields(Profile)}
_PLAIN: dict[str, type] = {"bool": bool, "int": int, "str": str}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All profiles; rules are looked at in order, the user's first.

    `route` maps patterns of model names to providers, `overrides` patterns to profile fields,
    `prices` model names to dollars per million tokens.
    """

    profiles: Mapping[str, Profile]
    route: tuple[tuple[str, str], ...] = ()
    self_hosted: tuple[str, ...] = ()
    overrides: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    prices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def profile_of(self, provider: str, model: str) -> Profile:
        """Return the provider's profile with what is known about this model."""
        profile = self.profiles[provider]
        for pattern, values in reversed(self.overrides):
            if matches(model, pattern):
                profile = replace(profile, **values)
        return profile

    def provider_serving(self, model: str) -> str:
        """Return the provider whose patterns fit the model's name, empty if none do."""
        for name, profile in self.profiles.items():
            if any(matches(model, pattern) for pattern in profile.models):
                return name
        return ""

    def is_self_hosted(self, model: str) -> bool:
        """Tell whether the name is one of weights that somebody serves themselves."""
        return any(matches(model, pattern) for pattern in self.self_hosted)

    def is_weights(self, model: str) -> bool:
        """Tell whether a name, its prefix taken off, is still one of self-hosted weights."""
        return any(matches(model, p) for p in self.self_hosted if p not in ("*/*", "*:*"))


def matches(model: str, pattern: str) -> bool:
    """Tell whether a model's name fits a shell pattern, whatever the case."""
    return fnmatchcase(model.casefold(), pattern.casefold())


def read_catalogue(user_files: Iterable[Path] = ()) -> Catalogue:
    """Read the package's profiles and then each of the user's files that exists.

    Raises SettingsError naming file, provider and key where something is wrong.
    """
    source = files("reode.llm").joinpath("providers.toml").read_text(encoding="utf-8")
    tables = [("providers.toml", tomllib.loads(source))]
    tables += [(str(path), _read(path)) for path in user_files if path.is_file()]
    defaults = tables[0][1]["defaults"]
    raw: dict[str, dict[str, Any]] = {}
    for place, table in tables:
        _check_tables(table, place)
        for name, values in table.get("provider", {}).items():
            known = raw.setdefault(name, {**defaults, "name": name, **_names(name)})
            known.update(_checked(values, f"{place}: provider {name}"))
    return _catalogue(raw, tables)


def _catalogue(raw: dict[str, dict[str, Any]], tables: list[tuple[str, Any]]) -> Catalogue:
    route: list[tuple[str, str]] = []
    overrides: list[tuple[str, Mapping[str, Any]]] = []
    prices: dict[str, Mapping[str, float]] = {}
    hosted: list[str] = []
    for place, table in reversed(tables):
        route += [(p, str(n)) for p, n in table.get("route", {}).items()]
        for entry in table.get("model", ()):
            values = {k: v for k, v in entry.items() if k != "match"}
            overrides.append((entry["match"], _frozen(_checked(values, f"{place}: model"))))
        hosted += table.get("self_hosted", {}).get("models", [])
        for model, price in table.get("price", {}).items():
            prices.setdefault(model, _price(price, f"{place}: price {model}"))
    for pattern, name in route:
        if name not in raw:
            raise SettingsError(f"route {pattern!r} names the unknown provider {name!r}")
    profiles = {name: Profile(**_frozen(values)) for name, values in raw.items()}
    return Catalogue(profiles, tuple(route), tuple(hosted), tuple(overrides), prices)


def _names(name: str) -> dict[str, Any]:
    prefix = name.upper().replace("-", "_")
    return {
        "key_env": [f"{prefix}_API_KEY"],
        "base_url_env": [f"{prefix}_BASE_URL"],
        "price_provider": name,
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"can't read {path}: {error}") from error


_TABLES = ("defaults", "provider", "model", "route", "self_hosted", "price")


def _check_tables(table: Mapping[str, Any], place: str) -> None:
    for key in table:
        if key not in _TABLES:
            raise SettingsError(f"{place}: unknown table [{key}]", hint=_near(key, _TABLES))
    for entry in table.get("model", ()):
        if not isinstance(entry.get("match"), str):
            raise SettingsError(f"{place}: each [[model]] needs `match`, a pattern")


def _checked(values: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    for key, value in values.items():
        if key not in _FIELDS or key == "name":
            raise SettingsError(f"{place}: unknown key {key!r}", hint=_near(key, _FIELDS))
        if not _fits(str(_FIELDS[key].type), value):
            raise SettingsError(f"{place}: {key} = {value!r} is not a {_FIELDS[key].type}")
        if key in _CHOICES and value not in _CHOICES[key]:
            raise SettingsError(f"{place}: {key} must be one of {sorted(_CHOICES[key])}")
    return values


def _fits(kind: str, value: Any) -> bool:
    if kind in _PLAIN:
        return type(value) is _PLAIN[kind]
    if kind.startswith("tuple"):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, Mapping)


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}


def _price(price: Any, place: str) -> Mapping[str, float]:
    ok = isinstance(price, Mapping) and {"input", "output"} <= price.keys() <= set(PRICE_KEYS)
    if not ok or not all(isinstance(v, int | float) and v >= 0 for v in price.values()):
        raise SettingsError(f"{place}: give input and output in dollars per million tokens")
    return {key: float(value) for key, value in price.items()}


def _near(key: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(key, list(known), n=1)
    return f"Did you mean `{close[0]}`?" if close else ""
