"""Edits in the making: the tree as one rule has changed it so far, and why."""

from __future__ import annotations

from collections.abc import Iterable

from reode.facts.edit import Edit
from reode.project.java import JavaSource
from reode.project.pom import Pom
from reode.project.reactor import Module
from reode.project.view import ProjectView


class Draft:
    """A view that a rule edits step by step; `edits` are the files that differ in the end."""

    def __init__(self, view: ProjectView) -> None:
        """Start from the tree as it is."""
        self.view = view
        self._before = view
        self._reasons: dict[str, list[str]] = {}

    def pom(self, path: str) -> Pom:
        """Return a pom as it is by now."""
        return self.view.pom(path)

    def module(self, path: str) -> Module:
        """Return the module of a pom as it is by now; raises KeyError for an unknown path."""
        return next(m for m in self.view.reactor.modules if m.path == path)

    def put(self, file: Pom | JavaSource, reason: str) -> None:
        """Replace a file by a new version of it; nothing happens where it is the same."""
        self.take([Edit(file.path, file.data, reason)])

    def take(self, edits: Iterable[Edit]) -> None:
        """Take over edits, each the whole content of a file."""
        changed = [e for e in edits if not self._is_same(e)]
        for edit in changed:
            reasons = self._reasons.setdefault(edit.path, [])
            if edit.reason not in reasons:
                reasons.append(edit.reason)
        if changed:
            self.view = self.view.with_edits(changed)

    def edits(self) -> list[Edit]:
        """Return one edit per file that differs from the start, sorted by path."""
        found = []
        for path, reasons in sorted(self._reasons.items()):
            content = self.view.read(path) if self.view.exists(path) else None
            before = self._before.read(path) if self._before.exists(path) else None
            if content != before:
                found.append(Edit(path, content, " ".join(reasons)))
        return found

    def _is_same(self, edit: Edit) -> bool:
        if edit.content is None:
            return not self.view.exists(edit.path)
        return self.view.exists(edit.path) and self.view.read(edit.path) == edit.content
