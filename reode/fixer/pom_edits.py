"""The structured pom operations of a model, on the byte-preserving editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reode.fixer.workbench import RefusedError
from reode.project.pom import Pom
from reode.project.view import ProjectView

_SCOPES = frozenset({"compile", "provided", "runtime", "test", "import"})


@dataclass(frozen=True, slots=True)
class PomChange:
    """One operation; fields that an operation does not need are empty."""

    operation: str
    group: str
    artifact: str
    name: str
    value: str


def apply_pom_change(view: ProjectView, path: str, change: PomChange) -> bytes:
    """Return the pom's new bytes; RefusedError where the operation can't be done there."""
    if not path.endswith("pom.xml") or not view.exists(path):
        raise RefusedError(f"{path!r} is no pom of this project")
    return _OPERATIONS[change.operation](view.pom(path), change).data


def _property(pom: Pom, change: PomChange) -> Pom:
    _need(change.name, "name")
    _need(change.value, "value")
    return pom.set_property(change.name, change.value)


def _dependency_version(pom: Pom, change: PomChange) -> Pom:
    _coordinates(change)
    _need(change.value, "value")
    for managed in (False, True):
        new = pom.set_dependency_version(
            change.group, change.artifact, change.value, managed=managed
        )
        if new is not pom:
            return new
    raise RefusedError(
        f"{change.group}:{change.artifact} is not declared here with another version"
    )


def _add_dependency(pom: Pom, change: PomChange) -> Pom:
    _coordinates(change)
    if change.name and change.name not in _SCOPES:
        raise RefusedError(f"name is the scope here: one of {', '.join(sorted(_SCOPES))} or empty")
    version, scope = change.value or None, change.name or None
    return pom.add_dependency(change.group, change.artifact, version, scope)


def _plugin_version(pom: Pom, change: PomChange) -> Pom:
    _coordinates(change)
    _need(change.value, "value")
    own = any(use.version for use in pom.find_plugins(change.group, change.artifact))
    managed = not own and bool(pom.find_plugins(change.group, change.artifact, managed=True))
    return pom.set_plugin_version(change.group, change.artifact, change.value, managed=managed)


def _plugin_configuration(pom: Pom, change: PomChange) -> Pom:
    _coordinates(change)
    _need(change.name, "name")
    _need(change.value, "value")
    plugin = (change.group, change.artifact)
    managed = not pom.find_plugins(*plugin) and bool(pom.find_plugins(*plugin, managed=True))
    return pom.set_plugin_config(*plugin, change.name, change.value, managed=managed)


def _parent_version(pom: Pom, change: PomChange) -> Pom:
    if pom.parent() is None:
        raise RefusedError("this pom has no parent")
    _need(change.value, "value")
    return pom.set_parent_version(change.value)


def _coordinates(change: PomChange) -> None:
    _need(change.group, "group")
    _need(change.artifact, "artifact")


def _need(value: str, name: str) -> None:
    if not value.strip():
        raise RefusedError(f"{name} may not be empty for this operation")


_OPERATIONS: dict[str, Callable[[Pom, PomChange], Pom]] = {
    "set_property": _property,
    "set_dependency_version": _dependency_version,
    "add_dependency": _add_dependency,
    "set_plugin_version": _plugin_version,
    "set_plugin_configuration": _plugin_configuration,
    "set_parent_version": _parent_version,
}
