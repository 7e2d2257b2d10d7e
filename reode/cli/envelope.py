"""The one JSON object that `--json` prints on stdout."""

from __future__ import annotations

import json
import sys
from typing import Any

from reode.errors import ReodeError

#: Raised when a field changes its meaning or goes; new fields do not raise it.
SCHEMA_VERSION = 1


def print_json(command: str, data: Any) -> None:
    """Print `{"schema_version": 1, "command": …, "data": …}` and nothing else."""
    _print({"schema_version": SCHEMA_VERSION, "command": command, "data": data})


def print_json_error(command: str, error: ReodeError, exit_code: int) -> None:
    """Print `{"schema_version": 1, "command": …, "error": {message, hint, exit_code}}`."""
    shown = {"message": error.message, "hint": error.hint, "exit_code": exit_code}
    _print({"schema_version": SCHEMA_VERSION, "command": command, "error": shown})


def _print(envelope: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(envelope, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()
