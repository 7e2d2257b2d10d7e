"""Edits of a tree of texts; each insists that what it replaces is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.guards.sample_tree import BASE

Tree = dict[str, str]
TreeEdit = Callable[[Tree], Tree]


def change(path: str, old: str, new: str) -> TreeEdit:
    """Return an edit that replaces one text in one file."""

    def edit(tree: Tree) -> Tree:
        assert old in tree[path], f"{old!r} is not in {path}"
        return {**tree, path: tree[path].replace(old, new, 1)}

    return edit


def write(path: str, text: str) -> TreeEdit:
    """Return an edit that writes one file."""
    return lambda tree: {**tree, path: text}


def delete(path: str) -> TreeEdit:
    """Return an edit that deletes one file."""

    def edit(tree: Tree) -> Tree:
        assert path in tree
        return {p: t for p, t in tree.items() if p != path}

    return edit


def every(*edits: TreeEdit) -> TreeEdit:
    """Return an edit that makes all of them."""

    def edit(tree: Tree) -> Tree:
        for one in edits:
            tree = one(tree)
        return tree

    return edit


def raise_level(tree: Mapping[str, str], level: str = "17") -> Tree:
    """Return the tree honestly raised: the level, and the JDK's old Base64 classes."""
    edits = every(
        change("pom.xml", "<maven.compiler.source>1.8<", f"<maven.compiler.source>{level}<"),
        change("pom.xml", "<maven.compiler.target>1.8<", f"<maven.compiler.target>{level}<"),
    )
    return edits(dict(tree))


MIGRATED = raise_level(BASE)
