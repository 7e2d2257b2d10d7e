"""Finds the types that something else than a declaration names: imports, annotations, configuration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from reode.project.syntax_tree import parse_java, text_of, walk

_DOTTED = frozenset({"scoped_identifier", "scoped_type_identifier", "field_access"})
_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_NESTED = re.compile(rb"\b[A-Z]\w*(?:[.$][A-Z]\w*)+")
_QUOTED = re.compile(r"\$([A-Z]\w*)")


@dataclass(frozen=True, slots=True)
class Mentions:
    """`imports` are the dotted names a source writes out; `named` as in `TreeFacts`."""

    imports: frozenset[str]
    named: frozenset[str]


@lru_cache(maxsize=20_000)
def read_mentions(data: bytes) -> Mentions:
    """Return what a Java source names in full, by annotations, and in strings."""
    root = parse_java(data)
    imports, named = set(), set()
    package = ""
    for node in walk(root):
        if node.type in _DOTTED and (node.parent is None or node.parent.type != node.type):
            name = text_of(node)
            if "." in name and name[:1].islower():
                imports.add("".join(name.split()))
        elif node.type == "package_declaration":
            package = text_of(node.named_children[-1])
        elif node.type == "class_literal" and _is_in_annotation(node):
            named.add(f"{package}.{text_of(node.children[0]).rpartition('.')[2]}")
        elif node.type == "string_literal":
            named.update(f"${name}" for name in _QUOTED.findall(text_of(node)))
    return Mentions(frozenset(imports), frozenset(named))


def read_imports(data: bytes) -> frozenset[str]:
    """Return every dotted name that a source imports or writes out in full."""
    return read_mentions(data).imports


@lru_cache(maxsize=20_000)
def read_named_types(data: bytes) -> frozenset[str]:
    """Return the nested types that configuration names, each as "Outer$Inner"."""
    return frozenset(_nested(data)) if b"\0" not in data else frozenset()


def _nested(data: bytes) -> Iterator[str]:
    for match in _NESTED.finditer(data):
        parts = match[0].decode("utf-8", "replace").replace(".", "$").split("$")
        yield from ("$".join(parts[:end]) for end in range(2, len(parts) + 1))


def _is_in_annotation(node: Node) -> bool:
    above = node.parent
    while above is not None and above.type not in _ANNOTATIONS:
        if above.type.endswith(("_body", "_statement", "_declaration")):
            return False
        above = above.parent
    return above is not None
