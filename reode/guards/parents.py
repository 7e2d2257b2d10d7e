"""Tells which settings went because a parent from outside was raised, not because of an edit."""

from __future__ import annotations

from collections.abc import Iterator

from reode.facts.snapshot import Comparison, Setting, TreeFacts


def settings_to_keep(comparison: Comparison) -> tuple[Setting, ...]:
    """Return the old settings without those of outside parents that have another version now.

    What the same parent sets in its newer version is its own affair. The newer version may not have
    been fetched yet, so that nothing of it can be read. A parent that was dropped or exchanged for
    another artifact still has everything to answer for.
    """
    before = comparison.before
    then, now = set(_parents(before)), set(_parents(comparison.after))
    names_now = {(folder, _name(parent)) for folder, parent in now}
    raised = {folder for folder, parent in then - now if (folder, _name(parent)) in names_now}
    kept = {parent for _, parent in now}
    return tuple(
        setting
        for setting in before.settings
        if not _is_outside(setting) or setting.module not in raised or setting.file in kept
    )


def _parents(tree: TreeFacts) -> Iterator[tuple[str, str]]:
    """Give pairs of a module's folder and the coordinates of a parent outside the repository."""
    yield from tree.unread_parents
    yield from ((s.module, s.file) for s in tree.settings if _is_outside(s))


def _name(parent: str) -> str:
    return parent.rpartition(":")[0]


def _is_outside(setting: Setting) -> bool:
    return setting.file.count(":") == 2 and "/" not in setting.file
