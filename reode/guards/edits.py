"""What no fix may do: leave the tree, switch tests off, weaken them, downgrade, fetch from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from reode.errors import PomSyntaxError
from reode.facts.edit import Edit
from reode.facts.scorecard import GateStatus, Proof
from reode.facts.snapshot import Comparison
from reode.facts.target import Target
from reode.guards.gates import surface, tests_honest
from reode.guards.gates.dependencies import find_downgrades
from reode.guards.parents import settings_to_compare
from reode.guards.setting_changes import compare_settings
from reode.project.places import is_foreign
from reode.project.pom import Pom
from reode.project.tree_facts import read_tree
from reode.project.view import ProjectView

_FORBIDDEN = frozenset({".github", ".reode"})
#: What a migration may have to write besides sources and poms.
_ALLOWED = re.compile(
    r"(?:^|/)(?:pom\.xml|lombok\.config|src/.+|\.mvn/(?:jvm\.config|maven\.config)|build\.properties"
    r"|WebContent/.+|[^/]*(?:WEB-INF|META-INF)/.+)$"
)
_SOURCES = re.compile(r"\.(?:java|kt|kts|groovy|scala|xml|properties|ya?ml|jsp|tag|aj|bnd|conf)$")
#: Gates judge a comparison; which Java it is for plays no part in judging an edit.
_ANY_TARGET = Target(17, 17)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edit is refused: a sentence for its author, and the place it is about."""

    reason: str
    path: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        return str(Proof(self.reason, self.path, self.line))


def check_edits(before: ProjectView, edits: Iterable[Edit]) -> tuple[Refusal, ...]:
    """Return why `edits` may not be applied to `before`; an empty tuple allows them.

    Judged are the paths, then the poms' syntax, then what the edited tree lost.
    """
    made = tuple(edits)
    refused = [r for edit in made if (r := check_path(before, edit)) is not None]
    refused += [r for edit in made if (r := _syntax(edit)) is not None]
    if refused:
        return tuple(refused)
    after = before.with_edits(made)
    return tuple(dict.fromkeys([*_losses(before, after), *_repositories(before, after, made)]))


def check_path(before: ProjectView, edit: Edit) -> Refusal | None:
    """Return why a fix may not write this file, None where it may."""
    pure = PurePosixPath(edit.path)
    if pure.is_absolute() or ".." in pure.parts or "\\" in edit.path or not pure.parts:
        return Refusal("this path leaves the repository", edit.path)
    if _FORBIDDEN & set(pure.parts) or is_foreign(pure.parts):
        return Refusal("this folder is not part of the migration", edit.path)
    if edit.content is None and pure.name == "pom.xml":
        return Refusal("a pom may not be deleted", edit.path)
    if _ALLOWED.search(edit.path) or (before.exists(edit.path) and _SOURCES.search(edit.path)):
        return None
    return Refusal("only poms, sources and their configuration may be written", edit.path)


def _syntax(edit: Edit) -> Refusal | None:
    if edit.content is None or PurePosixPath(edit.path).name != "pom.xml":
        return None
    try:
        Pom.parse(edit.content, edit.path)
    except PomSyntaxError as error:
        return Refusal(f"Maven can't read this pom: {error.message}", edit.path)
    return None


def _losses(before: ProjectView, after: ProjectView) -> Iterator[Refusal]:
    comparison = Comparison(read_tree(before), read_tree(after), _ANY_TARGET)
    tricks = compare_settings(*settings_to_compare(comparison))
    for proof in (*tricks, *find_downgrades(comparison)):
        yield Refusal(proof.text, proof.file, proof.line)
    for judge in (tests_honest.judge, surface.judge):
        gate = judge(comparison)
        if gate.status is GateStatus.FAILED:
            yield from (Refusal(p.text, p.file, p.line) for p in gate.proofs)


def _repositories(
    before: ProjectView, after: ProjectView, edits: tuple[Edit, ...]
) -> Iterator[Refusal]:
    """Give repositories that the old poms did not name: code would come from somewhere new."""
    known = {url for path in before.pom_paths() for url in _urls(before, path)}
    for edit in edits:
        if edit.content is not None and PurePosixPath(edit.path).name == "pom.xml":
            for url in sorted(_urls(after, edit.path) - known):
                yield Refusal(f"a repository may not be added: {url}", edit.path)


def _urls(view: ProjectView, path: str) -> set[str]:
    try:
        pom = view.pom(path)
    except PomSyntaxError:
        return set()
    return {
        (element.text or "").strip().rstrip("/").replace("http://", "https://")
        for kind in ("repository", "pluginRepository")
        for element in pom.root.iterfind(f".//{{*}}{kind}/{{*}}url")
        if "distributionManagement" not in pom.root.getroottree().getpath(element)
    }
