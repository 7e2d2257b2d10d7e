"""Rules applied one over the other."""

from __future__ import annotations

from reode.facts.target import Target
from reode.project.model_repository import PomRepository
from reode.project.view import ProjectView
from reode.rules.apply import apply_deterministic_fixes
from reode.rules.cases import diagnostic, pom
from reode.rules.pom_cases import plugin, properties
from reode.rules.rule import Situation

_BOOT = "org.springframework.boot:spring-boot-starter-parent"
_LEVELS = (
    "java.version=1.8",
    "maven.compiler.source=${java.version}",
    "maven.compiler.target=${java.version}",
)


def test_j06_nothing_is_added_for_want_of_a_parent_that_the_next_build_fetches() -> None:
    own = pom(properties("java.version=17"), parent=f"{_BOOT}:2.1.5.RELEASE")
    boot = pom(properties(*_LEVELS) + plugin("maven-compiler-plugin", "3.8.1", managed=True))
    repository = PomRepository.of({f"{_BOOT}:2.1.5.RELEASE": boot})
    view = ProjectView.of({"pom.xml": own}, repository=repository, jdk=17)
    told = diagnostic(
        "class-file-version", module="app", evidence={"owner": "org.springframework.asm"}
    )

    matches = apply_deterministic_fixes(Situation(view, Target(17, 17), (told,)))

    assert [rule.id for rule, _ in matches] == ["spring_boot_too_old"]
