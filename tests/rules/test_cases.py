"""Every rule is proved by its own cases, in every shape a file may have."""

import re
from dataclasses import replace

import pytest
from lxml import etree

from reode.rules.apply import edits_of
from reode.rules.cases import Shape, check_case, situation_of
from reode.rules.discovery import DOC_PARTS, find_rules, rule_by_id
from reode.rules.rule import Case, Rule

RULES = find_rules()
CASES = [
    pytest.param(rule, case, id=f"{rule.id}-{case.title or number}")
    for rule in RULES
    for number, case in enumerate(rule.cases)
]


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize(("rule", "case"), CASES)
def test_r10_a_rule_makes_of_its_case_what_it_says(rule: Rule, case: Case, shape: Shape) -> None:
    assert check_case(rule, case, shape) == []


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_r01_every_pom_stays_readable_and_whole(rule: Rule, case: Case) -> None:
    situation = situation_of(case)
    for edit in edits_of(rule, situation) if rule.is_awake(situation) else []:
        assert edit.reason
        if edit.content is None or not edit.path.endswith("pom.xml"):
            continue
        etree.fromstring(edit.content)
        assert not situation.view.with_edits([edit]).pom(edit.path).duplicate_tags()


@pytest.mark.parametrize(("rule", "case"), CASES)
def test_edits_stay_inside_the_project(rule: Rule, case: Case) -> None:
    allowed = re.compile(r"(?:.*/)?pom\.xml|src/.*|.*/src/.*|\.mvn/[\w.]+")
    situation = situation_of(case)
    for edit in edits_of(rule, situation) if rule.is_awake(situation) else []:
        assert allowed.fullmatch(edit.path)
        assert ".." not in edit.path


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_is_documented_and_shows_both_sides(rule: Rule) -> None:
    assert [part for part in DOC_PARTS if not rule.doc.get(part)] == []
    assert re.search(r"https://", rule.doc["Source"])
    assert any(case.keeps for case in rule.cases)
    assert any(not case.keeps for case in rule.cases)
    titles = [case.title for case in rule.cases]
    assert len(set(titles)) == len(titles), "every case has a title of its own"


def test_the_level_is_found_in_at_least_25_shapes() -> None:
    level = next(rule for rule in RULES if rule.id == "level_too_low")
    assert sum(not case.keeps for case in level.cases) >= 25


def test_a_recipe_that_a_case_does_not_name_is_told() -> None:
    rule = rule_by_id("lombok_experimental_gone")
    asked = next(case for case in rule.cases if case.calls)
    other = replace(asked.calls[0], options={}, artifacts=("g:a:1",))
    assert check_case(rule, asked) == []
    (extra,) = check_case(rule, replace(asked, calls=()))
    assert "asks for org.openrewrite.java.ChangeType" in extra
    assert len(check_case(rule, replace(asked, calls=(other,)))) == 2
    stubborn = replace(rule, recipes=lambda _: [other])
    assert "g:a:1 may not run unasked" in check_case(stubborn, replace(asked, calls=(other,)))
