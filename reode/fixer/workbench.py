"""The working copy of one attempt: every edit passes the guards before it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reode.errors import PathError, PomSyntaxError
from reode.facts.build import BuildOutcome
from reode.facts.edit import Edit
from reode.fixer.job import Job, Tier
from reode.fixer.secrets import is_closed
from reode.guards.edits import check_edits
from reode.project.pom import Pom
from reode.project.view import ProjectView

#: After this many edits the build runs, whether the model asks for it or not.
EDITS_BEFORE_BUILD = 3


#: Wrappers and Maven's own settings: rules may mend them, a model may not.
_BUILD_OWN = re.compile(
    r"(?:^|/)(?:\.mvn/|mvnw(?:\.cmd)?$|settings[\w-]*\.xml$|\.travis|Jenkinsfile$)"
)


class RefusedError(Exception):
    """An edit that may not be made; the text is for the model."""


@dataclass(slots=True)
class Workbench:
    """Edits on top of the job's view, written to its tree as they are accepted."""

    job: Job
    tier: Tier
    view: ProjectView = field(init=False)
    builds: int = 0
    edits_since_build: int = 0
    refusals: list[str] = field(default_factory=list)
    finished: str = ""
    last_outcome: BuildOutcome | None = None

    def __post_init__(self) -> None:
        self.view = self.job.view

    def read(self, path: str) -> bytes:
        """Return a file as it is now; RefusedError where it may not be read."""
        if is_closed(path) or not self.view.exists(path):
            raise RefusedError(
                f"there is no readable file {path!r}; list_files shows what there is"
            )
        return self.view.read(path)

    def write(self, edit: Edit) -> None:
        """Write one edit, or raise RefusedError with the reason."""
        why = self._refusal(edit)
        if why:
            self.refusals.append(f"{edit.path}: {why}")
            raise RefusedError(f"refused: {why}")
        try:
            changed = self.job.tree.apply([edit])
        except (PathError, OSError) as error:
            raise RefusedError(f"refused: {error}") from error
        if not changed:
            raise RefusedError("the file already is as you want it: nothing was changed")
        self.view = self.view.with_edits([edit])
        self.edits_since_build += 1

    def _refusal(self, edit: Edit) -> str:
        if _BUILD_OWN.search(edit.path):
            return "how the build is started is not a model's to change"
        if edit.content is not None and edit.path.endswith("pom.xml"):
            try:
                Pom.parse(edit.content, edit.path)
            except PomSyntaxError as error:
                return f"Maven could not read the pom any more: {error.message}"
        # Judged against the tree before the attempt: small steps may not add up to a cheat.
        pending = {e.path: e for e in self.edits()} | {edit.path: edit}
        return "; ".join(str(r) for r in check_edits(self.job.view, list(pending.values())))

    def edits(self) -> list[Edit]:
        """Return the files that differ from the tree before the attempt."""
        before, now = self.job.view, self.view
        paths = sorted({*before.files, *now.files})
        return [
            Edit(path, now.read(path) if now.exists(path) else None, "changed by the model")
            for path in paths
            if _content(before, path) != _content(now, path)
        ]

    def must_build(self) -> bool:
        """Tell whether the build has to run before more edits."""
        return self.edits_since_build >= EDITS_BEFORE_BUILD and self.may_build()

    def may_build(self) -> bool:
        """Tell whether builds of this attempt are left."""
        return self.builds < self.tier.builds

    def build(self) -> BuildOutcome:
        """Run the build on the working copy; RefusedError when all builds are used up."""
        if not self.may_build():
            raise RefusedError("no build is left in this attempt; finish, and REODE will build")
        self.builds += 1
        self.edits_since_build = 0
        self.last_outcome = self.job.build()
        return self.last_outcome


def _content(view: ProjectView, path: str) -> bytes | None:
    return view.read(path) if view.exists(path) else None
