"""How far a project gets is told, never chosen silently (J11)."""

import pytest

from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.rules.cases import pom
from reode.rules.level_limits import level_limits, main_limits, reachable_level
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Situation


def _situation(*entries: str, level: int = 25) -> Situation:
    view = ProjectView.of({"pom.xml": pom(dependencies(*entries))}, jdk=25)
    return Situation(view, Target(25, level))


@pytest.mark.parametrize(
    ("version", "level", "reached"),
    [
        ("5.3.39", 25, 21),
        ("5.1.20.RELEASE", 25, 21),
        ("5.3.39", 21, 21),
        ("6.2.5", 25, 25),
        ("6.0.0", 25, 25),
        ("4.3.30.RELEASE", 25, 25),
    ],
)
def test_j11_spring_reaches_what_its_line_reaches(version: str, level: int, reached: int) -> None:
    situation = _situation(f"org.springframework:spring-core:{version}", level=level)
    assert reachable_level(situation) == reached


def test_j11_the_limit_names_the_upgrade_and_the_price_of_the_next_level() -> None:
    (limit,) = level_limits(_situation("org.springframework:spring-core:5.1.20.RELEASE"))
    assert (limit.version, limit.reaches, limit.next_version) == ("5.3.39", 21, "6.2.5")


def test_j11_without_a_reader_nothing_limits() -> None:
    assert reachable_level(_situation("junit:junit:4.12:test")) == 25


@pytest.mark.parametrize(("scope", "named"), [("", True), ("test", False)])
def test_j11_only_main_code_is_limited_at_run_time(scope: str, named: bool) -> None:
    """Tests show by themselves what they can read; the application is started by no build."""
    entry = "org.springframework:spring-core:5.3.39" + (f":{scope}" if scope else "")
    found = main_limits(_situation(entry))
    assert bool(found) is named


def test_j11_what_an_upgrade_would_read_is_not_read_as_the_tree_stands() -> None:
    """Nothing failed, so nothing was raised; the application does not start all the same."""
    situation = _situation("org.springframework:spring-core:5.1.20.RELEASE", level=21)
    assert level_limits(situation) == ()
    (limit,) = main_limits(situation)
    assert (limit.used, limit.version, limit.reaches) == ("5.1.20.RELEASE", "5.3.39", 21)
    assert main_limits(_situation("org.springframework:spring-core:5.3.39", level=21)) == ()
