"""Runs a rule's recipes on a copy of the worktree and keeps of the result what had to change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from reode.build.recipes import (
    PLUGIN_ARTIFACT,
    PLUGIN_GROUP,
    changes_since,
    failure_of,
    take_stock,
    unparsed,
    write_recipes,
)
from reode.errors import ReodeError
from reode.facts.edit import Edit
from reode.facts.recipe import NamedRecipe, RecipeCall, read_named_recipes
from reode.facts.recipe_artifacts import origin_of, unlisted
from reode.graph.building import run_build
from reode.graph.context import RunContext
from reode.project.java import JavaSource
from reode.project.minimal_change import keep_needed
from reode.project.pom import Pom
from reode.project.tree_copy import copy_tree
from reode.project.view import ProjectView


@dataclass(frozen=True, slots=True)
class RecipeResult:
    """What recipes came to: edits of the worktree, or why there are none; `seconds` of Maven."""

    edits: list[Edit] = field(default_factory=list)
    seconds: float = 0.0
    why: str = ""


def run_recipes(
    calls: Sequence[RecipeCall], context: RunContext, view: ProjectView, *, spent: float
) -> RecipeResult:
    """Return the edits that the recipes make of the tree, which itself stays as it is.

    Whatever keeps OpenRewrite from working (an artifact that may not run, a plugin that does not
    resolve, sources that it can't read) is a reason in words, never an exception.
    """
    forbidden = not_allowed(calls, context)
    if forbidden:
        return RecipeResult(why=forbidden)
    folder = context.folder / "recipes"
    shutil.rmtree(folder, ignore_errors=True)  # a killed run may have left it
    try:
        return _Bench(calls, context, view, folder).work(spent)
    except (ReodeError, OSError) as error:
        return RecipeResult(why=f"the recipes could not run: {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def not_allowed(calls: Sequence[RecipeCall], context: RunContext) -> str:
    """Return why some artifacts of the calls may not run ("" where all may)."""
    named = {recipe.coordinates for recipe in named_recipes(context)}
    others = [a for call in calls for a in unlisted(call) if a not in named]
    if not others:
        return ""
    return (
        f"{', '.join(dict.fromkeys(others))} is not known to be Apache-2.0: name it with --recipes"
    )


def named_recipes(context: RunContext) -> tuple[NamedRecipe, ...]:
    """Return the recipes that the user named for this run, with their licences."""
    return read_named_recipes(context.request.recipes, context.request.recipe_licences)


def told_recipes(calls: Sequence[RecipeCall], context: RunContext) -> list[str]:
    """Return `name@version licence` of each call, each once."""
    named = {r.coordinates: f"{r.version} {r.licence}" for r in named_recipes(context)}
    told = [named.get(c.artifacts[0]) if c.artifacts else None for c in calls]
    pairs = zip(calls, told, strict=True)
    return list(dict.fromkeys(f"{c.name}@{known or origin_of(c)}" for c, known in pairs))


class _Bench:
    """The copy, made ready; nothing of it lasts."""

    def __init__(
        self, calls: Sequence[RecipeCall], context: RunContext, view: ProjectView, folder: Path
    ) -> None:
        self._calls, self._context, self._view = calls, context, view
        self._config = folder / "rewrite.yml"
        workspace = context.workspace
        copy_tree(workspace.worktree, folder / "tree")
        self._root = folder / "tree" / workspace.project.relative_to(workspace.worktree)
        self._own: set[str] = set()

    def work(self, spent: float) -> RecipeResult:
        """Run and compare."""
        if not self._without_plugin():
            return RecipeResult(why="a parent pom configures OpenRewrite, which would run as well")
        self._lay_stand_ins()
        stock = take_stock(self._root)
        siblings = _depend_on_each_other(self._view)
        goal = write_recipes(self._calls, self._config, siblings=siblings)
        outcome = run_build(
            self._context,
            goal.goals,
            jdk=self._context.jdk,
            purpose="recipes",
            spent=spent,
            properties=goal.properties,
            root=self._root,
        )
        log = Path(outcome.log.path).read_text("utf-8", "replace") if outcome.log else ""
        why = failure_of(outcome, log)
        edits = [] if why else list(self._edits(changes_since(stock, self._root)))
        return RecipeResult(edits, outcome.seconds, why or ("" if edits else _nothing(log)))

    def _without_plugin(self) -> bool:
        """Take OpenRewrite's own settings out of the copy: its recipes were not asked for."""
        stripped = [e for path in self._view.pom_paths() if (e := self._stripped(path))]
        for edit in stripped:
            (self._root / edit.path).write_bytes(edit.content or b"")
            self._own.add(edit.path)
        name = f"{PLUGIN_GROUP}:{PLUGIN_ARTIFACT}"
        modules = self._view.with_edits(stripped).reactor.modules
        return not any(name in {**m.managed_plugins(), **m.plugins()} for m in modules)

    def _stripped(self, path: str) -> Edit | None:
        if PLUGIN_ARTIFACT.encode() not in self._view.read(path):
            return None
        pom: Pom = self._view.pom(path)
        before = pom.data
        for profile in (None, *pom.profiles()):
            for managed in (False, True):
                pom = pom.remove_plugin(
                    PLUGIN_GROUP, PLUGIN_ARTIFACT, managed=managed, profile=profile
                )
        return None if pom.data == before else Edit(path, pom.data, "for the recipes only")

    def _lay_stand_ins(self) -> None:
        """Declare the missing types beside the sources of every module."""
        sources = {name: text for call in self._calls for name, text in call.stand_ins.items()}
        view = self._view
        roots = {
            r for m in view.reactor.modules for k in ("main", "test") for r in m.source_roots(k)
        }
        for root in sorted(r for r in roots if view.is_folder(r)):
            for name, text in sources.items():
                path = f"{root}/{name.replace('.', '/')}.java"
                if not view.exists(path):
                    place = self._root / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_text(text, encoding="utf-8")
                    self._own.add(path)

    def _edits(self, changed: dict[str, bytes | None]) -> Iterator[Edit]:
        for path, data in changed.items():
            calls = [c for c in self._calls if self._may_change(c, path)]
            if path in self._own or not calls:
                continue
            mentions = () if not all(c.mentions for c in calls) else _words(calls)
            content = data
            if data is not None and self._view.exists(path):
                content = self._kept(path, data, mentions)
                if content == self._view.read(path):
                    continue
            yield Edit(path, content, _reasons(calls, content))

    def _may_change(self, call: RecipeCall, path: str) -> bool:
        name = PurePosixPath(path).name
        if not any(fnmatchcase(name, pattern) for pattern in call.files):
            return False
        # A recipe may move a stand-in, which then looks like a new file.
        if call.stand_ins and not self._view.exists(path):
            return False
        return not call.spares or self._view.reactor.module_of(path).path not in call.spares

    def _kept(self, path: str, data: bytes, mentions: Sequence[str]) -> bytes:
        before = self._view.read(path)
        content = keep_needed(before, data, mentions)
        if path.endswith(".java") and content != before:
            broken = JavaSource.parse(content, path).has_gaps
            if broken and not self._view.java(path).has_gaps:
                return before
        return content


def _depend_on_each_other(view: ProjectView) -> bool:
    modules = view.reactor.modules
    own = {(m.group, m.artifact) for m in modules}
    return any(
        (use.group, use.artifact) in own for m in modules for use in m.dependencies().values()
    )


def _words(calls: Sequence[RecipeCall]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for call in calls for word in call.mentions))


def _reasons(calls: Sequence[RecipeCall], content: bytes | None) -> str:
    """Return the reasons of the calls that a file shows, of all where none stands out."""
    text = content or b""
    shown = [c for c in calls if any(word.encode() in text for word in c.mentions)]
    return " ".join(dict.fromkeys(call.reason for call in shown or calls))


def _nothing(log: str) -> str:
    unread = unparsed(log)
    if not unread:
        return "the recipes changed nothing that had to change"
    more = f" and {len(unread) - 3} more" if len(unread) > 3 else ""
    return f"OpenRewrite could not read {', '.join(unread[:3])}{more}"
