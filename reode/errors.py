"""The exception tree; every class carries the process exit code and one sentence of remedy.

ReodeError
├── UsageError               2   the command line, a settings file or a plan is wrong
│   ├── SettingsError        2   a setting is unknown or has an impossible value
│   ├── UnknownRunError      2   no run has that id
│   └── RuleError            2   a rule file is malformed or a rule id is unknown
├── MachineError             3   this machine can't do the job as it is
│   ├── JdkMissingError      3   no installed JDK can build or run the target
│   ├── BuildToolError       3   no Maven, or it could not be fetched
│   ├── GitError             3   git refused
│   └── StorageError         3   no space, no permission, a damaged run store
├── ProjectError             3   the repository can't be migrated: not Maven, unreadable pom
│   ├── PomSyntaxError       3   Maven would not read this pom either, or we can't edit it safely
│   └── PathError            3   a path leaves the tree or may not be written
├── RunBusyError             2   another process works on this run
├── RunStateError            2   the run can't go on from where it is (finished, other version)
├── ProviderError            4   a model provider is unusable where one is needed
├── LimitReached           124   money, time or iterations are used up
└── Interrupted            130   the user stopped the run; it can be resumed
"""

from __future__ import annotations

from typing import ClassVar


class ReodeError(Exception):
    """Base of every error that REODE raises on purpose."""

    exit_code: ClassVar[int] = 1
    default_hint: ClassVar[str] = ""

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep `message` (the cause, one sentence) and `hint` (the remedy, one sentence)."""
        super().__init__(message)
        self.message = message
        self.hint = hint or self.default_hint


class UsageError(ReodeError):
    """The command line, a settings file or a plan is wrong."""

    exit_code = 2
    default_hint = "Run the command with --help to see what it takes."


class SettingsError(UsageError):
    """A setting is unknown or has an impossible value."""

    default_hint = "Run `reode config` to see every setting and where it came from."


class UnknownRunError(UsageError):
    """No run has that id."""

    default_hint = "Run `reode runs` to see the runs that are stored."


class RuleError(UsageError):
    """A rule file is malformed or a rule id is unknown."""

    default_hint = "Run `reode rules list` to see the rules that were found."


class RunBusyError(UsageError):
    """Another process works on this run."""

    default_hint = "Wait for it, or follow it with `reode log RUN -f`."


class RunStateError(UsageError):
    """The run can't go on from where it is."""

    default_hint = "Start a new run with `reode migrate`."


class MachineError(ReodeError):
    """This machine can't do the job as it is."""

    exit_code = 3
    default_hint = "Run `reode doctor` to see what is missing."


class JdkMissingError(MachineError):
    """No installed JDK can build or run the target."""

    default_hint = "Install a JDK of the target version or newer, or name one with --jdk PATH."


class BuildToolError(MachineError):
    """No Maven was found, or it could not be fetched."""

    default_hint = "Install Maven 3.6 or newer, or allow REODE to fetch it from Maven Central."


class GitError(MachineError):
    """Git refused."""


class StorageError(MachineError):
    """No space, no permission or a damaged run store."""

    default_hint = "Check free space and permissions of the folder, or set REODE_HOME to another."


class ProjectError(ReodeError):
    """The repository can't be migrated."""

    exit_code = 3


class PomSyntaxError(ProjectError):
    """Maven would not read this pom either, or REODE can't edit it safely."""

    default_hint = "Repair the pom so that `mvn validate` passes, then run again."


class PathError(ProjectError):
    """A path leaves the tree or may not be written."""


class ProviderError(ReodeError):
    """A model provider is unusable where one is needed."""

    exit_code = 4
    default_hint = "Check the key with `reode models check MODEL`, or run with --no-llm."


class LimitReached(ReodeError):  # noqa: N818 - a limit is not an error of anybody's
    """Money, time or iterations are used up."""

    exit_code = 124


class Interrupted(ReodeError):  # noqa: N818 - the user's wish, not an error
    """The user stopped the run; it can be resumed."""

    exit_code = 130
