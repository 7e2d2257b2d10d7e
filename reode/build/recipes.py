"""Has OpenRewrite's Maven plugin change a copy of a tree, and says what it changed or why it can't."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reode.facts.build import BuildOutcome
from reode.facts.recipe import RecipeCall
from reode.facts.recipe_artifacts import recipe_plugin

#: The group and artifact of the plugin: a copy whose poms still name it is not run.
PLUGIN_GROUP, PLUGIN_ARTIFACT = recipe_plugin().artifact.split(":")
_RECIPE = "reode.Recipes"
_COMPILE_NOTHING = {"maven.main.skip": "true", "maven.test.skip": "true"}
_UNPARSED = re.compile(r"^\[WARNING\] There were problems parsing (?!some )(.+?)\s*$", re.MULTILINE)
_INVALID = re.compile(
    r"^\[ERROR\] Recipe validation error in \S+ for property (.+?)\s*$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class RecipeGoal:
    """What the build tool is asked for: goals, properties, and the file that names the recipes."""

    goals: tuple[str, ...]
    properties: Mapping[str, str]


def write_recipes(
    calls: Sequence[RecipeCall], config: Path, *, siblings: bool = False
) -> RecipeGoal:
    """Write the recipes into `config`, a file outside the tree, and return what runs them.

    The pom needs no plugin, and nothing is kept between two runs. No phase of the lifecycle runs,
    except where modules depend on each other (`siblings`): Maven finds a module that is not in the
    local repository only behind its compile phases, which then compile nothing.
    """
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(recipe_yaml(calls), encoding="utf-8")
    artifacts = dict.fromkeys(a for call in calls for a in call.artifacts)
    properties = {
        "rewrite.configLocation": str(config),
        "rewrite.activeRecipes": _RECIPE,
        # A store of models in the user's home would outlive the run.
        "rewrite.pomCacheEnabled": "false",
        "rewrite.exportDatatables": "false",
        "rewrite.failOnInvalidActiveRecipes": "true",
        # Said even where there are none: a property of the pom or of .mvn must not name others.
        "rewrite.recipeArtifactCoordinates": ",".join(artifacts),
        "rewrite.skip": "false",
    }
    if not any(_is_pom(pattern) for call in calls for pattern in call.files):
        properties["rewrite.skipMavenParsing"] = "true"
    goal = f"{recipe_plugin().coordinates}:runNoFork"
    if siblings:
        return RecipeGoal(("test-compile", goal), properties | _COMPILE_NOTHING)
    return RecipeGoal((goal,), properties)


def recipe_yaml(calls: Iterable[RecipeCall]) -> str:
    """Return OpenRewrite's declarative form; JSON's scalars are YAML's too."""
    lines = [
        "type: specs.openrewrite.org/v1beta/recipe",
        f"name: {_RECIPE}",
        "displayName: What a rule asks for",
        "description: What a rule asks for.",
        "recipeList:",
    ]
    for call in calls:
        options = json.dumps(dict(call.options), ensure_ascii=True, sort_keys=True)
        lines.append(f"  - {call.name}: {options}" if call.options else f"  - {call.name}")
    return "\n".join(lines) + "\n"


def take_stock(root: Path) -> dict[str, str]:
    """Return the hash of every file below `root` that is no build output, by path."""
    return {path: _hash(root / path) for path in _files(root)}


def changes_since(before: Mapping[str, str], root: Path) -> dict[str, bytes | None]:
    """Return what differs from an earlier stock, sorted by path (None: the file is gone)."""
    now = take_stock(root)
    changed = [path for path in sorted({*before, *now}) if before.get(path) != now.get(path)]
    return {path: (root / path).read_bytes() if path in now else None for path in changed}


def _files(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        # `target` is build output only beside a pom; elsewhere it may be a package.
        output = {".git", "target"} if "pom.xml" in names else {".git"}
        folders[:] = [f for f in folders if f not in output]
        for place in (here / name for name in names):
            if place.is_file() and not place.is_symlink():
                yield place.relative_to(root).as_posix()


def _hash(place: Path) -> str:
    with place.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def failure_of(outcome: BuildOutcome, log: str) -> str:
    """Return in one sentence why the recipes did not run ("" where they did)."""
    if outcome.ended != "exit":
        words = {"timeout": "took too long", "silent": "went silent"}
        return f"OpenRewrite {words.get(outcome.ended, 'was stopped')}"
    # Of a recipe that it can't make, the plugin complains and goes on without it.
    if found := _INVALID.search(log):
        return f"OpenRewrite refuses the recipe: {found[1][:300]}"
    if outcome.ok:
        return ""
    first = next((d.message.strip().splitlines()[0] for d in outcome.diagnostics if d.message), "")
    return f"OpenRewrite failed: {(first or 'see its log')[:300]}"


def unparsed(log: str) -> tuple[str, ...]:
    """Return the files that OpenRewrite could not read and therefore left alone."""
    return tuple(dict.fromkeys(_UNPARSED.findall(log)))


def _is_pom(pattern: str) -> bool:
    return pattern in {"*", "*.xml", "pom.xml", "*pom.xml"}
