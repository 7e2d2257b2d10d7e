"""Recipes that the user names: found, licensed and refused before there is a run."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from reode.errors import UsageError
from reode.facts.build import BuildOutcome, Jdk
from reode.facts.diagnostic import Phase
from reode.facts.record import RunRequest
from reode.facts.target import Target
from reode.project.model_repository import PomRepository
from reode.project.view import ProjectView
from reode.rules.rule import Situation
from reode.run.named_recipes import (
    NO_LICENCE,
    announcement,
    as_texts,
    find_named_recipes,
    rules_of,
)
from reode.settings import Settings

TEXT = "org.acme:more:1.0#org.acme.Rename"
LICENCE = "<licenses><license><name>Some  Source\n Available License</name></license></licenses>"
JDK = Jdk("/jdk", 17, "17.0.1")


def pom(artifact: str, body: str = "") -> str:
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId>"
        f"<artifactId>{artifact}</artifactId><version>1.0</version>{body}</project>"
    )


def store(root: Path, artifact: str, body: str = "", entries: dict[str, str] | None = None) -> None:
    folder = root / "org/acme" / artifact / "1.0"
    folder.mkdir(parents=True)
    (folder / f"{artifact}-1.0.pom").write_text(pom(artifact, body))
    with zipfile.ZipFile(folder / f"{artifact}-1.0.jar", "w") as jar:
        for name, text in (entries or {"org/acme/Rename.class": ""}).items():
            jar.writestr(name, text)


@dataclass
class Fetcher:
    """A build tool that can fetch what it is told to have."""

    root: Path
    has: dict[str, str] = field(default_factory=dict)
    asked: list[dict[str, Any]] = field(default_factory=list)
    name: str = "fetcher"
    version: str = "1"

    def run(self, goals: Any, *, root: Path, jdk: Jdk, log: Path, **more: Any) -> BuildOutcome:
        self.asked.append({"goals": list(goals), **more["properties"]})
        for artifact, body in self.has.items():
            store(self.root, artifact, body)
        return BuildOutcome(bool(self.has), Phase.DONE, (), 17)

    def effective_poms(self, root: Path, jdk: Jdk) -> dict[str, bytes]:
        return {}


def find(root: Path, *texts: str, tool: Fetcher | None = None, offline: bool = False) -> Any:
    settings = Settings(recipes=texts, offline=offline)
    fetcher = tool or Fetcher(root)
    return find_named_recipes(settings, fetcher, JDK, repository=PomRepository(root))


def test_the_licence_is_read_in_the_artifacts_pom(tmp_path: Path) -> None:
    store(tmp_path, "more", LICENCE)
    fetcher = Fetcher(tmp_path)
    (recipe,) = find(tmp_path, TEXT, tool=fetcher)
    assert recipe.licence == "Some Source Available License"
    assert fetcher.asked == []


def test_a_parent_names_the_licence_or_nobody_does(tmp_path: Path) -> None:
    parent = "<groupId>org.acme</groupId><artifactId>up</artifactId><version>1.0</version>"
    store(tmp_path, "more", f"<parent>{parent}</parent>")
    assert find(tmp_path, TEXT)[0].licence == NO_LICENCE
    store(tmp_path, "up", LICENCE)
    assert find(tmp_path, TEXT)[0].licence == "Some Source Available License"


def test_what_is_not_here_is_fetched_by_maven(tmp_path: Path) -> None:
    fetcher = Fetcher(tmp_path, {"more": LICENCE})
    assert find(tmp_path, TEXT, tool=fetcher)[0].name == "org.acme.Rename"
    (asked,) = fetcher.asked
    assert asked["artifact"] == "org.acme:more:1.0"
    assert asked["transitive"] == "false"
    assert asked["goals"][0].startswith("org.apache.maven.plugins:maven-dependency-plugin:")


def test_offline_maven_is_offline_here_too(tmp_path: Path) -> None:
    fetcher = Fetcher(tmp_path, {"more": ""})
    find(tmp_path, TEXT, tool=fetcher, offline=True)
    assert fetcher.asked[0]["goals"][0] == "--offline"


def test_a_declarative_recipe_is_found_by_its_name(tmp_path: Path) -> None:
    yaml = "---\ntype: specs.openrewrite.org/v1beta/recipe\nname: org.acme.Rename\n"
    store(tmp_path, "more", "", {"META-INF/rewrite/x.yml": yaml})
    assert find(tmp_path, TEXT)[0].name == "org.acme.Rename"


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("org.acme:more", "does not name a recipe", "GROUP:ARTIFACT:VERSION#"),
        ("org.acme:more:LATEST#org.acme.Rename", "does not name", "never moves"),
        ("org.acme:more:9.9#org.acme.Rename", "can't find org.acme:more:9.9", "Check group"),
        ("org.acme:more:1.0#org.acme.Renam", "holds no recipe org.acme.Renam", "Check the name"),
    ],
)
def test_bad_coordinates_say_what_to_do(tmp_path: Path, text: str, says: str, hint: str) -> None:
    store(tmp_path, "more", LICENCE)
    with pytest.raises(UsageError, match=says) as raised:
        find(tmp_path, text)
    assert hint in raised.value.hint
    assert raised.value.exit_code == 2


def request(**more: Any) -> RunRequest:
    return RunRequest(
        run_id="R",
        source="s",
        repository="r",
        folder="",
        private=False,
        base_commit="c",
        branch="b",
        worktree="w",
        target_jdk=17,
        target_release=17,
        jdk_home="/jdk",
        started="2026-01-01T00:00:00+00:00",
        **more,
    )


def test_the_request_keeps_recipes_and_licences_and_the_run_says_them(tmp_path: Path) -> None:
    store(tmp_path, "more", LICENCE)
    texts, licences = as_texts(find(tmp_path, TEXT))
    asked = RunRequest.from_json(request(recipes=texts, recipe_licences=licences).to_json())
    (line,) = announcement(asked)
    assert TEXT in line
    assert "Some Source Available License" in line
    (rule,) = rules_of(asked)
    (call,) = rule.recipes(Situation(ProjectView.of({}), Target(17, 17)))  # type: ignore[misc]
    assert (call.name, call.artifacts) == ("org.acme.Rename", ("org.acme:more:1.0",))
    assert rule.once
    assert "Some Source Available License" in rule.doc["Cause"]


def test_without_the_option_no_rule_is_added() -> None:
    assert rules_of(request()) == ()
    assert announcement(request()) == ()
