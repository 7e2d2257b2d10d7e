"""Finds new declarations that stand in the way of a library's or of the project's own code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Proof
from reode.facts.snapshot import TreeFacts
from reode.facts.test_syntax import TestFileSyntax

_LIBRARY = re.compile(
    r"^(?:java|javax|jakarta|sun|com\.sun|jdk|junit|org\.(?:junit|testng|hamcrest|assertj|mockito"
    r"|easymock|powermock|spockframework|w3c|xml|ietf|omg)|com\.google\.common\.truth|mockit|kotlin)\."
)
_RESERVED = frozenset(
    {"Test", "Assert", "Assertions", "TestCase", "Before", "After", "BeforeEach", "AfterEach", "RunWith",
     "ParameterizedTest", "ExtendWith", "Assume", "Assumptions", "Mockito", "MatcherAssert", "Truth"}
)  # fmt: skip
_CHECK = re.compile(r"^(assert[A-Z]\w*|fail|verify)$")


def find_shadows(before: TreeFacts, after: TreeFacts) -> Iterator[Proof]:
    """Give new test types and helpers that would be used instead of the real ones."""
    main = {t.name: t for t in after.types}
    known = {c.name for _, c in before.tests.classes()}
    checks = {m.name for _, c in before.tests.classes() for m in c.methods if _CHECK.match(m.name)}
    for file, cls in after.tests.classes():
        simple = cls.name.rpartition(".")[2].rpartition("$")[2]
        if cls.name not in known:
            if cls.name in main:
                yield Proof(f"{cls.name} hides the main class of that name", file.path, cls.line)
            elif _LIBRARY.match(cls.name) or simple in _RESERVED:
                yield Proof(f"{cls.name} stands in for a library's class", file.path, cls.line)
        for method in cls.methods:
            if _CHECK.match(method.name) and method.name not in checks:
                text = f"`{method.name}` is now the project's own, not a library's"
                yield Proof(text, file.path, method.line)
    yield from _fake_imports(before, after)
    yield from _main_checks(before, after)
    yield from _class_files(before, after)


def _class_files(before: TreeFacts, after: TreeFacts) -> Iterator[Proof]:
    """Give new class files in the tree that would be used instead of what is compiled."""
    known = set(before.files)
    own = {t.name for t in after.types} | {c.name for _, c in after.tests.classes()}
    for path in after.files:
        if path in known or not path.endswith(".class"):
            continue
        parts = path.removesuffix(".class").split("/")
        names = {".".join(parts[n:]) for n in range(len(parts))}
        # No class of `java.` can be replaced; `src/test/java/a/B.class` is `java.a.B` here.
        of_library = any(_LIBRARY.match(n) and not n.startswith("java.") for n in names)
        if names & own or of_library:
            yield Proof(f"{parts[-1]}.class stands in for a class of that name", path)


def _main_checks(before: TreeFacts, after: TreeFacts) -> Iterator[Proof]:
    known = {t.name for t in before.types}
    for kind in after.types:
        simple = kind.name.rpartition(".")[2].rpartition("$")[2]
        if kind.name not in known and simple in _RESERVED:
            yield Proof(f"{kind.name} stands in for a library's class", kind.file, kind.line)


def _fake_imports(before: TreeFacts, after: TreeFacts) -> Iterator[Proof]:
    """Give checks and annotations that now come from the project itself."""
    own = {t.name for t in after.types} | {c.name for _, c in after.tests.classes()}
    old = {f.path: set(f.imports) for f in before.tests.files}
    for file in after.tests.files:
        for name in file.imports:
            if name not in old.get(file.path, set()) and _is_fake(name, own):
                yield Proof(
                    f"checks now come from the project itself: import {name}",
                    file.path,
                    _first(file),
                )


def _is_fake(name: str, own: set[str]) -> bool:
    plain = name.removeprefix("static ")
    owner, _, simple = plain.rpartition(".")
    if name.startswith("static "):
        return owner in own and (simple == "*" or bool(_CHECK.match(simple)))
    return plain in own and simple in _RESERVED


def _first(file: TestFileSyntax) -> int:
    return min((c.line for c in file.classes), default=1)
