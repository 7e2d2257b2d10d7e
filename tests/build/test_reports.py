"""Reports are counted by test case, whatever their attributes say and whoever wrote them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.reports import (
    WHOLE_CLASS,
    first_tests,
    read_reports,
    read_tests,
    runtimes_of_tests,
    test_key,
)
from reode.facts.tally import TestKey, TestStatus

OLD = time.time() - 1000


def report(root: Path, name: str, body: str, folder: str = "target/surefire-reports") -> Path:
    path = root / folder / f"TEST-{name}.xml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="{name}" tests="0" failures="0">'
        f"{body}</testsuite>"
    )
    return path


def by_name(root: Path) -> dict[str, tuple[str, int]]:
    return {
        f"{r.key.cls}#{r.key.method}": (str(r.status), r.cases) for r in read_tests(root).results
    }


def test_j05_cases_count_not_attributes(tmp_path: Path) -> None:
    report(
        tmp_path,
        "r.Outer",
        '<testcase name="a" classname="r.Outer"/><testcase name="b" classname="r.Outer$In$In2"/>'
        '<testcase name="c" classname="r.Outer"><skipped message="later"/></testcase>'
        '<testcase name="d" classname="r.Outer"><failure type="E" message="m">E: m</failure></testcase>'
        '<testcase name="e" classname="r.Outer"><flakyFailure type="E">x</flakyFailure></testcase>'
        '<testcase name="f" classname="r.Outer"><error type="E"/><rerunError type="E"/></testcase>',
    )
    assert by_name(tmp_path) == {
        "r.Outer#a": ("passed", 1),
        "r.Outer#b": ("passed", 1),
        "r.Outer#c": ("skipped", 1),
        "r.Outer#d": ("failed", 1),
        "r.Outer#e": ("passed", 1),
        "r.Outer#f": ("failed", 1),
    }


@pytest.mark.parametrize(
    ("cls", "name", "expected"),
    [
        ("r.P", "t[0]", ("r.P", "t")),
        ("r.P", "p{int}[1]", ("r.P", "p")),
        ("r.P", "p(int)[2]", ("r.P", "p")),
        ("r.P", "rep()[1]", ("r.P", "rep")),
        ("r.P", "t[1](1)", ("r.P", "t")),
        ("r.JTest", "x on x(r.JTest)", ("r.JTest", "x")),
        ("r.Outer$In", "t", ("r.Outer", "t")),
        ("r.Bc", "r.Bc", ("r.Bc", WHOLE_CLASS)),
        ("r.Bc", "", ("r.Bc", WHOLE_CLASS)),
        ("r.Bc", "Bc", ("r.Bc", WHOLE_CLASS)),
        ("r.Bc", "initializationError", ("r.Bc", WHOLE_CLASS)),
        ("r.Spec", "(odd name)", ("r.Spec", "(odd name)")),
    ],
)
def test_keys_survive_surefire_versions(cls: str, name: str, expected: tuple[str, str]) -> None:
    assert test_key("m", cls, name) == TestKey("m", *expected)


def test_rows_of_one_method_are_one_result(tmp_path: Path) -> None:
    report(
        tmp_path,
        "r.P",
        '<testcase name="t[0]" classname="r.P"/><testcase name="t[1]" classname="r.P"><skipped/>'
        '</testcase><testcase name="u[0]" classname="r.P"/><testcase name="u[1]" classname="r.P">'
        '<failure type="E">E: x</failure></testcase>',
    )
    assert by_name(tmp_path) == {"r.P#t": ("passed", 2), "r.P#u": ("failed", 2)}


def test_modules_and_failsafe_are_told_apart(tmp_path: Path) -> None:
    for module in ("a", "a/b"):
        (tmp_path / module).mkdir(parents=True, exist_ok=True)
        (tmp_path / module / "pom.xml").write_text("<project/>")
    case = '<testcase name="t" classname="T"/>'
    report(tmp_path, "T", case, "a/target/surefire-reports")
    report(tmp_path, "T", case, "a/b/target/failsafe-reports")
    report(tmp_path, "T", case, "build/custom-reports/sub")
    assert [r.key.module for r in read_tests(tmp_path).results] == [".", "a", "a/b"]


def test_stale_and_foreign_files_do_not_count(tmp_path: Path) -> None:
    stale = report(tmp_path, "r.Old", '<testcase name="t" classname="r.Old"/>')
    os.utime(stale, (OLD, OLD))
    report(tmp_path, "r.New", '<testcase name="t" classname="r.New"/>')
    report(tmp_path, "r.Src", '<testcase name="t" classname="r.Src"/>', "src/test/resources")
    (tmp_path / "target/surefire-reports/testng-results.xml").write_text("<testng-results/>")
    (tmp_path / "target/surefire-reports/TEST-x.xml").write_text(
        "<html><testcase name='t' classname='x'/></html>"
    )
    tally = read_tests(tmp_path, time.time() - 100)
    assert [r.key.cls for r in tally.results] == ["r.New"]


def test_a_half_written_report_gives_what_it_holds(tmp_path: Path) -> None:
    path = report(tmp_path, "r.Half", '<testcase name="t" classname="r.Half"/><testcase name="u"')
    path.write_text(path.read_text().split("</testsuite>")[0])
    assert ("r.Half#t", ("passed", 1)) in by_name(tmp_path).items()


def test_no_external_entity_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    path = report(tmp_path, "r.X", "")
    path.write_text(
        f'<!DOCTYPE t [<!ENTITY e SYSTEM "{secret.as_uri()}">]><testsuite name="r.X">'
        '<testcase name="t" classname="r.X"><failure type="E">&e;</failure></testcase></testsuite>'
    )
    assert "hidden" not in str(read_reports(tmp_path).diagnostics)


FAILED_CONTEXT = (
    "java.lang.IllegalStateException: Failed to load ApplicationContext\n"
    "Caused by: java.lang.NoClassDefFoundError: javax/annotation/Resource\n"
)


def test_later_failures_of_a_context_get_its_cause(tmp_path: Path) -> None:
    report(
        tmp_path,
        "p.T",
        f'<testcase name="a" classname="p.T"><error type="E">{FAILED_CONTEXT}</error></testcase>'
        '<testcase name="b" classname="p.T"><error type="E">java.lang.IllegalStateException: '
        "ApplicationContext failure threshold (1) exceeded: skipping repeated attempt</error></testcase>",
    )
    report(
        tmp_path,
        "p.U",
        '<testcase name="c" classname="p.U"><error type="E">java.lang.IllegalStateException: '
        "ApplicationContext failure threshold (1) exceeded: skipping repeated attempt</error></testcase>",
    )
    found = read_reports(tmp_path)
    assert [d.kind for d in found.diagnostics] == ["no-class-def"] * 3
    assert {d.evidence["class"] for d in found.diagnostics} == {"javax.annotation.Resource"}
    assert len({r.cause for r in found.tally.results}) == 1


def test_later_failures_of_an_initialiser_get_its_cause(tmp_path: Path) -> None:
    report(
        tmp_path,
        "p.T",
        '<testcase name="a" classname="p.T"><error type="E">java.lang.ExceptionInInitializerError\n'
        "\tat p.Db.open(Db.java:3)\nCaused by: java.net.ConnectException: Connection refused\n</error>"
        '</testcase><testcase name="b" classname="p.T"><error type="E">java.lang.NoClassDefFoundError: '
        "Could not initialize class p.Db</error></testcase>",
    )
    found = read_reports(tmp_path)
    assert [d.kind for d in found.diagnostics] == ["environment-connection"] * 2
    assert all(r.environment for r in found.tally.results)


def test_many_failures_of_one_context_are_read_quickly(tmp_path: Path) -> None:
    given_up = "java.lang.IllegalStateException: ApplicationContext failure threshold (1) exceeded"
    cases = "".join(
        f'<testcase name="t{n}" classname="p.T{n}"><error type="E">{given_up}</error></testcase>'
        for n in range(3000)
    )
    report(
        tmp_path,
        "p.All",
        f'<testcase name="a" classname="p.A"><error type="E">{FAILED_CONTEXT}</error></testcase>{cases}',
    )
    started = time.perf_counter()
    found = read_reports(tmp_path)
    assert time.perf_counter() - started < 8
    assert {str(d.kind) for d in found.diagnostics} == {"no-class-def"}
    assert len(found.diagnostics) == 3001


def test_a_method_with_one_real_failure_is_not_the_environments(tmp_path: Path) -> None:
    report(
        tmp_path,
        "p.T",
        '<testcase name="a[0]" classname="p.T"><error type="E">java.net.ConnectException: Connection '
        'refused</error></testcase><testcase name="a[1]" classname="p.T"><failure type="E">'
        "java.lang.AssertionError: no</failure></testcase>",
    )
    (result,) = read_tests(tmp_path).results
    assert (result.status, result.environment) == (TestStatus.FAILED, False)


def test_message_attribute_fills_a_trace_that_lacks_it(tmp_path: Path) -> None:
    report(
        tmp_path,
        "p.T",
        '<testcase name="a" classname="p.T"><error type="java.lang.NoClassDefFoundError" '
        'message="javax/jws/WebService">java.lang.NoClassDefFoundError: \n\tat p.T.a(T.java:1)</error>'
        "</testcase>",
    )
    (one,) = read_reports(tmp_path).diagnostics
    assert one.evidence["class"] == "javax.jws.WebService"


def test_place_of_the_failing_line(tmp_path: Path) -> None:
    source = tmp_path / "src/test/java/p/T.java"
    source.parent.mkdir(parents=True)
    source.write_text("")
    report(
        tmp_path,
        "p.T",
        '<testcase name="a" classname="p.T"><failure type="E">java.lang.AssertionError: x\n'
        "\tat org.junit.Assert.fail(Assert.java:89)\n\tat p.T.a(T.java:17)</failure></testcase>",
    )
    (one,) = read_reports(tmp_path).diagnostics
    assert (one.file, one.line, one.test) == ("src/test/java/p/T.java", 17, ".:p.T#a")


@given(st.binary(max_size=400))
def test_total_over_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    path = report(folder, "x", "")
    path.write_bytes(data)
    read_reports(folder)


@given(st.text(), st.text())
def test_keys_are_total(cls: str, name: str) -> None:
    assert test_key("m", cls, name).method


def test_the_reports_say_which_java_ran_the_tests(tmp_path: Path) -> None:
    """Which JVM a pom or a flag names is a wish; what ran stands in the report."""
    folder = tmp_path / "target" / "surefire-reports"
    folder.mkdir(parents=True)
    for name, version in (("A", "21.0.8"), ("B", "25.0.1"), ("C", "")):
        (folder / f"TEST-{name}.xml").write_text(
            f'<testsuite name="{name}"><properties><property name="java.version" value="{version}"/>'
            f'<property name="user.name" value="x"/></properties></testsuite>',
            encoding="utf-8",
        )
    assert runtimes_of_tests(tmp_path) == {"21.0.8", "25.0.1"}


def test_a_modules_first_test_began_before_its_first_report(tmp_path: Path) -> None:
    folder = tmp_path / "core" / "target" / "surefire-reports"
    folder.mkdir(parents=True)
    (tmp_path / "core" / "pom.xml").write_text("<project/>")
    for name, took, written in (("A", "2.5", 1000.0), ("B", "1,200.0", 5000.0)):
        report = folder / f"TEST-{name}.xml"
        report.write_text(f'<testsuite name="{name}" time="{took}"/>', encoding="utf-8")
        os.utime(report, (written, written))
    assert first_tests(tmp_path) == {"core": 997.5}
