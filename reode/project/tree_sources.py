"""Sorts the files of a tree: which module each belongs to, which are tests, which are resources."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass

from reode.project.places import is_foreign

#: Languages whose sources a Maven build compiles.
SOURCE_SUFFIXES = (".java", ".kt", ".kts", ".groovy", ".scala")
_TEST_FOLDER = re.compile(
    r"(?:^|/)src/(?:\w+[-_]?)?(?:test|tests|it|itest|testFixtures|specs?)(?:[-_]?\w+)?/",
    re.IGNORECASE,
)
#: What lies here is copied, not compiled: an archetype's sources, the projects that tests read.
_COPIED = re.compile(r"(?:^|/)src/\w+/resources/")
#: Folders of tools, as `.mvn/wrapper/MavenWrapperDownloader.java`.
_HIDDEN = re.compile(r"(?:^|/)\.[^/]+/")
_EDITORS = frozenset({".settings"})
_FIXED = frozenset({"package-info.java", "module-info.java"})


def is_output(path: str) -> bool:
    """Tell whether a path lies in build output or a tool's own data."""
    return is_foreign(path.split("/")[:-1], _EDITORS)


def other_projects(
    files: Iterable[str], modules: Iterable[str], roots: Iterable[str] = ()
) -> frozenset[str]:
    """Return folders that hold a pom of their own and are no module: this build leaves them out.

    Examples beside the reactor, and the projects that `maven-invoker-plugin` runs. A pom inside
    `roots`, the modules' source roots, makes no project: it is data beside what is compiled there.
    """
    inside = tuple(f"{root}/" for root in roots if root)
    poms = {posixpath.dirname(p) or "." for p in files if posixpath.basename(p) == "pom.xml"}
    return frozenset(
        folder
        for folder in poms
        if not _COPIED.search(f"{folder}/") and not f"{folder}/".startswith(inside)
    ) - {*modules}


@dataclass(frozen=True, slots=True)
class SourceMap:
    """`modules` are the folders of modules, and of other projects, whose files are not the root's.

    `test_roots` and `main_roots` are extra roots that the build names.
    """

    modules: frozenset[str]
    test_roots: tuple[str, ...] = ()
    main_roots: tuple[str, ...] = ()

    def module_of(self, path: str) -> str:
        """Return the folder of the nearest module above a file, "." for the root."""
        folder = posixpath.dirname(path)
        while folder and folder not in self.modules:
            folder = posixpath.dirname(folder)
        return folder or "."

    def is_test(self, path: str) -> bool:
        """Tell whether a file belongs to the tests: by the build's roots, else by its folder."""
        if any(path.startswith(f"{root}/") for root in self.test_roots):
            return True
        if any(path.startswith(f"{root}/") for root in self.main_roots if root):
            return False
        return bool(_TEST_FOLDER.search(path))

    def is_source(self, path: str) -> bool:
        """Tell whether a file is a source that could be compiled."""
        if (_HIDDEN.search(path) or _COPIED.search(path)) and not self._is_compiled(path):
            return False
        return path.endswith(SOURCE_SUFFIXES) and posixpath.basename(path) not in _FIXED

    def _is_compiled(self, path: str) -> bool:
        """Tell whether a file lies in a source root, where Maven compiles whatever the folder."""
        roots = (*self.test_roots, *self.main_roots)
        return any(path.startswith(f"{root}/") for root in roots if root)

    def is_resource(self, path: str) -> bool:
        """Tell whether a file goes into the artifact or onto the tests' class path."""
        module = self.module_of(path)
        inside = path if module == "." else path[len(module) + 1 :]
        return not self.is_source(path) and (
            inside.startswith("src/") or any(path.startswith(f"{r}/") for r in self.test_roots)
        )
