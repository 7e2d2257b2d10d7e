"""One problem that a build reported, freed of everything that changes from run to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any


class Phase(StrEnum):
    """How far a build got; the order is the order of a Maven lifecycle."""

    START = "start"
    MODEL = "model"
    RESOLVE = "resolve"
    COMPILE = "compile"
    TEST_COMPILE = "test-compile"
    TEST = "test"
    PACKAGE = "package"
    DONE = "done"

    @property
    def rank(self) -> int:
        """Position in the lifecycle, 0 for `start`."""
        return list(Phase).index(self)


#: Evidence that tells one cause from another behind the same test or plugin.
_IDENTIFYING = ("artifact", "module", "package", "class", "class_major", "option", "element")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem with its evidence.

    `kind` is a name of the taxonomy (`build.kinds.Kind`); `file` is relative to the repository,
    with `/`; `line` and `column` start at 1; `module` is a Maven artifactId; `plugin` is
    `groupId:artifactId:version`; `evidence` holds what the kind extracts (`artifact`, `package`,
    `module_to_open`, `class_major`, …); `excerpt` is at most 2,000 characters of the log.
    """

    kind: str
    phase: Phase
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    symbol: str | None = None
    module: str | None = None
    plugin: str | None = None
    test: str | None = None
    evidence: Mapping[str, str] = field(default_factory=dict)
    excerpt: str = ""

    @property
    def subject(self) -> str:
        """What the problem is about: a test, a file, a plugin or a module."""
        return self.test or self.file or self.plugin or self.module or ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies the problem across runs: no line number, path, time or hash."""
        named = [self.evidence[name] for name in _IDENTIFYING if name in self.evidence]
        what = " ".join([self.symbol or "", *named]).strip()
        return self.kind, self.subject, what or self.message

    def to_json(self) -> dict[str, object]:
        """Return JSON-plain data; `from_json` is its inverse."""
        return {
            "kind": self.kind,
            "phase": str(self.phase),
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "symbol": self.symbol,
            "module": self.module,
            "plugin": self.plugin,
            "test": self.test,
            "evidence": dict(self.evidence),
            "excerpt": self.excerpt,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Diagnostic:
        """Build a diagnostic from what `to_json` returned."""
        return cls(**{**data, "phase": Phase(data["phase"])})


def signature(diagnostics: Iterable[Diagnostic]) -> str:
    """Return 16 hex digits that are equal for equal sets of problems ("" for none)."""
    keys = sorted({d.key for d in diagnostics})
    if not keys:
        return ""
    return sha256("\n".join("\t".join(key) for key in keys).encode()).hexdigest()[:16]
