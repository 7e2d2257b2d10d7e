"""Which module of the reactor a diagnostic or a file is about."""

from __future__ import annotations

from reode.project.reactor import Module
from reode.project.view import ProjectView


def module_named(view: ProjectView, name: str | None) -> Module:
    """Return the module with that artifactId or folder; the root where none has."""
    modules = view.reactor.modules
    for module in modules:
        if name is not None and name in {module.artifact, module.folder}:
            return module
    return modules[0]
