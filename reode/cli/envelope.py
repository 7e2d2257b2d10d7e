"""The one JSON object that `--json` prints on stdout."""

from __future__ import annotations

import json
import sys
from typing import Any

#: Raised when a field changes its meaning or goes; new fields do not raise it.
SCHEMA_VERSION = 1


def print_json(command: str, data: Any) -> None:
    """Print `{"schema_version": 1, "command": …, "data": …}` and nothing else."""
    envelope = {"schema_version": SCHEMA_VERSION, "command": command, "data": data}
    sys.stdout.write(json.dumps(envelope, ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()
