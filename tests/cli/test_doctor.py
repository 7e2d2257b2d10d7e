"""`reode doctor`: what it looks at, how it says it, and when it fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from reode.cli.checks import jdk_items, machine_items, model_items
from reode.cli.doctor import doctor_lines
from reode.cli.health import Health, Item
from reode.cli.terminal import plain
from reode.facts.build import Jdk
from reode.settings import Settings


def _jdk(feature: int, *, compiler: bool = True) -> Jdk:
    return Jdk(f"/opt/jdk-{feature}", feature, f"{feature}.0.1", has_compiler=compiler)


def test_doctor_shows_groups_remedies_and_the_answer(snapshot: SnapshotAssertion) -> None:
    items = [
        *jdk_items((_jdk(17), _jdk(25), _jdk(8), _jdk(11, compiler=False))),
        Item("Build", "Maven", Health.WARN, "none on PATH", "Install Maven to work offline."),
        Item("Storage", "disk", Health.FAIL, "0.1 GB free", "Free some space."),
    ]
    assert "\n".join(plain(line) for line in doctor_lines(items)) == snapshot


@pytest.mark.parametrize(
    ("found", "health"),
    [((), Health.FAIL), ((_jdk(11),), Health.WARN), ((_jdk(17, compiler=False),), Health.FAIL)],
)
def test_doctor_says_what_java_is_missing(found: tuple[Jdk, ...], health: Health) -> None:
    assert health in {item.health for item in jdk_items(found)}


def test_a_key_is_told_as_set_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-very-secret")
    shown = " ".join(item.detail for item in model_items(Settings(model="claude-opus-4-6")))
    assert "ANTHROPIC_API_KEY" in shown
    assert "very-secret" not in shown


def test_a_tier_without_its_key_fails_with_the_variable_to_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    (tier,) = (i for i in model_items(Settings(model="claude-opus-4-6")) if i.name == "tier 1")
    assert tier.health is Health.FAIL
    assert "ANTHROPIC_API_KEY" in tier.remedy


def test_without_git_and_maven_doctor_names_both(tmp_path: Path) -> None:
    items = machine_items(Settings(home=tmp_path), {"PATH": str(tmp_path)})
    found = {item.name: item.health for item in items}
    assert found["git"] is Health.FAIL
    assert found["Maven"] is Health.WARN


def test_doctor_says_what_could_be_done_with_a_project(reode: Any, tmp_path: Path) -> None:
    pom = (
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
        "<version>1</version><properties><maven.compiler.source>6</maven.compiler.source>"
        "<maven.compiler.target>6</maven.compiler.target></properties></project>"
    )
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/pom.xml").write_text(pom)
    items = {i["name"]: i for i in reode("doctor", tmp_path / "plain", "--json").data["items"]}
    assert "class files for Java 6" in items["pom"]["detail"]
    assert "certain fix" in items["migration"]["detail"]
    ended = reode("doctor", tmp_path / "none")
    assert ended.code == 3
    assert "is not a folder" in ended.out
