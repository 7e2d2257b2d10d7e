"""Raises what is too old: which version an artifact needs, and where the poms let it be written."""

from __future__ import annotations

from collections.abc import Iterable

from reode.facts.floors import Floor
from reode.facts.target import Target
from reode.project.reactor import DependencyUse, Module, PluginUse, raise_version
from reode.project.versions import compare, is_range
from reode.rules.draft import Draft


def needed(rows: Iterable[Floor], version: str | None, target: Target) -> str | None:
    """Return the version to write instead of `version`, None where it works or nothing is known.

    `rows` are all rows of one artifact. A row with lines never leaves the major line.
    """
    if version is None or "${" in version or is_range(version):
        return None
    return next((v for row in rows if (v := _needed_by(row, version, target))), None)


def _needed_by(row: Floor, version: str, target: Target) -> str | None:
    if row.fine_below and compare(version, row.fine_below) < 0:
        return None
    broken = [m for m in row.minimums(target.jdk, target.release) if compare(version, m) < 0]
    if not broken:
        return None
    if row.lines:
        return _in_line(row, version, target)
    highest = broken[0] if len(broken) == 1 or compare(*broken) >= 0 else broken[1]
    return row.use if row.use and compare(row.use, highest) >= 0 else highest


def _in_line(row: Floor, version: str, target: Target) -> str | None:
    reach = target.jdk if row.by_jdk else target.release
    for line in row.lines:
        if version.startswith(line.prefix) and reach <= line.max_level:
            return line.version if compare(version, line.version) < 0 else None
    return None


def raise_plugin(draft: Draft, module: Module, use: PluginUse, version: str, reason: str) -> None:
    """Give a plugin of a module's build a newer version, where its version is written.

    A version that Maven or a parent outside gives is written in this repository: at the plugin's
    own declaration, in the plugin management that is there, else beside the module's plugins.
    """
    edits = raise_version(draft.view, use.version_site, version, reason)
    if edits:
        draft.take(edits)
        return
    if use.version_site is not None and use.version_site.editable:
        return
    own = [placed for placed in use.decls if placed.source.editable]
    if own:
        decl, path = own[-1].decl, own[-1].source.path
        place = (decl.group, decl.artifact, version)
        pom = draft.pom(path).ensure_plugin(*place, managed=decl.managed, profile=decl.profile)
        draft.put(pom, reason)
        return
    paths = [source.path for source in module.parents if source.editable]
    managing = [path for path in paths if draft.pom(path).plugins(managed=True)]
    holder = managing[-1] if managing else paths[0]
    pom = draft.pom(holder).ensure_plugin(use.group, use.artifact, version, managed=bool(managing))
    draft.put(pom, reason)


def raise_dependency(
    draft: Draft, module: Module, use: DependencyUse, version: str, reason: str
) -> None:
    """Give a dependency a newer version where it is written; a foreign bill's is overridden."""
    edits = raise_version(draft.view, use.version_site, version, reason)
    if edits:
        draft.take(edits)
        return
    if use.version_site is not None and use.version_site.editable:
        return
    pin(draft, module, (use.group, use.artifact), version, reason)


def pin(draft: Draft, module: Module, artifact: tuple[str, str], version: str, reason: str) -> None:
    """Manage the version of an artifact that comes from elsewhere, at the top of this repository."""
    top = [source.path for source in module.parents if source.editable][-1]
    managed = draft.pom(top).add_dependency(*artifact, version, managed=True)
    draft.put(managed.set_dependency_version(*artifact, version, managed=True), reason)
