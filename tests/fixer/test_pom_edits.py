"""Structured pom edits of a model: where they land, and that nothing else moves."""

from __future__ import annotations

import pytest

from reode.fixer.pom_edits import PomChange, apply_pom_change
from reode.fixer.workbench import RefusedError
from reode.project.view import ProjectView
from tests.fixer.kit import POM

TABBED = (
    "<?xml version='1.0' encoding='GBK'?>\r\n<project>\r\n\t<!-- 构建 -->\r\n"
    "\t<properties>\r\n\t\t<spring.version>4.1.0</spring.version>\r\n\t</properties>\r\n"
    "\t<build>\r\n\t\t<pluginManagement>\r\n\t\t\t<plugins>\r\n\t\t\t\t<plugin>\r\n"
    "\t\t\t\t\t<artifactId>maven-jar-plugin</artifactId>\r\n\t\t\t\t\t<version>2.0</version>\r\n"
    "\t\t\t\t</plugin>\r\n\t\t\t</plugins>\r\n\t\t</pluginManagement>\r\n\t\t<plugins>\r\n"
    "\t\t\t<plugin>\r\n\t\t\t\t<artifactId>maven-war-plugin</artifactId>\r\n"
    "\t\t\t\t<version>2.0</version>\r\n\t\t\t</plugin>\r\n\t\t</plugins>\r\n\t</build>\r\n"
    "</project>\r\n"
)


def _apply(text: str, operation: str, *, encoding: str = "utf-8", **fields: str) -> str:
    values = {"group": "", "artifact": "", "name": "", "value": "", **fields}
    view = ProjectView.of({"pom.xml": text.encode(encoding)})
    return apply_pom_change(view, "pom.xml", PomChange(operation, **values)).decode(encoding)


def test_r10_a_property_changes_and_tabs_comments_and_encoding_stay() -> None:
    # The first REODE's edit: an exact string with blanks, which a file with tabs does not have.
    wanted = "    <spring.version>4.1.0</spring.version>"
    assert TABBED.replace(wanted, wanted.replace("4.1.0", "5.3.39")) == TABBED
    after = _apply(TABBED, "set_property", encoding="gbk", name="spring.version", value="5.3.39")
    assert after == TABBED.replace("4.1.0", "5.3.39")


@pytest.mark.parametrize("artifact", ["maven-jar-plugin", "maven-war-plugin"])
def test_a_plugin_version_changes_where_it_is_written(artifact: str) -> None:
    fields = {"group": "org.apache.maven.plugins", "artifact": artifact, "value": "3.4.0"}
    after = _apply(TABBED, "set_plugin_version", encoding="gbk", **fields)
    start = TABBED.index(artifact)
    assert after == TABBED[:start] + TABBED[start:].replace("2.0", "3.4.0", 1)


def test_a_dependency_version_and_a_new_dependency() -> None:
    junit = {"group": "junit", "artifact": "junit"}
    raised = _apply(POM, "set_dependency_version", **junit, value="4.13.2")
    assert raised == POM.replace("4.12", "4.13.2")
    added = _apply(POM, "add_dependency", group="g", artifact="managed", name="test")
    assert "<artifactId>managed</artifactId>\n      <scope>test</scope>" in added
    assert added.count("<dependencies>") == 1


def test_plugin_configuration_is_made_once() -> None:
    fields = {
        "group": "org.apache.maven.plugins",
        "artifact": "maven-compiler-plugin",
        "name": "proc",
        "value": "full",
    }
    once = _apply(POM, "set_plugin_configuration", **fields)
    assert once.count("<build>") == once.count("<proc>full</proc>") == 1
    assert _apply(once, "set_plugin_configuration", **fields) == once


@pytest.mark.parametrize(
    ("operation", "fields", "why"),
    [
        ("set_property", {"value": "1"}, "name may not be empty"),
        ("set_property", {"name": "a"}, "value may not be empty"),
        ("set_parent_version", {"value": "2"}, "no parent"),
        ("set_dependency_version", {"group": "x", "artifact": "y", "value": "2"}, "not declared"),
        ("add_dependency", {"group": "x", "artifact": "y", "name": "wild"}, "scope"),
    ],
)
def test_what_cannot_be_done_is_said(operation: str, fields: dict[str, str], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        _apply(POM, operation, **fields)


def test_only_poms_are_edited_as_poms() -> None:
    view = ProjectView.of({"pom.xml": POM, "a.xml": "<a/>"})
    with pytest.raises(RefusedError, match="no pom"):
        apply_pom_change(view, "a.xml", PomChange("set_property", "", "", "a", "1"))
