"""A pom holds an element twice that may stand only once.

Symptom: `Non-parseable POM …: Duplicated tag: 'build'`.
Cause: someone, or some tool, wrote a second `<build>`, `<properties>`, `<plugins>` or `<dependencies>`.
Source: https://maven.apache.org/ref/3.8.7/maven-model/maven.html
"""

from __future__ import annotations

from reode.errors import PomSyntaxError
from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import properties
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"pom-duplicate-tag", "pom-unreadable"})


def find(situation: Situation) -> list[Edit]:
    """Merge the second into the first, in every pom of the tree."""
    draft = Draft(situation.view)
    for path in situation.view.pom_paths():
        try:
            draft.put(draft.pom(path).merge_duplicates(), "Maven takes this element only once.")
        except PomSyntaxError:
            continue
    return draft.edits()


rule = Rule(find=find, needs_model=False, when=When.DIAGNOSED, kinds=_KINDS, order=11)

_TWICE = (diagnostic("pom-duplicate-tag", evidence={"tag": "properties"}),)

CASES = [
    changes(
        pom(properties("a=1") + properties("b=2")),
        pom(properties("a=1", "b=2")),
        diagnostics=_TWICE,
        title="two blocks of properties",
    ),
    keeps(pom(properties("a=1")), diagnostics=_TWICE, title="only one here"),
    keeps(pom(properties("a=1") + properties("b=2")), title="Maven does not complain"),
]
