"""Skims Java sources without parsing them: imports, annotations, tests, encodings, sizes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from reode.project.java_text import SourceText

#: Comments, text blocks, strings and characters: what no pattern below may look into.
_NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
    re.DOTALL,
)
_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_IMPORT = re.compile(r"\bimport\s+(static\s+)?([\w.]+(?:\s*\.\s*\*)?)\s*;")
_ANNOTATION = re.compile(r"@\s*(?!interface\b)([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)")
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+([A-Za-z_$][\w$]*)")
_TEST_ANNOTATIONS = frozenset(
    {"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory"}
)
_JUNIT3_CLASS = re.compile(r"\bextends\s+(?:junit\.framework\.)?\w*TestCase\b")
_JUNIT3_METHOD = re.compile(r"\bpublic\s+(?:final\s+)?void\s+test\w*\s*\(\s*\)")
_FRAMEWORKS = (
    ("junit3", "junit.framework."),
    ("junit4", "org.junit."),
    ("jupiter", "org.junit.jupiter."),
    ("testng", "org.testng."),
    ("spock", "spock.lang."),
)


@dataclass(frozen=True, slots=True)
class Skimmed:
    """What a look at one file shows; annotation names are full where an import settles them."""

    path: str
    lines: int
    encoding: str
    package: str
    imports: tuple[str, ...]
    annotations: Counter[str]
    types: tuple[str, ...]
    frameworks: frozenset[str]
    test_methods: int

    @property
    def imported_packages(self) -> set[str]:
        """The packages of the imports: the lower-case parts in front."""
        return {package_of(name) for name in self.imports}


def skim(path: str, data: bytes, declared: str | None) -> Skimmed:
    """Look through one file."""
    source = SourceText.decode(data, declared)
    text = _NOISE.sub(_blank, source.text)
    found = [(m[1], re.sub(r"\s", "", m[2])) for m in _IMPORT.finditer(text)]
    imports = tuple(name for _, name in found)
    package = _PACKAGE.search(text)
    used = Counter(m[1] for m in _ANNOTATION.finditer(text))
    return Skimmed(
        path=path,
        lines=source.text.count("\n") + (not source.text.endswith("\n") and bool(source.text)),
        encoding="ascii" if data.isascii() else source.encoding,
        package=package[1] if package else "",
        imports=imports,
        annotations=_named(used, [n for static, n in found if not static]),
        types=tuple(m[1] for m in _TYPE.finditer(text)),
        frameworks=_frameworks(imports),
        test_methods=_count_tests(text, used),
    )


def _blank(match: re.Match[str]) -> str:
    return '""' if match[0][0] in "\"'" else " "


def package_of(name: str) -> str:
    """Return the package of an imported name: what stands before the first capital or star."""
    parts = name.split(".")
    for index, part in enumerate(parts):
        if part == "*" or part[:1].isupper():
            return ".".join(parts[:index])
    return ".".join(parts[:-1])


def _named(used: Counter[str], imports: list[str]) -> Counter[str]:
    """Replace simple names by full ones where a single-type import names them."""
    known = {name.rpartition(".")[2]: name for name in imports if not name.endswith("*")}
    named: Counter[str] = Counter()
    for name, count in used.items():
        head, dot, rest = name.partition(".")
        full = known.get(head, head) + dot + rest
        if full == name and full in _JAVA_LANG:
            full = f"java.lang.{name}"
        named[full] += count
    return named


_JAVA_LANG = frozenset(
    {"Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface"}
)


def _frameworks(imports: tuple[str, ...]) -> frozenset[str]:
    found = set()
    for name in imports:
        matching = [label for label, prefix in _FRAMEWORKS if name.startswith(prefix)]
        # "org.junit." is the front of Jupiter's packages too: the last row that fits is meant.
        found.update(matching[-1:])
    return frozenset(found)


def _count_tests(text: str, used: Counter[str]) -> int:
    marked = sum(n for name, n in used.items() if name.rpartition(".")[2] in _TEST_ANNOTATIONS)
    if marked or not _JUNIT3_CLASS.search(text):
        return marked
    return len(_JUNIT3_METHOD.findall(text))
