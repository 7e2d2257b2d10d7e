"""The working copy of one attempt: every edit passes the guards before it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reode.errors import PathError
from reode.facts.build import BuildOutcome
from reode.facts.edit import Edit
from reode.fixer.job import Job, Tier
from reode.fixer.secrets import HIDDEN, is_closed
from reode.guards.edits import check_edits
from reode.project.view import ProjectView

#: After this many edits the build runs, whether the model asks for it or not.
EDITS_BEFORE_BUILD = 3


#: Wrappers, Maven's own settings and CI files: rules may mend some of them, a model none.
_BUILD_OWN = re.compile(
    r"(?:^|/)(?:\.mvn/|mvnw(?:\.cmd)?$|settings[\w-]*\.xml$|Jenkinsfile|Dockerfile"
    r"|\.(?:circleci|buildkite|semaphore|teamcity|gitlab|azure-pipelines)/"
    r"|\.?(?:gitlab-ci|travis|drone|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild"
    r"|buildspec|cirrus|wercker)[\w.-]*\.ya?ml$)",
    re.IGNORECASE,
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
    _made: dict[str, Edit] = field(init=False, default_factory=dict)
    _before: dict[str, bytes | None] = field(init=False, default_factory=dict)

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
        # The view reads a file when asked for it: its old content must be known before it goes.
        if edit.path not in self._before:
            self._before[edit.path] = _content(self.job.view, edit.path)
        why = self._refusal(edit)
        if why:
            self.refusals.append(f"{edit.path}: {why}")
            raise RefusedError(f"refused: {why}")
        try:
            changed = self.job.tree.apply([edit])
        except (PathError, OSError) as error:
            self.refusals.append(f"{edit.path}: {error}")
            raise RefusedError(f"refused: {error}") from error
        if not changed:
            raise RefusedError("the file already is as you want it: nothing was changed")
        self._made[edit.path] = edit
        self.view = self.view.with_edits([edit])
        self.edits_since_build += 1

    def _refusal(self, edit: Edit) -> str:
        if _BUILD_OWN.search(edit.path):
            return "how the build is started is not a model's to change"
        if is_closed(edit.path):
            return "this file holds secrets"
        content = edit.content or b""
        if HIDDEN.encode() in content and HIDDEN.encode() not in (self._before[edit.path] or b""):
            return f"{HIDDEN} stands for a secret; leave that line as it is"
        # Judged against the tree before the attempt: small steps may not add up to a cheat.
        pending = {e.path: e for e in self.edits()} | {edit.path: edit}
        return "; ".join(str(r) for r in check_edits(self.job.view, list(pending.values())))

    def edits(self) -> list[Edit]:
        """Return the files that differ from the tree before the attempt."""
        return [
            edit for path, edit in sorted(self._made.items()) if edit.content != self._before[path]
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
