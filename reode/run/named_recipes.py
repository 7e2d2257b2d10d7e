"""Recipes that the user named: found and licensed before any edit, then rules of this one run."""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from reode.build.tool import BuildTool
from reode.errors import UsageError
from reode.facts.build import Jdk
from reode.facts.recipe import (
    NAMED_FORM,
    NamedRecipe,
    RecipeCall,
    parse_named_recipe,
    read_named_recipes,
)
from reode.facts.record import RunRequest
from reode.project.model_repository import PomRepository
from reode.project.pom import Pom
from reode.rules.rule import Rule, Situation, When, no_edits
from reode.settings import Settings

_GET = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get"
#: A pom without a licence of its own has its parent's; chains are short.
_MAX_PARENTS = 8
#: What a pom says where it says nothing.
NO_LICENCE = "no licence named in its pom"
#: After every rule: recipes see the tree that the rules leave.
_ORDER = 95


def find_named_recipes(
    settings: Settings, tool: BuildTool, jdk: Jdk, *, repository: PomRepository | None = None
) -> tuple[NamedRecipe, ...]:
    """Return the recipes of the setting, each with the licence that its artifact's pom names.

    What is not in the local repository is fetched by Maven. Raises UsageError where the form is
    wrong, the artifact can't be had, or it holds no such recipe.
    """
    local = repository or PomRepository.local()
    return tuple(_found(text, settings, tool, jdk, local) for text in settings.recipes)


def rules_of(request: RunRequest) -> tuple[Rule, ...]:
    """Return a rule for each recipe of a request; it runs once in the run, after the other rules."""
    return tuple(_rule(one) for one in read_named_recipes(request.recipes, request.recipe_licences))


def announcement(request: RunRequest) -> tuple[str, ...]:
    """Return a line for each recipe that says what was named and under which licence."""
    pairs = zip(request.recipes, request.recipe_licences, strict=True)
    return tuple(f"recipe named by you: {text} · licence: {licence}" for text, licence in pairs)


def _found(
    text: str, settings: Settings, tool: BuildTool, jdk: Jdk, local: PomRepository
) -> NamedRecipe:
    recipe = parse_named_recipe(text)
    if recipe is None:
        raise UsageError(
            f"--recipes {text!r} does not name a recipe of one fixed version",
            hint=f"Write {NAMED_FORM}, with a version that never moves.",
        )
    group, artifact = recipe.artifact.split(":")
    folder = local.root.joinpath(*group.split("."), artifact, recipe.version)
    jar = folder / f"{artifact}-{recipe.version}.jar"
    if not jar.is_file() or local.find(group, artifact, recipe.version) is None:
        _fetch(recipe, settings, tool, jdk)
    pom = local.find(group, artifact, recipe.version)
    if pom is None or not jar.is_file():
        raise UsageError(
            f"--recipes: Maven can't find {recipe.coordinates}",
            hint="Check group, artifact and version, and that a repository of your Maven settings "
            "has them; without --offline if they are not here yet.",
        )
    if not _holds(jar, recipe.name):
        raise UsageError(
            f"--recipes: {recipe.coordinates} holds no recipe {recipe.name}",
            hint="Check the name, or give the artifact that holds it.",
        )
    licence = _licence(pom, local)
    return NamedRecipe(recipe.artifact, recipe.version, recipe.name, licence)


def _fetch(recipe: NamedRecipe, settings: Settings, tool: BuildTool, jdk: Jdk) -> None:
    """Let Maven fetch the artifact and its pom; whether it could shows in the repository."""
    offline = ["--offline"] if settings.offline else []
    wanted = {"artifact": recipe.coordinates, "transitive": "false"}
    with tempfile.TemporaryDirectory(prefix="reode-recipes-") as folder:
        tool.run(
            [*offline, *settings.maven_args, _GET],
            root=Path(folder),
            jdk=jdk,
            log=Path(folder) / "get.log",
            timeout=settings.build_timeout,
            silence=settings.build_silence,
            properties=wanted,
        )


def _holds(jar: Path, name: str) -> bool:
    """Tell whether an archive has a recipe, as a class or in OpenRewrite's declarative form."""
    declared = re.compile(rf"^name:\s*[\"']?{re.escape(name)}[\"']?\s*$".encode(), re.MULTILINE)
    try:
        with zipfile.ZipFile(jar) as archive:
            names = archive.namelist()
            if f"{name.replace('.', '/')}.class" in names:
                return True
            files = [n for n in names if re.fullmatch(r"META-INF/rewrite/.+\.ya?ml", n)]
            return any(declared.search(archive.read(n)) for n in files)
    except (OSError, zipfile.BadZipFile):
        return False


def _licence(pom: Pom, local: PomRepository) -> str:
    """Return the licences of a pom or of its nearest parent that names one."""
    here: Pom | None = pom
    for _ in range(_MAX_PARENTS):
        if here is None:
            break
        written = [str(e.text).strip() for e in here.find_all("licenses/license/name") if e.text]
        if written:
            return ", ".join(" ".join(name.split()) for name in written)
        parent = here.parent()
        names = [parent.group, parent.artifact, parent.version] if parent else []
        here = local.find(*map(str, names)) if names and all(names) else None
    return NO_LICENCE


def _rule(recipe: NamedRecipe) -> Rule:
    simple = recipe.name.rpartition(".")[2]
    reason = f"{simple} of {recipe.coordinates} was named by the user."
    call = RecipeCall(recipe.name, reason, artifacts=(recipe.coordinates,), files=("*",))

    def recipes(_: Situation) -> list[RecipeCall]:
        return [call]

    return Rule(
        find=no_edits,
        when=When.CERTAIN,
        order=_ORDER,
        recipes=recipes,
        once=True,
        id=recipe.name,
        doc={"Title": f"{simple}, a recipe that the user named", "Cause": _cause(recipe)},
    )


def _cause(recipe: NamedRecipe) -> str:
    return f"named with --recipes {recipe}; licence: {recipe.licence}"


def as_texts(recipes: Iterable[NamedRecipe]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a request keeps: the recipes as written, and their licences in that order."""
    found = tuple(recipes)
    return tuple(str(r) for r in found), tuple(r.licence for r in found)
