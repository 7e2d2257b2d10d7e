"""Which class files a build wrote, and at which level."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClassFile:
    """One class file: `path` relative to the repository, class-file `major` version, its module.

    `major` is 0 for a file that is no class file; `module` is the folder ("." for the root);
    `test` tells test classes from main ones; `preview` is set where preview features were used.
    """

    path: str
    major: int
    module: str
    test: bool
    preview: bool = False

    @property
    def level(self) -> int:
        """Java version of the level (61 → 17)."""
        return self.major - 44
