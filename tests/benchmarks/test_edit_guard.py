"""The benchmark of the edit guard: its tree is what it says, and an edit costs a part of it."""

from __future__ import annotations

from benchmarks.edit_guard import build_tree, edits, seconds
from reode.project.tree_facts import read_tree
from reode.project.view import ProjectView


def test_j05_judging_an_edit_is_cheaper_than_reading_the_tree() -> None:
    view = ProjectView.of(build_tree(150))

    first = seconds(view, [])

    assert all(seconds(view, made) * 2 < first for _, made in edits(view))
    facts = read_tree(view)
    assert (len(facts.types), facts.tests.test_count, len(facts.modules)) == (100, 50, 11)
