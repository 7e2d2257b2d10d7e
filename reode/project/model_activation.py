"""Decides which profiles of a pom are active, as Maven 3.8.7 does."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lxml import etree

from reode.project.pom import Pom
from reode.project.pom_values import child_value, children

_FAMILIES = {"linux": {"unix", "linux"}, "darwin": {"unix", "mac"}, "win32": {"windows", "dos"}}


@dataclass(frozen=True)
class Circumstances:
    """What activation looks at: the JDK's version, `-D` properties, files beside the pom."""

    jdk: str
    properties: Mapping[str, str] = field(default_factory=dict)
    exists: Callable[[str], bool] = field(default=lambda _: False)
    #: Profiles that `-P` names; those with `!` or `-` in front are switched off.
    named: frozenset[str] = frozenset()


def active_profiles(pom: Pom, now: Circumstances) -> tuple[str, ...]:
    """Return the ids of the active profiles in file order.

    `activeByDefault` counts only where no other profile of the same pom is active.
    """
    found = [(child_value(e, "id") or "default", e) for e in children(pom.root, "profiles/profile")]
    off = {name[1:] for name in now.named if name[0] in "!-"}
    found = [(name, element) for name, element in found if name not in off]
    active = [n for n, e in found if n in now.named or _is_triggered(e, now)]
    default = [n for n, e in found if child_value(e, "activation/activeByDefault") == "true"]
    return tuple(dict.fromkeys(active or default))


def _is_triggered(profile: etree._Element, now: Circumstances) -> bool:
    """Tell whether all conditions of a profile hold, and it has one at all."""
    answers = []
    for activation in children(profile, "activation"):
        for condition in activation:
            if condition.tag == "jdk":
                answers.append(jdk_matches(child_value(activation, "jdk") or "", now.jdk))
            elif condition.tag == "property":
                answers.append(_property_matches(condition, now.properties))
            elif condition.tag == "file":
                answers.append(_file_matches(condition, now))
            elif condition.tag == "os":
                answers.append(_system_matches(condition))
    return bool(answers) and all(answers)


def jdk_matches(wanted: str, version: str) -> bool:
    """Tell whether `<jdk>` matches a version: a range, a prefix of it, or `!` and a prefix."""
    if wanted.startswith("!"):
        return not version.startswith(wanted[1:])
    if not wanted.startswith(("[", "(")):
        return bool(wanted) and version.startswith(wanted)
    low, _, high = wanted.partition(",")
    if not high:
        return _numbers(version) == _numbers(low)
    above = _order(version, low[1:])
    below = _order(version, high[:-1])
    is_above = not _numbers(low) or above > 0 or (above == 0 and low.startswith("["))
    is_below = not _numbers(high) or below < 0 or (below == 0 and high.endswith("]"))
    return is_above and is_below


def _numbers(version: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", version)]


def _order(left: str, right: str) -> int:
    """Compare as many numbers as the shorter version has: 17.0.15 equals 17 here."""
    a, b = _numbers(left), _numbers(right)
    length = min(len(a), len(b))
    return (a[:length] > b[:length]) - (a[:length] < b[:length])


def _property_matches(condition: etree._Element, properties: Mapping[str, str]) -> bool:
    name = child_value(condition, "name") or ""
    wanted = child_value(condition, "value")
    actual = properties.get(name.removeprefix("!"))
    if wanted is None:
        return (not actual) == name.startswith("!")
    if wanted.startswith("!"):
        return actual != wanted[1:]
    return actual == wanted


def _file_matches(condition: etree._Element, now: Circumstances) -> bool:
    exists, missing = child_value(condition, "exists"), child_value(condition, "missing")
    if exists is not None:
        return now.exists(_relative(exists))
    return missing is not None and not now.exists(_relative(missing))


def _relative(path: str) -> str:
    return re.sub(r"^\$\{(?:project\.)?basedir\}/", "", path)


def _system_matches(condition: etree._Element) -> bool:
    """Judge by the family alone; a condition on anything else isn't taken as met."""
    family = (child_value(condition, "family") or "").lower()
    if any(child.tag != "family" for child in condition) or not family:
        return False
    mine = _FAMILIES.get(sys.platform, {"unix"})
    return (family.removeprefix("!") in mine) != family.startswith("!")
