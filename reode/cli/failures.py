"""Turns whatever ended a command into one sentence of cause, one of remedy, and an exit code."""

from __future__ import annotations

import errno
import sys
import tempfile
import traceback
from collections.abc import Sequence

from reode.cli.envelope import print_json_error
from reode.cli.options import GROUPS
from reode.errors import Interrupted, ReodeError, StorageError, UsageError

_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})


def as_reode_error(error: BaseException) -> ReodeError:
    """Return the error that says what a user can do about `error`."""
    if isinstance(error, ReodeError):
        return error
    if isinstance(error, KeyboardInterrupt) or type(error).__name__ == "Abort":
        return Interrupted("stopped", hint="Nothing was started; run the command again.")
    if hasattr(error, "format_message"):
        return _usage(error)
    if isinstance(error, OSError):
        return _storage(error)
    return _bug(error)


def tell(error: ReodeError, arguments: Sequence[str], exit_code: int) -> None:
    """Print the error: as JSON where JSON was asked for, else as two lines on stderr."""
    if "--json" in arguments:
        print_json_error(_command(arguments), error, exit_code)
        return
    sys.stderr.write(f"reode: {error.message}\n")
    if error.hint:
        sys.stderr.write(f"       {error.hint}\n")


def exit_code_of(error: ReodeError, original: BaseException) -> int:
    """Return the exit code; the parser of the command line brings its own."""
    if isinstance(original, ReodeError) or not hasattr(original, "format_message"):
        return error.exit_code
    return int(getattr(original, "exit_code", error.exit_code))


def _usage(error: BaseException) -> UsageError:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "reode"
    message = str(error.format_message()).strip().rstrip(".")  # type: ignore[attr-defined]
    return UsageError(message, hint=f"Run `{command} --help` to see what it takes.")


def _storage(error: OSError) -> StorageError:
    reason = error.strerror or str(error)
    place = f" at {error.filename}" if error.filename else ""
    hint = "Free some space, or set REODE_HOME to another disk." if error.errno in _SPACE else ""
    return StorageError(f"{reason}{place}", hint=hint)


def _bug(error: BaseException) -> ReodeError:
    with tempfile.NamedTemporaryFile(
        "w", prefix="reode-", suffix=".txt", encoding="utf-8", delete=False
    ) as file:
        file.writelines(traceback.format_exception(error))
    return ReodeError(
        f"this is a fault of REODE: {type(error).__name__}: {error}",
        hint=f"Please report it with the file {file.name}.",
    )


def _command(arguments: Sequence[str]) -> str:
    words = [word for word in arguments if not word.startswith("-")]
    return " ".join(words[: 2 if words and words[0] in GROUPS else 1])
