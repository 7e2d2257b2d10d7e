"""The parts that every form of a report shows, drawn from its material."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reode.facts.tally import TestKey, TestResult, TestStatus
from reode.report.material import Material, Record

#: What each answer of a gate looks like in plain text.
MARKS = {"passed": "✔", "failed": "✘", "unknown": "?", "not-applicable": "-"}
#: Left-overs that are named one by one; the rest is counted.
_NAMED = 8


@dataclass(frozen=True, slots=True)
class Change:
    """One commit of the result: who made it, why, and what it touched."""

    commit: str
    by: str
    title: str
    reason: str
    files: tuple[str, ...]
    lines: int
    cost: float | None
    diff: str = ""

    @property
    def short(self) -> str:
        """The commit id as people write it."""
        return self.commit[:10]


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Something that is not as it should be: what, where, and why it stays."""

    what: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """One validation: problems, failing tests and the phase that was reached."""

    number: int
    errors: int
    failing: int
    phase: str
    comparison: str


@dataclass(frozen=True, slots=True)
class Spending:
    """What one tier used; `cost` is in US dollars, None where a price is unknown."""

    tier: int
    model: str
    calls: int
    tokens: int
    cost: float | None


def counted(number: int, one: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def changes(record: Record) -> tuple[Change, ...]:
    """Return the commits of the result, oldest first."""
    return tuple(
        Change(
            commit=t["commit"],
            by=t["by"],
            title=t.get("title") or t["by"].partition(":")[2],
            reason=t["reason"],
            files=tuple(t["files"]),
            lines=t["lines"],
            cost=t.get("cost"),
            diff=t.get("diff", ""),
        )
        for t in record["transforms"]
    )


def spared(record: Record) -> str:
    """Return what `--minimise` came to in one sentence, "" where it was not asked."""
    search = record.get("minimised")
    if not search:
        return ""
    gone = [one for one in search["tried"] if one["dropped"]]
    lines = counted(sum(one["lines"] for one in gone), "line")
    what = f"{counted(len(gone), 'change')} ({lines})" if gone else "no change"
    return f"{what} left out after {counted(search['builds'], 'build')}: {search['end']}"


def recipes_used(record: Record) -> tuple[str, ...]:
    """Return each OpenRewrite recipe with its licence: those that changed something, those named."""
    request = record["request"]
    named = zip(request.get("recipes", ()), request.get("recipe_licences", ()), strict=True)
    lines = [f"{text}, named by the user; licence: {licence}" for text, licence in named]
    told = (one for t in record["transforms"] for one in t.get("recipes", ()))
    parts = (one.split(" ", 1) for one in told)
    known = {text.rpartition("#")[2] for text in request.get("recipes", ())}
    own = [f"{name}; licence: {rest}" for name, rest in parts if name.split("@")[0] not in known]
    return tuple(dict.fromkeys([*lines, *own]))


def left_overs(material: Material) -> tuple[LeftOver, ...]:
    """Return what is left: open problems of the last build, then failures that were excused."""
    found = _grouped([*_open_problems(material), *_excused(material)])
    if len(found) <= _NAMED:
        return tuple(found)
    rest = LeftOver(f"{len(found) - _NAMED} more", "", "see the build log")
    return (*found[:_NAMED], rest)


def _grouped(found: Iterable[LeftOver]) -> list[LeftOver]:
    """Say one cause once, with its first place and the number of the others."""
    places: dict[tuple[str, str], list[str]] = {}
    for one in found:
        named = places.setdefault((one.what, one.why), [])
        if one.where not in named:
            named.append(one.where)
    return [LeftOver(what, _places(named), why) for (what, why), named in places.items()]


def _places(named: list[str]) -> str:
    return named[0] if len(named) == 1 else f"{named[0]} and {len(named) - 1} more"


def _open_problems(material: Material) -> Iterator[LeftOver]:
    record = material.record
    if material.after is None or str(record["verdict"]).startswith("migrated"):
        return
    causes = {str(r.key): r.cause for r in material.after.tests.results}
    for d in material.after.diagnostics:
        place = f"{d.file}:{d.line}" if d.file and d.line else d.subject
        # Of a failing test the innermost cause says most; its message is that of the outermost.
        what = _first_line(causes.get(d.test or "", "")) or _first_line(d.message) or d.kind
        if d.symbol and d.symbol not in what:
            what = f"{what}: {d.symbol}"
        yield LeftOver(what, place, f"{d.kind} in {d.phase}")


def _excused(material: Material) -> Iterator[LeftOver]:
    if material.after is None:
        return
    before = material.before.tests.by_key() if material.before else {}
    for result in material.after.tests.results:
        if result.status is not TestStatus.FAILED:
            continue
        why = _excuse(result, before)
        if why:
            yield LeftOver(_first_line(result.cause) or "the test fails", str(result.key), why)


def _excuse(result: TestResult, before: Mapping[TestKey, TestResult]) -> str:
    if result.environment:
        return "needs something that this machine has not"
    old = before.get(result.key)
    if old is not None and old.status is TestStatus.FAILED and old.cause == result.cause:
        return "failed in the same way before"
    return ""


def ending(material: Material) -> str:
    """Return why the run went no further, "" for one that reached its goal."""
    if str(material.record["verdict"]).startswith("migrated"):
        return ""
    chosen = [e["data"]["reason"] for e in material.events if e["event"] == "route-chosen"]
    return str(chosen[-1]) if chosen else ""


def rounds(record: Record) -> tuple[Round, ...]:
    """Return the validations of the run, in order."""
    return tuple(
        Round(
            number=e.get("iteration", n),
            errors=e["errors"],
            failing=(e.get("tests") or {}).get("failed", 0),
            phase=e["phase"],
            comparison=e.get("comparison", ""),
        )
        for n, e in enumerate(record["errors"], 1)
    )


def time_by_step(events: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return wall seconds by node of the graph, in the order of first appearance."""
    seconds: dict[str, float] = {}
    for event in events:
        if event["event"] == "node-finished":
            node = event["data"]["node"]
            seconds[node] = seconds.get(node, 0.0) + event["data"]["seconds"]
    return seconds


def spending(events: Iterable[Mapping[str, Any]]) -> tuple[Spending, ...]:
    """Return what each tier used, the cheapest tier first."""
    found: dict[int, Spending] = {}
    for event in events:
        if event["event"] != "model-called":
            continue
        data = event["data"]
        old = found.get(data["tier"]) or Spending(data["tier"], data["model"], 0, 0, 0.0)
        known = old.cost is not None and data["cost"] is not None
        found[data["tier"]] = Spending(
            tier=old.tier,
            model=data["model"],
            calls=old.calls + 1,
            tokens=old.tokens + data["input_tokens"] + data["output_tokens"],
            cost=(old.cost or 0) + data["cost"] if known else None,
        )
    return tuple(found[tier] for tier in sorted(found))


def test_rows(record: Record) -> tuple[tuple[str, int | None, int | None], ...]:
    """Return rows of (name, before, after); None where nothing was built."""
    before, after = record["tests"]["before"], record["tests"]["after"]
    names = ("total", "passed", "failed", "skipped")
    return tuple(
        (name, before.get(name, 0) if before else None, after.get(name, 0) if after else None)
        for name in names
    )


def remarks(record: Record) -> tuple[str, ...]:
    """Return what the figures of the tests rest on: the baseline, and what the final check noted."""
    return tuple(text for text in (record["baseline_note"], *record.get("notes", ())) if text)


def next_step(record: Record) -> str:
    """Return the one command that a reader most likely wants next."""
    request = record["request"]
    if not record["transforms"]:
        return f"reode undo {record['run_id']}"  # an empty branch is of no use
    if not str(record["verdict"]).startswith("migrated"):
        return f"cd {shlex.quote(record['worktree'])}"  # the best state, to go on by hand
    repository = shlex.quote(request["repository"])
    if not request["private"]:
        return f"git merge {record['branch']}"
    if "://" in request["source"] or "@" in request["source"]:
        return f"git -C {repository} push origin {record['branch']}"
    change = f"git -C {repository} diff {record['base_commit'][:10]} {record['branch']}"
    return f"{change} | patch -p1 -d {shlex.quote(request['source'])}"


def _first_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0][:200] if lines else ""
