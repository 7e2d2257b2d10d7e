"""Which files of a tree its build compiles, and for which module."""

from __future__ import annotations

from reode.project.tree_facts import read_tree
from reode.project.tree_sources import SourceMap, other_projects
from reode.project.view import ProjectView

_HEAD = "<project><groupId>g</groupId><artifactId>{}</artifactId><version>1</version>"
_ROOT = _HEAD.format("root") + "<modules><module>core</module></modules></project>"
_OTHER = _HEAD.format("other") + "</project>"


def test_j05_a_project_beside_the_reactor_owes_the_build_nothing() -> None:
    """Its classes were never built by the root's build, so they cannot be lost by it."""
    view = ProjectView.of(
        {
            "pom.xml": _ROOT,
            "core/pom.xml": _HEAD.format("core") + "</project>",
            "core/src/main/java/a/Core.java": "package a; public class Core { }",
            "workshop/pom.xml": _OTHER,
            "workshop/src/main/java/b/Aside.java": "package b; public class Aside { }",
        }
    )
    facts = read_tree(view)
    assert {t.name: t.module for t in facts.types} == {"a.Core": "core", "b.Aside": "workshop"}
    assert "workshop" not in {m.folder for m in facts.modules}


def test_poms_that_are_copied_make_no_project() -> None:
    files = ("pom.xml", "core/pom.xml", "src/it/demo/pom.xml", "src/test/resources/demo/pom.xml")
    assert other_projects(files, {".", "core"}) == {"src/it/demo"}


def test_java_files_that_are_copied_are_resources() -> None:
    """An archetype's sources are templates: no compiler sees them."""
    sources = SourceMap(frozenset({"."}))
    template = "src/main/resources/archetype-resources/src/main/java/App.java"
    assert not sources.is_source(template)
    assert sources.is_resource(template)
    assert sources.is_source("src/main/java/resources/App.java")
    assert not sources.is_source(".mvn/wrapper/MavenWrapperDownloader.java")
    named = SourceMap(frozenset({"."}), main_roots=("src/main/resources",))
    assert named.is_source("src/main/resources/App.java")


def test_j05_a_hidden_folder_of_a_source_root_is_compiled() -> None:
    """Maven compiles `src/test/java/.x/A.java` as it does any file below a source root."""
    sources = SourceMap(frozenset({"."}), test_roots=("src/test/java",))
    assert sources.is_source("src/test/java/.x/A.java")
    assert not sources.is_source("src/test/.x/A.java")
    assert not sources.is_source("src/test/java-samples/.x/A.java")


def test_j05_a_pom_among_the_sources_takes_no_test_out_of_the_build() -> None:
    """Tests keep the poms that they read beside them; Maven compiles the package all the same."""
    test = "package a; class ATest { @org.junit.Test public void t() { } }"
    view = ProjectView.of(
        {
            "pom.xml": _OTHER,
            "src/test/java/a/pom.xml": _OTHER,
            "src/test/java/a/ATest.java": test,
            "src/main/java/b/pom.xml": _OTHER,
            "src/main/java/b/B.java": "package b; public class B { }",
        }
    )
    facts = read_tree(view)
    assert [t.module for t in facts.types] == ["."]
    assert [file.module for file, _ in facts.tests.classes()] == ["."]
