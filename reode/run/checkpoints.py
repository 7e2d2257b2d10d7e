"""The durable state of a run: LangGraph's checkpoints in the run's own SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from reode.errors import StorageError
from reode.run.store import StoredRun


@contextmanager
def open_checkpoints(run: StoredRun) -> Iterator[SqliteSaver]:
    """Open the checkpoints for writing; the state is JSON-plain, so no type is allowed in it."""
    connection = sqlite3.connect(run.database, check_same_thread=False)
    try:
        yield SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
    except sqlite3.DatabaseError as error:
        raise StorageError(f"the state of run {run.run_id} can't be used: {error}") from error
    finally:
        connection.close()


def thread(run: StoredRun) -> dict[str, Any]:
    """Return LangGraph's configuration for the run: its own thread, and no bound but ours."""
    return {"configurable": {"thread_id": run.run_id}, "recursion_limit": 10_000}


@contextmanager
def read_checkpoints(run: StoredRun) -> Iterator[SqliteSaver]:
    """Open the checkpoints of a run, also a running one, for reading only."""
    connection = sqlite3.connect(f"file:{run.database}?mode=ro", uri=True, check_same_thread=False)
    try:
        saver = SqliteSaver(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        saver.is_setup = True  # setting up would write
        yield saver
    except sqlite3.DatabaseError as error:
        raise StorageError(f"the state of run {run.run_id} can't be read: {error}") from error
    finally:
        connection.close()
