"""Types that a library moved or renamed: when javac misses one, and the recipe that renames it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reode.facts.diagnostic import Diagnostic
from reode.facts.recipe import RecipeCall
from reode.project.reactor import Module
from reode.project.versions import at_least, is_range
from reode.rules.rule import Situation

CHANGE_TYPE = "org.openrewrite.java.ChangeType"
MISSING = frozenset({"package-missing", "symbol-missing"})


@dataclass(frozen=True, slots=True)
class MovedType:
    """A type's full names, the versions of its library that know the new one only, and its kind.

    `since` is the first version that certainly has the new name, `until` the first that may have
    it no more; `kind` is what a stand-in is declared as: `class`, `interface`, `@interface`.
    """

    old: str
    new: str
    since: str
    until: str
    kind: str = "class"

    @property
    def package(self) -> str:
        """The package that the type has left."""
        return self.old.rpartition(".")[0]

    @property
    def simple(self) -> str:
        """The type's old name without its package."""
        return self.old.rpartition(".")[2]

    def call(self) -> RecipeCall:
        """Return the recipe that renames the type wherever it is meant, and nowhere else."""
        return RecipeCall(
            CHANGE_TYPE,
            f"{self.old} is {self.new} now.",
            {
                "oldFullyQualifiedTypeName": self.old,
                "newFullyQualifiedTypeName": self.new,
                "ignoreDefinition": True,
            },
            mentions=(self.package, self.simple, self.new.rpartition(".")[2]),
            stand_ins={self.old: f"package {self.package};\n\npublic {self._declared} {{\n}}\n"},
        )

    @property
    def _declared(self) -> str:
        return f"{self.kind} {self.simple}"


def find_moves(situation: Situation, rows: Iterable[MovedType], group: str) -> list[RecipeCall]:
    """Return a call for each row whose type javac misses and whose new name the library has.

    `group` is the groupId that the library's artifacts share. A type that no source uses any more
    is not asked for.
    """
    missed = situation.of_kind(*MISSING)
    modules = situation.view.reactor.modules
    calls = []
    for row in rows:
        if _is_due(situation, row, missed, group):
            spared = tuple(m.path for m in modules if _has_name(m, row, group) is False)
            calls.append(replace(row.call(), spares=spared))
    return calls


def _is_due(
    situation: Situation, row: MovedType, missed: tuple[Diagnostic, ...], group: str
) -> bool:
    view = situation.view
    for path in sorted({d.file for d in missed if d.file and _names(d, row)}):
        if not view.exists(path) or not view.java(path).uses_type(row.old):
            continue
        own = _has_name(view.reactor.module_of(path), row, group)
        if own is None:
            # The library comes through another module, or through another library.
            own = any(_has_name(m, row, group) for m in view.reactor.modules)
        if own:
            return True
    return False


def _names(one: Diagnostic, row: MovedType) -> bool:
    if one.kind == "package-missing":
        return one.evidence.get("package") == row.package
    return (
        one.evidence.get("name") == row.simple
        and one.evidence.get("location", row.package) == row.package
    )


def _has_name(module: Module, row: MovedType, group: str) -> bool | None:
    """Tell whether the module's version of the library has the new name; None: not known here."""
    written = [use.version for use in module.dependencies().values() if use.group == group]
    versions = [v for v in written if v is not None and "${" not in v and not is_range(v)]
    if not versions:
        return None
    return any(at_least(v, row.since) and not at_least(v, row.until) for v in versions)
