"""The three forms of a report: what they say, and that they say it safely."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from reode.cli.summary import summary
from reode.facts.record import EndReason
from reode.facts.scorecard import Verdict
from reode.facts.tally import TestKey, TestResult, TestStatus, TestTally
from reode.report.data import to_data, to_json
from reode.report.diffs import split_hunks
from reode.report.digest import left_overs, next_step, spared, spending, time_by_step
from reode.report.html import to_html
from reode.report.markdown import to_markdown
from reode.report.material import Material
from tests.report.sample_run import PROBLEM, after, material

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "report.schema.json"


def partial() -> Material:
    return material(
        verdict=Verdict.PARTIAL,
        reason=EndReason.TEST_EXPECTATION,
        detail="a test expects another value",
        result=after(PROBLEM),
    )


def test_markdown_of_a_migrated_run(snapshot: SnapshotAssertion) -> None:
    text = to_markdown(material())
    assert text == snapshot
    assert len(text.splitlines()) <= 50  # one screen


def test_markdown_names_what_is_left(snapshot: SnapshotAssertion) -> None:
    assert to_markdown(partial()) == snapshot


def test_text_of_the_repository_can_not_write_markdown_or_html() -> None:
    evil = "</table><script>alert(1)</script> | [x](http://e)"
    shown = material(detail=evil)
    assert "<script>" not in to_markdown(shown).replace("\\<", "")
    assert "<script>" not in to_html(shown)
    assert "&lt;script&gt;" in to_html(shown)


def test_html_needs_no_network_and_no_script() -> None:
    page = to_html(material())
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert "<script" not in page
    assert "@import" not in page
    assert "url(" not in page
    assert "prefers-color-scheme: dark" in page


class _Reader(HTMLParser):
    """Collects what an accessible page must have, and checks that tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.labelled: list[str] = []
        self.regions: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.open.append(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.labelled += (found.get("aria-labelledby") or "").split()
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "pre":
            self.regions.append(found)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_well_formed_and_can_be_read_with_the_keyboard_and_aloud() -> None:
    reader = _Reader()
    page = to_html(material())
    reader.feed(page)
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert set(reader.labelled) <= set(reader.ids)
    assert reader.headings[0] == 1
    assert all(b - a <= 1 for a, b in zip(reader.headings, reader.headings[1:], strict=False))
    assert all(r.get("tabindex") == "0" and r.get("aria-label") for r in reader.regions)
    assert page.count("<svg") == page.count("<desc") == 3


def test_every_hunk_stands_under_its_reason() -> None:
    page = to_html(material())
    hunks = sum(len(list(split_hunks(t["diff"]))) for t in material().record["transforms"])
    assert page.count('class="hunk"') == hunks == 3
    assert page.count("Encode with java.util.Base64.") == 2


def test_json_follows_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    for shown in (material(), partial()):
        jsonschema.validate(json.loads(to_json(shown)), schema)
    broken = to_data(material())
    del broken["verdict"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)


def test_left_overs_name_open_problems_and_excused_failures() -> None:
    left = left_overs(partial())
    assert [item.why for item in left] == [
        "test-assertion in test",
        "needs something that this machine has not",
    ]
    assert left[0].what == "expected:<1.10> but was:<1.1>"
    assert left[0].where == "src/test/java/shop/PriceTest.java:17"


def test_one_cause_of_many_tests_is_one_left_over_told_by_its_root() -> None:
    """Five failures of one context are one thing to repair; its outermost message says nothing."""
    shown = partial()
    assert shown.after is not None
    keys = [TestKey(".", "shop.CartTest", name) for name in ("adds", "removes", "totals")]
    failed = tuple(
        TestResult(key, TestStatus.FAILED, 1, "java.lang.IllegalArgumentException: major 69")
        for key in keys
    )
    problem = shown.after.diagnostics[0]
    problems = tuple(
        replace(problem, file=None, line=None, test=str(key), message="Failed to load context")
        for key in keys
    )
    after = replace(shown.after, diagnostics=problems, tests=TestTally(failed))
    (left,) = left_overs(replace(shown, after=after))
    assert left.what == "java.lang.IllegalArgumentException: major 69"
    assert left.where == ".:shop.CartTest#adds and 2 more"


def test_what_minimise_left_out_is_said_in_one_sentence() -> None:
    shown = material()
    assert spared(shown.record) == ""
    spare = {"id": "x:0:1", "by": "rule:x", "reason": "r", "lines": 1, "dropped": True, "why": "w"}
    needed = {**spare, "id": "x:0:0", "lines": 7, "dropped": False}
    search = {"builds": 2, "end": "every change was tried", "tried": [spare, needed]}
    small = replace(shown, record={**shown.record, "minimised": search})
    said = "1 change (1 line) left out after 2 builds: every change was tried"
    assert spared(small.record) == said
    for write in (to_markdown, to_html):
        assert said.split(" (", maxsplit=1)[0] in write(small)
        assert "left out" not in write(shown)
    jsonschema.validate(json.loads(to_json(small)), json.loads(SCHEMA.read_text()))


def test_a_run_that_did_not_get_there_says_why_it_went_no_further() -> None:
    for write in (to_markdown, to_html):
        assert "Went no further: tier1 has 3 attempts left" in write(partial())
        assert "Went no further" not in write(material())


def test_time_and_money_come_from_the_events() -> None:
    shown = material()
    assert time_by_step(shown.events)["validate"] == pytest.approx(27.7)
    first, second = spending(shown.events)
    assert (first.model, first.cost) == ("glm-5", 0.0312)
    assert second.cost is None


@pytest.mark.parametrize(
    ("request_part", "says"),
    [
        ({}, "git merge reode/"),
        ({"private": True, "source": "https://example.org/a/b"}, "push origin reode/"),
        ({"private": True, "source": "/home/dev/plain folder"}, "patch -p1 -d '/home/dev/plain"),
    ],
)
def test_the_next_command_fits_where_the_project_came_from(
    request_part: dict[str, object], says: str
) -> None:
    shown = material()
    record = {**shown.record, "request": {**shown.record["request"], **request_part}}
    assert says in next_step(record)


def test_a_run_that_changed_nothing_says_so() -> None:
    shown = material()
    bare = replace(shown, record={**shown.record, "transforms": [], "gates": [], "errors": []})
    assert "### No changes" in to_markdown(bare)
    assert "Nothing was changed." in to_html(bare)
    assert next_step(bare.record).startswith("reode undo")
    assert next_step(partial().record).startswith("cd ")


def test_recipes_are_named_with_their_licences_wherever_a_run_is_told() -> None:
    shown = material()
    record = shown.record
    changed = {**record["transforms"][0], "recipes": ["org.x.Move@8.89.0 Apache-2.0"]}
    named = "g:a:1.0#org.y.Style"
    request = {**record["request"], "recipes": [named], "recipe_licences": ["Some <Licence>"]}
    transforms = [changed, *record["transforms"][1:]]
    shown = replace(shown, record={**record, "transforms": transforms, "request": request})
    markdown, html = to_markdown(shown), to_html(shown)
    for part in ("org.x.Move@8.89.0", "licence: Apache-2.0", "named by the user"):
        assert part in markdown
        assert part in html
    assert "Some \\<Licence>" in markdown
    assert "Some &lt;Licence&gt;" in html


def test_every_report_says_what_the_final_check_noted() -> None:
    """Which Java ran the tests is no secret of the JSON."""
    shown = material()
    note = "built on Java 25; tests were to run with another: the reports name Java 21"
    shown = replace(shown, record={**shown.record, "notes": [note]})
    texts = [to_markdown(shown), to_html(shown)]
    texts.append("\n".join(str(line) for line in summary(shown)))
    assert all(note in text for text in texts)
