"""Gate `level`: every class file has the level asked for, and no class or module went missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import ClassFact, Comparison
from reode.guards.gates.verdicts import failed, passed, plural, unknown
from reode.guards.hidden_types import find_hidden

_GATE = GateId.LEVEL
#: Names that the compiler makes up; newer compilers need fewer of them.
_MADE_UP = re.compile(
    r"\$\d|\$Ajc|\$_\w*closure|\$WhenMappings|(?:^|\.)(?:package-info|module-info)$"
)


def judge(comparison: Comparison) -> Gate:
    """Compare each class's major version with the target's, and the set of classes with before."""
    classes = comparison.after.classes
    if not classes:
        return _nothing(comparison)
    wanted = comparison.target.class_major
    kept = _brought_along(comparison)
    wrong = [c for c in classes if c.major != wanted and (c.name, c.major) not in kept]
    proofs = [
        Proof(
            f"module {c.module}: {c.name} has major version {c.major}, not {wanted}",
            *_place(c, comparison),
        )
        for c in wrong
    ]
    lost = [*_lost_modules(comparison), *_lost(comparison)]
    if wrong or lost:
        parts = [f"{plural(len(wrong), 'class file')} at another level"] if wrong else []
        parts += [f"{len(lost)} missing"] if lost else []
        return failed(_GATE, ", ".join(parts), [*lost, *_one_each(proofs, wrong), *proofs])
    note = "" if comparison.before.classes else "; compared with the sources"
    detail = f"all {plural(len(classes), 'class file')} have major version {wanted}{note}"
    if comparison.unread:
        # No build starts the application, so nothing here can show that it still does.
        proofs = [Proof(text) for text in comparison.unread]
        return unknown(_GATE, f"{detail}; a library of main code can't read them", proofs)
    return passed(_GATE, detail)


def _nothing(comparison: Comparison) -> Gate:
    if comparison.after.outcome is None:
        return unknown(_GATE, "no build was run")
    if not comparison.before.types and not comparison.before.tests.files:
        return passed(_GATE, "there is nothing to compile")
    return failed(_GATE, "the build left no class file", [])


def _brought_along(comparison: Comparison) -> set[tuple[str, int]]:
    """Return classes without a source that no compiler of the build wrote.

    They were there before at the same level, or a test made them while it ran.
    """
    sources = {t.name for t in comparison.after.types}
    sources |= {c.name for _, c in comparison.after.tests.classes()}
    bare = [c for c in comparison.after.classes if c.name.partition("$")[0] not in sources]
    known = {(c.name, c.major) for c in comparison.before.classes}
    trees = (comparison.before, comparison.after)
    binaries = [[path for path in tree.files if path.endswith(".class")] for tree in trees]
    kept = {
        (c.name, c.major)
        for c in bare
        if c.late or (_is_part(c, binaries) and (not known or (c.name, c.major) in known))
    }
    return kept | {
        (c.name, c.major) for c in comparison.after.classes if _MODULE_INFO.search(c.name)
    }


_MODULE_INFO = re.compile(r"(?:^|\.)module-info$")


def _is_part(cls: ClassFact, binaries: list[list[str]]) -> bool:
    """Tell whether a class file is itself part of both trees, as a resource."""
    end = cls.name.replace(".", "/") + ".class"
    return all(any(path.endswith(end) for path in paths) for paths in binaries)


def _one_each(proofs: list[Proof], wrong: list[ClassFact]) -> list[Proof]:
    """Return one proof for every module first: no module hides behind another's classes."""
    seen: dict[str, Proof] = {}
    for proof, cls in zip(proofs, wrong, strict=True):
        seen.setdefault(cls.module, proof)
    return list(seen.values())


def _place(cls: ClassFact, comparison: Comparison) -> tuple[str | None, int | None]:
    outer = cls.name.partition("$")[0]
    for kind in comparison.after.types:
        if kind.name == outer and kind.module == cls.module:
            return kind.file, kind.line
    for file, test in comparison.after.tests.classes():
        if test.name == outer and file.module == cls.module:
            return file.path, test.line
    return None, None


def _lost_modules(comparison: Comparison) -> Iterator[Proof]:
    now = {m.folder for m in comparison.after.modules}
    for module in comparison.before.modules:
        if module.folder not in now:
            yield Proof(f"module {module.artifact} is no longer built", module.file, module.line)


def _lost(comparison: Comparison) -> Iterator[Proof]:
    """Give classes that were built (or, without a baseline, written) before and aren't built now."""
    renames = comparison.renames
    now = {(c.name, c.test) for c in comparison.after.classes}
    hidden = find_hidden(comparison)
    for name, test, file, line in _expected(comparison):
        if not test and (name, file) in hidden:
            continue
        if (renames.get(name, name), test) not in now and not _MADE_UP.search(name):
            kind = "test class" if test else "class"
            yield Proof(f"the {kind} {name} is no longer built", file, line)


def _expected(comparison: Comparison) -> Iterator[tuple[str, bool, str | None, int | None]]:
    before = comparison.before
    places = {t.name: (t.file, t.line) for t in before.types}
    places |= {c.name: (f.path, c.line) for f, c in before.tests.classes()}
    if before.classes:
        for cls in before.classes:
            yield cls.name, cls.test, *places.get(cls.name, (None, None))
        return
    active = {m.folder for m in before.modules}
    for kind in before.types:
        if kind.module in active:
            yield kind.name, False, kind.file, kind.line
    for file, test in before.tests.classes():
        if file.module in active:
            yield test.name, True, file.path, test.line
