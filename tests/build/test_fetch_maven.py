"""The pinned Maven is fetched once, checked, and unpacked safely."""

from __future__ import annotations

import hashlib
import io
import tarfile
from pathlib import Path

import pytest

from reode.build import fetch_maven as subject
from reode.build.fetch_maven import MAVEN_VERSION, fetch_maven
from reode.errors import BuildToolError

TOP = f"apache-maven-{MAVEN_VERSION}"


def archive(path: Path, members: dict[str, bytes]) -> str:
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path.as_uri()


def pin(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    digest = hashlib.sha512(path.read_bytes()).hexdigest()
    monkeypatch.setattr(subject, "MAVEN_SHA512", digest)


def test_fetches_once_and_then_uses_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = archive(tmp_path / "a.tgz", {f"{TOP}/bin/mvn": b"#!/bin/sh\n"})
    pin(monkeypatch, tmp_path / "a.tgz")
    home = fetch_maven(tmp_path / "cache", url=url)
    assert home == tmp_path / "cache" / TOP
    assert (home / "bin" / "mvn").stat().st_mode & 0o111
    (tmp_path / "a.tgz").unlink()
    assert fetch_maven(tmp_path / "cache", url=url) == home
    assert [p.name for p in (tmp_path / "cache").iterdir()] == [TOP]


def test_a_wrong_checksum_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    url = archive(tmp_path / "a.tgz", {f"{TOP}/bin/mvn": b"evil"})
    with pytest.raises(BuildToolError, match="checksum"):
        fetch_maven(tmp_path / "cache", url=url)
    assert list((tmp_path / "cache").iterdir()) == []


def test_an_archive_that_leaves_its_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = archive(tmp_path / "a.tgz", {f"{TOP}/bin/mvn": b"", "../../escaped": b"x"})
    pin(monkeypatch, tmp_path / "a.tgz")
    with pytest.raises(BuildToolError):
        fetch_maven(tmp_path / "cache", url=url)
    assert not list(tmp_path.rglob("escaped"))


def test_no_network_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(BuildToolError) as caught:
        fetch_maven(tmp_path / "cache", url=(tmp_path / "absent").as_uri())
    assert "Install Maven" in caught.value.hint


@pytest.mark.parametrize(
    ("of", "expected"),
    [("central", "https://mirror.example"), ("*,!x", "https://mirror.example"), ("other", None)],
)
def test_the_users_mirror_of_central_is_used(tmp_path: Path, of: str, expected: str | None) -> None:
    settings = tmp_path / "settings.xml"
    settings.write_text(
        "<settings xmlns='http://maven.apache.org/SETTINGS/1.0.0'><mirrors><mirror>"
        f"<mirrorOf>{of}</mirrorOf><url>https://mirror.example</url></mirror></mirrors></settings>"
    )
    assert subject._central_mirror(settings) == expected
    assert subject._central_mirror(tmp_path / "absent.xml") is None
