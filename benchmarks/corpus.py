"""Migrate real repositories one after another, append a row per run and tabulate the rows.

Usage:
  python benchmarks/corpus.py run CORPUS.jsonl RESULTS.jsonl [--to 17 --to 25] [--limit N]
                                  [--timeout SECONDS] [--again VERDICT] [--test-java DIR]
  python benchmarks/corpus.py resolve CORPUS.jsonl RESULTS.jsonl
  python benchmarks/corpus.py summary RESULTS.jsonl
  python benchmarks/corpus.py page RESULTS.jsonl NOTES.md [--first FIRST.jsonl]
                                   [--openrewrite OTHER.jsonl] > docs/bench/real-repositories.md

A line of the corpus is `{"name": "owner/name", "sha": "<commit>", "path": "<folder or URL>"}`. A
pair of repository and target that has a row is skipped, so a bench that was stopped goes on where
it was; `--again VERDICT` runs the pairs of that verdict once more, and the newest row counts.
`resolve` asks Maven to resolve each untouched repository and records what is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus_rows import failure_row, run_row
from corpus_table import UNRESOLVED, page, summary

from reode.build.parse import parse_log
from reode.project.view import ProjectView

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
#: Goals that fetch what a build needs and run none of the repository's own plugins.
_RESOLVE = (f"{_PLUGIN}:resolve", f"{_PLUGIN}:resolve-plugins", "-DexcludeReactor=true")


@dataclass(frozen=True)
class Repository:
    """A repository of the corpus; `path` is a folder at the commit, or a URL."""

    name: str
    sha: str
    path: str


def read_corpus(path: Path) -> list[Repository]:
    """Return the repositories of a corpus file, in its order."""
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [Repository(one["name"], one["sha"], one["path"]) for one in lines]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the newest row of every (repository, target), in the order of first appearance."""
    newest: dict[tuple[str, Any], dict[str, Any]] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            newest[row["name"], row["target"]] = row
    return list(newest.values())


def append(path: Path, row: dict[str, Any]) -> None:
    """Add one row; a row is one line, written at once."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row, sort_keys=True) + "\n")


def pending(
    corpus: Iterable[Repository], targets: Iterable[int], rows: list[dict[str, Any]], again: str
) -> Iterator[tuple[Repository, int]]:
    """Yield the pairs without a row, or whose newest row has the verdict `again`."""
    known = {(row["name"], row["target"]): row["verdict"] for row in rows if row["target"]}
    wanted = list(targets)
    for repository in corpus:
        for target in wanted:
            verdict = known.get((repository.name, target))
            if verdict is None or verdict == again:
                yield repository, target


def migrate(
    repository: Repository, target: int, *, timeout: int, home: Path, test_java: str
) -> dict[str, Any]:
    """Run one migration in a process of its own and return its row."""
    started = time.monotonic()
    argv = [sys.executable, "-m", "reode", "migrate", repository.path, "--to", str(target)]
    argv += ["--no-llm", "--json", "--quiet", "--timeout", str(timeout)]
    argv += ["--test-java", test_java] if test_java else []
    environment = {**os.environ, "REODE_HOME": str(home)}
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
    head = {"name": repository.name, "sha": repository.sha, "target": target}
    seconds = round(time.monotonic() - started)
    try:
        record = json.loads(done.stdout)["data"]
        return head | run_row(record, home / "runs" / record["run_id"], done.returncode, seconds)
    except (ValueError, KeyError, TypeError):
        return head | failure_row(done.returncode, done.stdout + done.stderr, seconds)


def resolve(repository: Repository) -> dict[str, Any]:
    """Let Maven resolve one untouched repository; return a row with what is missing."""
    argv = ["mvn", "-B", "-fn", "-Dstyle.color=never", *_RESOLVE]
    done = subprocess.run(argv, cwd=repository.path, capture_output=True, text=True, check=False)
    root = Path(repository.path)
    own = {f"{one.group}:{one.artifact}" for one in ProjectView.at(root).reactor.modules}
    missing = sorted(
        f"{one.kind} {one.evidence.get('artifact', '')}".strip()
        for one in parse_log(done.stdout, root)
        if one.kind in UNRESOLVED and not _names_any(one.evidence.get("artifact", ""), own)
    )
    head = {"name": repository.name, "sha": repository.sha, "target": 0}
    return head | {"verdict": "missing" if missing else "resolvable", "missing": missing}


def _names_any(artifact: str, own: set[str]) -> bool:
    return ":".join(artifact.split(":")[:2]) in own


def _run(arguments: argparse.Namespace) -> None:
    corpus = read_corpus(arguments.corpus)
    rows = read_rows(arguments.results)
    todo = list(pending(corpus, arguments.to or [17, 25], rows, arguments.again))
    home = Path(os.environ.get("REODE_HOME", "")).absolute()
    for repository, target in todo[: arguments.limit]:
        row = migrate(
            repository,
            target,
            timeout=arguments.timeout,
            home=home,
            test_java=arguments.test_java,
        )
        append(arguments.results, row)
        print(f"{row['name']} {target}: {row['verdict']} ({row['reason']}), {row['seconds']} s")
    if not todo:
        print("every pair has a row")
        sys.exit(3)


def _resolve(arguments: argparse.Namespace) -> None:
    known = {row["name"] for row in read_rows(arguments.results) if row["target"] == 0}
    for repository in read_corpus(arguments.corpus):
        if repository.name not in known:
            row = resolve(repository)
            append(arguments.results, row)
            print(f"{row['name']}: {row['verdict']} {', '.join(row['missing'])}")


def _summary(arguments: argparse.Namespace) -> None:
    print(summary(read_rows(arguments.results)))


def _page(arguments: argparse.Namespace) -> None:
    notes = arguments.notes.read_text(encoding="utf-8")
    first = read_rows(arguments.first) if arguments.first else []
    other = read_rows(arguments.openrewrite) if arguments.openrewrite else []
    print(page(read_rows(arguments.results), notes, first, other), end="")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run")
    run.add_argument("corpus", type=Path)
    run.add_argument("results", type=Path)
    run.add_argument("--to", type=int, action="append")
    run.add_argument("--limit", type=int)
    run.add_argument("--timeout", type=int, default=400)
    run.add_argument("--again", default="")
    run.add_argument("--test-java", default="", help="a Java runtime of the very target")
    run.set_defaults(command=_run)
    fetch = commands.add_parser("resolve")
    fetch.add_argument("corpus", type=Path)
    fetch.add_argument("results", type=Path)
    fetch.set_defaults(command=_resolve)
    table = commands.add_parser("summary")
    table.add_argument("results", type=Path)
    table.set_defaults(command=_summary)
    whole = commands.add_parser("page")
    whole.add_argument("results", type=Path)
    whole.add_argument("notes", type=Path)
    whole.add_argument("--first", type=Path)
    whole.add_argument("--openrewrite", type=Path)
    whole.set_defaults(command=_page)
    return parser


if __name__ == "__main__":
    chosen = _parser().parse_args()
    chosen.command(chosen)
