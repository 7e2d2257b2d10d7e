"""The final check of a run: `reode verify` in another process, on fresh copies of both trees."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Flag
from typing import Any

from reode.build.environment import clean_environment
from reode.build.jdk import read_jdk
from reode.build.process import run_process
from reode.errors import Interrupted, MachineError
from reode.events import BuildFinished, BuildStarted, Sink
from reode.facts.build import BuildOutcome
from reode.facts.record import RunRequest
from reode.facts.scorecard import Gate, GateId, GateStatus, Proof, Scorecard
from reode.project.git import Git
from reode.settings import Settings


@dataclass(frozen=True, slots=True)
class CommandVerifier:
    """Runs the verify command and reads its answer; shares nothing with the run but two trees."""

    folder: Path
    request: RunRequest
    settings: Settings
    sink: Sink
    stop: Flag

    def __call__(self, commit: str, baseline: BuildOutcome | None, goal: str) -> Scorecard:
        """Judge the tree of `commit`; raise MachineError where the command itself failed."""
        place = self.folder / "check"
        shutil.rmtree(place, ignore_errors=True)
        try:
            self._lay_out(place, commit, baseline)
            return _scorecard(self._run(place, goal))
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _lay_out(self, place: Path, commit: str, baseline: BuildOutcome | None) -> None:
        repository = Git(Path(self.request.repository))
        try:
            for name, wanted in (("base", self.request.base_commit), ("migrated", commit)):
                (place / name).mkdir(parents=True)
                repository.materialise(wanted, place / name)
        finally:
            repository.close()
        stored = None if baseline is None else baseline.to_json()
        (place / "baseline.json").write_text(json.dumps(stored), encoding="utf-8")

    def _run(self, place: Path, goal: str) -> dict[str, Any]:
        answer = place / "answer.json"
        log = self.folder / "logs" / "verify.log"
        jdk = self._jdk_feature()
        self.sink.emit(BuildStarted(f"clean {goal}", jdk, log.name, "verify"))
        end = run_process(
            self._command(place, answer, goal),
            cwd=place,
            env=clean_environment({}),
            timeout=self.settings.build_timeout * 2,
            silence=self.settings.build_timeout * 2,
            log_path=log,
            stop=self.stop,
        )
        if end.ended == "interrupted":
            raise Interrupted("the run was stopped")
        data = _read(answer, log)
        ok = data["answer"] != "failed"
        self.sink.emit(BuildFinished(ok, "done", 0, {}, round(end.seconds, 1), "verify", jdk))
        return data

    def _jdk_feature(self) -> int:
        """Return the Java that builds; it may be newer than the one asked for."""
        jdk = read_jdk(Path(self.request.jdk_home))
        return self.request.target_jdk if jdk is None else jdk.feature

    def _command(self, place: Path, answer: Path, goal: str) -> list[str]:
        folder = self.request.folder
        return [
            *(sys.executable, "-m", "reode", "verify"),
            *("--base", str(place / "base" / folder)),
            *("--migrated", str(place / "migrated" / folder)),
            *("--to", str(self.request.target_jdk)),
            *("--release", str(self.request.target_release)),
            *("--jdk", self.request.jdk_home),
            *(("--test-java", self.request.test_java) if self.request.test_java else ()),
            *("--baseline", str(place / "baseline.json")),
            *("--goal", goal),
            *("--answer", str(answer)),
        ]


def _read(answer: Path, log: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(answer.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MachineError(f"the final check gave no answer; see {log}") from error
    return data


def _scorecard(data: dict[str, Any]) -> Scorecard:
    return Scorecard(tuple(_gate(gate) for gate in data["gates"]), tuple(data.get("notes", ())))


def _gate(data: dict[str, Any]) -> Gate:
    proofs = tuple(Proof(p["text"], p.get("file"), p.get("line")) for p in data["proofs"])
    return Gate(GateId(data["id"]), GateStatus(data["status"]), data["detail"], proofs)
