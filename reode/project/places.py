"""Which folders of a repository are no part of its sources: other tools' data and build output."""

from __future__ import annotations

from collections.abc import Sequence

#: Data of version control: Maven itself never compiles what lies here.
_VERSION_CONTROL = frozenset({".git", ".svn", ".hg"})
#: Data of package managers and editors; among Java sources Maven compiles what lies here.
_TOOLS = frozenset({"node_modules", ".idea", ".gradle"})
_OUTPUT = "target"
_NONE: frozenset[str] = frozenset()


def is_foreign(folders: Sequence[str], tools: frozenset[str] = _NONE) -> bool:
    """Tell whether a path through these folders, outermost first, leads out of the sources.

    Maven's `target` is build output, but below `src` it is a package like any other; so is every
    tool's folder below `src/main/java` and the like. `tools` are more folders of tools.
    """
    named = _TOOLS | tools
    if (named | _VERSION_CONTROL | {_OUTPUT}).isdisjoint(folders):
        return False
    return any(_leads_out(name, folders[:index], named) for index, name in enumerate(folders))


def _leads_out(name: str, above: Sequence[str], tools: frozenset[str]) -> bool:
    if name in _VERSION_CONTROL:
        return True
    if name == _OUTPUT:
        return "src" not in above
    return name in tools and not ("src" in above and "java" in above)
