"""What a model can do with its tools, and what it is told when it can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from tests.fixer.kit import (
    FILES,
    GREEN,
    JAVA,
    MAIN,
    POM,
    RED,
    TEST,
    Builds,
    call,
    content,
    edit,
    finish,
    job_of,
    talk,
    tier,
)


def test_an_edit_is_written_and_part_of_the_attempt(tmp_path: Path) -> None:
    job = job_of(tmp_path)
    done = talk(job, tmp_path, [edit(MAIN, "return 1;", "return 0 + 1;"), finish("one stays one")])
    assert done.attempt.call_ok
    assert (done.attempt.calls, done.attempt.summary) == (1, "one stays one")
    assert [e.path for e in done.attempt.edits] == [MAIN]
    assert content(job, MAIN).decode() == JAVA.replace("return 1;", "return 0 + 1;")


def test_an_edit_taken_back_is_no_edit(tmp_path: Path) -> None:
    job = job_of(tmp_path)
    turns = [edit(MAIN, "return 1;", "return 2;"), edit(MAIN, "return 2;", "return 1;")]
    assert talk(job, tmp_path, turns).attempt.edits == ()


@pytest.mark.parametrize(
    ("encoding", "ends"), [("utf-8", "\n"), ("gbk", "\r\n"), ("latin-1", "\n"), ("utf-8-sig", "\n")]
)
def test_r10_an_edit_keeps_encoding_line_ends_tabs_and_mark(
    tmp_path: Path, encoding: str, ends: str
) -> None:
    word = {"gbk": "中文注释", "latin-1": "café"}.get(encoding, "Grüße")
    text = f"# {word}{ends}\tkey = one{ends}\tother = two{ends}"
    path = "src/main/resources/a.properties" if encoding != "gbk" else "src/main/resources/a.conf"
    job = job_of(tmp_path, {**FILES, path: text.encode(encoding)})
    done = talk(
        job,
        tmp_path,
        [call("read_file", path=path, first_line=1, last_line=9)],
        [edit(path, "    key = one\n", "    key = 1\n")],
    )
    assert word in done.answer("read_file")
    # The first REODE replaced exact strings: the blanks for the tab found nothing.
    assert "    key = one\n" not in text
    assert content(job, path) == text.replace("key = one", "key = 1").encode(encoding)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_whole_lines_are_replaced_by_whole_lines(tmp_path: Path, end: str) -> None:
    path = "src/main/resources/a.txt"
    job = job_of(tmp_path, {**FILES, path: f"one{end}two{end}three{end}"})
    talk(job, tmp_path, [edit(path, "two\n", "2\n")], [edit(path, "three\n", "3")])
    assert content(job, path).decode() == f"one{end}2{end}3{end}"


def test_lines_can_be_deleted(tmp_path: Path) -> None:
    path = "src/main/resources/a.txt"
    job = job_of(tmp_path, {**FILES, path: "one\r\ntwo\r\nthree\r\n"})
    talk(job, tmp_path, [edit(path, "two\n", "")])
    assert content(job, path) == b"one\r\nthree\r\n"


def test_what_an_encoding_lacks_is_refused(tmp_path: Path) -> None:
    path = "src/main/resources/a.properties"
    job = job_of(tmp_path, {**FILES, path: "name = café\n".encode("latin-1")})
    done = talk(job, tmp_path, [edit(path, "name", "名字")])
    assert "which lacks '名'" in done.answer("edit_file")
    assert done.attempt.edits == ()


def test_r10_a_text_that_is_not_there_is_answered_with_the_real_one(tmp_path: Path) -> None:
    done = talk(job_of(tmp_path), tmp_path, [edit(MAIN, "        return 7;\n", "x\n")])
    assert "5:         return 1;" in done.answer("edit_file")
    assert not done.attempt.edits


def test_a_file_can_be_created_but_not_by_mistake(tmp_path: Path) -> None:
    job = job_of(tmp_path)
    new = "src/main/java/g/B.java"
    done = talk(job, tmp_path, [edit(new, "old", "x"), edit(new, "", "package g;\nclass B { }\n")])
    assert "there is no file" in done.answer("edit_file")
    assert content(job, new) == b"package g;\nclass B { }\n"
    assert [e.path for e in done.attempt.edits] == [new]


def test_reading_listing_and_searching(tmp_path: Path) -> None:
    files = {**FILES, "lib/a.jar": b"\0\1return 1;", ".hidden/x.txt": "return 1;"}
    done = talk(
        job_of(tmp_path, files),
        tmp_path,
        [call("list_files", folder="."), call("list_files", folder="./src/test")],
        [call("read_file", path=MAIN, first_line=4, last_line=400)],
        [call("read_file", path=MAIN, first_line=40, last_line=50)],
        [call("read_file", path="lib/a.jar", first_line=1, last_line=2)],
        [
            call("search", pattern=r"return \d", folder=""),
            call("search", pattern="nine", folder=""),
        ],
        [call("list_files", folder=".hidden")],
    )
    assert "pom.xml" in done.answer("list_files")
    assert done.answer("list_files", 1) == TEST
    assert done.answer("list_files", 2) == ".hidden/x.txt"
    assert done.answer("read_file").startswith(f"{MAIN}, lines 4 to 7 of 7\n4:     int one()")
    assert "has 7 lines" in done.answer("read_file", 1)
    assert "no text file" in done.answer("read_file", 2)
    assert "a.jar" not in done.answer("search")
    assert f"{MAIN}:5: return 1;" in done.answer("search")
    assert done.answer("search", 1) == "no hits"


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)*b", "a["])
def test_a_pattern_that_could_take_for_ever_is_refused(tmp_path: Path, pattern: str) -> None:
    files = {**FILES, "src/main/resources/a.txt": "a" * 400 + "!\n"}
    done = talk(job_of(tmp_path, files), tmp_path, [call("search", pattern=pattern, folder="")])
    assert done.results[0][1]


def test_three_edits_without_a_build_are_built(tmp_path: Path) -> None:
    builds = Builds([RED, GREEN])
    job = job_of(tmp_path, build=builds)
    edits = [edit(MAIN, f"return {n};", f"return {n + 1};") for n in range(1, 7)]
    done = talk(job, tmp_path, edits)
    assert builds.runs == done.attempt.builds == 2
    assert "three edits were made" in done.answer("edit_file", 2)
    assert "cannot find symbol: two()" in done.answer("edit_file", 2)
    assert "the build passed" in done.answer("edit_file", 5)
    assert done.answer("edit_file", 1) == f"changed {MAIN}"


def test_builds_are_limited_and_the_model_is_told(tmp_path: Path) -> None:
    builds = Builds()
    turns = [[call("run_build")] for _ in range(3)]
    done = talk(job_of(tmp_path, build=builds), tmp_path, *turns, used=tier(builds=2))
    assert builds.runs == 2
    assert "no build is left" in done.answer("run_build", 2)


def test_a_build_that_breaks_down_is_news_for_the_model(tmp_path: Path) -> None:
    def breaks() -> BuildOutcome:
        raise OSError("no space left")

    done = talk(job_of(tmp_path, build=breaks), tmp_path, [call("run_build")])
    assert done.results[0] == ("run_build", True, "no space left")
    assert done.attempt.call_ok


def test_build_problems_are_cut_and_free_of_secrets(tmp_path: Path) -> None:
    many = tuple(
        Diagnostic("test-error", Phase.TEST, f"n{n} password=hunter2hunter2 {'x' * 900}", test="T")
        for n in range(40)
    )
    outcome = BuildOutcome(False, Phase.TEST, ("verify",), 17, many)
    text = talk(job_of(tmp_path, build=Builds([outcome])), tmp_path, [call("run_build")]).answer(
        "run_build"
    )
    assert "hunter2hunter2" not in text
    assert len(text) <= 6_000


def test_api_diff_asks_for_both_versions(tmp_path: Path) -> None:
    asked = []

    def public_api(old: str, new: str, name: str) -> str:
        asked.append((old, new, name))
        return "- gone()" if name == "g.A" else ""

    arguments = {"artifact": "g:a", "old_version": "1", "new_version": "2"}
    done = talk(
        job_of(tmp_path, public_api=public_api),
        tmp_path,
        [call("api_diff", **arguments, class_name="g.A")],
        [call("api_diff", **arguments, class_name="g.B")],
        [call("api_diff", **arguments, class_name="-J-javaagent:x.jar")],
        [call("api_diff", **{**arguments, "new_version": "../../x"}, class_name="")],
    )
    assert asked == [("g:a:1", "g:a:2", "g.A"), ("g:a:1", "g:a:2", "g.B")]
    assert done.answer("api_diff") == "- gone()"
    assert "can't be had" in done.answer("api_diff", 1)
    assert "invalid arguments" in done.answer("api_diff", 2)


def test_the_effective_pom(tmp_path: Path) -> None:
    turn = [call("read_pom_effective", module="."), call("read_pom_effective", module="x")]
    done = talk(job_of(tmp_path), tmp_path, turn)
    assert done.answer("read_pom_effective") == "<project/>"
    assert "there is no module 'x'" in done.answer("read_pom_effective", 1)


def test_finish_ends_the_talk_even_with_calls_left(tmp_path: Path) -> None:
    done = talk(job_of(tmp_path), tmp_path, [finish("found nothing")], [call("run_build")])
    assert (done.attempt.calls, done.attempt.end) == (1, "answered")
    assert done.attempt.edits == ()


def test_rounds_are_limited(tmp_path: Path) -> None:
    turns = [[call("list_files", folder="")] for _ in range(5)]
    done = talk(job_of(tmp_path), tmp_path, *turns, used=tier(rounds=3))
    assert (done.attempt.calls, done.attempt.end) == (3, "rounds")


def test_a_broken_pom_is_refused_with_the_reason(tmp_path: Path) -> None:
    job = job_of(tmp_path)
    done = talk(job, tmp_path, [edit("pom.xml", "</dependencies>", "</dependency>")])
    assert "Maven can't read this pom" in done.answer("edit_file")
    assert done.attempt.refusals
    assert content(job, "pom.xml").decode() == POM
