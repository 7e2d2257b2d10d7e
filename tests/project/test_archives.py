"""What a jar brings."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

from reode.project.archives import read_packages


def _jar(path: Path, *names: str) -> Path:
    with ZipFile(path, "w") as jar:
        for name in names:
            jar.writestr(name, b"")
    return path


def test_j06_packages_are_those_with_classes(tmp_path: Path) -> None:
    jar = _jar(tmp_path / "a-1.jar", "org/a/A.class", "org/a/text.txt", "META-INF/MANIFEST.MF")

    assert read_packages(jar) == {"org.a"}


def test_j06_an_empty_jar_is_told_by_the_jars_of_the_platforms_beside_it(tmp_path: Path) -> None:
    _jar(tmp_path / "javafx-fxml-17-linux.jar", "javafx/fxml/FXML.class")
    jar = _jar(tmp_path / "javafx-fxml-17.jar", "META-INF/MANIFEST.MF")

    assert read_packages(jar) == {"javafx.fxml"}


def test_j06_what_is_no_archive_has_no_packages(tmp_path: Path) -> None:
    broken = tmp_path / "b-1.jar"
    broken.write_bytes(b"not a jar")

    assert read_packages(broken) is None
    assert read_packages(None) is None
