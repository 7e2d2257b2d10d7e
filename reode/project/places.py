"""Which folders of a repository are no part of its sources: other tools' data and build output."""

from __future__ import annotations

from collections.abc import Sequence

#: Data of version control, package managers and editors.
_FOREIGN = frozenset({".git", "node_modules", ".svn", ".hg", ".idea", ".gradle"})
_OUTPUT = "target"


def is_foreign(folders: Sequence[str]) -> bool:
    """Tell whether a path through these folders, outermost first, leads out of the sources.

    Maven's `target` is build output, but below `src` it is a package like any other.
    """
    if _FOREIGN & set(folders):
        return True
    return any(
        name == _OUTPUT and "src" not in folders[:index] for index, name in enumerate(folders)
    )
