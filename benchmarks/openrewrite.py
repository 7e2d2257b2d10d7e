"""Migrate the same repositories with OpenRewrite and let `reode verify` judge the trees.

Usage:
  python benchmarks/openrewrite.py run CORPUS.jsonl REODE_RESULTS.jsonl RESULTS.jsonl
                                       [--to 17 --to 25] [--limit N] [--timeout SECONDS]
  python benchmarks/openrewrite.py table REODE_RESULTS.jsonl RESULTS.jsonl

For comparison only: `UpgradeToJavaN` of rewrite-migrate-java is source-available, and nothing that
REODE ships or runs by default touches it. Each pair of repository and target that REODE has a row
for is cloned afresh, the recipe runs on the JDK of the target (`runNoFork`; where that fails, once
more behind `process-test-classes`, which lets the modules of a reactor find each other), and the
result is judged against the very baseline that judged REODE's own result.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from corpus import Repository, append, pending, read_corpus, read_rows
from corpus_table import comparison

from reode.build.jdk import choose_jdk, find_jdks
from reode.facts.target import Target

_PLUGIN = "org.openrewrite.maven:rewrite-maven-plugin:6.46.1"
_RECIPES = "org.openrewrite.recipe:rewrite-migrate-java:3.42.1"
_GOAL = f"{_PLUGIN}:runNoFork"
#: What a judged tree is called where nothing failed.
_VERDICTS = {"passed": "migrated", "passed_unproven": "migrated_unproven", "failed": "failed"}


def main() -> None:
    """Run the command that the arguments name."""
    chosen = _parser().parse_args()
    chosen.command(chosen)


def migrate(
    repository: Repository, target: int, own: dict[str, Any], timeout: int
) -> dict[str, Any]:
    """Run the recipe on a fresh clone, judge the tree, and return its row.

    `own` is the row of REODE for the same pair: its run holds the baseline.
    """
    started = time.monotonic()
    jdk = choose_jdk(find_jdks(), Target(target, target))
    with tempfile.TemporaryDirectory(prefix="openrewrite-") as folder:
        tree = Path(folder) / "tree"
        _git(Path(folder), "clone", "--quiet", "--no-hardlinks", repository.path, str(tree))
        _git(tree, "checkout", "--quiet", repository.sha)
        ended = _rewrite(tree, target, str(jdk.home), timeout)
        files, lines = _changes(tree)
        seconds = round(time.monotonic() - started)
        judged = _verify(repository, tree, target, own, Path(folder))
    row = {"name": repository.name, "sha": repository.sha, "target": target, "recipe": ended}
    row |= {"changed_files": files, "changed_lines": lines, "seconds": seconds}
    return row | judged


def _rewrite(tree: Path, target: int, java_home: str, timeout: int) -> str:
    """Run the recipe; return "ran", "ran after compiling" or why it did not."""
    last = ""
    for goals, word in (
        ((_GOAL,), "ran"),
        (("process-test-classes", _GOAL), "ran after compiling"),
    ):
        argv = ["mvn", "-B", "-Dstyle.color=never", "-Denforcer.skip=true", *goals]
        argv += [f"-Drewrite.recipeArtifactCoordinates={_RECIPES}"]
        argv += [f"-Drewrite.activeRecipes=org.openrewrite.java.migrate.UpgradeToJava{target}"]
        environment = {**os.environ, "JAVA_HOME": java_home}
        try:
            done = subprocess.run(
                argv,
                cwd=tree,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=timeout,
            )
        except subprocess.TimeoutExpired:
            return f"stopped after {timeout} s"
        if done.returncode == 0:
            return word
        errors = [line for line in done.stdout.splitlines() if line.startswith("[ERROR]")]
        last = errors[0][:300] if errors else f"exit {done.returncode}"
    return last


def _changes(tree: Path) -> tuple[int, int]:
    """Return how many files and lines (added and removed) differ from the commit."""
    _git(tree, "add", "--all", "--intent-to-add", ".")
    rows = _git(tree, "diff", "--numstat", "--no-renames").splitlines()
    counts = [row.split("\t")[:2] for row in rows]
    return len(rows), sum(int(n) for pair in counts for n in pair if n.isdigit())


def _verify(
    repository: Repository, tree: Path, target: int, own: dict[str, Any], folder: Path
) -> dict[str, Any]:
    """Return verdict, failed gates and tests of a tree as `reode verify` sees them."""
    baseline = folder / "baseline.json"
    baseline.write_text(_baseline(own), encoding="utf-8")
    argv = [sys.executable, "-m", "reode", "verify", "--base", repository.path]
    argv += ["--migrated", str(tree), "--to", str(target), "--json", "--baseline", str(baseline)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)["data"]
    except (ValueError, KeyError):
        return {"verdict": "crashed", "detail": (done.stdout + done.stderr)[-400:]}
    failed = [gate for gate in answer["gates"] if gate["status"] == "failed"]
    return {
        "verdict": _VERDICTS[answer["answer"]],
        "failed_gates": [{"id": one["id"], "detail": one["detail"][:200]} for one in failed],
        "tests_after": answer["tests"]["after"],
    }


def _baseline(own: dict[str, Any]) -> str:
    """Return the stored baseline of REODE's run as JSON, `null` where nothing built."""
    folder = Path(os.environ["REODE_HOME"]).absolute() / "runs" / own["run"]
    record = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    stored = record.get("baseline")
    return "null" if not stored else (folder / "objects" / stored["object"]).read_text("utf-8")


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, text=True, check=True, errors="replace"
    )
    return done.stdout


def _run(arguments: argparse.Namespace) -> None:
    own = {(row["name"], row["target"]): row for row in read_rows(arguments.reode)}
    rows = read_rows(arguments.results)
    todo = list(pending(read_corpus(arguments.corpus), arguments.to or [17, 25], rows, ""))
    ready = [pair for pair in todo if own.get((pair[0].name, pair[1]), {}).get("run")]
    for repository, target in ready[: arguments.limit]:
        row = migrate(repository, target, own[repository.name, target], arguments.timeout)
        append(arguments.results, row)
        print(f"{row['name']} {target}: {row['verdict']}, {row['recipe']}, {row['seconds']} s")
    if not ready:
        print("every pair that REODE has a row for has a row")
        sys.exit(3)


def _table(arguments: argparse.Namespace) -> None:
    print(comparison(read_rows(arguments.reode), read_rows(arguments.results)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run")
    run.add_argument("corpus", type=Path)
    run.add_argument("reode", type=Path)
    run.add_argument("results", type=Path)
    run.add_argument("--to", type=int, action="append")
    run.add_argument("--limit", type=int)
    run.add_argument("--timeout", type=int, default=300)
    run.set_defaults(command=_run)
    table = commands.add_parser("table")
    table.add_argument("reode", type=Path)
    table.add_argument("results", type=Path)
    table.set_defaults(command=_table)
    return parser


if __name__ == "__main__":
    main()
