"""Gate `residue`: no tool stays in the build, no stray file in the tree, nothing uncommitted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison
from reode.guards.gates.verdicts import failed, passed

_GATE = GateId.RESIDUE
_TOOLS = re.compile(
    r"^(rewrite-maven-plugin|moderne-\S*|japicmp-maven-plugin|versions-maven-plugin|emt4j-maven-plugin"
    r"|windup-maven-plugin|mta-maven-plugin|error-prone-refaster\S*)$"
)
_STRAY = re.compile(
    r"(?:^|/)(?:[^/]+\.(?:orig|rej|bak|backup|swp|swo|tmp|patch|diff|class|pyc|log|old|hprof|save|disabled|jar)|[^/]+~"
    r"|(?:MIGRATION|UPGRADE|CHANGES_MADE|SUMMARY|TODO_MIGRATION|MODERNI[SZ]ATION)[^/]*\.(?:md|txt)"
    r"|rewrite\.ya?ml|hs_err_pid[^/]*|replay_pid[^/]*|nohup\.out|core\.\d+|\.DS_Store|progress\.md|plan\.md"
    r"|effective-pom[^/]*|dependency-tree[^/]*\.txt|pom\.xml\.[^/]+|mvn[^/]*\.txt|build[^/]*\.txt)$"
    r"|(?:^|/)\.(?:reode|aider|claude|cursor|github/java-upgrade|appmod|openhands|swe-agent)[^/]*/",
    re.IGNORECASE,
)


def judge(comparison: Comparison) -> Gate:
    """Look for what a migration leaves behind."""
    proofs = [*_tools(comparison), *_files(comparison), *_uncommitted(comparison)]
    if proofs:
        return failed(_GATE, f"{len(proofs)} left behind", proofs)
    clean = "" if comparison.after.dirty is None else ", everything is committed"
    return passed(_GATE, f"no tool in the build, no stray file{clean}")


def _tools(comparison: Comparison) -> Iterator[Proof]:
    known = {s.value for s in comparison.before.settings if s.name.startswith("plugin ")}
    for setting in comparison.after.settings:
        if not setting.name.startswith("plugin ") or setting.effective or setting.value in known:
            continue
        if _TOOLS.match(setting.value):
            yield Proof(f"{setting.value} stays in the build", setting.file, setting.line)


def _files(comparison: Comparison) -> Iterator[Proof]:
    known = set(comparison.before.files)
    for path in comparison.after.files:
        if path not in known and _STRAY.search(path) and "/wrapper/" not in path:
            yield Proof("a stray file", path)


def _uncommitted(comparison: Comparison) -> Iterator[Proof]:
    for path in comparison.after.dirty or ():
        yield Proof("not committed", path)
