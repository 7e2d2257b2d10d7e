"""What a rule, or the user, wants OpenRewrite to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

#: `group:artifact:version#fully.qualified.Recipe`; a version that can move is no version.
_NAMED = re.compile(
    r"(?P<artifact>[\w.-]+:[\w.-]+):(?P<version>\d[\w.+-]*)#(?P<name>[A-Za-z_][\w$]*(?:\.[\w$]+)+)"
)
#: How the option is written, for messages.
NAMED_FORM = "GROUP:ARTIFACT:VERSION#fully.qualified.Recipe"


@dataclass(frozen=True, slots=True)
class RecipeCall:
    """One recipe with its options, and the bounds of what it may change.

    `artifacts` are `group:artifact:version` beyond the plugin's own class path. `files` are
    patterns of file names that may change (`*.java`). `mentions` are words: a changed part without
    any of them is left out (none: every real change counts). `stand_ins` maps full type names to
    the Java source of a stand-in: a recipe finds a type only where it is declared, and the one that
    the compiler misses is not; they are seen by OpenRewrite alone. `spares` are poms of modules that
    must stay as they are. `reason` is one sentence.
    """

    name: str
    reason: str
    options: Mapping[str, str | bool] = field(default_factory=dict)
    artifacts: tuple[str, ...] = ()
    files: tuple[str, ...] = ("*.java",)
    mentions: tuple[str, ...] = ()
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    spares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedRecipe:
    """A recipe that the user named with its artifact; `licence` is what the artifact's pom says."""

    artifact: str
    version: str
    name: str
    licence: str = ""

    @property
    def coordinates(self) -> str:
        """`group:artifact:version`."""
        return f"{self.artifact}:{self.version}"

    def __str__(self) -> str:
        """Return what the user wrote."""
        return f"{self.coordinates}#{self.name}"


def parse_named_recipe(text: str, licence: str = "") -> NamedRecipe | None:
    """Read `NAMED_FORM`; None where the text has another form or a version that can move."""
    match = _NAMED.fullmatch(text.strip())
    if match is None or match["version"].endswith("-SNAPSHOT"):
        return None
    return NamedRecipe(match["artifact"], match["version"], match["name"], licence)


def read_named_recipes(texts: Iterable[str], licences: Iterable[str]) -> tuple[NamedRecipe, ...]:
    """Return the recipes that a request keeps as written, each with its licence."""
    read = (parse_named_recipe(*pair) for pair in zip(texts, licences, strict=True))
    return tuple(recipe for recipe in read if recipe is not None)
