"""`Builder` or `Value` of `lombok.experimental` is used, which newer versions of Lombok have not.

Symptom: `cannot find symbol, symbol: class Builder, location: package lombok.experimental`.
Cause: both were promoted to `lombok.Builder` and `lombok.Value`; the old names, deprecated since,
    are still in 1.16.20 and gone in 1.18.4, and only that line runs on newer JDKs.
Source: https://projectlombok.org/changelog and https://projectlombok.org/features/Builder
"""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic
from reode.facts.recipe import RecipeCall
from reode.rules.cases import asks, diagnostic, keeps, pom
from reode.rules.moved_types import MISSING, MovedType, find_moves
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When, no_edits

_GROUP, _OLD = "org.projectlombok", "lombok.experimental"
_ROWS = (
    MovedType(f"{_OLD}.Builder", "lombok.Builder", "1.16.0", "2", "@interface"),
    MovedType(f"{_OLD}.Value", "lombok.Value", "1.16.0", "2", "@interface"),
)


def recipes(situation: Situation) -> list[RecipeCall]:
    """Ask for the two annotations under the names that every version has."""
    return find_moves(situation, _ROWS, _GROUP)


rule = Rule(find=no_edits, when=When.DIAGNOSED, kinds=MISSING, order=66, recipes=recipes)

_PATH = "src/main/java/a/A.java"


def _tree(imported: str, used: str, version: str = "1.18.30") -> dict[str, str]:
    lombok = dependencies(f"{_GROUP}:lombok:{version}:provided")
    return {
        "pom.xml": pom(lombok),
        _PATH: f"package a;\n\nimport {imported};\n\n@{used}\nclass A {{ int b; }}\n",
    }


def _gone(name: str) -> tuple[Diagnostic, ...]:
    evidence = {"symbol_kind": "class", "name": name, "location_kind": "package", "location": _OLD}
    return (diagnostic("symbol-missing", file=_PATH, evidence=evidence),)


CASES = [
    asks(
        _tree(f"{_OLD}.Builder", "Builder"),
        _ROWS[0].call(),
        diagnostics=_gone("Builder"),
        title="Builder",
    ),
    asks(
        _tree(f"{_OLD}.*", "Value"),
        _ROWS[1].call(),
        diagnostics=_gone("Value"),
        title="Value, imported by a wildcard",
    ),
    keeps(
        _tree("lombok.Builder", "Builder"),
        diagnostics=_gone("Builder"),
        title="the new name is used already",
    ),
    keeps(_tree(f"{_OLD}.Builder", "Builder"), title="javac misses nothing"),
    keeps(
        _tree("org.acme.Builder", "Builder"),
        diagnostics=(
            diagnostic(
                "symbol-missing", file=_PATH, evidence={"name": "Builder", "location": "org.acme"}
            ),
        ),
        title="a Builder of somebody else",
    ),
    keeps(
        _tree(f"{_OLD}.Builder", "Builder", "0.11.6"),
        diagnostics=_gone("Builder"),
        title="a Lombok that has no new name for it",
    ),
]
