"""Finds what the project itself declares, which tells its own names from a library's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from reode.project.syntax_tree import parse_java, read_text, simple_type, text_of, walk

TYPES = frozenset(
    {"class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
     "annotation_type_declaration"}
)  # fmt: skip
#: What stands between identifiers: white space and ASCII punctuation other than `$` and `_`.
_BETWEEN = re.compile(r"[\s\x00-\x1f!-#%-/:-@\[-^`{-\x7f]+")


@dataclass(frozen=True, slots=True)
class OwnNames:
    """What the project itself declares: packages, simple type names, method names."""

    packages: frozenset[str]
    types: frozenset[str]
    methods: frozenset[str]
    junit3: frozenset[str] = frozenset()

    def written_in(self, data: bytes) -> OwnNames:
        """Return those names that one source writes: no others can change what it means."""
        words, owners = _written(data)
        return OwnNames(
            self.packages & owners, self.types & words, self.methods & words, self.junit3 & words
        )


@dataclass(frozen=True, slots=True)
class Declared:
    """What one source declares: its package, its types with their supertypes, its methods."""

    package: str
    types: Mapping[str, tuple[str, ...]]
    methods: frozenset[str]


@lru_cache(maxsize=20_000)
def read_declared(data: bytes) -> Declared:
    """Return what a Java source declares."""
    root = parse_java(data)
    types: dict[str, tuple[str, ...]] = {}
    methods = set()
    for node in walk(root, lambda n: n.type == "block"):
        if node.type in TYPES:
            types[text_of(node.child_by_field_name("name"))] = tuple(supertypes_of(node))
        elif node.type == "method_declaration":
            methods.add(text_of(node.child_by_field_name("name")))
    return Declared(package_of(root), types, frozenset(methods))


def find_own_names(sources: Iterable[bytes]) -> OwnNames:
    """Return what a set of Java sources declares."""
    found = [read_declared(data) for data in sources]
    types = {name: supers for f in found for name, supers in f.types.items()}
    return OwnNames(
        frozenset(f.package for f in found),
        frozenset(types),
        frozenset().union(*(f.methods for f in found)),
        frozenset(_junit3_types(types)),
    )


def _junit3_types(types: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Return the types that descend from a `TestCase`, through whatever classes between."""
    found = {"TestCase"}
    while True:
        more = {
            name
            for name, supers in types.items()
            if name not in found
            and any(s in found or (s not in types and s.endswith("TestCase")) for s in supers)
        }
        if not more:
            return found
        found |= more


@lru_cache(maxsize=20_000)
def _written(data: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """Return a source's words, and the packages and types that its imports may come from."""
    owners = {name.rpartition(".")[0] for name in imports_of(parse_java(data))}
    return (
        frozenset(_BETWEEN.split(read_text(data))),
        frozenset(owners | {owner.rpartition(".")[0] for owner in owners}),
    )


def package_of(root: Node) -> str:
    """Return the package that a source is in, "" for none."""
    for node in root.children:
        if node.type == "package_declaration":
            return next((text_of(c) for c in node.named_children if "identifier" in c.type), "")
    return ""


def imports_of(root: Node) -> Iterator[str]:
    """Give a source's imports: "a.b.C", "a.b.*", "static a.b.C.d"."""
    for node in root.children:
        if node.type == "import_declaration":
            yield (
                " ".join(text_of(node).split())
                .removeprefix("import ")
                .rstrip("; ")
                .replace(" .", ".")
            )


def supertypes_of(node: Node) -> Iterator[str]:
    """Give the simple names of what a type's declaration extends and implements."""
    for child in node.children:
        if child.type in {"superclass", "super_interfaces", "extends_interfaces"}:
            for part in child.named_children:
                for named in part.named_children if part.type == "type_list" else [part]:
                    yield simple_type(named)
