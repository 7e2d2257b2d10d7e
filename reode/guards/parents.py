"""Tells which settings went because a parent from outside was raised, not because of an edit."""

from __future__ import annotations

from collections.abc import Iterator

from reode.facts.snapshot import Comparison, Setting, TreeFacts


def settings_to_compare(
    comparison: Comparison,
) -> tuple[tuple[Setting, ...], tuple[Setting, ...]]:
    """Return the settings of both trees without those of outside parents that were raised.

    What the same parent sets in another version is its own affair, and one of the two versions may
    not have been fetched, so that nothing of it can be read. A parent that was dropped or exchanged
    for another artifact still has everything to answer for.
    """
    then, now = set(_parents(comparison.before)), set(_parents(comparison.after))
    names = {(folder, _name(parent)) for folder, parent in now - then}
    raised = {folder for folder, parent in then - now if (folder, _name(parent)) in names}
    both = then & now

    def own(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
        return tuple(
            one
            for one in settings
            if not _is_outside(one) or one.module not in raised or (one.module, one.file) in both
        )

    return own(comparison.before.settings), own(comparison.after.settings)


def _parents(tree: TreeFacts) -> Iterator[tuple[str, str]]:
    """Give pairs of a module's folder and the coordinates of a parent outside the repository."""
    yield from tree.unread_parents
    yield from ((s.module, s.file) for s in tree.settings if _is_outside(s))


def _name(parent: str) -> str:
    return parent.rpartition(":")[0]


def _is_outside(setting: Setting) -> bool:
    return setting.file.count(":") == 2 and "/" not in setting.file
