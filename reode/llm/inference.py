"""Which provider serves a model: the name decides, and nothing else can disagree."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from reode.errors import SettingsError
from reode.llm.errors import UnconfiguredError, UnknownModelError
from reode.llm.profiles import Catalogue, Profile, matches, read_catalogue


def user_profiles() -> Path:
    """Return the path of the user's own `providers.toml`; it need not exist.

    A migrated repository can't bring such a file: it would tell where the keys go.
    """
    return Path(platformdirs.user_config_dir("reode", appauthor=False), "providers.toml")


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """What the provider layer needs to know; `timeout` is the longest call in seconds.

    `base_url` is the endpoint of self-hosted models. `strict_tools` asks for the strict dialect
    where a provider has one. `stream` overrides every profile's policy.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    base_url: str | None = None
    profile_files: tuple[Path, ...] = field(default_factory=lambda: (user_profiles(),))
    timeout: float = 600.0
    retry_after_cap: float = 600.0
    strict_tools: bool = False
    stream: str | None = None
    effort: str | None = None


def llm_settings(settings: object | None) -> LlmSettings:
    """Return the settings of this layer; of any other object only `base_url` is read."""
    if isinstance(settings, LlmSettings):
        return settings
    return LlmSettings(base_url=getattr(settings, "base_url", None))


@dataclass(frozen=True, slots=True)
class Inferred:
    """The provider of a model: its profile, the name it knows the model by, endpoint and key.

    `rule` says in words why. `key` is empty where none is set. It never shows in a repr.
    """

    profile: Profile
    model: str
    base_url: str
    rule: str
    key: str = field(default="", repr=False)

    @property
    def provider(self) -> str:
        """The provider's name."""
        return self.profile.name


def infer_provider(
    model: str, settings: LlmSettings | None = None, catalogue: Catalogue | None = None
) -> Inferred:
    """Return the provider of a model, with endpoint and key from the environment.

    In this order: `provider/model` or `provider:model`, the user's `[route]`, names of weights
    (self-hosted), the providers' own patterns, a given base URL. Raises SettingsError where a
    prefix contradicts the name, UnknownModelError where nothing fits, UnconfiguredError where
    a self-hosted model has no endpoint.
    """
    settings = settings or LlmSettings()
    catalogue = catalogue or read_catalogue(settings.profile_files)
    provider, name, rule = _decide(model.strip(), settings, catalogue)
    profile = catalogue.profile_of(provider, name)
    base_url = _first(settings.environ, profile.base_url_env) or profile.base_url
    if provider == "local":
        base_url = settings.base_url or base_url
    if not base_url:
        raise UnconfiguredError(
            f"{model} is served by {provider}, whose endpoint is not set",
            hint=f"Set {' or '.join(profile.base_url_env)}"
            + (", or REODE_BASE_URL." if provider == "local" else "."),
        )
    key = _first(settings.environ, profile.key_env)
    return Inferred(profile, name, base_url.rstrip("/"), rule, key)


def _decide(model: str, settings: LlmSettings, catalogue: Catalogue) -> tuple[str, str, str]:
    """Return provider, the model's name there, and the rule that said so."""
    if not model:
        raise UnknownModelError("the model's name is empty")
    prefixed = _prefixed(model, catalogue)
    if prefixed:
        return (*prefixed, "explicit prefix")
    for pattern, provider in catalogue.route:
        if matches(model, pattern):
            return provider, model, f"your route {pattern!r}"
    if catalogue.is_self_hosted(model):
        return "local", model, "name of self-hosted weights"
    provider = catalogue.provider_serving(model)
    if provider:
        return provider, model, f"name pattern of {provider}"
    if settings.base_url or _first(settings.environ, catalogue.profiles["local"].base_url_env):
        return "local", model, "a base URL is given"
    known = sorted({p for profile in catalogue.profiles.values() for p in profile.models})
    raise UnknownModelError(f"no rule knows the model {model!r}; known: {', '.join(known)}")


def _prefixed(model: str, catalogue: Catalogue) -> tuple[str, str] | None:
    """Read `provider/model` or `provider:model`; SettingsError where the two contradict.

    The prefix is the provider's exact name: `Qwen/…` names weights, `qwen/…` the service.
    """
    for separator in ("/", ":"):
        prefix, found, name = model.partition(separator)
        if not found or not name or prefix not in catalogue.profiles:
            continue
        profile = catalogue.profiles[prefix]
        serving = catalogue.provider_serving(name)
        if profile.models and catalogue.is_weights(name):
            return None
        if profile.models and serving and serving != prefix:
            raise SettingsError(
                f"{model!r} asks {prefix} for a model of {serving}",
                hint=f"Write {serving}/{name} or just {name}.",
            )
        return prefix, name
    return None


def _first(environ: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((environ[name].strip() for name in names if environ.get(name, "").strip()), "")
