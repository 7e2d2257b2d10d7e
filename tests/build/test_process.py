"""Processes end when they should, with everything that they started."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from reode.build.process import ProcessEnd, clean_environment, run_process
from reode.errors import BuildToolError, StorageError


def run(
    tmp_path: Path, code: str, *, timeout: float = 30, silence: float = 30, **more: object
) -> ProcessEnd:
    return run_process(
        [sys.executable, "-u", "-c", code],
        cwd=tmp_path,
        env=clean_environment(),
        timeout=timeout,
        silence=silence,
        log_path=tmp_path / "log",
        **more,  # type: ignore[arg-type]
    )


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_exit_code_and_both_outputs_are_kept(tmp_path: Path) -> None:
    end = run(tmp_path, "import sys; print('out'); sys.stderr.write('err\\n'); sys.exit(3)")
    assert (end.code, end.ended) == (3, "exit")
    assert sorted((tmp_path / "log").read_text().split()) == ["err", "out"]


def test_lines_are_reported_as_they_come(tmp_path: Path) -> None:
    lines: list[str] = []
    run(tmp_path, "print('one'); print('zw\\u00f6lf'); print('last', end='')", on_line=lines.append)
    assert lines == ["one", "zwölf", "last"]


def test_much_output_does_not_block(tmp_path: Path) -> None:
    end = run(tmp_path, "import sys\nfor _ in range(300): sys.stdout.write('x' * 99999 + '\\n')")
    assert end.code == 0
    assert (tmp_path / "log").stat().st_size == 300 * 100_000


def test_total_limit_ends_a_chatty_process(tmp_path: Path) -> None:
    end = run(tmp_path, "import time\nwhile 1: print('.'); time.sleep(.05)", timeout=0.8)
    assert (end.code, end.ended) == (None, "timeout")
    assert end.seconds < 5


def test_silence_limit_ends_a_hanging_process(tmp_path: Path) -> None:
    end = run(tmp_path, "import time; print('hello'); time.sleep(60)", silence=0.6)
    assert (end.code, end.ended) == (None, "silent")


def test_output_puts_the_silence_limit_off(tmp_path: Path) -> None:
    code = "import time\nfor _ in range(8): print('.'); time.sleep(.2)"
    assert run(tmp_path, code, silence=1.0).ended == "exit"


def test_stop_event_interrupts(tmp_path: Path) -> None:
    stop = threading.Event()
    threading.Timer(0.4, stop.set).start()
    assert run(tmp_path, "import time; time.sleep(60)", stop=stop).ended == "interrupted"


STUBBORN_FAMILY = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import signal,time;"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(120)"])
print(child.pid, os.getpid(), flush=True)
time.sleep(120)
"""


def test_forks_that_ignore_sigterm_are_killed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reode.build.process._GRACE", 0.5)
    end = run(tmp_path, STUBBORN_FAMILY, silence=1.0)
    assert end.ended == "silent"
    pids = [int(word) for word in (tmp_path / "log").read_text().split()]
    assert len(pids) == 2
    deadline = time.monotonic() + 3
    while any(map(is_alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_alive, pids))


def test_what_a_finished_process_leaves_behind_is_ended(tmp_path: Path) -> None:
    code = "import subprocess,sys; print(subprocess.Popen(['sleep', '90']).pid)"
    end = run(tmp_path, code)
    assert (end.code, end.ended) == (0, "exit")
    assert not is_alive(int((tmp_path / "log").read_text()))


def test_an_error_in_the_callback_ends_the_process(tmp_path: Path) -> None:
    def fail(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "import os,time; print(os.getpid()); time.sleep(60)", on_line=fail)
    assert not is_alive(int((tmp_path / "log").read_text()))


def test_missing_program_and_unwritable_log_are_named(tmp_path: Path) -> None:
    limits = {"cwd": tmp_path, "env": {}, "timeout": 5.0, "silence": 5.0}
    with pytest.raises(BuildToolError, match="no-such-program"):
        run_process(["/no-such-program"], log_path=tmp_path / "log", **limits)  # type: ignore[arg-type]
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        run_process(["true"], log_path=tmp_path / "file" / "log", **limits)  # type: ignore[arg-type]


def test_the_process_has_a_group_of_its_own(tmp_path: Path) -> None:
    run(tmp_path, "import os; print(os.getpgid(0))")
    assert int((tmp_path / "log").read_text()) != os.getpgid(0)
