"""Finds and merges what Maven refuses as `Duplicated tag`."""

from __future__ import annotations

from typing import Self

from lxml import etree

from reode.project.pom_layout import Splice, removal
from reode.project.pom_pruning import PomPruning
from reode.project.pom_values import children, value_of


class PomMerging(PomPruning):
    """A second `<build>`, `<properties>` and the like under one parent becomes one."""

    def duplicate_tags(self) -> tuple[tuple[etree._Element, etree._Element], ...]:
        """Return each pair (first, repeated) of elements that may stand only once."""
        found: list[tuple[etree._Element, etree._Element]] = []
        for holder in self._holders_of_single_children():
            seen: dict[str, etree._Element] = {}
            for child in holder:
                first = seen.setdefault(str(child.tag), child)
                if first is not child:
                    found.append((first, child))
        return tuple(found)

    def merge_duplicates(self) -> Self:
        """Move the children of each repeated element into the first one, and drop the second.

        Repeated values are dropped where they are equal; two that differ stay, as nobody can say
        which one was meant.
        """
        pom = self
        while pair := pom._mergeable():
            pom = pom._merged(*pair)
        return pom

    def _holders_of_single_children(self) -> list[etree._Element]:
        bases = [self.root, *children(self.root, "profiles/profile")]
        paths = ("build", "build/pluginManagement", "dependencyManagement", "reporting")
        return bases + [found for base in bases for path in paths for found in children(base, path)]

    def _mergeable(self) -> tuple[etree._Element, etree._Element] | None:
        for first, second in self.duplicate_tags():
            if len(first) or len(second) or value_of(first) == value_of(second):
                return first, second
        return None

    def _merged(self, first: etree._Element, second: etree._Element) -> Self:
        kept, dropped = self._tree.span(first), self._tree.span(second)
        if not len(second) and not dropped.has_comment:
            return self.remove_element(second)
        if not len(first) and not kept.has_comment:
            return self.remove_element(first)
        inner = self.source[dropped.open_end : dropped.close_start].rstrip()
        end = kept.open_end + len(self.source[kept.open_end : kept.close_start].rstrip())
        return self._spliced(Splice(end, end, inner), removal(self._tree, second))
