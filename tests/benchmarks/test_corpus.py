"""The bench over real repositories: what is run again, what counts and what the page says."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def _row(name: str, target: int, verdict: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "sha": "0" * 40, "target": target, "verdict": verdict} | more


def test_a_stopped_bench_goes_on_where_it_was(tmp_path: Path) -> None:
    corpus = sys.modules.get("corpus") or __import__("corpus")
    results = tmp_path / "results.jsonl"
    repositories = [corpus.Repository(name, "0" * 40, name) for name in ("a/a", "b/b")]
    corpus.append(results, _row("a/a", 17, "gave_up"))
    corpus.append(results, _row("a/a", 0, "resolvable"))

    todo = list(corpus.pending(repositories, [17, 25], corpus.read_rows(results), ""))

    assert [(one.name, target) for one, target in todo] == [("a/a", 25), ("b/b", 17), ("b/b", 25)]


def test_the_newest_row_counts_and_a_verdict_can_be_run_again(tmp_path: Path) -> None:
    corpus = sys.modules.get("corpus") or __import__("corpus")
    results = tmp_path / "results.jsonl"
    corpus.append(results, _row("a/a", 17, "gave_up"))
    repository = corpus.Repository("a/a", "0" * 40, "a/a")

    assert list(corpus.pending([repository], [17], corpus.read_rows(results), "gave_up"))
    corpus.append(results, _row("a/a", 17, "migrated"))
    assert not list(corpus.pending([repository], [17], corpus.read_rows(results), "gave_up"))


def test_the_share_counts_resolvable_repositories_only() -> None:
    table = sys.modules.get("corpus_table") or __import__("corpus_table")
    tests = {"tests_after": {"total": 3}, "reason": "-", "seconds": 9, "baseline_kinds": []}
    rows = [
        _row("a/a", 17, "migrated", baseline_jdk=17, **tests),
        _row("b/b", 17, "gave_up", **tests),
        _row("c/c", 17, "gave_up", **(tests | {"baseline_kinds": ["parent-missing"]})),
        _row("d/d", 17, "gave_up", **(tests | {"baseline_kinds": ["transfer-failed"]})),
        _row("d/d", 0, "missing", missing=["transfer-failed g:a"]),
    ]

    page = table.page(rows, "Notes.")

    assert "Java 17: 4 repositories, 2 resolvable" in page
    assert "resolvable that pass: 1 of 2 (50%)" in page
    assert "built before: 1; of these not passing after: 0" in page
    assert "- d/d: transfer-failed g:a" in page


def test_a_run_that_left_no_record_is_refused_or_crashed() -> None:
    rows = sys.modules.get("corpus_rows") or __import__("corpus_rows")

    assert rows.failure_row(3, "no pom.xml", 1)["verdict"] == "refused"
    assert rows.failure_row(1, json.dumps({}) + "Traceback (most recent", 1)["verdict"] == "crashed"


def test_the_comparison_counts_pairs_that_both_tools_have() -> None:
    table = sys.modules.get("corpus_table") or __import__("corpus_table")
    row = {"reason": "-", "seconds": 9, "baseline_kinds": []}
    own = [
        _row("a/a", 17, "migrated", changed_lines=4, **row),
        _row("b/b", 17, "migrated_unproven", changed_lines=6, **row),
        _row(
            "c/c", 17, "gave_up", changed_lines=0, **(row | {"baseline_kinds": ["parent-missing"]})
        ),
        _row("d/d", 17, "migrated", changed_lines=9, **row),
    ]
    other = [
        _row("a/a", 17, "migrated", changed_lines=20, recipe="ran"),
        _row("b/b", 17, "failed", changed_lines=30, recipe="ran", failed_gates=[{"id": "level"}]),
        _row("c/c", 17, "failed", changed_lines=7, recipe="ran"),
    ]

    text = table.comparison(own, other)

    assert "2 resolvable repositories, both tools" in text
    assert "REODE passes 2 (100%), OpenRewrite 1 (50%): +50 points" in text
    assert "changed lines, all: REODE 10, OpenRewrite 50 (20%)" in text
    assert "where both pass (1): REODE 4, OpenRewrite 20 (20%)" in text
    assert "| b/b | 17 | migrated_unproven | 6 | failed | 30 | ran | level |" in text


def test_the_page_tells_the_first_contact_apart() -> None:
    table = sys.modules.get("corpus_table") or __import__("corpus_table")
    row = {"reason": "-", "seconds": 9, "baseline_kinds": [], "reode": "abc"}
    first = [_row("a/a", 17, "gave_up", **row), _row("b/b", 17, "migrated", **row)]
    now = [_row("a/a", 17, "migrated", **row), _row("b/b", 17, "migrated", **row)]

    page = table.page(now, "Notes.", first)

    assert "Java 17: 1 of 2 resolvable pass (50%)" in page
    assert "resolvable that pass: 2 of 2 (100%)" in page
