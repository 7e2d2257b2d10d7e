"""Every way to fail that a user meets: one sentence of cause, one of remedy, the right exit code."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from reode.build import jdk as jdk_search
from reode.run.store import RunStore
from tests.report.sample_run import RUN_ID, happenings, request, store_run

POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId><artifactId>a</artifactId><version>1</version>
  <properties><maven.compiler.source>8</maven.compiler.source>
  <maven.compiler.target>8</maven.compiler.target></properties>
</project>
"""


@dataclass
class Place:
    """Where a case happens."""

    root: Path
    home: Path
    patch: pytest.MonkeyPatch
    stack: ExitStack = field(default_factory=ExitStack)

    def git(self, *arguments: str, folder: Path | None = None) -> str:
        identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
        return subprocess.run(
            ["git", *identity, *arguments],
            cwd=folder or self.root,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def commit(self, **files: str) -> None:
        self.git("init", "--quiet")
        for name, text in files.items():
            path = self.root / name.replace("__", "/").replace("_xml", ".xml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "start")


Setup = Callable[[Place], Any]


@dataclass(frozen=True)
class Case:
    """A command that must fail: `{root}` is the project; cause and remedy are parts of the text."""

    name: str
    command: str
    code: int
    cause: str
    remedy: str
    setup: Setup = lambda _: None
    takes_json: bool = True


def _project(place: Place) -> None:
    place.commit(pom_xml=POM)


def _two_runs(place: Place) -> None:
    _project(place)
    store_run(place.home)
    folder = place.home / "runs"
    other = RUN_ID[:-1] + "X"
    shutil.copytree(folder / RUN_ID, folder / other)


def _unfinished(place: Place) -> None:
    store_run(place.home, events=happenings()[:4], finished=False)


def _busy(place: Place) -> None:
    run = store_run(place.home, events=happenings()[:4], finished=False)
    place.stack.enter_context(run.locked())


def _damaged(name: str) -> Setup:
    def damage(place: Place) -> None:
        run = store_run(place.home, finished=name == "record.json")
        (run.folder / name).write_text('{"half": ')

    return damage


def _objects_gone(place: Place) -> None:
    shutil.rmtree(store_run(place.home).objects)


def _rules_only(place: Place) -> None:
    events = [e for e in happenings() if e.kind != "model-called"]
    store_run(place.home, events=events)


def _variable(name: str, value: str) -> Setup:
    def put(place: Place) -> None:
        _project(place)
        place.patch.setenv(name, value)

    return put


def _no_jdk(place: Place) -> None:
    _project(place)
    tools = place.home.parent / "tools"
    tools.mkdir()
    git = shutil.which("git")
    assert git is not None
    (tools / "git").symlink_to(git)
    place.patch.setenv("PATH", str(tools))
    place.patch.delenv("JAVA_HOME", raising=False)
    place.patch.setattr(jdk_search, "_USUAL_FOLDERS", ())


def _old_jdk(place: Place) -> None:
    _project(place)
    (place.root / "jdk/bin").mkdir(parents=True)
    for name in ("java", "javac"):
        (place.root / "jdk/bin" / name).write_text("")
    (place.root / "jdk/release").write_text('JAVA_VERSION="11.0.2"\n')


def _plan(change: Callable[[dict[str, Any]], Any]) -> Setup:
    def put(place: Place) -> None:
        _project(place)
        plan = {
            "plan_version": 1,
            "base_commit": place.git("rev-parse", "HEAD"),
            "target": 17,
            "release": 17,
            "offered": ["level_too_low"],
            "steps": [{"step": "level_too_low"}],
        }
        change(plan)
        (place.root / "plan.json").write_text(json.dumps(plan))

    return put


def _unsaid(_: dict[str, Any]) -> None:
    """Leave the plan as it is."""


MIGRATE = "migrate {root} --to 17 --no-llm"
PLANNED = "migrate {root} --plan {root}/plan.json"
CASES = [
    # where to migrate
    Case("no such folder", "migrate {root}/no --to 17", 2, "does not exist", "pom.xml"),
    Case("a file", "migrate {root}/pom.xml --to 17", 2, "is not a folder", "Give the folder", _project),
    Case("empty folder", MIGRATE, 3, "no pom.xml", "Maven project"),
    Case("no pom", MIGRATE, 3, "no pom.xml", "Maven project", lambda p: p.commit(README="x")),
    Case("gradle", MIGRATE, 3, "is a Gradle project", "Maven project",
         lambda p: p.commit(**{"build.gradle": "x"})),
    Case("gradle in kotlin", MIGRATE, 3, "is a Gradle project", "Maven project",
         lambda p: p.commit(**{"build.gradle.kts": "x"})),
    Case("ant", MIGRATE, 3, "is a Ant project", "Maven project", lambda p: p.commit(build_xml="x")),
    Case("pom elsewhere", MIGRATE, 3, "no pom.xml", "There is a pom in code",
         lambda p: p.commit(code__pom_xml=POM)),
    Case("pom not committed", MIGRATE, 3, "not committed", "",
         lambda p: (p.commit(README="x"), (p.root / "pom.xml").write_text(POM))),
    Case("no commit yet", MIGRATE, 3, "no commit yet", "Commit the project once",
         lambda p: p.git("init", "--quiet")),
    Case("bare repository", MIGRATE, 3, "bare repository", "Clone it",
         lambda p: p.git("init", "--quiet", "--bare")),
    Case("corrupt pom", "plan {root} --to 17", 3, "pom.xml", "Repair the pom",
         lambda p: p.commit(pom_xml="<project><build></project>")),
    Case("URL of nothing", "migrate file:///no/such/repo.git --to 17", 3, "can't clone", "doctor"),
    # what to migrate to
    Case("no target", "migrate {root}", 2, "--to is missing", "--to 25", _project),
    Case("target too low", "migrate {root} --to 10", 2, "--to 10", "between 11 and 25", _project),
    Case("target too high", "plan {root} --to 26", 2, "--to 26", "between 11 and 25", _project),
    Case("target no number", "migrate {root} --to new", 2, "'--to'", "--help", _project),
    Case("level above target", "plan {root} --to 17 --release 21", 2, "--release 21", "out", _project),
    Case("level too low", "plan {root} --to 17 --release 7", 2, "--release 7", "out", _project),
    # settings
    Case("misspelt variable", MIGRATE, 2, "REODE_MAX_COTS", "`max_cost`",
         _variable("REODE_MAX_COTS", "1")),
    Case("impossible value", MIGRATE, 2, "timeout = 'soon'", "reode config",
         _variable("REODE_TIMEOUT", "soon")),
    Case("impossible flag", "migrate {root} --to 17 --max-iterations 0", 2, "max_iterations = 0",
         "reode config", _project),
    Case("unknown key in project file", "config {root}", 2, "unknown setting `modle`", "`model`",
         lambda p: p.commit(pom_xml=POM, **{".reode.toml": "modle = 'x'\n"})),
    Case("broken project file", "config {root}", 2, "can't read", "reode config",
         lambda p: p.commit(pom_xml=POM, **{".reode.toml": "model = \n"})),
    # the machine
    Case("no JDK", MIGRATE, 3, "no JDK 17 or newer", "install", _no_jdk),
    Case("not a JDK", MIGRATE + " --jdk {root}", 3, "is not a JDK", "JDK", _project),
    Case("JDK too old", MIGRATE + " --jdk {root}/jdk", 3, "is Java 11", "newer", _old_jdk),
    Case("no such Maven", MIGRATE, 3, "/no/mvn", "bin/mvn", _variable("REODE_MAVEN", "/no/mvn")),
    Case("home can't be written", MIGRATE, 3, "/proc/reode", "REODE_HOME",
         _variable("REODE_HOME", "/proc/reode")),
    Case("home is a file", MIGRATE, 3, "/dev/null", "REODE_HOME",
         _variable("REODE_HOME", "/dev/null/x")),
    Case("doctor without a JDK", "doctor", 3, "", "", _no_jdk),
    Case("disk full", "report latest -o /dev/full", 2, "No space left", "Name a file",
         lambda p: store_run(p.home), takes_json=False),
    # runs
    Case("unknown run", "show 01NOPE", 2, "no run is called", "reode runs"),
    Case("unknown run to undo", "undo 01NOPE", 2, "no run is called", "reode runs"),
    Case("too short a name", "show 01", 2, "no run is called", "reode runs", lambda p: store_run(p.home)),
    Case("several runs", f"show {RUN_ID[:8]}", 2, "several runs begin with", "reode runs", _two_runs),
    Case("run is busy", "resume latest", 2, "another process works on", "log", _busy),
    Case("busy run can't be undone", "undo latest", 2, "another process works on", "log", _busy),
    Case("nothing to resume", "resume latest", 2, "is finished", "reode show",
         lambda p: store_run(p.home)),
    Case("report before the end", "report latest", 2, "not finished", "reode resume", _unfinished),
    Case("no checkpoint yet", "history latest", 3, "no checkpoint yet", "reode log", _unfinished),
    Case("damaged record", "show latest", 3, "record of run", "REODE_HOME", _damaged("record.json")),
    Case("damaged request", "resume latest", 3, "request of run", "REODE_HOME",
         _damaged("request.json")),
    Case("lost objects", "report latest", 3, "is missing", "REODE_HOME", _objects_gone),
    Case("nothing of that node", "show latest --node frob", 2, "nothing of that node", "validate",
         lambda p: store_run(p.home)),
    Case("no prompts", "show latest --prompt", 2, "asked no model", "Rules", _rules_only),
    # plans
    Case("plan into nowhere", "plan {root} --to 17 --save {root}/no/plan.json", 2, "can't write",
         "folder that exists", _project),
    Case("no plan", PLANNED, 2, "can't read", "reode plan", _project),
    Case("plan is not JSON", PLANNED, 2, "is not JSON", "reode plan",
         lambda p: (_project(p), (p.root / "plan.json").write_text("{"))),
    Case("JSON but no plan", PLANNED, 2, "not a plan", "reode plan",
         lambda p: (_project(p), (p.root / "plan.json").write_text("[]"))),
    Case("step no rule knows", PLANNED, 2, "`level_too_lwo` no rule knows", "`level_too_low`",
         _plan(lambda d: d["steps"].append({"step": "level_too_lwo"}))),
    Case("step that was not offered", PLANNED, 2, "was not offered", "removed, not added",
         _plan(lambda d: d["steps"].append({"step": "jaxb_removed"}))),
    Case("plan of another commit", PLANNED, 2, "was made for commit", "reode plan",
         _plan(lambda d: d.update(base_commit="0" * 40))),
    Case("plan for another target", PLANNED + " --to 25", 2, "--to 25 differs", "Leave --to out",
         _plan(_unsaid)),
    Case("plan of another version", PLANNED, 2, "plan of version 9", "reode plan",
         _plan(lambda d: d.update(plan_version=9))),
    # the command line itself
    Case("unknown command", "migrat .", 2, "No such command", "reode --help"),
    Case("unknown rule", "rules show lombok_too_odl", 2, "No rule is called", "reode rules list"),
    Case("unknown option", "runs --frob", 2, "No such option", "reode runs --help"),
    Case("missing argument", "show", 2, "Missing argument", "reode show --help"),
    Case("unknown form", "report latest --format pdf", 2, "pdf", "reode report --help"),
]  # fmt: skip


@pytest.fixture
def place(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.chdir(root)
    made = Place(root, home, monkeypatch)
    with made.stack:
        yield made


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 50
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_a_failure_says_cause_and_remedy(case: Case, place: Place, reode: Any) -> None:
    case.setup(place)
    command = case.command.format(root=place.root).split()
    ended = reode(*command)
    assert ended.code == case.code, ended.err
    assert "Traceback" not in ended.err + ended.out
    if command[0] == "doctor":
        assert "not fit" in ended.out
        return
    cause, *remedy = ended.err.splitlines()
    assert cause.startswith("reode: ")
    assert case.cause in cause
    assert "fault of REODE" not in cause
    assert len(remedy) == 1
    assert case.remedy.lower() in remedy[0].lower()


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.takes_json], ids=lambda case: case.name.replace(" ", "-")
)
def test_j09_a_failure_with_json_is_one_object(case: Case, place: Place, reode: Any) -> None:
    case.setup(place)
    command = case.command.format(root=place.root).split()
    ended = reode(*command, "--json")
    assert ended.code == case.code
    envelope = json.loads(ended.out)
    assert envelope["command"] in {command[0], " ".join(command[:2])}
    if command[0] != "doctor":
        assert case.cause in envelope["error"]["message"]
        assert envelope["error"]["exit_code"] == case.code
        assert ended.err == ""


def test_a_fault_of_ours_is_one_sentence_and_a_file(
    reode: Any, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_store: RunStore) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(RunStore, "runs", broken)
    monkeypatch.setattr("tempfile.tempdir", str(place.root))
    ended = reode("runs")
    assert ended.code == 1
    assert "fault of REODE: KeyError" in ended.err
    assert "Traceback" not in ended.err
    (file,) = place.root.glob("reode-*.txt")
    assert str(file) in ended.err
    assert "Traceback" in file.read_text()


def test_a_closed_pipe_is_no_error(place: Place) -> None:
    store_run(place.home)
    reader = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m reode log latest -v | head -1; :"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert reader.stderr == ""
    assert len(reader.stdout.splitlines()) == 1


def test_the_request_of_a_run_names_no_secret() -> None:
    assert not [name for name in request().to_json() if "key" in name or "token" in name]
