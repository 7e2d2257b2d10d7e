"""Recipes with real Maven: types are told apart over modules, and nothing else changes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reode.build.jdk import choose_jdk, find_jdks
from reode.build.maven import find_maven
from reode.errors import JdkMissingError
from reode.facts.build import Jdk
from reode.facts.recipe_artifacts import load_recipe_artifacts
from reode.facts.target import Target
from reode.project.model_repository import PomRepository

pytestmark = pytest.mark.e2e


def _pom(artifact: str, body: str, parent: str = "") -> str:
    head = (
        '<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>'
    )
    own = f"  <artifactId>{artifact}</artifactId>"
    if not parent:
        own = f"  <groupId>org.acme</groupId>\n{own}\n  <version>1.0</version>"
    return f"{head}\n{parent}{own}\n{body}</project>\n"


def _dependency(coordinates: str, scope: str) -> str:
    group, artifact, version = coordinates.split(":")
    return (
        f"    <dependency>\n      <groupId>{group}</groupId>\n"
        f"      <artifactId>{artifact}</artifactId>\n      <version>{version}</version>\n"
        f"      <scope>{scope}</scope>\n    </dependency>\n"
    )


_PARENT = (
    "  <parent>\n    <groupId>org.acme</groupId>\n    <artifactId>stock</artifactId>\n"
    "    <version>1.0</version>\n  </parent>\n"
)
_ROOT = (
    "  <packaging>pom</packaging>\n"
    "  <modules>\n    <module>core</module>\n    <module>web</module>\n  </modules>\n"
    "  <properties>\n    <maven.compiler.source>1.8</maven.compiler.source>\n"
    "    <maven.compiler.target>1.8</maven.compiler.target>\n"
    "    <project.build.sourceEncoding>GBK</project.build.sourceEncoding>\n"
    # What would make OpenRewrite load an artifact that nobody asked for.
    "    <rewrite.recipeArtifactCoordinates>org.acme:source-available:1.0"
    "</rewrite.recipeArtifactCoordinates>\n  </properties>\n"
    "  <dependencies>\n"
    + _dependency("org.projectlombok:lombok:1.16.20", "provided")
    + _dependency("junit:junit:4.12", "test")
    + "  </dependencies>\n"
)
_ON_CORE = f"  <dependencies>\n{_dependency('org.acme:core:1.0', 'compile')}  </dependencies>\n"

_ITEM = (
    "package org.acme.core;\n\nimport lombok.Getter;\nimport lombok.experimental.Builder;\n\n"
    "/** 物品, made by its builder. */\n@Getter\n@Builder\npublic class Item   {\n"
    "\tprivate final int    count;   // 数量\n}\n"
)
_WALL = (
    "package org.acme.web.wall;\n\n/** It only shares its name with Lombok's annotation. */\n"
    "public class Builder {\n    public int bricks(int metres) {\n        return metres * 12;\n"
    "    }\n}\n"
)
_ORDER = (
    "package org.acme.web;\n\nimport org.acme.core.Item;\nimport org.acme.web.wall.Builder;\n\n"
    "@lombok.experimental.Builder\npublic class Order {\n    private final Item item;\n"
    "    private final Builder wall;\n\n    public int total() {\n"
    "        return item.getCount() + wall.bricks(1);\n    }\n}\n"
)
_TEST = (
    "package org.acme.web;\n\nimport static org.junit.Assert.assertEquals;\n\n"
    "import org.acme.core.Item;\nimport org.acme.web.wall.Builder;\nimport org.junit.Test;\n\n"
    "public class OrderTest {\n    @Test\n    public void countsItemsAndBricks() {\n"
    "        Item item = Item.builder().count(3).build();\n"
    "        Order order = Order.builder().item(item).wall(new Builder()).build();\n"
    "        assertEquals(15, order.total());\n    }\n}\n"
)
_SHELF = (
    "package org.acme.core;\n\nimport java.util.ArrayList;\nimport java.util.List;\n"
    "import java.util.Map;\n\npublic class Shelf   {\n    private final List<String> names = new ArrayList<String>();\n\n"
    "    public int size( ) { return names.size(); }\n}\n"
)
ITEM, ORDER = (
    "core/src/main/java/org/acme/core/Item.java",
    "web/src/main/java/org/acme/web/Order.java",
)
SHELF = "core/src/main/java/org/acme/core/Shelf.java"
FILES = {
    "pom.xml": _pom("stock", _ROOT).encode(),
    "core/pom.xml": _pom("core", "", _PARENT).encode(),
    "web/pom.xml": _pom("web", _ON_CORE, _PARENT).encode(),
    ITEM: _ITEM.encode("gbk"),
    SHELF: _SHELF.encode(),
    ORDER: _ORDER.replace("\n", "\r\n").encode(),
    "web/src/main/java/org/acme/web/wall/Builder.java": _WALL.encode(),
    "web/src/test/java/org/acme/web/OrderTest.java": _TEST.encode(),
}


def _jdk(target: int) -> Jdk:
    try:
        return choose_jdk(find_jdks(), Target(target, target))
    except JdkMissingError:
        pytest.skip(f"no JDK for Java {target} on this machine")


def _repository(folder: Path) -> Path:
    for path, data in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    identity = ["-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "core.autocrlf=false"]
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run(["git", *identity, *command], cwd=folder, check=True)
    return folder


def _migrate(folder: Path, target: int, home: Path, *more: str) -> tuple[int, dict[str, Any]]:
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "reode",
            "migrate",
            str(folder),
            f"--to={target}",
            "--no-llm",
            *more,
            "--json",
        ],
        env={**os.environ, "REODE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    envelope = json.loads(done.stdout)
    return done.returncode, envelope.get("data") or envelope["error"]


def _changed(data: dict[str, Any], by: str) -> dict[str, Any]:
    return next(t for t in data["transforms"] if t["by"] == by)


@pytest.mark.parametrize("target", [17, 25])
def test_j06_a_type_is_renamed_where_it_is_meant_and_nowhere_else(
    target: int, tmp_path: Path
) -> None:
    _jdk(target)
    folder = _repository(tmp_path / "user")
    code, data = _migrate(folder, target, tmp_path / "home")

    assert code == 0, json.dumps(data, indent=1)[:6000]
    assert data["tests"]["after"]["passed"] == 1
    transform = _changed(data, "rule:lombok_experimental_gone")
    assert transform["files"] == [ITEM, ORDER]
    assert transform["lines"] == 4
    tree = Path(data["worktree"])
    item, order = (tree / ITEM).read_bytes(), (tree / ORDER).read_bytes()
    assert order == FILES[ORDER].replace(b"@lombok.experimental.Builder", b"@lombok.Builder")
    assert sorted(item.splitlines()) == sorted(
        FILES[ITEM].replace(b"lombok.experimental.Builder", b"lombok.Builder").splitlines()
    )
    assert b"openrewrite" not in b"".join(p.read_bytes() for p in tree.rglob("pom.xml"))
    message = subprocess.run(
        ["git", "show", "-s", "--format=%B", transform["commit"]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert re.search(
        r"^Reode-Recipe: org.openrewrite.java.ChangeType@\S+ Apache-2.0$", message, re.MULTILINE
    )


def test_a_recipe_that_the_user_names_runs_under_its_own_licence(tmp_path: Path) -> None:
    _jdk(17)
    named = "org.openrewrite:rewrite-java:8.89.0#org.openrewrite.java.RemoveUnusedImports"
    folder = _repository(tmp_path / "user")
    code, data = _migrate(folder, 17, tmp_path / "home", "--recipes", named)
    assert code == 0, json.dumps(data, indent=1)[:6000]
    assert data["request"]["recipes"] == [named]
    assert "Apache" in data["request"]["recipe_licences"][0]
    transform = _changed(data, "rule:org.openrewrite.java.RemoveUnusedImports")
    assert (transform["files"], transform["lines"]) == ([SHELF], 1)
    shelf = (Path(data["worktree"]) / SHELF).read_bytes()
    assert shelf == FILES[SHELF].replace(b"import java.util.Map;\n", b"")
    events = (tmp_path / "home" / "runs" / data["run_id"] / "events.jsonl").read_text()
    first = json.loads(events.splitlines()[0])
    assert named in first["data"]["text"]


def test_bad_coordinates_are_refused_before_any_edit(tmp_path: Path) -> None:
    _jdk(17)
    folder = _repository(tmp_path / "user")
    code, error = _migrate(
        folder, 17, tmp_path / "home", "--recipes", "org.acme:no-such-recipes:1.0#org.acme.No"
    )
    assert code == 2
    assert "org.acme:no-such-recipes:1.0" in error["message"]
    assert not list((tmp_path / "home").glob("runs/*"))
    branches = subprocess.run(
        ["git", "branch", "--list", "reode/*"], cwd=folder, capture_output=True, check=True
    )
    assert branches.stdout == b""


def test_the_listed_artifacts_really_name_that_licence(tmp_path: Path) -> None:
    """The list holds what the poms say; Maven fetches those that a run has not brought yet."""
    local, maven = PomRepository.local(), find_maven(tmp_path, tmp_path / "cache")
    for row in load_recipe_artifacts():
        group, artifact = row.artifact.split(":")
        if local.find(group, artifact, row.version) is None:
            maven.run(
                ["org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get"],
                root=tmp_path,
                jdk=_jdk(17),
                log=tmp_path / "get.log",
                properties={"artifact": f"{row.coordinates}:pom", "transitive": "false"},
            )
        pom = local.find(group, artifact, row.version)
        assert pom is not None, row.coordinates
        names = [e.text for e in pom.find_all("licenses/license/name")]
        assert names == ["The Apache Software License, Version 2.0"], row.coordinates
