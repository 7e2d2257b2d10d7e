"""Rewrites leaf values of a pom one after the other, each where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lxml import etree

from reode.project.pom import Pom
from reode.project.pom_values import value_of


def rewrite(
    pom: Pom,
    find: Callable[[Pom], Iterable[etree._Element]],
    change: Callable[[str], str | None],
) -> Pom:
    """Give each element that `find` yields the value that `change` makes of the old one (None: keep).

    `change` must be at rest after one application, or this would never end.
    """
    while True:
        for element in find(pom):
            old = value_of(element)
            new = None if len(element) else change(old)
            if new is not None and new != old:
                pom = pom.replace_text(element, new)
                break
        else:
            return pom
