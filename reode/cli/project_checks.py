"""What `reode doctor PATH` says of a project: what REODE could do with it here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reode.build.jdk import choose_jdk
from reode.build.maven import wrapper_version
from reode.cli.amounts import count
from reode.cli.health import Health, Item
from reode.cli.options import HIGHEST
from reode.errors import JdkMissingError, ReodeError
from reode.facts.build import Jdk
from reode.facts.target import Target

_GROUP = "Project"


def project_items(path: Path, jdks: tuple[Jdk, ...], storage: Path) -> Iterator[Item]:
    """Yield what is known of the project at `path` without building it."""
    from reode.project.git import Git
    from reode.project.source import locate_source

    if Git.contains(path):
        try:
            source = locate_source(str(path), storage)
        except ReodeError as error:
            yield Item(_GROUP, "repository", Health.FAIL, error.message, error.hint)
            return
        yield _state(source.commit, len(source.dirty))
    elif not path.is_dir():
        remedy = "Give the folder that holds the project's pom.xml."
        yield Item(_GROUP, "folder", Health.FAIL, f"{path} is not a folder", remedy)
        return
    else:
        detail = "not in git: a private repository will be made for it"
        yield Item(_GROUP, "repository", Health.OK, detail)
    yield from _content(path, jdks)


def _state(commit: str, dirty: int) -> Item:
    if not dirty:
        return Item(_GROUP, "repository", Health.OK, f"HEAD is {commit[:10]}, nothing uncommitted")
    detail = f"HEAD is {commit[:10]}; {count(dirty, 'uncommitted path')} would stay out"
    return Item(_GROUP, "repository", Health.WARN, detail, "Commit what should be migrated.")


def _content(path: Path, jdks: tuple[Jdk, ...]) -> Iterator[Item]:
    from reode.project.view import ProjectView

    view = ProjectView.at(path)
    modules = view.reactor.modules
    if not modules:
        remedy = "Give the folder of a Maven project with a readable pom.xml."
        yield Item(_GROUP, "pom", Health.FAIL, "no readable pom.xml", remedy)
        return
    levels = sorted({str(m.level().main or "unknown") for m in modules})
    detail = f"{count(len(modules), 'module')}, class files for Java {', '.join(levels)}"
    yield Item(_GROUP, "pom", Health.OK, detail)
    wanted = wrapper_version(path)
    if wanted:
        yield Item(_GROUP, "wrapper", Health.INFO, f"names Maven {wanted}; it is only read")
    yield from _lacks(view)
    yield from _possible(view, jdks)


def _lacks(view: object) -> Iterator[Item]:
    from reode.project.view import ProjectView

    if not isinstance(view, ProjectView):
        return
    missing = dict.fromkeys(m.missing_parent for m in view.reactor.modules if m.missing_parent)
    for parent in missing:
        detail = f"{parent} is not in the local Maven repository"
        remedy = "Maven will look for it when the baseline is built."
        yield Item(_GROUP, "parent", Health.WARN, detail, remedy)
    for path, reason in view.reactor.unreadable:
        yield Item(_GROUP, "pom", Health.WARN, f"{path}: {reason}", "Repair it first.")


def _possible(view: object, jdks: tuple[Jdk, ...]) -> Iterator[Item]:
    """Yield what the rules would do for the highest target that a JDK here can build."""
    from reode.project.view import ProjectView
    from reode.rules.apply import apply_deterministic_fixes
    from reode.rules.discovery import find_rules
    from reode.rules.rule import Situation, When
    from reode.run.reach import find_reach

    highest = min(HIGHEST, max((j.feature for j in jdks if j.has_compiler), default=0))
    try:
        choose_jdk(jdks, Target(highest, highest))
    except JdkMissingError as error:
        yield Item(_GROUP, "migration", Health.FAIL, error.message, error.hint)
        return
    if not isinstance(view, ProjectView) or not highest:
        return
    rules = [rule for rule in find_rules() if rule.when is When.CERTAIN]
    steps = apply_deterministic_fixes(Situation(view, Target(highest, highest)), rules)
    detail = f"{count(len(steps), 'certain fix', 'certain fixes')} for Java {highest}"
    yield Item(_GROUP, "migration", Health.OK, f"{detail}; `reode plan` shows them")
    reach = find_reach(view, Target(highest, highest))
    if reach.highest < highest:
        needs = ", ".join(f"{u.artifact} {u.next_version}" for u in reach.next_limits)
        detail = f"reaches class files for {reach.highest}; {reach.next_level} needs {needs}"
        yield Item(_GROUP, "level", Health.WARN, detail, f"Think of --release {reach.highest}.")
