"""Gate `dependencies`: none downgraded, none added for nothing, none known not to run there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.floors import Floor, FloorKind, load_floors
from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison, DependencyFact
from reode.facts.target import Target
from reode.guards.gates.verdicts import failed, passed, plural
from reode.project.versions import at_least, compare

_GATE = GateId.DEPENDENCIES
#: Libraries that work without an import: engines, agents, providers, and what others need beside them.
_WORKS_UNNAMED = re.compile(
    r"engine|launcher|vintage|runtime|agent|-impl$|byte-?buddy|activation|objenesis|starter|bom$|driver"
    r"|jaxb|jaxws|saaj|stax|slf4j|log4j|logback|lombok|processor|annotation|mapstruct|stdlib|nashorn"
)
_AT_RUN_TIME = frozenset({"compile", "runtime"})


def judge(comparison: Comparison) -> Gate:
    """Compare the declared libraries and plugins with their resolved versions."""
    bad = [*find_downgrades(comparison), *_unused(comparison), *_too_old(comparison, certain=True)]
    notes = [*_licences(comparison), *_too_old(comparison, certain=False)]
    if bad:
        return failed(_GATE, plural(len(bad), "problem"), [*bad, *notes])
    added = len(_added(comparison))
    found = {(d.kind == "plugin", d.key) for d in comparison.after.dependencies if _is_used_as(d)}
    plugins = sum(is_plugin for is_plugin, _ in found)
    counted = (
        f"{plural(len(found) - plugins, 'library', 'libraries')} and {plural(plugins, 'plugin')}"
    )
    return passed(_GATE, f"{counted}, none downgraded, {added} added", notes)


def _is_used_as(dependency: DependencyFact) -> bool:
    """Tell whether a declaration uses a library or plugin, and not only manages its version."""
    return dependency.kind != "managed"


def _added(comparison: Comparison) -> list[DependencyFact]:
    """Return libraries that no module had before, each once."""
    known = {d.key for d in comparison.before.dependencies if d.kind == "library"}
    own = {m.artifact for m in comparison.after.modules}
    found = {d.key: d for d in reversed(comparison.after.dependencies)}
    return [
        d for d in found.values() if d.key not in known and d.kind == "library" and d.key not in own
    ]


def find_downgrades(comparison: Comparison) -> Iterator[Proof]:
    """Give libraries and plugins whose resolved version is lower than before."""
    before = {(d.module, d.key, d.kind): d for d in comparison.before.dependencies}
    for now in comparison.after.dependencies:
        was = before.get((now.module, now.key, now.kind))
        if was is None:
            continue
        if _is_lower(now.version or "", was.version or ""):
            text = f"{now.key} went from {was.version} down to {now.version}"
            yield Proof(text, now.file, now.line)
        elif was.scope in _AT_RUN_TIME and now.scope in {"test", "provided"}:
            text = f"{now.key} went from scope {was.scope} to {now.scope}: missing at run time"
            yield Proof(text, now.file, now.line)


def _is_lower(now: str, was: str) -> bool:
    return bool(now and was) and "${" not in now + was and compare(now, was) < 0


def _unused(comparison: Comparison) -> Iterator[Proof]:
    for added in _added(comparison):
        artifact = added.key.split(":")[1]
        if added.scope == "system":
            yield Proof(
                f"{added.key} was added from a file of this machine", added.file, added.line
            )
        if added.scope in {"runtime", "import", "system"} or _WORKS_UNNAMED.search(artifact):
            continue
        if not _is_used(added, comparison.after.imports):
            yield Proof(f"{added.key} was added and nothing uses it", added.file, added.line)


def _is_used(dependency: DependencyFact, imports: frozenset[str]) -> bool:
    """Tell whether a source names one of its packages; without its archive, its group's name."""
    packages = dependency.packages
    if packages is not None:
        if "META-INF.services" in packages:
            return True
        return any(
            name.rpartition(".")[0] in packages
            or name in packages
            or name.removesuffix(".*") in packages
            or _outer(name) in packages
            for name in imports
        )
    group, artifact = dependency.key.split(":")[:2]
    words = {group, ".".join(group.split(".")[:2]), artifact.split("-")[0]}
    return (
        any(name.startswith(tuple(w for w in words if "." in w)) for name in imports)
        or "javax" in group
    )


def _outer(name: str) -> str:
    """Return the package of a nested or static name: everything before the first type."""
    parts = name.split(".")
    first = next((i for i, p in enumerate(parts) if p[:1].isupper()), len(parts))
    return ".".join(parts[:first])


def _licences(comparison: Comparison) -> Iterator[Proof]:
    for added in _added(comparison):
        named = ", ".join(added.licences) if added.licences else "licence not known here"
        yield Proof(f"added {added.key}:{added.version or '?'} ({named})", added.file, added.line)


def _too_old(comparison: Comparison, *, certain: bool) -> Iterator[Proof]:
    """Give libraries below the version that is known to run at the target."""
    floors: dict[str, list[Floor]] = {}
    for floor in load_floors():
        for artifact in (floor.artifact, *floor.family):
            floors.setdefault(artifact, []).append(floor)
    seen = set()
    for now in (d for d in comparison.after.dependencies if d.kind != "managed"):
        for floor in floors.get(":".join(now.key.split(":")[:2]), []):
            minimum = _broken_floor(floor, now, comparison.target)
            if minimum and floor.certain is certain and (now.key, minimum) not in seen:
                seen.add((now.key, minimum))
                sure = "does not run" if certain else "may not run"
                text = f"{now.key}:{now.version} {sure} on Java {comparison.target.jdk}; {minimum} does"
                yield Proof(text, now.file, now.line)


def _broken_floor(floor: Floor, now: DependencyFact, target: Target) -> str:
    """Return the minimum that a version misses, "" where it is fine or unknown."""
    if not now.version or "${" in now.version or now.version.startswith(("[", "(")):
        return ""
    if now.scope == "test" and floor.kind is FloorKind.LIBRARY:
        # Tests are proof by themselves: they ran.
        return ""
    if floor.fine_below and not at_least(now.version, floor.fine_below):
        return ""
    missed = [m for m in floor.minimums(target.jdk, target.release) if not at_least(now.version, m)]
    return missed[-1] if missed else ""
