"""Run one program to its end: the only place of REODE that starts a process."""

from __future__ import annotations

import codecs
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import BinaryIO

from reode.build.environment import clean_environment
from reode.errors import BuildToolError, StorageError

__all__ = ["ProcessEnd", "clean_environment", "run_process"]

#: Seconds between two looks at a running process; the first ones are shorter.
_TICK = 0.2
#: Seconds that a group gets between SIGTERM and SIGKILL.
_GRACE = 5.0
#: Seconds that what a finished program left behind gets.
_LEFTOVER_GRACE = 0.5
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """How a process ended.

    `code` is its exit code (negative: the signal that ended it, None: it had to be stopped);
    `ended` is "exit", "timeout", "silent" or "interrupted"; `seconds` is wall time.
    """

    code: int | None
    ended: str
    seconds: float


def run_process(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    timeout: float,
    silence: float,
    log_path: Path,
    on_line: Callable[[str], None] | None = None,
    stop: Event | None = None,
) -> ProcessEnd:
    """Run `argv` in a process group of its own; both outputs go to `log_path`.

    `timeout` limits the whole run and `silence` the time without output, in seconds. `on_line` is
    called with each finished line. Whatever the reason for the end, nothing of the group survives.

    Raises:
        BuildToolError: the program can't be started.
        StorageError: the log can't be written.
    """
    try:
        log_path.parent.mkdir(parents=True, exist_ok=True)
        log = log_path.open("wb")
    except OSError as error:
        raise StorageError(f"can't write the log {log_path}: {error}") from error
    with log, log_path.open("rb") as reader:
        started = time.monotonic()
        process = _start(argv, cwd, env, log)
        try:
            ended = _watch(process, _Tail(reader, on_line), timeout, silence, stop)
        except BaseException:
            _end_group(process, _GRACE)
            raise
        _end_group(process, _LEFTOVER_GRACE if ended == "exit" else _GRACE)
        code = process.returncode if ended == "exit" else None
        return ProcessEnd(code, ended, time.monotonic() - started)


def _start(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str], log: BinaryIO
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise BuildToolError(f"can't start {argv[0]}: {error}") from error


class _Tail:
    """Follows a growing file and hands out its finished lines."""

    def __init__(self, reader: BinaryIO, on_line: Callable[[str], None] | None) -> None:
        self._reader = reader
        self._on_line = on_line
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def read(self, *, final: bool = False) -> bool:
        """Report new lines; return whether the file has grown."""
        grown = False
        while chunk := self._reader.read(_CHUNK):
            grown = True
            self._report(self._decoder.decode(chunk))
        if final and self._rest:
            self._report("\n")
        return grown

    def _report(self, text: str) -> None:
        if self._on_line is None:
            return
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._on_line(line.rstrip("\r"))


def _watch(
    process: subprocess.Popen[bytes],
    tail: _Tail,
    timeout: float,
    silence: float,
    stop: Event | None,
) -> str:
    """Follow the process until it exits or a limit ends it; return the reason."""
    started = last_output = time.monotonic()
    for tick in _ticks():
        finished = _finished(process, tick)
        if tail.read(final=finished):
            last_output = time.monotonic()
        if finished:
            return "exit"
        if stop is not None and stop.is_set():
            return "interrupted"
        if time.monotonic() - started > timeout:
            return "timeout"
        if time.monotonic() - last_output > silence:
            return "silent"
    raise AssertionError  # pragma: no cover - the ticks never end


def _ticks() -> Iterator[float]:
    tick = 0.01
    while True:
        yield tick
        tick = min(_TICK, tick * 1.5)


def _finished(process: subprocess.Popen[bytes], tick: float) -> bool:
    try:
        process.wait(tick)
    except subprocess.TimeoutExpired:
        return False
    return True


def _end_group(process: subprocess.Popen[bytes], grace: float) -> None:
    """End every process of the group: SIGTERM, then SIGKILL for what still lives after `grace`."""
    if not _signal(process.pid, signal.SIGTERM):
        return
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline:
        process.poll()
        if not _signal(process.pid, 0):
            return
        time.sleep(0.02)
    _signal(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(grace)


def _signal(group: int, number: int) -> bool:
    """Send a signal to the group; False when nobody is in it any more."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
