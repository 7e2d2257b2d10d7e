"""Says what a test class lost: tests, fixtures, helpers, or the chance to run at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from reode.facts.scorecard import Proof
from reode.facts.test_syntax import (
    MethodRole,
    MethodSyntax,
    Spot,
    TestClassSyntax,
    TestFileSyntax,
)
from reode.guards.method_changes import ANSWERS, Names, added, compare_filters, compare_methods

_PSEUDO = ("<fields>", "<initialisers>")
#: Methods by which a JUnit 3 class or an extension runs its tests.
_HOOKS = frozenset(
    {"runTest", "runBare", "run", "suite", "countTestCases", "createResult", "evaluateExecutionCondition",
     "handleTestExecutionException", "interceptTestMethod", "withAssumptionFailureHandler"}
)  # fmt: skip


def compare_classes(
    before: TestClassSyntax,
    after: TestClassSyntax,
    files: tuple[TestFileSyntax, TestFileSyntax],
    names: Names,
    renames: Iterable[tuple[str, str]] = (),
) -> Iterator[Proof]:
    """Give what `after` lost; `files` hold the two classes, `renames` maps old method names."""
    file = files[1].path
    if after.abstract and not before.abstract:
        yield Proof(f"{after.name} became abstract: its tests don't run", file, after.line)
    for spot in added(before.disabled, after.disabled):
        if len(after.disabled) > len(before.disabled):
            yield Proof(f"{after.name} is switched off: {spot.text}", file, spot.line)
    yield from compare_filters(before.filters, after.filters, file)
    for spot in added(before.fields, after.fields):
        yield Proof(f"`{spot.text}` is now a mock", file, spot.line)
    yield from _wrappers(before, after, files)
    renamed = dict(renames)
    now = _by_name(after.methods)
    for (name, position), method in _by_name(before.methods).items():
        other = now.get((name, position)) or now.get((renamed.get(name, ""), 0))
        if other is None:
            yield from _missing(method, before, files, names, after)
        else:
            yield from compare_methods(method, other, file, names)
    known = {m.name for m in before.methods}
    yield from new_hooks(after, file, known)
    for method in after.methods:
        if method.name not in known and method.role is MethodRole.LIFECYCLE:
            for name in ANSWERS.findall(method.tokens)[:1]:
                yield Proof(f"`{method.name}` now lets a mock answer: {name}", file, method.line)


def new_hooks(cls: TestClassSyntax, file: str, known: set[str]) -> Iterator[Proof]:
    """Give new methods that run around every test and can keep it from running."""
    for method in cls.methods:
        if method.name in known:
            continue
        if method.name in _HOOKS and method.role is not MethodRole.TEST:
            yield Proof(f"`{method.name}` now decides how {cls.name} is run", file, method.line)
        elif method.role is MethodRole.LIFECYCLE or method.name == "<initialisers>":
            exits = [e for e in method.exits if "(" in e.text and not e.text.startswith("return")]
            for spot in (*method.assumptions, *exits):
                yield Proof(f"before or after every test: {spot.text}", file, spot.line)


def _by_name(methods: tuple[MethodSyntax, ...]) -> dict[tuple[str, int], MethodSyntax]:
    """Return methods by name and position among those of that name."""
    seen: Counter[str] = Counter()
    found = {}
    for method in methods:
        found[method.name, seen[method.name]] = method
        seen[method.name] += 1
    return found


def _missing(
    method: MethodSyntax,
    cls: TestClassSyntax,
    files: tuple[TestFileSyntax, TestFileSyntax],
    names: Names,
    after: TestClassSyntax,
) -> Iterator[Proof]:
    file = files[0].path
    if method.role is MethodRole.TEST:
        yield Proof(f"the test {cls.name}#{method.name} is gone", file, method.line)
    elif method.role is MethodRole.LIFECYCLE:
        yield Proof(
            f"`{method.name}` ({method.lifecycle}) of {cls.name} is gone", file, method.line
        )
    elif method.role is MethodRole.DATA:
        yield Proof(f"`{method.name}` gave {cls.name} its data and is gone", file, method.line)
    elif method.name in _PSEUDO:
        empty = MethodSyntax(method.name, method.role, after.line, "")
        yield from (
            p
            for p in compare_methods(method, empty, files[1].path, names)
            if "emptied" not in p.text
        )
    elif method.checks:
        yield Proof(f"the helper `{method.name}`, which checks, is gone", file, method.line)


def _wrappers(
    before: TestClassSyntax,
    after: TestClassSyntax,
    files: tuple[TestFileSyntax, TestFileSyntax],
) -> Iterator[Proof]:
    """Give new runners, rules and listeners that no library brings: they decide what a test does."""
    for spot in added(before.rules, after.rules):
        unknown = [n for n in _names_in(spot) if not _is_imported(n, files[1])]
        if unknown:
            yield Proof(
                f"tests now run inside the project's own `{unknown[0]}`", files[1].path, spot.line
            )


def _names_in(spot: Spot) -> list[str]:
    """Return the simple type names in `@RunWith(A.class)` or `@Rule A`."""
    if "(" in spot.text:
        inner = spot.text.partition("(")[2]
        return [
            p.rpartition("(")[2].rpartition(",")[2].strip("{ =value")
            for p in inner.split(".class")[:-1]
        ]
    return [spot.text.partition(" ")[2]] if " " in spot.text else []


def _is_imported(name: str, file: TestFileSyntax) -> bool:
    """Tell whether a library brings the type; `X.Y` is looked up by its outer name."""
    outer = name.partition(".")[0]
    owners = [i.rpartition(".")[0] for i in file.imports if i.rpartition(".")[2] == outer]
    own = file.package.split(".")[:2]
    if owners:
        return owners[0].split(".")[:2] != own
    return any(i.endswith(".*") and i.split(".")[:2] != own for i in file.imports)
