"""A run as it could have happened, built from the real fact types: what the views are tested on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from reode.events import (
    BuildFinished,
    BuildProgress,
    BuildStarted,
    ChangeTried,
    Event,
    FixApplied,
    FixRefused,
    GateJudged,
    LimitWarning,
    ModelCalled,
    NodeFinished,
    NodeStarted,
    Note,
    RouteChosen,
    RunFinished,
    RunStarted,
)
from reode.facts.build import BuildOutcome, LogRef
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.record import EndReason, RunRecord, RunRequest, RunStatus
from reode.facts.scorecard import Gate, GateId, GateStatus, Proof, Verdict
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.graph import outcomes
from reode.graph.objects import ObjectStore
from reode.report.material import Material
from reode.run.engine import record_data
from reode.run.store import RunStore, StoredRun

RUN_ID = "01JSAMPLE0000000000000SHOP"
BASE, FIRST, SECOND = "a" * 40, "b" * 40, "c" * 40
START = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)

LEVEL_DIFF = """\
diff --git a/pom.xml b/pom.xml
index 1111111..2222222 100644
--- a/pom.xml
+++ b/pom.xml
@@ -9,3 +9,3 @@
   <properties>
-    <maven.compiler.source>1.7</maven.compiler.source>
+    <maven.compiler.source>25</maven.compiler.source>
   </properties>
"""
BASE64_DIFF = """\
diff --git a/src/main/java/shop/Keys.java b/src/main/java/shop/Keys.java
index 3333333..4444444 100644
--- a/src/main/java/shop/Keys.java
+++ b/src/main/java/shop/Keys.java
@@ -1,4 +1,4 @@
 package shop;
