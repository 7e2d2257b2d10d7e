"""Compares the settings of two builds and gives a proof for each that keeps tests from running."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from reode.facts.scorecard import Proof
from reode.facts.snapshot import Setting
from reode.guards.harmful_settings import DEFAULT_PATTERNS, TEST_FAMILY, harm_of

_Key = tuple[str, str, str, str, bool]
_TEST_GOAL = re.compile(r"test|integration|verify|compile|add-|run$|execute", re.IGNORECASE)
_INCLUDE = re.compile(r"/(includes/include|suiteXmlFiles/suiteXmlFile|dependenciesToScan/\w+)$")
_KEPT_LISTS = frozenset({"testng class", "testng package", "testng suite-file"})


def compare_settings(before: tuple[Setting, ...], after: tuple[Setting, ...]) -> list[Proof]:
    """Return what was added, lost or switched; each place is reported once, not once per module."""
    proofs = [
        *_added(before, after),
        *_lost(before, after),
        *_activations(before, after),
    ]
    return list(dict.fromkeys(proofs))


def _key(setting: Setting) -> _Key:
    return setting.module, setting.name, setting.value, setting.profile, setting.effective


def new_settings(before: tuple[Setting, ...], after: tuple[Setting, ...]) -> list[Setting]:
    """Return the settings of `after` that `before` does not account for."""
    rest = Counter(_key(s) for s in before)
    found = []
    for setting in after:
        key = _key(setting)
        if rest[key]:
            rest[key] -= 1
        else:
            found.append(setting)
    return found


def _added(before: tuple[Setting, ...], after: tuple[Setting, ...]) -> Iterator[Proof]:
    known = Counter((s.module, s.name) for s in before)
    everywhere = {(s.name, s.value, s.profile) for s in before if not s.effective}
    for setting in new_settings(before, after):
        if not setting.effective and _is_copy(setting, everywhere, before):
            continue
        if setting.name.endswith("includes/include") and known[setting.module, setting.name]:
            # One more pattern in a list that was there widens it.
            continue
        harm = harm_of(setting)
        if harm:
            where = f" (profile {setting.profile})" if setting.profile else ""
            place = f" in module {setting.module}" if setting.effective else ""
            yield Proof(f"added: {harm}{where}{place}", setting.file, setting.line)


def _is_copy(
    setting: Setting, everywhere: set[tuple[str, str, str]], before: tuple[Setting, ...]
) -> bool:
    """Tell whether a module that is new to the tree only repeats what its parents said."""
    new_module = all(s.module != setting.module for s in before)
    return new_module and (setting.name, setting.value, setting.profile) in everywhere


def _lost(before: tuple[Setting, ...], after: tuple[Setting, ...]) -> Iterator[Proof]:
    now = {(s.module, s.name, s.value) for s in after}
    modules = {s.module for s in after}
    for setting in before:
        if (setting.module, setting.name, setting.value) in now or setting.module not in modules:
            continue
        if setting.effective and setting.name.startswith("execution"):
            continue
        if _is_loss(setting):
            what = f"{setting.name} {setting.value}".strip()
            yield Proof(f"gone: {what} (line {setting.line or '?'} before)", setting.file)


def _is_loss(setting: Setting) -> bool:
    if setting.name in _KEPT_LISTS:
        return True
    if setting.name.startswith("build/testResources") and setting.name.endswith("directory"):
        return True
    if setting.name.startswith("execution ") and not setting.value.startswith("default-"):
        plugin, _, goal = setting.name.removeprefix("execution ").partition(":")
        return plugin in TEST_FAMILY and bool(_TEST_GOAL.search(goal)) and setting.profile == ""
    return bool(_INCLUDE.search(setting.name)) and setting.value not in DEFAULT_PATTERNS


def _activations(before: tuple[Setting, ...], after: tuple[Setting, ...]) -> Iterator[Proof]:
    """Give profiles whose being active changed in a way that switches something on or off."""
    default = {
        (s.file, s.profile)
        for s in before
        if s.name.endswith("/activeByDefault") and s.value == "true"
    }
    still = {
        (s.file, s.profile)
        for s in after
        if s.name.endswith("/activeByDefault") and s.value == "true"
    }
    for file, profile in sorted(default - still):
        yield Proof(f"profile {profile} is no longer active by default", file)
    harmful = {(s.file, s.profile): harm for s in after if s.profile and (harm := harm_of(s))}
    for setting in new_settings(before, after):
        if not setting.name.startswith("activation "):
            continue
        place = setting.file, setting.profile
        if place in harmful:
            yield Proof(
                f"profile {setting.profile} is now switched on by {setting.name} {setting.value}: {harmful[place]}",
                setting.file,
                setting.line,
            )
        elif any(f == setting.file and p != setting.profile for f, p in default) and not (
            setting.name.endswith("/activeByDefault")
        ):
            yield Proof(
                f"profile {setting.profile}, switched on by {setting.value}, switches the default profiles off",
                setting.file,
                setting.line,
            )
