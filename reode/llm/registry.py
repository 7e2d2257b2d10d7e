"""Adapters by model and by tier: built when first asked for, inferred anew when settings change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reode.errors import SettingsError
from reode.llm.adapter import Adapter, Observer
from reode.llm.inference import Inferred, LlmSettings, infer_provider, llm_settings
from reode.llm.plugins import load_plugins
from reode.llm.scripted import PREFIX, ScriptedAdapter

#: Builds the adapter of one wire.
Factory = Callable[[Inferred, LlmSettings, Observer], Adapter]
_FACTORIES: dict[str, Factory] = {}


def register_wire(name: str, factory: Factory) -> None:
    """Make `wire = "name"` usable in profiles; the adapter must pass the contract kit."""
    _FACTORIES[name] = factory


def adapter_for(
    model: str, settings: object | None = None, *, observer: Observer | None = None
) -> Adapter:
    """Return the adapter of a model: `script:FILE`, or whatever `infer_provider` says.

    `settings` is an `LlmSettings`, or any object with a `base_url`. No connection is made and no
    SDK imported here. Raises what `infer_provider` raises, and UnconfiguredError without a key.
    """
    observer = observer or Observer()
    if model.startswith(PREFIX):
        return ScriptedAdapter(Path(model.removeprefix(PREFIX)), observer)
    known = llm_settings(settings)
    inferred = infer_provider(model, known)
    return _factory(inferred.profile.wire)(inferred, known, observer)


def _factory(wire: str) -> Factory:
    if wire in _FACTORIES:
        return _FACTORIES[wire]
    from reode.llm.client import model_client  # noqa: PLC0415 - scripts need none of it

    if wire in ("openai", "anthropic"):
        return model_client
    load_plugins()
    if wire in _FACTORIES:
        return _FACTORIES[wire]
    raise SettingsError(f"no code is registered for wire {wire!r}")


@dataclass(slots=True)
class Registry:
    """The adapters of a run: one per tier, each with its own client, key and endpoint.

    `models` maps a tier to a model's name. A changed profile file, `reload` and a new name all
    lead to a new inference: an adapter never outlives what it was inferred from.
    """

    settings: LlmSettings
    models: Mapping[str, str]
    observer: Observer = field(default_factory=Observer)
    _adapters: dict[str, Adapter] = field(init=False, default_factory=dict)
    _stamp: tuple[object, ...] = field(init=False, default=())
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)

    def for_tier(self, tier: str) -> Adapter:
        """Return the adapter of a tier; SettingsError where no model is set for it."""
        if tier not in self.models:
            raise SettingsError(f"no model is set for the tier {tier!r}")
        return self.for_model(self.models[tier])

    def for_model(self, model: str) -> Adapter:
        """Return the adapter of a model, built once."""
        with self._lock:
            stamp = tuple(_stamp(path) for path in self.settings.profile_files)
            if stamp != self._stamp:
                self._adapters.clear()
                self._stamp = stamp
            if model not in self._adapters:
                self._adapters[model] = adapter_for(model, self.settings, observer=self.observer)
            return self._adapters[model]

    def reload(
        self, *, settings: LlmSettings | None = None, models: Mapping[str, str] | None = None
    ) -> None:
        """Take new settings or models; the next call infers every provider again."""
        with self._lock:
            self.settings = settings or self.settings
            self.models = dict(models) if models is not None else self.models
            self._adapters.clear()


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
