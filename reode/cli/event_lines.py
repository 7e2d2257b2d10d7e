"""Each event of a run as one line for people, and how much it matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from reode.cli.amounts import count, money, tests
from reode.cli.progress import STEPS
from reode.cli.terminal import BAD, FAINT, GOOD, PLACE, STRONG, WARN, Line

Data = Mapping[str, Any]


class Weight(IntEnum):
    """How much a reader needs an event; a view shows all up to its own weight."""

    ALWAYS = 0
    USUAL = 1
    DETAIL = 2


def weight(kind: str) -> Weight:
    """Return how much an event of that kind matters; unknown kinds are details."""
    return _WEIGHTS.get(kind, Weight.DETAIL)


def event_line(kind: str, data: Data) -> Line:
    """Return an event as a line without its time; an unknown kind shows its name and data."""
    text = _TEXTS.get(kind)
    try:
        return text(data) if text else (kind, f" {dict(data)}")
    except (KeyError, TypeError, ValueError, AttributeError):
        return (kind, f" {data}")


def _run_started(data: Data) -> Line:
    level = "" if data["release"] == data["target"] else f" (class files for {data['release']})"
    again = "goes on: " if data["resumed"] else ""
    return (
        (again, WARN),
        (f"{data['source']} → Java {data['target']}{level}", STRONG),
        (f" · JDK {data['jdk']} · {data['build_tool']}", FAINT),
    )


def _node_started(data: Data) -> Line:
    return ((f"{_step(data)} …", FAINT),)


def _node_finished(data: Data) -> Line:
    summary = f": {data['summary']}" if data["summary"] else ""
    return ((_step(data), FAINT), summary, (f" · {data['seconds']:.1f} s", FAINT))


def _step(data: Data) -> str:
    return f"{STEPS.get(data['node'], data['node'])} (round {data['iteration']})"


def _build_started(data: Data) -> Line:
    return (
        f"{data['purpose']}: mvn {data['goals']} on JDK {data['jdk']}",
        (f" · {data['log']}", FAINT),
    )


def _build_progress(data: Data) -> Line:
    return ((f"mvn {data['goal']} @ {data['module']}", FAINT),)


def _build_finished(data: Data) -> Line:
    if data.get("purpose") == "recipes":
        return _recipes_finished(data)
    ran = f": {tests(data['tests'])}" if data["tests"] else ""
    where = f"{data['purpose']} on JDK {data['jdk']}: " if data.get("purpose") else ""
    if data["ok"] and not data["errors"]:
        what: Line = (("build passed", GOOD), ran)
    elif data["ok"]:
        what = (("build passed", WARN), f" with {count(data['errors'], 'problem')}{ran}")
    else:
        what = (("build failed", BAD), f" in {data['phase']}: {count(data['errors'], 'error')}")
    return ((where, FAINT), *what, (f" · {data['seconds']:.0f} s", FAINT))


def _recipes_finished(data: Data) -> Line:
    """Say that OpenRewrite ran; it builds and tests nothing."""
    word, style = ("ran", GOOD) if data["ok"] else ("failed", BAD)
    where = f" on JDK {data['jdk']} · {data['seconds']:.0f} s"
    return ("recipes ", (word, style), (where, FAINT))


def _fix_applied(data: Data) -> Line:
    files = data["files"]
    where = files[0] if len(files) == 1 else count(len(files), "file")
    return (
        ("fixed by ", GOOD),
        (data["by"], STRONG),
        f": {data['reason']}",
        (f" · {where}, {count(data['lines'], 'line')} · {data['commit'][:10]}", FAINT),
    )


def _fix_refused(data: Data) -> Line:
    return (("refused", WARN), f" an edit of {data['by']}: {data['why']}")


def _change_tried(data: Data) -> Line:
    what = ("left out ", GOOD) if data["dropped"] else ("needed ", FAINT)
    return (
        what,
        (data["by"], STRONG),
        f": {data['reason']}",
        (f" · {count(data['lines'], 'line')} · {data['why']}", FAINT),
    )


def _route_chosen(data: Data) -> Line:
    return (("next: ", FAINT), f"{STEPS.get(data['route'], data['route'])}: {data['reason']}")


def _model_called(data: Data) -> Line:
    said = "answered" if data["call_ok"] else "did not answer"
    said += " from file" if data.get("from_file") else ""
    said += f" ({data['error']})" if data.get("error") else ""
    tokens = f"{data['input_tokens']} tokens in, {data['output_tokens']} out"
    return (
        f"{data['model']} (tier {data['tier'] + 1}) {said}",
        (f" · {tokens} · {money(data['cost'])} · {data['seconds']:.0f} s", FAINT),
    )


def _limit_warning(data: Data) -> Line:
    name = str(data["limit"]).replace("_", " ")
    return (("nearly used up", WARN), f": {name}, {data['used']:g} of {data['allowed']:g}")


#: How the answer of a gate looks.
STATUS_STYLES = {"passed": GOOD, "failed": BAD, "unknown": WARN, "not-applicable": FAINT}


def _gate_judged(data: Data) -> Line:
    status = str(data["status"])
    return (
        f"gate {data['gate']}: ",
        (status.replace("-", " "), STATUS_STYLES.get(status, "")),
        f", {data['detail']}" if data["detail"] else "",
    )


def _note(data: Data) -> Line:
    return (("note: ", WARN), str(data["text"]))


#: How a verdict looks.
VERDICT_STYLES = {"migrated": GOOD, "migrated_unproven": WARN, "partial": WARN, "gave_up": BAD}


def _run_finished(data: Data) -> Line:
    return (
        (data["verdict"], VERDICT_STYLES.get(data["verdict"], STRONG)),
        (f" ({data['reason']})", PLACE),
        f": {data['detail']}",
    )


_TEXTS: dict[str, Callable[[Data], Line]] = {
    "run-started": _run_started,
    "node-started": _node_started,
    "node-finished": _node_finished,
    "build-started": _build_started,
    "build-progress": _build_progress,
    "build-finished": _build_finished,
    "fix-applied": _fix_applied,
    "fix-refused": _fix_refused,
    "change-tried": _change_tried,
    "route-chosen": _route_chosen,
    "model-called": _model_called,
    "limit-warning": _limit_warning,
    "gate-judged": _gate_judged,
    "note": _note,
    "run-finished": _run_finished,
}

_WEIGHTS = {
    "note": Weight.ALWAYS,
    "limit-warning": Weight.ALWAYS,
    "run-started": Weight.USUAL,
    "build-started": Weight.USUAL,
    "build-finished": Weight.USUAL,
    "fix-applied": Weight.USUAL,
    "fix-refused": Weight.USUAL,
    "change-tried": Weight.USUAL,
    "route-chosen": Weight.USUAL,
    "model-called": Weight.USUAL,
    "gate-judged": Weight.USUAL,
    "run-finished": Weight.USUAL,
}
