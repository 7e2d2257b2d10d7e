"""Reads the files beside the poms that steer a build: `.mvn/`, JUnit platform and TestNG settings."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from reode.facts.snapshot import Setting

_MAVEN_FILES = re.compile(
    r"(?:^|/)(?:\.mvn/(?:maven\.config|jvm\.config|extensions\.xml|maven(?:-user)?\.properties"
    r"|settings\.xml|develocity\.xml)|\.mavenrc|mavenrc_pre\.(?:bat|cmd)|MAVEN_ARGS|\.mvn/maven\.args)$"
)
_SUITE_PART = re.compile(
    r"<(class|package|suite-file|include|exclude|run|method-selector|listener|test)\b([^>]*)>"
)
_ATTRIBUTE = re.compile(r"(name|path|class-name|enabled)\s*=\s*[\"']([^\"']*)[\"']")
_XML_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SERVICE = re.compile(
    r"(?:^|/)META-INF/services/((?:org\.junit|org\.testng|org\.spockframework|org\.mockito)\.[\w.]+)$"
)


_PROVIDES = re.compile(r"(?:^|/)META-INF/services/([\w.$]+)$")


def steers_build(path: str) -> bool:
    """Tell whether a file may decide what is run or offered, by its path."""
    name = path.rpartition("/")[2]
    return bool(
        _MAVEN_FILES.search(path)
        or _PROVIDES.search(path)
        or name in {"junit-platform.properties", "SpockConfig.groovy", "MANIFEST.MF"}
        or (name.endswith(".xml") and re.search(r"testng|suite", name, re.IGNORECASE))
    )


def read_build_file(path: str, module: str, data: bytes) -> tuple[Setting, ...]:
    """Return the settings of a file that `steers_build`."""
    text = data.decode("utf-8", "replace")
    name = path.rpartition("/")[2]
    service, provides = _SERVICE.search(path), _PROVIDES.search(path)
    if service is not None:
        found = _lines(f"service {service[1]}", text)
    elif provides is not None:
        found = _lines(f"provides {provides[1]}", text)
    elif name == "MANIFEST.MF":
        found = _lines("manifest", text)
    elif name == "junit-platform.properties":
        found = _lines("junit-platform.properties", text)
    elif name.endswith(".xml") and ".mvn/" not in path:
        found = _suite(text)
    elif name in {"maven.config", "jvm.config", ".mavenrc", "MAVEN_ARGS", "maven.args"}:
        found = _arguments(f".mvn/{name}" if ".mvn" in path else name, text)
    else:
        found = _lines(f".mvn/{name}" if ".mvn" in path else name, text)
    return tuple(Setting(n, v, path, line, module) for n, v, line in found)


def _lines(name: str, text: str) -> Iterator[tuple[str, str, int]]:
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r"\s*([=:])\s*", r"\1", line.strip(), count=1)
        if bare and not bare.startswith(("#", "!", "//")):
            yield name, bare, number


def _arguments(name: str, text: str) -> Iterator[tuple[str, str, int]]:
    """Give the arguments of a command line; `-D x` and `-D` alone belong to what follows."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        for word in words:
            yield name, word, number


def _suite(text: str) -> Iterator[tuple[str, str, int]]:
    """Give the classes, packages, groups and exclusions of a TestNG suite file."""
    if "<suite" not in text:
        return
    plain = _XML_COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
    for match in _SUITE_PART.finditer(plain):
        attributes = dict(_ATTRIBUTE.findall(match[2]))
        value = attributes.get("name") or attributes.get("path") or attributes.get("class-name", "")
        line = plain.count("\n", 0, match.start()) + 1
        if match[1] == "test":
            if attributes.get("enabled") == "false":
                yield "testng disabled", value, line
        elif value:
            yield f"testng {match[1]}", value, line
