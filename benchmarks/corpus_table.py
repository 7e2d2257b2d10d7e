"""Turn the rows of a bench over real repositories into a Markdown page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Row = dict[str, Any]

#: Kinds that say that the untouched repository itself cannot be resolved.
UNRESOLVED = frozenset(
    {
        "parent-missing",
        "plugin-unresolved",
        "dependency-unresolved",
        "transfer-failed",
        "dependency-system-path",
        "http-blocked",
        "pom-unreadable",
    }
)
_HEAD = """\
<!-- Made by `python benchmarks/corpus.py page`; do not edit. -->
# Real repositories

Public repositories at the commits named below, migrated by `reode migrate --to N --no-llm`: no key,
no model, rules only. A repository is *resolvable* if, untouched, its dependencies and plugins are
found, as a check of its own or its own build tells. `migrated` means that every gate passed, also against a
baseline; `migrated_unproven` that nothing failed but something could not be shown, most often that
nothing built before or that there are no tests. *Passed* counts both.
"""
_BESIDE = """\
`UpgradeToJavaN` of rewrite-migrate-java, run by its Maven plugin on the target's JDK on fresh clones
of the same commits, and judged by the same `reode verify` against the same baselines; made by
`benchmarks/openrewrite.py`. What it leaves right with a library that can't read the level, as what
REODE leaves, counts as `migrated_unproven`.
"""
_GOOD = ("migrated", "migrated_unproven")
_VERDICTS = (*_GOOD, "partial", "gave_up", "refused", "crashed")


def page(
    rows: Iterable[Row], notes: str, first: Iterable[Row] = (), other: Iterable[Row] = ()
) -> str:
    """Return the whole page: its head, a person's notes, the figures and the tables.

    `first` are the rows of the first contact, before any of them was looked at; `other` are
    OpenRewrite's rows for the same pairs.
    """
    listed = list(rows)
    checks = [row for row in listed if not row["target"]]
    missing = [row for row in checks if row["verdict"] == "missing"]
    names = {row["name"] for row in listed if row["target"]}
    resolution = [
        "## What resolves",
        "",
        f"{len(checks)} repositories checked, {len(missing)} miss something; {len(names)} were run.",
        "",
        *(f"- {row['name']}: {', '.join(row['missing'])[:160]}" for row in missing),
    ]
    parts = [_HEAD.rstrip(), notes.strip(), *_first_contact(list(first), checks), summary(listed)]
    against = list(other)
    if against:
        parts += ["## Beside OpenRewrite", _BESIDE.strip(), comparison(listed, against)]
    return "\n\n".join([*parts, "\n".join(resolution)]) + "\n"


def _first_contact(rows: list[Row], checks: list[Row]) -> Iterator[str]:
    """Give the shares of the first run of each pair, by the target."""
    if not rows:
        return
    checked = {row["name"]: row["verdict"] for row in checks}
    runs = [row | {"resolve": checked.get(row["name"])} for row in rows if row["target"]]
    can = [row for row in runs if is_resolvable(row)]
    lines = [
        "## First contact",
        "",
        "Every pair once, before a failure of it had been looked at:",
        "",
    ]
    for target in sorted({row["target"] for row in can}):
        mine = [row for row in can if row["target"] == target]
        good = [row for row in mine if row["verdict"] in _GOOD]
        share = _percent(len(good), len(mine))
        lines.append(f"- Java {target}: {len(good)} of {len(mine)} resolvable pass ({share})")
    commits = ", ".join(sorted({row.get("reode", "") for row in runs} - {""}))
    yield "\n".join([*lines, "", f"Commit of REODE: {commits}."])


def summary(rows: Iterable[Row]) -> str:
    """Return figures per target, then one table row per repository and target."""
    listed = list(rows)
    checked = {row["name"]: row["verdict"] for row in listed if not row["target"]}
    runs = [row | {"resolve": checked.get(row["name"])} for row in listed if row["target"]]
    targets = sorted({row["target"] for row in runs})
    parts = [_figures([row for row in runs if row["target"] == one], one) for one in targets]
    return "\n\n".join([*parts, _table(runs)])


def is_resolvable(row: Row) -> bool:
    """True where the untouched repository found its dependencies and plugins.

    The check made before the runs decides; where it missed something, or was not made, what the
    repository's own build complained of: some artifacts that are missing no build asks for.
    """
    if row.get("resolve") == "resolvable":
        return True
    return "baseline_kinds" in row and not UNRESOLVED & set(row["baseline_kinds"])


def _figures(rows: list[Row], target: int) -> str:
    can = [row for row in rows if is_resolvable(row)]
    without = [row for row in can if not _tests(row)]
    good = [row for row in can if row["verdict"] in _GOOD]
    lines = [
        f"### Java {target}: {len(rows)} repositories, {len(can)} resolvable",
        "",
        f"- resolvable that pass: {len(good)} of {len(can)} ({_percent(len(good), len(can))})",
        f"- of these with tests that ran: {sum(1 for row in good if _tests(row))}",
        f"- resolvable without a test that ran: {len(without)}",
    ]
    counts = Counter(row["verdict"] for row in can)
    lines += [f"- {verdict}: {counts[verdict]}" for verdict in _VERDICTS if counts[verdict]]
    built = [row for row in can if row.get("baseline_jdk")]
    broken = [row["name"] for row in built if row["verdict"] not in _GOOD]
    lines.append(f"- built before: {len(built)}; of these not passing after: {len(broken)}")
    lines.append(f"- changed lines, median of those that pass: {_median(good, 'changed_lines')}")
    lines.append(f"- Maven runs after the baseline, median: {_median(good, 'maven_runs')}")
    lines.append(f"- seconds, median: {_median(rows, 'seconds')}")
    return "\n".join(lines)


def _table(rows: list[Row]) -> str:
    head = (
        "| repository | commit | to | resolvable | verdict | reason | built before | tests"
        " | Maven runs | s | files | lines | in the way |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    )
    ordered = sorted(rows, key=lambda row: (row["name"].lower(), row["target"]))
    return "\n".join([head, *(_line(row) for row in ordered)])


def _line(row: Row) -> str:
    before = f"JDK {row['baseline_jdk']}" if row.get("baseline_jdk") else "no"
    cells = [
        row["name"],
        row["sha"][:10],
        row["target"],
        "yes" if is_resolvable(row) else "no",
        row["verdict"],
        row["reason"],
        before,
        _tests(row),
        row.get("maven_runs", ""),
        row["seconds"],
        row.get("changed_files", ""),
        row.get("changed_lines", ""),
        _in_the_way(row),
    ]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _in_the_way(row: Row) -> str:
    """Say in one cell what stopped a run that did not pass."""
    if row["verdict"] in _GOOD:
        return ""
    gates = [f"gate {gate['id']}: {gate['detail']}" for gate in row.get("failed_gates", ())]
    reasons = row.get("blocking") or gates or [row.get("detail", "")]
    return " ".join(reasons[0].split()).replace("|", "\\|")[:160]


def _tests(row: Row) -> int:
    tally = row.get("tests_after") or row.get("tests_before") or {}
    return int(tally.get("total", 0))


def _median(rows: list[Row], name: str) -> str:
    values = sorted(row.get(name, 0) for row in rows)
    return str(values[len(values) // 2]) if values else "-"


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def comparison(own: Iterable[Row], other: Iterable[Row]) -> str:
    """Return REODE beside OpenRewrite: shares, changed lines, then a row per pair.

    Only resolvable repositories that both have a row for count; lines are compared over all of
    them, and over those that both brought to a pass.
    """
    listed = list(own)
    checked = {row["name"]: row["verdict"] for row in listed if not row["target"]}
    theirs = {(row["name"], row["target"]): row for row in other}
    pairs = [
        (row, theirs[row["name"], row["target"]])
        for row in listed
        if (row["name"], row["target"]) in theirs
        and is_resolvable(row | {"resolve": checked.get(row["name"])})
    ]
    targets = sorted({row["target"] for row, _ in pairs})
    parts = [_sides([p for p in pairs if p[0]["target"] == one], one) for one in targets]
    head = (
        "| repository | to | REODE | lines | OpenRewrite | lines | recipe | what failed there |\n"
        "|---|---|---|---|---|---|---|---|"
    )
    pairs.sort(key=lambda pair: (pair[0]["name"].lower(), pair[0]["target"]))
    return "\n\n".join([*parts, "\n".join([head, *(_side_line(a, b) for a, b in pairs)])])


def _sides(pairs: list[tuple[Row, Row]], target: int) -> str:
    a = [one for one, _ in pairs if one["verdict"] in _GOOD]
    b = [two for _, two in pairs if two["verdict"] in _GOOD]
    ahead = (len(a) - len(b)) / len(pairs)
    both = [(x, y) for x, y in pairs if x["verdict"] in _GOOD and y["verdict"] in _GOOD]
    only = [y["name"] for x, y in pairs if y["verdict"] in _GOOD and x["verdict"] not in _GOOD]
    shares = f"REODE passes {len(a)} ({_percent(len(a), len(pairs))})"
    shares += f", OpenRewrite {len(b)} ({_percent(len(b), len(pairs))}): {ahead * 100:+.0f} points"
    return "\n".join(
        [
            f"### Java {target}: {len(pairs)} resolvable repositories, both tools",
            "",
            f"- {shares}",
            f"- changed lines, all: {_ratio(pairs)}",
            f"- changed lines where both pass ({len(both)}): {_ratio(both)}",
            f"- passed by OpenRewrite alone: {', '.join(only) or 'none'}",
        ]
    )


def _ratio(pairs: list[tuple[Row, Row]]) -> str:
    ours = sum(one.get("changed_lines", 0) for one, _ in pairs)
    theirs = sum(two.get("changed_lines", 0) for _, two in pairs)
    return f"REODE {ours}, OpenRewrite {theirs} ({_percent(ours, theirs)})"


def _side_line(own: Row, other: Row) -> str:
    gates = ", ".join(gate["id"] for gate in other.get("failed_gates", ()))
    cells = [own["name"], own["target"], own["verdict"], own.get("changed_lines", "")]
    cells += [other["verdict"], other["changed_lines"], other["recipe"][:80], gates]
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
