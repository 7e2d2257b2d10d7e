"""Coordinates hold a blank that Maven does not trim.

Symptom: `'dependencies.dependency.artifactId' … with value 'x y' does not match a valid id pattern`.
Cause: a blank inside, or a no-break space anywhere, is taken as part of the name. Blanks and line
    ends around a value are trimmed by Maven and stay.
Source: https://maven.apache.org/ref/3.8.7/maven-model-builder/
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import dependencies
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"pom-invalid", "dependency-unresolved", "plugin-unresolved"})
_TAGS = ("groupId", "artifactId", "version")
_BLANK = re.compile("[\\s\u00a0\u200b\ufeff]+")


def find(situation: Situation) -> list[Edit]:
    """Drop the blanks from the coordinates of every pom of the reactor."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        pom = rewrite(draft.pom(module.path), _coordinates, _stripped)
        draft.put(pom, "A blank inside coordinates is part of the name.")
    return draft.edits()


def _coordinates(pom: Pom) -> Iterator[etree._Element]:
    for tag in _TAGS:
        yield from pom.root.iter(tag)


def _stripped(text: str) -> str | None:
    if not _BLANK.search(text) or text.startswith(("[", "(")):
        return None
    return _BLANK.sub("", text)


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=14)

_INVALID = (diagnostic("pom-invalid", "does not match a valid id pattern"),)
_GOOD = pom(dependencies("org.other:lib:1.0"))

CASES = [
    changes(
        pom(dependencies("org.other:lib\u00a0:1.0")),
        _GOOD,
        diagnostics=_INVALID,
        title="a no-break space",
    ),
    changes(
        pom(dependencies("org. other:lib:1.0")), _GOOD, diagnostics=_INVALID, title="a blank inside"
    ),
    keeps(
        pom(dependencies("org.other: lib :1.0")), diagnostics=_INVALID, title="Maven trims the ends"
    ),
    keeps(pom(dependencies("org.other:lib:[1.0, 2.0)")), diagnostics=_INVALID, title="a range"),
    keeps(pom(dependencies("org. other:lib:1.0")), title="Maven does not complain"),
]
