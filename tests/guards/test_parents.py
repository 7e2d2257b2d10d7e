"""A parent from outside that is raised takes its old settings along; one that is dropped does not."""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.guards.edits import check_edits
from reode.project.model_repository import PomRepository
from reode.project.view import ProjectView
from reode.rules.cases import pom
from reode.rules.pom_cases import configuration, execution, plugin, properties

_BOOT = "org.springframework.boot:spring-boot-starter-parent"
_OLD, _NEW = f"{_BOOT}:2.1.5.RELEASE", f"{_BOOT}:2.5.15"
_REPACKAGE = plugin(
    "spring-boot-maven-plugin",
    "",
    *execution("repackage", "<goals>", "  <goal>repackage</goal>", "</goals>"),
    *configuration("<mainClass>${start-class}</mainClass>"),
    managed=True,
)
_REPOSITORY = PomRepository.of({_OLD: pom(_REPACKAGE)})


def _view(text: str) -> ProjectView:
    return ProjectView.of({"pom.xml": text}, repository=_REPOSITORY)


def test_j05_a_raised_parent_that_is_not_here_yet_loses_nothing() -> None:
    edit = Edit("pom.xml", pom(parent=_NEW).encode(), "test")

    assert check_edits(_view(pom(parent=_OLD)), [edit]) == ()


def test_j05_a_raised_parent_whose_old_version_is_not_here_adds_nothing() -> None:
    included = "<build>{}</build>".format(
        "<resources><resource><includes><include>*.yml</include></includes></resource></resources>"
    )
    view = ProjectView.of(
        {"pom.xml": pom(parent=_OLD)}, repository=PomRepository.of({_NEW: pom(included)})
    )

    assert check_edits(view, [Edit("pom.xml", pom(parent=_NEW).encode(), "test")]) == ()


def test_j05_a_parent_that_was_dropped_or_exchanged_is_missed() -> None:
    for after in (pom(), pom(parent="org.other:parent:9")):
        refusals = check_edits(_view(pom(parent=_OLD)), [Edit("pom.xml", after.encode(), "test")])

        assert any("repackage" in one.reason for one in refusals)


def test_j05_a_property_that_a_parent_waits_for_may_be_set() -> None:
    edit = Edit("pom.xml", pom(properties("start-class=a.App"), parent=_OLD).encode(), "test")

    assert check_edits(_view(pom(parent=_OLD)), [edit]) == ()
