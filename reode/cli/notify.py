"""Tells a user's own command that a run ended."""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

from reode.build.process import run_process
from reode.errors import ReodeError

#: A notification that takes longer than this is given up, in seconds.
_PATIENCE = 30.0
_FIELDS = ("run_id", "verdict", "reason", "detail", "target", "branch", "worktree", "cost")


def notify_command(command: str, name: str, record: dict[str, Any]) -> None:
    """Run `command` with the result as JSON on stdin; its failure is a warning, never ours."""
    message = {"command": name, **{field: record.get(field) for field in _FIELDS}}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "message.json").write_text(json.dumps(message) + "\n", encoding="utf-8")
        # Processes get no stdin here, so a shell hands the file over.
        line = f"{{ {command}\n}} < {shlex.quote(str(place / 'message.json'))}"
        try:
            end = run_process(
                ["sh", "-c", line],
                cwd=Path.cwd(),
                env=dict(os.environ),
                timeout=_PATIENCE,
                silence=_PATIENCE,
                log_path=place / "log",
            )
        except (ReodeError, OSError) as error:
            sys.stderr.write(f"reode: --notify could not be run: {error}\n")
            return
    if end.code != 0:
        sys.stderr.write(f"reode: --notify ended with {end.code}: {command}\n")
