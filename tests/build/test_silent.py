"""A green build that ran no test of a module that has some is noticed."""

from __future__ import annotations

from pathlib import Path

from reode.build.log import read_log
from reode.build.silent import find_unrun_tests
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally

GREEN = (
    "[INFO] --- maven-surefire-plugin:2.12.4:test (default-test) @ app ---\n[INFO] BUILD SUCCESS\n"
)


def compiled(root: Path, name: str, mark: bytes) -> None:
    path = root / "target/test-classes" / (name.replace(".", "/") + ".class")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\xca\xfe\xba\xbe" + mark)


def tally(*classes: str) -> TestTally:
    return TestTally(
        tuple(TestResult(TestKey(".", cls, "t"), TestStatus.PASSED) for cls in classes)
    )


def test_j05_jupiter_tests_that_an_old_surefire_skips(tmp_path: Path) -> None:
    compiled(tmp_path, "p.FiveTest", b"..Lorg/junit/jupiter/api/Test;..")
    compiled(tmp_path, "p.FourTest", b"..Lorg/junit/Test;..")
    found = find_unrun_tests(read_log(GREEN), tally("p.FourTest"), tmp_path)
    assert [(d.kind, d.evidence["framework"], d.evidence["classes"]) for d in found] == [
        ("tests-not-run", "junit-jupiter", "p.FiveTest")
    ]


def test_nothing_is_said_where_tests_ran_or_are_skipped_on_purpose(tmp_path: Path) -> None:
    compiled(tmp_path, "p.FourTest", b"Lorg/junit/Test;")
    compiled(tmp_path, "p.BrowserIT", b"Lorg/testng/annotations/Test;")
    assert find_unrun_tests(read_log(GREEN), tally("p.FourTest"), tmp_path) == ()
    skipped = GREEN.replace("[INFO] BUILD", "[INFO] Tests are skipped.\n[INFO] BUILD")
    assert find_unrun_tests(read_log(skipped), tally(), tmp_path) == ()
    assert find_unrun_tests(read_log("[INFO] BUILD SUCCESS"), tally(), tmp_path) == ()
