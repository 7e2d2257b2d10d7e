"""The same promises over real poms of the local Maven repository, with Maven as the judge."""

import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from reode.errors import PomSyntaxError
from reode.project.pom import Pom
from tests.project.maven_oracle import maven_reads
from tests.project.pom_operations import OPERATIONS, check

pytestmark = pytest.mark.e2e

ENOUGH = 200
MOST = 200
# Resolving this brings several hundred published poms, and little else.
FETCHING = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>fetching</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>org.springframework.boot</groupId>
        <artifactId>spring-boot-dependencies</artifactId>
        <version>2.7.18</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-data-jpa</artifactId>
    </dependency>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-test</artifactId>
    </dependency>
  </dependencies>
</project>
"""


def local_repository() -> Path:
    return Path(os.environ.get("MAVEN_REPO_LOCAL", Path.home() / ".m2" / "repository"))


def stored_poms() -> list[Path]:
    return sorted(local_repository().rglob("*.pom"))


@pytest.fixture(scope="module")
def real_poms(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Give at least 200 real poms; Maven fetches some where the local repository has fewer."""
    if len(stored_poms()) < ENOUGH:
        folder = tmp_path_factory.mktemp("fetching")
        (folder / "pom.xml").write_text(FETCHING, encoding="utf-8")
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:tree"
        repository = f"-Dmaven.repo.local={local_repository()}"
        subprocess.run(["mvn", "-q", "-B", repository, goal], cwd=folder, check=True, timeout=900)
    found = stored_poms()
    assert len(found) >= ENOUGH
    return random.Random(17).sample(found, min(MOST, len(found)))  # noqa: S311 - a fair choice


def test_real_poms_are_read_exactly_where_maven_reads_them(real_poms: list[Path]) -> None:
    for path, answer in maven_reads(real_poms).items():
        try:
            pom = Pom.parse(path.read_bytes(), str(path))
        except PomSyntaxError:
            assert answer.startswith("bad"), path
        else:
            # An unknown or repeated tag is no fault of the XML: Maven alone judges those.
            assert answer == f"ok {pom.text('artifactId')}" or "tag" in answer, path


def test_r01_edits_of_real_poms_keep_their_promises(
    real_poms: list[Path], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    edited: list[Path] = []
    for number, path in enumerate(real_poms):
        before = pom = Pom.parse(path.read_bytes(), str(path))
        assert not before.duplicate_tags()
        for index, operation in enumerate(OPERATIONS):
            # Every second edit meets the pom as published, the others meet what edits made of it.
            pom = check(operation, before if (number + index) % 2 else pom)
            assert not pom.duplicate_tags(), (path, operation.name)
            edited.append(tmp_path / f"{number}-{index}.xml")
            edited[-1].write_bytes(pom.data)
    record_property("real_poms", len(real_poms))
    answers = maven_reads(edited)
    assert {path: answer for path, answer in answers.items() if not answer.startswith("ok")} == {}
    assert len(answers) == len(OPERATIONS) * len(real_poms)


def test_j06_real_poms_stay_where_nothing_changes(real_poms: list[Path]) -> None:
    for path in real_poms:
        pom = Pom.parse(path.read_bytes(), str(path))
        assert pom.data == path.read_bytes()
        for name, value in pom.properties().items():
            assert pom.set_property(name, value) is pom
        for plugin in pom.plugins():
            assert pom.ensure_plugin(plugin.group, plugin.artifact) is pom
        for one in pom.dependencies():
            kind = {"type": one.type, "classifier": one.classifier}
            assert pom.add_dependency(one.group, one.artifact, **kind) is pom
