"""Reads the list of OpenRewrite artifacts that may run unasked, each with its licence."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from reode.facts.recipe import RecipeCall

_CORE = "org.openrewrite:rewrite-core"


@dataclass(frozen=True, slots=True)
class RecipeArtifact:
    """An artifact whose licence was read in its pom; `role` is plugin, brought or named."""

    artifact: str
    version: str
    licence: str
    role: str
    verified: str

    @property
    def coordinates(self) -> str:
        """`group:artifact:version`."""
        return f"{self.artifact}:{self.version}"


@cache
def load_recipe_artifacts() -> tuple[RecipeArtifact, ...]:
    """Return the rows: the plugin first, then what it brings along, then what rules may name."""
    text = resources.files("reode.facts").joinpath("recipe_artifacts.toml").read_text("utf-8")
    data = tomllib.loads(text)
    rows = [{**data["plugin"], "role": "plugin"}]
    for block in data["brought"]:
        shared = {key: block[key] for key in ("version", "licence", "verified")}
        rows += [{"artifact": a, "role": "brought", **shared} for a in block["artifacts"]]
    rows += [{**row, "role": "named"} for row in data["named"]]
    return tuple(RecipeArtifact(**row) for row in rows)


def recipe_plugin() -> RecipeArtifact:
    """Return the Maven plugin that runs recipes."""
    return next(row for row in load_recipe_artifacts() if row.role == "plugin")


def recipe_engine() -> RecipeArtifact:
    """Return OpenRewrite's core as that plugin brings it; recipes without an artifact are of it."""
    return next(row for row in load_recipe_artifacts() if row.artifact == _CORE)


def unlisted(call: RecipeCall) -> tuple[str, ...]:
    """Return the artifacts of a call that may not run unless the user names them."""
    listed = {row.coordinates for row in load_recipe_artifacts()}
    return tuple(one for one in call.artifacts if one not in listed)


def origin_of(call: RecipeCall) -> str:
    """Return `version licence` of where a listed call's recipe comes from."""
    rows = {row.coordinates: row for row in load_recipe_artifacts()}
    row = rows[call.artifacts[0]] if call.artifacts else recipe_engine()
    return f"{row.version} {row.licence}"
