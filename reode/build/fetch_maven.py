"""Fetch one pinned Apache Maven from Maven Central into a cache, checksum verified."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from lxml import etree

from reode.errors import BuildToolError

#: The pinned release and the SHA-512 of its `-bin.tar.gz`, as published beside it.
MAVEN_VERSION = "3.9.16"
MAVEN_SHA512 = (
    "831a8591fe20c8243b1dbe7d71e3244f31d1665b0804b2e825e38cbbe5ce0caf"
    "b8338851f90780735568773e0a6cd07bbec107cda0b896b008b861075358b6f6"
)
_CENTRAL = "https://repo.maven.apache.org/maven2"
_SIZE_LIMIT = 60_000_000
_SECONDS = 120


def fetch_maven(cache: Path, *, url: str | None = None) -> Path:
    """Return the home of the pinned Maven below `cache`, fetching it where it is absent.

    `url` replaces the address of the archive (default: Maven Central, or its mirror named in the
    user's settings.xml). The checksum is the pinned one in every case.

    Raises:
        BuildToolError: it can't be fetched, or what came is not the pinned release.
    """
    home = cache / f"apache-maven-{MAVEN_VERSION}"
    if (home / "bin" / "mvn").is_file():
        return home
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            archive = Path(folder) / "maven.tar.gz"
            _download(url or _archive_url(), archive)
            _verify(archive)
            unpacked = _unpack(archive, Path(folder) / "unpacked")
            _settle(unpacked, home)
    except (OSError, tarfile.TarError, urllib.error.URLError) as error:
        raise BuildToolError(f"Maven {MAVEN_VERSION} could not be fetched: {error}") from error
    return home


def _settle(unpacked: Path, home: Path) -> None:
    """Move the finished folder into place; another process may have been faster."""
    try:
        unpacked.rename(home)
    except OSError:
        if not (home / "bin" / "mvn").is_file():
            raise


def _archive_url() -> str:
    base = _central_mirror(Path("~/.m2/settings.xml").expanduser()) or _CENTRAL
    name = f"apache-maven/{MAVEN_VERSION}/apache-maven-{MAVEN_VERSION}-bin.tar.gz"
    return f"{base.rstrip('/')}/org/apache/maven/{name}"


def _central_mirror(settings: Path) -> str | None:
    """Return the URL of the mirror that the user's settings name for Maven Central."""
    try:
        root = etree.fromstring(settings.read_bytes(), etree.XMLParser(resolve_entities=False))
    except (OSError, etree.XMLSyntaxError):
        return None
    for mirror in root.iter("{*}mirror"):
        of = mirror.findtext("{*}mirrorOf") or ""
        url = (mirror.findtext("{*}url") or "").strip()
        names = {name.strip() for name in of.split(",")}
        if names & {"central", "*", "external:*"} and url.startswith(("https://", "http://")):
            return url
    return None


def _download(url: str, target: Path) -> None:
    request = urllib.request.Request(url, headers={"User-Agent": "reode"})  # noqa: S310
    with (
        urllib.request.urlopen(request, timeout=_SECONDS) as answer,  # noqa: S310 - pinned checksum
        target.open("wb") as out,
    ):
        left = _SIZE_LIMIT
        while left > 0 and (chunk := answer.read(min(1 << 20, left))):
            out.write(chunk)
            left -= len(chunk)


def _verify(archive: Path) -> None:
    with archive.open("rb") as data:
        found = hashlib.file_digest(data, "sha512").hexdigest()
    if found != MAVEN_SHA512:
        raise BuildToolError(
            f"the archive of Maven {MAVEN_VERSION} has the wrong checksum {found[:16]}…",
            hint="Something between here and Maven Central changed it; install Maven yourself.",
        )


def _unpack(archive: Path, target: Path) -> Path:
    """Unpack with the "data" filter: no absolute path, no "..", no link out of the folder."""
    with tarfile.open(archive) as tar:
        tar.extractall(target, filter="data")
    home = target / f"apache-maven-{MAVEN_VERSION}"
    if not (home / "bin" / "mvn").is_file():
        shutil.rmtree(target, ignore_errors=True)
        raise BuildToolError(f"the archive of Maven {MAVEN_VERSION} holds no bin/mvn")
    os.chmod(home / "bin" / "mvn", 0o755)  # noqa: S103, PTH101 - it is a program
    return home
