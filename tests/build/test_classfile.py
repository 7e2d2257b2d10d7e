"""Class files are counted per module, main and test, without multi-release parts."""

from __future__ import annotations

from pathlib import Path

from reode.build.classfile import class_levels, read_version
from reode.facts.classes import ClassFile


def write(path: Path, major: int, minor: int = 0) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = b"\xca\xfe\xba\xbe" + minor.to_bytes(2, "big") + major.to_bytes(2, "big")
    path.write_bytes(head + b"rest")


def test_j05_levels_per_module_main_and_test(tmp_path: Path) -> None:
    write(tmp_path / "core/target/classes/p/A.class", 61)
    write(tmp_path / "core/target/classes/module-info.class", 53)
    write(tmp_path / "core/target/test-classes/p/ATest.class", 52)
    write(tmp_path / "target/classes/B.class", 69, 0xFFFF)
    write(tmp_path / "core/target/classes/META-INF/versions/11/p/A.class", 55)
    write(tmp_path / "core/target/other/p/C.class", 50)
    write(tmp_path / "src/main/java/target/classes/p/D.class", 50)
    assert class_levels(tmp_path) == (
        ClassFile("core/target/classes/module-info.class", 53, "core", False),
        ClassFile("core/target/classes/p/A.class", 61, "core", False),
        ClassFile("core/target/test-classes/p/ATest.class", 52, "core", True),
        ClassFile("target/classes/B.class", 69, ".", False, preview=True),
    )
    assert class_levels(tmp_path)[1].level == 17


def test_a_file_that_is_no_class_has_major_0(tmp_path: Path) -> None:
    path = tmp_path / "A.class"
    for data in (b"", b"\xca\xfe\xba\xbe\x00", b"not a class"):
        path.write_bytes(data)
        assert read_version(path) == (0, 0)
    assert read_version(tmp_path / "absent") == (0, 0)
