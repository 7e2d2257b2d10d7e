"""A dead fork tells why, in the log, in a dump file or by its command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.build.forks import find_fork_failure, read_dumps
from reode.build.judge import judge
from reode.build.process import ProcessEnd

DEAD = "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?\n"
COMMAND = DEAD + "Command was /bin/sh -c cd /repo && /jdk/bin/java {} -jar /repo/s.jar\n"


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Unrecognized VM option 'UseConcMarkSweepGC'", "-XX:UseConcMarkSweepGC"),
        ("Unrecognized option: -d64", "-d64"),
        ("-Djava.endorsed.dirs=/x is not supported. Endorsed standards", "-Djava.endorsed.dirs=/x"),
        ("-Xbootclasspath/p is no longer a supported option.", "-Xbootclasspath/p"),
        ("Error: could not open '{argLine}'", "@{argLine}"),
        ("java.lang.module.FindException: Module java.xml.bind not found", "--add-modules java.xml.bind"),
        ("Error: A command line option has attempted to allow or enable the Security Manager",
         "-Djava.security.manager"),
        ("ERROR: Could not find agent library hprof on the library path", "-agentlib:hprof"),
    ],
)  # fmt: skip
def test_options(text: str, option: str) -> None:
    cause = find_fork_failure(DEAD + text)
    assert cause is not None
    assert (cause.kind, cause.evidence["option"]) == ("vm-option", option)


@pytest.mark.parametrize(
    "option",
    ["-XX:MaxPermSize=64m", "-XX:+UseConcMarkSweepGC", "-d64", "-Djava.security.manager=allow"],
)
def test_options_on_the_command_line(option: str) -> None:
    cause = find_fork_failure(COMMAND.format(f"-Xmx1g {option}"))
    assert cause is not None
    assert (cause.kind, cause.evidence["option"]) == ("vm-option", option)


def test_an_agent_that_fails_to_start() -> None:
    text = (
        'Exception in thread "main" java.lang.reflect.InvocationTargetException\n\tat '
        "org.jacoco.agent.rt.internal_773e439.PreMain.premain(PreMain.java:47)\nFATAL ERROR in "
        "native method: processing of -javaagent failed, processJavaStart failed\n"
    )
    cause = find_fork_failure(DEAD + text)
    assert cause is not None
    assert (cause.kind, cause.evidence["agent"]) == ("agent-crash", "jacoco")
    aborted = COMMAND.format("-javaagent:/m2/jmockit-1.19.jar") + "Process Exit Code: 134"
    cause = find_fork_failure(aborted)
    assert cause is not None
    assert (cause.kind, cause.evidence["agent"]) == ("agent-crash", "jmockit")


def test_a_crash_without_reason_and_no_crash() -> None:
    cause = find_fork_failure(COMMAND.format("-Xmx1g"))
    assert cause is not None
    assert cause.kind == "fork-crashed"
    assert find_fork_failure("Tests run: 3, Failures: 0") is None
    assert find_fork_failure("our -d64 is not supported") is None


LOG = """[INFO] Scanning for projects...
[INFO] --- maven-surefire-plugin:2.22.2:test (default-test) @ app ---
[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.2:test (default-test) on project app: There are test failures.
[ERROR] -> [Help 1]
"""


def test_the_dump_file_is_read_where_the_log_says_nothing(tmp_path: Path) -> None:
    dump = tmp_path / "target/surefire-reports/2026-01-01T00-00-00_000-jvmRun1.dumpstream"
    dump.parent.mkdir(parents=True)
    dump.write_text(
        "# Created at 2026-01-01T00:00:00.000\nCorrupted STDOUT by directly writing to native stream "
        "in forked JVM 1. Stream 'Unrecognized VM option 'MaxPermSize=64m''.\n"
        "java.lang.IllegalArgumentException: Stream stdin corrupted.\n"
    )
    assert read_dumps(tmp_path, 0) == "Unrecognized VM option 'MaxPermSize=64m'"
    verdict = judge(LOG, ProcessEnd(1, "exit", 1.0), tmp_path, newer_than=0)
    assert [(d.kind, d.evidence) for d in verdict.diagnostics] == [
        ("vm-option", {"option": "-XX:MaxPermSize=64m"})
    ]
    stale = judge(LOG, ProcessEnd(1, "exit", 1.0), tmp_path, newer_than=dump.stat().st_mtime + 60)
    assert [d.kind for d in stale.diagnostics] == ["test-error"]


def test_reports_replace_the_logs_own_word(tmp_path: Path) -> None:
    report = tmp_path / "target/surefire-reports/TEST-p.T.xml"
    report.parent.mkdir(parents=True)
    report.write_text(
        '<testsuite name="p.T"><testcase name="a" classname="p.T"><failure type="E">'
        "java.lang.AssertionError: no</failure></testcase></testsuite>"
    )
    verdict = judge(LOG, ProcessEnd(1, "exit", 1.0), tmp_path, newer_than=0)
    assert [(d.kind, d.test) for d in verdict.diagnostics] == [("test-assertion", ".:p.T#a")]
