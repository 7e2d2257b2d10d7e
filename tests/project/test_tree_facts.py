"""What is read of a tree without building it: settings, files that steer, types, libraries."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from reode.facts.snapshot import Setting
from reode.project.api_surface import read_types
from reode.project.archives import find_archive, read_licences, read_packages
from reode.project.build_files import read_build_file, steers_build
from reode.project.model_repository import PomRepository
from reode.project.tree_facts import read_tree
from reode.project.tree_sources import SourceMap, is_output
from reode.project.type_mentions import read_imports
from reode.project.view import ProjectView

POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId><artifactId>a</artifactId><version>1</version>
  <properties><off>true</off><skipTests>${off}</skipTests></properties>
  <build><plugins><plugin>
    <artifactId>maven-surefire-plugin</artifactId>
    <configuration><excludes><exclude>A</exclude><exclude>B</exclude></excludes></configuration>
    <executions><execution><id>x</id><phase>none</phase><goals><goal>test</goal></goals></execution></executions>
  </plugin></plugins></build>
</project>
"""


def settings(files: dict[str, str]) -> dict[str, list[Setting]]:
    found: dict[str, list[Setting]] = {}
    for setting in read_tree(ProjectView.of(files)).settings:
        found.setdefault(setting.name, []).append(setting)
    return found


def test_j05_settings_carry_resolved_values_and_lines() -> None:
    found = settings({"pom.xml": POM})

    skip = found["property skipTests"][0]
    assert (skip.value, skip.file, skip.line) == ("true", "pom.xml", 4)
    excludes = found["maven-surefire-plugin/excludes/exclude"]
    assert [s.value for s in excludes] == ["A", "B"]
    assert found["maven-surefire-plugin[x]/phase"][0].value == "none"
    assert found["execution maven-surefire-plugin:test"][0].value == "x"
    assert found["effective property skipTests"][0].value == "true"


def test_j05_settings_of_a_parent_outside_count_for_the_module() -> None:
    parent = "<project><groupId>o</groupId><artifactId>p</artifactId><version>1</version><properties><skipTests>true</skipTests></properties></project>"
    child = "<project><parent><groupId>o</groupId><artifactId>p</artifactId><version>1</version></parent><artifactId>a</artifactId></project>"
    view = ProjectView.of({"pom.xml": child}, repository=PomRepository.of({"o:p:1": parent}))

    facts = read_tree(view)

    assert any(s.name == "property skipTests" and s.module == "." for s in facts.settings)
    assert any(d.kind == "parent" and d.version == "1" for d in facts.dependencies)


@pytest.mark.parametrize(
    ("path", "text", "name", "value"),
    [
        (".mvn/maven.config", "-B\n-DskipTests=true", ".mvn/maven.config", "-DskipTests=true"),
        (".mvn/jvm.config", '-Xmx1g "-Da=b c"', ".mvn/jvm.config", "-Da=b c"),
        (
            "src/test/resources/junit-platform.properties",
            "a = b",
            "junit-platform.properties",
            "a=b",
        ),
        ("x/testng.xml", '<suite><class name="p.A"/></suite>', "testng class", "p.A"),
        ("x/testng.xml", '<suite><test enabled="false" name="t"/></suite>', "testng disabled", "t"),
        ("src/main/resources/META-INF/services/a.B", "c.D\n# x", "provides a.B", "c.D"),
        (
            "src/main/resources/META-INF/MANIFEST.MF",
            "Main-Class: a.B",
            "manifest",
            "Main-Class:a.B",
        ),
    ],
)
def test_j05_files_beside_the_poms_are_read(path: str, text: str, name: str, value: str) -> None:
    assert steers_build(path)
    found = read_build_file(path, ".", text.encode())

    assert (name, value) in [(s.name, s.value) for s in found]


@pytest.mark.parametrize(
    "path", ["src/main/resources/a.properties", "README.md", "mvn/maven.config"]
)
def test_j05_other_files_steer_nothing(path: str) -> None:
    assert not steers_build(path)


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("core/src/test/java/A.java", True),
        ("src/it/java/A.java", True),
        ("src/integration-test/java/A.java", True),
        ("src/main/java/p/test/A.java", False),
        ("src/main/java/src/test/A.java", False),
        ("checks/A.java", True),
    ],
)
def test_j05_tests_are_told_from_main_code(path: str, test: bool) -> None:
    sources = SourceMap(frozenset({".", "core"}), ("checks",), ("src/main/java",))

    assert sources.is_test(path) is test
    assert sources.module_of("core/src/A.java") == "core"
    assert is_output("core/target/classes/A.class")


TYPES = b"""\
package p;
public class A<T> extends B implements java.io.Serializable {
    public static final int N = 1;
    protected A(java.util.List<String> x) { super(x); }
    public String s(int a, String... b) { return f(a) + b; }
    int hidden() { return 0; }
    public int answer() { throw new IllegalStateException(); }
    public interface I { void go(); }
    enum E { ONE, TWO; public int n() { return ordinal(); } }
}
@lombok.Data record R(int a) { }
"""


def test_j05_the_surface_of_main_types() -> None:
    types = {t.name: t for t in read_types("A.java", ".", TYPES)}

    assert set(types) == {"p.A", "p.A$I", "p.A$E", "p.R"}
    members = {m.signature: m for m in types["p.A"].members}
    assert set(members) == {
        "N",
        "A(List)",
        "s(int,String...): String",
        "hidden(): int",
        "answer(): int",
    }
    assert types["p.A"].supertypes == ("B", "Serializable")
    assert [m.stub for m in members.values()] == [False, False, False, True, True]
    assert types["p.A$I"].members[0].visible
    assert [m.signature for m in types["p.R"].members] == ["@Data", "record(int)"]


def test_j05_names_written_out_count_as_imports() -> None:
    found = read_imports(b"import a.b.C; class X { d.e.F f = g.h.I.make(); }")

    assert {"a.b.C", "d.e.F", "g.h.I"} <= found


def test_j05_names_in_configuration_count_as_imports() -> None:
    files = {"pom.xml": POM, "src/main/resources/beans.xml": '<bean class="org.x.y.Pool"/>'}

    assert "org.x.y.Pool" in read_tree(ProjectView.of(files)).imports


def test_j05_archives_and_licences_of_the_local_repository(tmp_path: Path) -> None:
    folder = tmp_path / "g/h/a/1"
    folder.mkdir(parents=True)
    with ZipFile(folder / "a-1.jar", "w") as jar:
        jar.writestr("g/h/x/A.class", b"")
        jar.writestr("META-INF/services/g.h.Service", b"")
    (folder / "a-1.pom").write_text(
        "<project><parent><groupId>g.h</groupId><artifactId>p</artifactId><version>2</version></parent><artifactId>a</artifactId></project>"
    )
    above = tmp_path / "g/h/p/2"
    above.mkdir(parents=True)
    (above / "p-2.pom").write_text(
        "<project><groupId>g.h</groupId><artifactId>p</artifactId><version>2</version><licenses><license><name>MIT</name></license></licenses></project>"
    )
    repository = PomRepository(tmp_path)

    packages = read_packages(find_archive(repository, "g.h", "a", "1"))

    assert packages == {"g.h.x", "META-INF.services"}
    assert read_packages(find_archive(repository, "g.h", "a", "9")) is None
    assert read_licences(repository, "g.h", "a", "1") == ("MIT",)
    assert read_licences(repository, "g.h", "b", "1") is None