-import sun.misc.BASE64Encoder;
+import java.util.Base64;
@@ -20,2 +20,2 @@ class Keys {
-        return new BASE64Encoder().encode(data) + "<&>";
+        return Base64.getMimeEncoder().encodeToString(data) + "<&>";
"""


def request(*, home: Path = Path("/home/dev/.reode"), source: str = "shop") -> RunRequest:
    return RunRequest(
        run_id=RUN_ID,
        source=source,
        repository="/home/dev/shop",
        folder="",
        private=False,
        base_commit=BASE,
        branch=f"reode/{RUN_ID}",
        worktree=str(home / "runs" / RUN_ID / "worktree"),
        target_jdk=25,
        target_release=25,
        jdk_home="/opt/jdk-25",
        started=START.isoformat(timespec="seconds"),
        dirty=("notes.txt",),
        models=("glm-5", "claude-opus-4-6"),
        max_iterations=12,
        max_cost=5.0,
        timeout=7200,
        reode_version="0.0",
    )


def _tests(*, database: TestStatus = TestStatus.FAILED) -> TestTally:
    key = TestKey(".", "shop.StoreTest", "reads")
    refused = "java.net.ConnectException: Connection refused"
    return TestTally(
        (
            TestResult(TestKey(".", "shop.KeysTest", "encodes"), TestStatus.PASSED, 3),
            TestResult(TestKey(".", "shop.PriceTest", "adds"), TestStatus.PASSED, 11),
            TestResult(key, database, 1, refused, environment=True),
            TestResult(TestKey(".", "shop.OldTest", "waits"), TestStatus.SKIPPED),
        )
    )


def before() -> BuildOutcome:
    log = LogRef("logs/mvn-001-baseline.log", "0" * 64, 9000, "[INFO] BUILD SUCCESS")
    return BuildOutcome(True, Phase.DONE, ("clean", "verify"), 17, (), _tests(), 21.0, 0, log=log)


def after(*problems: Diagnostic) -> BuildOutcome:
    log = LogRef("logs/mvn-003-validate.log", "1" * 64, 9000, "[INFO] BUILD SUCCESS <ok>")
    phase = Phase.TEST if problems else Phase.DONE
    goals = ("clean", "verify")
    return BuildOutcome(not problems, phase, goals, 25, problems, _tests(), 18.5, 0, log=log)


PROBLEM = Diagnostic(
    kind="test-assertion",
    phase=Phase.TEST,
    message="expected:<1.10> but was:<1.1>",
    file="src/test/java/shop/PriceTest.java",
    line=17,
    test=".:shop.PriceTest#adds",
    excerpt="org.junit.ComparisonFailure: expected:<1.10> but was:<1.1>",
)


def gates() -> tuple[Gate, ...]:
    env = Proof("Connection refused", "src/test/java/shop/StoreTest.java", 8)
    return (
        Gate(GateId.BUILD, GateStatus.PASSED, "mvn clean verify passes on JDK 25"),
        Gate(GateId.LEVEL, GateStatus.PASSED, "12 class files at 69"),
        Gate(GateId.TESTS_KEPT, GateStatus.UNKNOWN, "1 test could not run here", (env,)),
        Gate(GateId.TESTS_HONEST, GateStatus.PASSED, "no test was weakened"),
        Gate(GateId.COVERAGE, GateStatus.NOT_APPLICABLE, ""),
    )


def _transform(number: int, by: str, title: str, reason: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"deterministic_fix:0:{number}",
        "by": by,
        "title": title,
        "reason": reason,
    } | more


def record(
    *,
    verdict: Verdict = Verdict.MIGRATED_UNPROVEN,
    reason: EndReason = EndReason.NOT_JUDGED,
    detail: str = "tests-kept: 1 test could not run here",
    store: ObjectStore | None = None,
    asked: RunRequest | None = None,
    result: BuildOutcome | None = None,
) -> dict[str, Any]:
    """Return the record; with a store, the builds in full are put there."""
    store = store or ObjectStore(Path("/nonexistent"))
    old, new = before(), result or after()
    entries = [
        outcomes.entry(o, store) if store.folder.parent.exists() else _entry(o) for o in (old, new)
    ]
    level = _transform(
        0, "rule:level_too_low", "The compiler level is below the target.", "Compile at level 25.",
        commit=FIRST, files=["pom.xml"], lines=2, cost=0.0, diff=LEVEL_DIFF,
    )  # fmt: skip
    base64 = _transform(
        1, "model:glm-5", "sun.misc.BASE64Encoder left the JDK", "Encode with java.util.Base64.",
        commit=SECOND, files=["src/main/java/shop/Keys.java"], lines=4, cost=0.0312,
        diff=BASE64_DIFF,
    )  # fmt: skip
    finding = {
        "id": "explore:0:0",
        "title": "The compiler level is below the target.",
        "chain": [["release version 1.7 not supported", "pom.xml"], ["javac dropped it", ""]],
        "rule": "level_too_low",
        "certain": True,
        "uncertain": "",
    }
    rounds = [
        _measured(1, 6, "compile", "better"),
        _measured(2, 0, "done", "better"),
    ]
    return record_data(
        RunRecord(
            request=asked or request(),
            status=RunStatus.FINISHED,
            verdict=verdict,
            reason=reason,
            detail=detail,
            head_commit=SECOND,
            build_tool="Apache Maven 3.9.9 (PATH)",
            baseline=entries[0],
            baseline_note="baseline on JDK 17",
            result=entries[1],
            gates=tuple(gate.to_json() for gate in gates()),
            findings=(finding,),
            transforms=(level, base64),
            errors=tuple(rounds),
            maven_runs=2,
            llm_calls=2,
            cost=0.0312,
            tokens=15_000,
            changed_files=2,
            changed_lines=6,
            seconds={"total": 93.4, "maven": 58.1},
            iterations=2,
            diff=LEVEL_DIFF + BASE64_DIFF,
        )
    )


def _entry(outcome: BuildOutcome) -> dict[str, Any]:
    return {"object": "", "tests": outcome.tests.counts(), "ok": outcome.ok, "phase": outcome.phase}


def _measured(number: int, errors: int, phase: str, comparison: str) -> dict[str, Any]:
    return {
        "id": f"measure:{number}:0",
        "iteration": number,
        "signature": "",
        "phase": phase,
        "errors": errors,
        "tests": {"total": 0, "passed": 0, "failed": number - 1, "skipped": 0},
        "object": "",
        "comparison": comparison,
        "progress": True,
        "attempt": "",
    }


def happenings() -> list[Event]:
    """Return one event of every kind, in an order that a run could have."""
    counts = after().tests.counts()
    return [
        Note("HEAD is migrated; uncommitted changes stay out: notes.txt"),
        RunStarted(
            "shop", 25, 25, "25.0.1 (/opt/jdk-25)", "Apache Maven 3.9.9 (PATH)",
            run_id=RUN_ID, max_iterations=12, max_cost=5.0,
        ),
        NodeStarted("explore", 0),
        BuildStarted("clean verify", 17, "mvn-001-baseline.log", "baseline"),
        BuildProgress("compiler:compile", "shop"),
        BuildFinished(True, "done", 0, counts, 21.0, "baseline", 17),
        NodeFinished("explore", 0, 22.5, "baseline on JDK 17"),
        NodeStarted("deterministic_fix", 0),
        FixApplied("rule:level_too_low", "Compile at level 25.", FIRST, ["pom.xml"], 2),
        FixRefused("rule:jaxb_removed", "the edit would break pom.xml"),
        NodeFinished("deterministic_fix", 0, 0.4, "level_too_low"),
        NodeStarted("validate", 0),
        BuildStarted("clean verify", 25, "mvn-002-validate.log", "validate"),
        BuildProgress("compiler:compile", "shop"),
        BuildFinished(False, "compile", 6, {"total": 0}, 9.0, "validate", 25),
        NodeFinished("validate", 0, 9.1, "6 problems"),
        RouteChosen("llm_fix", "tier1 has 3 attempts left", 1),
        NodeStarted("llm_fix", 1),
        ModelCalled("glm-5", 0, True, 12_000, 800, 0.0312, 12.0, "t" * 64),
        ModelCalled("claude-opus-4-6", 1, False, 2_200, 0, None, 3.0),
        LimitWarning("money_limit", 4.1, 5.0),
        NodeFinished("llm_fix", 1, 15.5, "1 edit"),
        NodeStarted("validate", 1),
        BuildStarted("clean verify", 25, "mvn-003-validate.log", "validate"),
        BuildProgress("surefire:test", "shop"),
        BuildFinished(True, "done", 0, counts, 18.5, "validate", 25),
        NodeFinished("validate", 1, 18.6, "passed"),
        ChangeTried("rule:level_too_low", "Compile at level 25.", FIRST, 2, False, "too old"),
        GateJudged("build", "passed", "mvn clean verify passes on JDK 25"),
        GateJudged("tests-kept", "unknown", "1 test could not run here"),
        RunFinished("migrated_unproven", "not_judged", "tests-kept: 1 test could not run here"),
    ]  # fmt: skip


def log_lines(events: list[Event] | None = None) -> Iterator[dict[str, Any]]:
    for number, event in enumerate(happenings() if events is None else events):
        yield {
            "schema_version": 1,
            "run": RUN_ID,
            "seq": number + 1,
            "time": (START + timedelta(seconds=number * 3)).isoformat(timespec="milliseconds"),
            "event": event.kind,
            "data": asdict(event),
        }


def material(**changes: Any) -> Material:
    result = changes.pop("result", None) or after()
    data = record(result=result, **changes)
    return Material(data, tuple(log_lines()), before(), result)


def store_run(
    home: Path, *, events: list[Event] | None = None, finished: bool = True, **changes: Any
) -> StoredRun:
    """Store the run below `home` as a real run would have; unfinished without a record."""
    asked = request(home=home)
    run = RunStore(home).create(asked)
    lines = (json.dumps(line) + "\n" for line in log_lines(events))
    run.event_log.write_text("".join(lines))
    if finished:
        store = ObjectStore(run.objects)
        run.write_record(record(asked=asked, store=store, **changes))
    return run
