"""A package called `target` is source; Maven's folder of that name is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.facts.edit import Edit
from reode.project.places import is_foreign
from reode.project.tree import Tree
from reode.project.view import ProjectView


@pytest.mark.parametrize(
    ("path", "foreign"),
    [
        ("target/classes/A.class", True),
        ("module/target/A.java", True),
        ("src/main/java/com/target/A.java", False),
        ("module/src/test/java/target/T.java", False),
        ("src/.git/config", True),
        ("web/node_modules/x/a.js", True),
        ("src/main/webapp/node_modules/x/a.js", True),
        ("src/test/java/node_modules/T.java", False),
        ("src/test/java/.idea/T.java", False),
        ("src/test/java/.git/T.java", True),
        ("src/main/java/A.java", False),
    ],
)
def test_what_is_no_source(path: str, foreign: bool) -> None:
    assert is_foreign(path.split("/")) is foreign


def test_a_package_called_target_is_seen_and_may_be_edited(tmp_path: Path) -> None:
    edits = [Edit("src/main/java/target/A.java", b"class A {}", "x")]
    assert Tree(tmp_path).apply(edits) == ["src/main/java/target/A.java"]
    assert ProjectView.at(tmp_path).files == ("src/main/java/target/A.java",)
