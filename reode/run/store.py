"""The runs on this machine: one folder each, with its request, record, log, state and worktree."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from reode.errors import RunBusyError, StorageError, UnknownRunError
from reode.facts.record import RunRequest, RunStatus

#: Ids are ULIDs; this many characters are enough to name a run by hand.
_SHORTEST_PREFIX = 4


@dataclass(frozen=True, slots=True)
class StoredRun:
    """The folder of one run and what lies where in it."""

    folder: Path

    @property
    def run_id(self) -> str:
        """The id of the run."""
        return self.folder.name

    @property
    def database(self) -> Path:
        """The checkpoints of the graph (SQLite)."""
        return self.folder / "state.db"

    @property
    def event_log(self) -> Path:
        """The append-only event log."""
        return self.folder / "events.jsonl"

    @property
    def objects(self) -> Path:
        """The content-addressed texts."""
        return self.folder / "objects"

    @property
    def worktree(self) -> Path:
        """The git worktree."""
        return self.folder / "worktree"

    @property
    def _record(self) -> Path:
        return self.folder / "record.json"

    @property
    def _lock(self) -> Path:
        return self.folder / "lock"

    def request(self) -> RunRequest:
        """Return what was asked; raise StorageError where the file is damaged."""
        try:
            text = (self.folder / "request.json").read_text(encoding="utf-8")
            return RunRequest.from_json(json.loads(text))
        except (OSError, ValueError, TypeError) as error:
            raise StorageError(f"the request of run {self.run_id} is damaged: {error}") from error

    def record(self) -> dict[str, Any] | None:
        """Return the record of a finished run as JSON data, None before its end."""
        try:
            data: dict[str, Any] = json.loads(self._record.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise StorageError(f"the record of run {self.run_id} is damaged: {error}") from error
        return data

    def write_record(self, data: dict[str, Any]) -> None:
        """Store the record of a finished run."""
        _write_json(self._record, data)

    def status(self) -> RunStatus:
        """Tell where the run stands: finished, at work in some process, or interrupted."""
        if self._record.exists():
            return RunStatus.FINISHED
        lock = FileLock(self._lock, timeout=0)
        try:
            with lock:
                return RunStatus.INTERRUPTED
        except Timeout:
            return RunStatus.RUNNING

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run for this process; the system frees the lock of a killed process.

        Raises RunBusyError where another process holds it.
        """
        # A moment of patience: a reader that asks for the status holds the lock for an instant.
        lock = FileLock(self._lock, timeout=0.5)
        try:
            lock.acquire()
        except Timeout:
            raise RunBusyError(f"another process works on run {self.run_id}") from None
        try:
            yield
        finally:
            lock.release()


class RunStore:
    """All runs below one home folder."""

    def __init__(self, home: Path) -> None:
        """Keep the folder; it is made when the first run is stored."""
        self.home = home

    @property
    def repositories(self) -> Path:
        """Where clones and private repositories live."""
        return self.home / "repositories"

    @property
    def cache(self) -> Path:
        """Where fetched tools live."""
        return self.home / "cache"

    def place(self, run_id: str) -> StoredRun:
        """Return where a run with that id is, or would be, stored."""
        return StoredRun(self.home / "runs" / run_id)

    def create(self, request: RunRequest) -> StoredRun:
        """Store a new run; raise StorageError where the folder can't be written."""
        run = self.place(request.run_id)
        try:
            run.folder.mkdir(parents=True)
            _write_json(run.folder / "request.json", request.to_json())
        except OSError as error:
            raise StorageError(f"can't write to {self.home}: {error.strerror}") from error
        return run

    def runs(self) -> list[StoredRun]:
        """Return the stored runs, newest first."""
        folder = self.home / "runs"
        if not folder.is_dir():
            return []
        found = (
            StoredRun(place) for place in folder.iterdir() if (place / "request.json").exists()
        )
        return sorted(found, key=lambda run: run.run_id, reverse=True)

    def find(self, name: str) -> StoredRun:
        """Return the run with that id, unique beginning of an id, or "latest"."""
        runs = self.runs()
        if name == "latest" and runs:
            return runs[0]
        wanted = name.upper().removeprefix("REODE/")
        found = [run for run in runs if run.run_id == wanted]
        if not found and len(wanted) >= _SHORTEST_PREFIX:
            found = [run for run in runs if run.run_id.startswith(wanted)]
        if len(found) == 1:
            return found[0]
        problem = "several runs begin with" if found else "no run is called"
        raise UnknownRunError(f"{problem} {name!r} in {self.home}")

    def delete(self, run: StoredRun) -> None:
        """Forget a run and its files."""
        shutil.rmtree(run.folder, ignore_errors=True)


def _write_json(path: Path, data: dict[str, Any]) -> None:
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    temporary.replace(path)
