"""J08: killed at any point, a run goes on from its last finished node and reaches the same tree."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reode.errors import RunBusyError, RunStateError
from reode.facts.record import RunStatus
from reode.project.git import Git
from reode.run.store import RunStore, StoredRun
from tests.graph.world import FAULTS, POM
from tests.run.harness import SPARE, START, run_quietly

NODES = ("explore", "deterministic_fix", "validate", "measure", "route", "llm_fix", "finish")
#: Nodes that the run visits more than once; the others are visited once.
REPEATED = ("deterministic_fix", "validate", "measure", "route")
POINTS = [(node, when, 1) for node in NODES for when in ("start", "end")]
POINTS += [(node, when, 2) for node in REPEATED for when in ("start", "end")]
POINTS += [(node, "middle", 1) for node in ("explore", "validate", "llm_fix")]


def _repository(folder: Path) -> Path:
    folder.mkdir()
    (folder / "pom.xml").write_text(POM)
    (folder / FAULTS).parent.mkdir(parents=True)
    (folder / FAULTS).write_text(START)
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@localhost", *command],
            cwd=folder,
            check=True,
        )
    return folder


#: Children are forked from a server that has imported everything: a start costs milliseconds.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.run.harness"])


@dataclass(frozen=True)
class Ended:
    returncode: int | None
    stderr: str


def _run(*arguments: str) -> Ended:
    with tempfile.NamedTemporaryFile("r", suffix=".txt") as errors:
        child = PROCESSES.Process(target=run_quietly, args=(errors.name, list(arguments)))
        child.start()
        child.join(120)
        return Ended(child.exitcode, errors.read())


def _finished(home: Path) -> tuple[StoredRun, dict[str, Any]]:
    run = RunStore(home).find("latest")
    record = run.record()
    assert record is not None
    return run, record


@pytest.fixture(scope="module")
def unharmed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("unharmed")
    repository = _repository(folder / "user")
    done = _run("start", str(folder / "home"), str(repository))
    assert done.returncode == 0, done.stderr
    _, record = _finished(folder / "home")
    assert record["verdict"] == "migrated"
    return {"record": record, "tree": _tree(repository, record)}


def _tree(repository: Path, record: dict[str, Any]) -> str:
    return Git(repository).text("rev-parse", f"{record['head_commit']}^{{tree}}")


@pytest.mark.parametrize(
    ("node", "when", "count"), POINTS, ids=["-".join(map(str, p)) for p in POINTS]
)
def test_j08_killed_and_resumed_reaches_the_same_tree(
    tmp_path: Path, unharmed: dict[str, Any], node: str, when: str, count: int
) -> None:
    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    killed = _run("start", str(home), str(repository), node, when, str(count))
    assert killed.returncode == -9, killed.stderr
    run = RunStore(home).find("latest")
    assert run.status() is RunStatus.INTERRUPTED
    resumed = _run("resume", str(home), str(repository))
    assert resumed.returncode == 0, resumed.stderr
    _, record = _finished(home)
    assert _tree(repository, record) == unharmed["tree"]
    expected = unharmed["record"]
    for key in ("verdict", "maven_runs", "llm_calls", "tokens", "iterations", "changed_lines"):
        assert record[key] == expected[key], key
    assert [t["id"] for t in record["transforms"]] == [t["id"] for t in expected["transforms"]]
    assert len(record["transforms"]) == len(
        Git(repository).text("rev-list", f"{record['base_commit']}..{record['branch']}").split()
    )


@pytest.fixture(scope="module")
def unharmed_small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("unharmed-small")
    repository = _repository(folder / "user")
    done = _run("minimise", str(folder / "home"), str(repository))
    assert done.returncode == 0, done.stderr
    _, record = _finished(folder / "home")
    return {"record": record, "tree": _tree(repository, record)}


def test_j06_the_record_and_the_branch_are_those_of_the_smaller_result(
    tmp_path: Path, unharmed: dict[str, Any]
) -> None:
    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    assert _run("minimise", str(home), str(repository)).returncode == 0
    _, record = _finished(home)
    larger = unharmed["record"]
    git = Git(repository)
    assert record["head_commit"] == git.text("rev-parse", record["branch"])
    base, head = record["base_commit"], record["head_commit"]
    assert SPARE in larger["diff"]
    assert SPARE not in git.text("diff", "--name-only", base, head).split()
    assert SPARE not in record["diff"]
    assert record["changed_lines"] == larger["changed_lines"] - 1
    assert record["changed_files"] == larger["changed_files"] - 1
    by = [t["by"] for t in record["transforms"]]
    assert [t["by"] for t in larger["transforms"]] == ["rule:write_spare", *by]
    commits = git.text("rev-list", "--reverse", f"{base}..{head}").split()
    assert [t["commit"] for t in record["transforms"]] == commits
    for transform in record["transforms"]:
        message = git.text("log", "-1", "--format=%B", transform["commit"])
        assert "Reode-Run: " in message
        assert (transform["lines"], len(transform["files"])) == (1, 1)
    tried = {one["by"]: one["dropped"] for one in record["minimised"]["tried"]}
    assert tried == {"rule:write_spare": True, **dict.fromkeys(by, False)}
    assert larger["minimised"] is None


@pytest.mark.parametrize("when", ["start", "middle", "end"])
@pytest.mark.parametrize("count", [1, 2, 4, 5])
def test_j08_killed_while_it_minimises_it_reaches_the_same_tree(
    tmp_path: Path, unharmed_small: dict[str, Any], when: str, count: int
) -> None:
    """Four changes and the end make five visits; the last one builds nothing."""
    if (when, count) == ("middle", 5):
        count = 3
    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    killed = _run("minimise", str(home), str(repository), "minimise", when, str(count))
    assert killed.returncode == -9, killed.stderr
    assert RunStore(home).find("latest").status() is RunStatus.INTERRUPTED
    resumed = _run("resume", str(home), str(repository))
    assert resumed.returncode == 0, resumed.stderr
    _, record = _finished(home)
    assert _tree(repository, record) == unharmed_small["tree"]
    expected = unharmed_small["record"]
    for key in ("verdict", "maven_runs", "changed_lines", "minimised"):
        assert record[key] == expected[key], key
    commits = Git(repository).text(
        "rev-list", "--reverse", f"{record['base_commit']}..{record['branch']}"
    )
    assert [t["commit"] for t in record["transforms"]] == commits.split()


def test_j08_a_second_process_on_a_run_is_refused(tmp_path: Path) -> None:
    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    _run("start", str(home), str(repository), "validate", "start", "1")
    run = RunStore(home).find("latest")
    with run.locked(), pytest.raises(RunBusyError), RunStore(home).find("latest").locked():
        pass
    with run.locked():
        refused = _run("resume", str(home), str(repository))
    assert refused.returncode != 0
    assert "RunBusyError" in refused.stderr


def test_another_graph_version_refuses_to_resume(tmp_path: Path) -> None:
    from reode.graph.build import build_graph
    from reode.run.checkpoints import open_checkpoints, thread
    from reode.run.engine import _check_version

    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    _run("start", str(home), str(repository), "measure", "start", "1")
    run = RunStore(home).find("latest")
    with open_checkpoints(run) as saver:
        values = build_graph(saver).get_state(thread(run)).values
    assert json.dumps(values)
    with pytest.raises(RunStateError, match="another version"):
        _check_version({**values, "graph_version": 0}, run)


def test_r04_runs_on_one_repository_do_not_see_each_other(tmp_path: Path) -> None:
    repository, home = _repository(tmp_path / "user"), tmp_path / "home"
    for _ in range(2):
        assert _run("start", str(home), str(repository)).returncode == 0
    first, second = (run.record() for run in RunStore(home).runs())
    assert first is not None
    assert second is not None
    assert first["run_id"] != second["run_id"]
    assert len(first["fix_attempts"]) == len(second["fix_attempts"])
