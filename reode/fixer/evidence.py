"""Chains of evidence before any model call: symptom, symbol, class, annotation, artifact, setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Evidence, Finding
from reode.project.java import JavaSource
from reode.project.reactor import Module
from reode.project.view import ProjectView

#: So many failures are explained; the rest are of the same kinds.
_MOST = 12
#: Places of one link that are named.
_PLACES = 4
_FRAME = re.compile(r"\bat (?:[\w.@-]+/)*([\w.$<>]+)\((\w+\.java):(\d+)\)")
_TYPE = re.compile(r"(?:of type|class|interface|enum)\s+([\w.$]+)")
#: Annotation → the artifact whose processor acts on it.
_PROCESSORS = {
    "lombok": "org.projectlombok:lombok",
    "org.mapstruct": "org.mapstruct:mapstruct-processor",
    "dagger": "com.google.dagger:dagger-compiler",
    "com.google.auto.value": "com.google.auto.value:auto-value",
}
_SETTINGS = ("annotationProcessorPaths", "proc", "compilerArgs", "release", "source")


def explore_before_fix(
    view: ProjectView, diagnostics: Iterable[Diagnostic], prefix: str = "explore"
) -> tuple[Finding, ...]:
    """Return one finding per cause that the diagnostics point at, each with its chain.

    The whole project is searched (every module, main and test, poms): the file with the error is
    often not the file with the cause. A link that can't be made ends the chain, and `uncertain`
    says which.
    """
    types = _TypeIndex(view)
    found: dict[tuple[str, str, str], Finding] = {}
    for diagnostic in diagnostics:
        if diagnostic.key not in found and len(found) < _MOST:
            found[diagnostic.key] = _explain(view, types, diagnostic, f"{prefix}:{len(found)}")
    return tuple(found.values())


def _explain(
    view: ProjectView, types: _TypeIndex, diagnostic: Diagnostic, finding_id: str
) -> Finding:
    chain = [Evidence(_first_line(diagnostic.message), _place(diagnostic))]
    chain += _evidence_links(diagnostic)
    chain += _frame_links(types, diagnostic)
    declared = types.declaring(_owner(diagnostic))
    missing = ""
    for path, source in declared[:_PLACES]:
        chain.append(Evidence(f"{_simple(_owner(diagnostic))} is declared here", path))
        chain += _annotation_links(view, path, source)
    chain += _artifact_links(view, diagnostic)
    if _owner(diagnostic) and not declared:
        missing = f"{_owner(diagnostic)} is declared nowhere in this project"
    return Finding(
        id=finding_id, title=diagnostic.kind, chain=tuple(chain), certain=False, uncertain=missing
    )


def _evidence_links(diagnostic: Diagnostic) -> Iterator[Evidence]:
    if diagnostic.symbol:
        yield Evidence(f"symbol: {diagnostic.symbol}")
    for name, value in diagnostic.evidence.items():
        yield Evidence(f"{name.replace('_', ' ')}: {_first_line(value)}")


def _frame_links(types: _TypeIndex, diagnostic: Diagnostic) -> Iterator[Evidence]:
    """Give the innermost stack frames in the project's own main code: a test names only itself."""
    left = _PLACES
    frames = _FRAME.findall(f"{diagnostic.message}\n{diagnostic.excerpt}")
    for name, file, line in list(dict.fromkeys(frames)):
        owner = name.rsplit(".", 1)[0].split("$")[0]
        path = types.main_file(owner, file)
        if path and (left := left - 1) >= 0:
            yield Evidence(
                f"thrown through {_simple(owner)}.{name.rsplit('.', 1)[1]}", f"{path}:{line}"
            )


def _owner(diagnostic: Diagnostic) -> str:
    """Return the type on which a symbol is missed, "" where the message names none."""
    place = diagnostic.evidence.get("location", "")
    found = _TYPE.search(place) or _TYPE.search(diagnostic.symbol or "")
    return found[1] if found else ""


