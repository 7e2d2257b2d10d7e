"""Gate `surface`: nothing that others use was lost: API, code, resources, modules, artifacts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison, Setting
from reode.guards.api_changes import compare_types
from reode.guards.gates.verdicts import failed, passed, plural
from reode.guards.parents import settings_to_compare

_GATE = GateId.SURFACE
#: Goals that make an artifact.
_MAKES = re.compile(
    r"^execution [\w-]+:(jar|test-jar|war|ear|ejb|shade|single|repackage|assembly|jlink|bundle|manifest"
    r"|rpm|deb|jpackage|attach-artifact|attached|jar-no-fork|test-jar-no-fork|aggregate-jar)$"
)
#: Manifest entries that the tools write about themselves.
_VOLATILE = frozenset(
    {"Build-Jdk", "Build-Jdk-Spec", "Built-By", "Created-By", "Archiver-Version", "Ant-Version",
     "Bnd-LastModified", "Tool", "Build-Time", "Manifest-Version", "Originally-Created-By"}
)  # fmt: skip
_MANIFEST = re.compile(r"archive/|mainClass$|manifestEntries/")


def judge(comparison: Comparison) -> Gate:
    """Compare what the two trees offer."""
    proofs = [
        *_modules(comparison),
        *compare_types(comparison),
        *_resources(comparison),
        *_settings(comparison),
        *_artifacts(comparison),
    ]
    if proofs:
        return failed(_GATE, "1 loss" if len(proofs) == 1 else f"{len(proofs)} losses", proofs)
    types = sum(1 for t in comparison.before.types if t.visible)
    return passed(
        _GATE,
        f"{plural(types, 'public type')}, {plural(len(comparison.before.modules), 'module')} and their resources kept",
    )


def _modules(comparison: Comparison) -> Iterator[Proof]:
    now = {m.folder: m for m in comparison.after.modules}
    artifacts = {m.artifact for m in comparison.after.modules}
    for module in comparison.before.modules:
        other = now.get(module.folder)
        if other is None:
            if module.artifact not in artifacts:
                yield Proof(f"module {module.artifact} is gone", module.file, module.line)
        elif other.packaging != module.packaging:
            text = f"packaging {module.packaging} became {other.packaging}"
            yield Proof(text, other.file, other.line)
        elif other.artifact != module.artifact:
            text = f"{module.artifact} became {other.artifact}"
            yield Proof(text, other.file, other.line)


def _resources(comparison: Comparison) -> Iterator[Proof]:
    now = {r.path for r in comparison.after.resources}
    digests = {r.digest for r in comparison.after.resources}
    sizes = {r.path: r for r in comparison.after.resources}
    for file in comparison.before.resources:
        if file.test:
            continue
        if file.path not in now:
            if file.digest not in digests:
                yield Proof("a resource is gone", file.path)
        elif sizes[file.path].size < file.size * _SHARE:
            text = f"a resource was cut down from {file.size} to {sizes[file.path].size} bytes"
            yield Proof(text, file.path)


#: A resource that keeps less than this share of its bytes was gutted.
_SHARE = 0.4


def _settings(comparison: Comparison) -> Iterator[Proof]:
    """Give manifest entries and artifacts that the build no longer makes."""
    before, after = settings_to_compare(comparison)
    now = {(s.module, s.name, s.value) for s in after}
    names = {(s.module, s.name) for s in after}
    modules = {m.folder for m in comparison.after.modules}
    for setting in before:
        if setting.effective or setting.module not in modules:
            continue
        if (setting.module, setting.name, setting.value) in now:
            continue
        if _is_offered(setting, (setting.module, setting.name) in names):
            yield Proof(f"gone: {setting.name} {setting.value}", setting.file, setting.line)


def _is_offered(setting: Setting, still_named: bool) -> bool:
    if setting.name == "manifest" or setting.name.startswith("provides "):
        return not setting.value.startswith(tuple(f"{entry}:" for entry in _VOLATILE))
    if _MAKES.match(setting.name):
        return not still_named
    if "${" in setting.value and still_named:
        # A parent's entry that waits for a property: it stood for nothing until now.
        return False
    return bool(_MANIFEST.search(setting.name.partition("/")[2])) and not (
        still_named and "ersion" in setting.name
    )


def _artifacts(comparison: Comparison) -> Iterator[Proof]:
    """Compare the archives that the two builds made, where both were built."""
    before, after = comparison.before.archives, comparison.after.archives
    if not before or not after:
        return
    for name, value in before.items():
        archive, _, entry = name.partition("!")
        if name in after or entry in _VOLATILE:
            continue
        what = (
            f"{archive} has lost {entry}: {value}" if entry else f"the build no longer makes {name}"
        )
        yield Proof(what)
