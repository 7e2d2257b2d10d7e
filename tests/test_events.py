"""The event log: append-only, numbered through processes, readable after a crash."""

from __future__ import annotations

from pathlib import Path

from reode.events import EventLog, Note, read_events


def test_events_are_numbered_on_after_a_killed_writer(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    EventLog(path, "R").emit(Note("one"))
    with path.open("ab") as stream:
        stream.write(b'{"seq": 9, "half')
    log = EventLog(path, "R")
    log.emit(Note("two"))
    events = list(read_events(path))
    assert [(e["seq"], e["data"]["text"]) for e in events] == [(1, "one"), (2, "two")]
    assert {e["run"] for e in events} == {"R"}
    assert {e["event"] for e in events} == {"note"}


def test_a_text_that_is_no_unicode_does_not_stop_the_log(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    EventLog(path, "R").emit(Note("bad \udc80 end"))
    assert next(iter(read_events(path)))["data"]["text"].endswith(" end")
