"""The view: one picture of the tree, in memory or on disk, under edits."""

import subprocess
from pathlib import Path

import pytest

from reode.errors import PathError, PomSyntaxError
from reode.facts.edit import Edit
from reode.project.view import ProjectView
from tests.project.poms import pom, properties

FILES = {
    "pom.xml": pom("<modules><module>a</module></modules>"),
    "a/pom.xml": pom(artifact="a", parent="demo:app:1.0"),
    "a/src/main/java/p/Model.java": "package p;\nimport lombok.*;\n@Data class Model { int x; }\n",
    "a/src/test/java/p/ModelTest.java": "package p;\nclass ModelTest { @Test void go() {} }\n",
    "src/main/java/App.java": '@other.Data class App { String s = "@Data"; }\n',
    "tests/Odd.java": "class Odd {}",
    "notes/test/Old.java": "class Old {}",
}


def test_lists_and_reads() -> None:
    tree = ProjectView.of(FILES)
    assert tree.files == tuple(sorted(FILES))
    assert tree.exists("a/pom.xml")
    assert tree.is_folder("a/src/main")
    assert not tree.is_folder("a/pom.xml")
    assert tree.read("tests/Odd.java") == b"class Odd {}"
    assert tree.pom_paths() == ("a/pom.xml", "pom.xml")
    with pytest.raises(PathError):
        tree.read("nowhere")


def test_java_files_by_kind_and_module() -> None:
    tree = ProjectView.of(FILES)
    assert set(tree.java_files("test")) == {
        "a/src/test/java/p/ModelTest.java",
        "notes/test/Old.java",
    }
    root, child = tree.reactor.modules
    assert set(tree.java_files(module=root)) == {
        "src/main/java/App.java",
        "tests/Odd.java",
        "notes/test/Old.java",
    }
    assert list(tree.java_files("main", module=child)) == ["a/src/main/java/p/Model.java"]
    plain = ProjectView.of({"src/test/java/T.java": "", "src/main/java/M.java": ""})
    assert list(plain.java_files("test")) == ["src/test/java/T.java"]


def test_r09_annotations_are_found_in_any_module() -> None:
    tree = ProjectView.of(FILES)
    assert tree.uses_annotation("lombok.Data") == ("a/src/main/java/p/Model.java",)
    assert tree.uses_annotation("other.Data") == ("src/main/java/App.java",)


def test_files_without_the_word_are_not_parsed() -> None:
    tree = ProjectView.of(FILES)
    assert [s.path for s in tree.mentioning("Odd")] == ["tests/Odd.java"]
    assert set(tree._java) == {"tests/Odd.java"}


def test_edits_lie_over_the_picture_and_leave_it_alone() -> None:
    tree = ProjectView.of(FILES)
    old = tree.java("tests/Odd.java")
    assert tree.reactor.modules[1].properties.get("x") is None
    after = tree.with_edits(
        [
            Edit(
                "a/pom.xml",
                pom(properties(x="1"), artifact="a", parent="demo:app:1.0").encode(),
                "",
            ),
            Edit("src/main/java/App.java", None, ""),
            Edit("new/New.java", b"class New {}", ""),
        ]
    )
    assert after.reactor.modules[1].properties.get("x") == "1"
    assert tree.reactor.modules[1].properties.get("x") is None
    assert after.exists("new/New.java")
    assert not after.exists("src/main/java/App.java")
    assert tree.exists("src/main/java/App.java")
    assert after.java("tests/Odd.java") is old
    assert after.pom("pom.xml") is tree.pom("pom.xml")
    again = after.with_edits([Edit("src/main/java/App.java", b"class App {}", "")])
    assert again.read("src/main/java/App.java") == b"class App {}"


def test_a_broken_pom_raises_each_time() -> None:
    tree = ProjectView.of({"pom.xml": "<project>"})
    for _ in range(2):
        with pytest.raises(PomSyntaxError):
            tree.pom("pom.xml")
    assert tree.reactor.modules == ()
    assert tree.reactor.unreadable == [("pom.xml", "not a readable pom")]


def test_r10_java_is_read_in_the_declared_encoding() -> None:
    text = 'class A { String s = "表示ソ"; }\n'
    files: dict[str, bytes | str] = {
        "pom.xml": pom(properties(project__build__sourceEncoding="Shift_JIS")),
        "src/main/java/A.java": text.encode("shift_jis"),
    }
    assert ProjectView.of(files).java("src/main/java/A.java").text == text


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


def test_a_plain_folder_is_walked_without_build_output(tmp_path: Path) -> None:
    write(
        tmp_path, {**FILES, "target/classes/X.java": "", "a/target/Y.java": "", ".git/config": ""}
    )
    tree = ProjectView.at(tmp_path)
    assert tree.files == tuple(sorted(FILES))
    assert tree.reactor.modules[1].artifact == "a"


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@localhost"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_a_checkout_lists_tracked_and_unignored_files(tmp_path: Path) -> None:
    write(
        tmp_path, {**FILES, ".gitignore": "*.log\nlocal/\n", "gone.txt": "", "name with ü.txt": ""}
    )
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "all")
    (tmp_path / "gone.txt").unlink()
    write(tmp_path, {"build.log": "", "local/x": "", "fresh.txt": "", "target/X.java": ""})
    (tmp_path / "escape").symlink_to("/etc/hostname")
    (tmp_path / "inside").symlink_to("fresh.txt")
    tree = ProjectView.at(tmp_path)
    assert set(tree.files) == {*FILES, ".gitignore", "fresh.txt", "inside", "name with ü.txt"}
    ignored = ProjectView.at(tmp_path / "local")
    assert ignored.files == ("x",)
    below = ProjectView.at(tmp_path / "a")
    assert set(below.files) == {f.removeprefix("a/") for f in FILES if f.startswith("a/")}