def _simple(name: str) -> str:
    return name.rsplit(".", 1)[-1].rsplit("$", 1)[-1]


class _TypeIndex:
    """Which file declares a type, by simple name; files are parsed when asked for."""

    def __init__(self, view: ProjectView) -> None:
        self._view = view
        self._paths: dict[str, list[str]] = {}
        for path in view.java_files():
            name = path.rsplit("/", 1)[-1].removesuffix(".java")
            self._paths.setdefault(name, []).append(path)

    def main_file(self, owner: str, file: str) -> str:
        """Return the main source of a class of a full name, "" where there is none."""
        wanted = "/" + "/".join([*owner.split(".")[:-1], file])
        places = self._paths.get(file.removesuffix(".java"), [])
        main = [p for p in places if f"/{p}".endswith(wanted) and self._view.kind_of(p) == "main"]
        return main[0] if main else ""

    def declaring(self, name: str) -> list[tuple[str, JavaSource]]:
        """Return the files that declare a type of that simple name."""
        outer = _simple(name)
        return [(path, self._view.java(path)) for path in self._paths.get(outer, [])]


def _annotation_links(view: ProjectView, path: str, source: JavaSource) -> Iterator[Evidence]:
    names = sorted({a.name for a in source.annotations()})
    if names:
        yield Evidence(f"annotated with {', '.join('@' + n for n in names[:8])}", path)
    for package, artifact in _PROCESSORS.items():
        if any(i.name.startswith(package + ".") or i.name == package for i in source.imports):
            yield from _use_of(view.reactor.module_of(path), artifact)


def _use_of(module: Module, artifact: str) -> Iterator[Evidence]:
    group, name = artifact.split(":")
    uses = [
        use
        for use in module.dependencies().values()
        if use.group == group and use.artifact.split("-")[0] == name.split("-")[0]
    ]
    for use in uses[:_PLACES]:
        yield Evidence(
            f"{use.group}:{use.artifact} {use.version or 'without a version'}", module.path
        )
    if not uses:
        yield Evidence(f"{artifact} is not among the dependencies of this module", module.path)
    yield from _compiler_settings(module)


def _compiler_settings(module: Module) -> Iterator[Evidence]:
    plugin = module.plugin("maven-compiler-plugin")
    if plugin is None:
        return
    written = [f"{one.path} = {one.value}" for name in _SETTINGS for one in plugin.settings(name)]
    shown = "; ".join(written) or "no configuration"
    yield Evidence(f"maven-compiler-plugin {plugin.version or 'implicit'}: {shown}", module.path)


def _artifact_links(view: ProjectView, diagnostic: Diagnostic) -> Iterator[Evidence]:
    """Name the declared version of what the diagnostic is about: a plugin or a package's jar."""
    wanted = diagnostic.plugin or diagnostic.evidence.get("artifact", "")
    parts = wanted.split(":")
    if len(parts) < 2:
        return
    for module in view.reactor.modules:
        key = f"{parts[0]}:{parts[1]}"
        plugin, library = module.plugins().get(key), module.dependencies().get(key)
        for version in [use.version for use in (plugin, library) if use is not None]:
            yield Evidence(f"{key} {version or 'without a version'}", module.path)


def _place(diagnostic: Diagnostic) -> str:
    if diagnostic.file and diagnostic.line:
        return f"{diagnostic.file}:{diagnostic.line}"
    return diagnostic.file or diagnostic.test or diagnostic.plugin or diagnostic.module or ""


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0][:300] if text.strip() else ""


def render_chain(findings: Iterable[Finding]) -> str:
    """Return findings as an indented list, one chain after the other."""
    blocks = []
    for finding in findings:
        lines = [f"- {finding.title}"]
        lines += [f"  → {e.what}" + (f"  [{e.where}]" if e.where else "") for e in finding.chain]
        if finding.uncertain:
            lines.append(f"  ? {finding.uncertain}")
        blocks.append("\n".join(lines))
    return "\n".join(blocks) or "nothing beyond the message itself"
