"""Resolves names in a Java file: what a simple name means, where a dotted name stands."""

from __future__ import annotations

import re

from tree_sitter import Node

from reode.project.java_declarations import Import
from reode.project.java_imports import Splice
from reode.project.java_syntax import Span, Syntax, name_of

_DOTTED = "[(scoped_identifier) (scoped_type_identifier) (field_access)] @n"


def dotted_uses(syntax: Syntax, name: str, *, imports: bool = False) -> tuple[Span, ...]:
    """Return where a dotted name is written out in code (with `imports`: also there)."""
    found = []
    for node in _dotted(syntax, name):
        inside = _statement(node)
        if imports or inside not in {"import_declaration", "package_declaration"}:
            found.append(syntax.span(node))
    return tuple(found)


def _dotted(syntax: Syntax, name: str) -> list[Node]:
    """Return the nodes that spell the dotted name and stand at the front of theirs."""
    if name.encode().rpartition(b".")[2] not in syntax.source.utf8:
        return []
    return [n for n in syntax.find(_DOTTED) if name_of(n) == name]


def _statement(node: Node) -> str:
    top = node.parent
    while top is not None and top.type in {"scoped_identifier", "field_access"}:
        top = top.parent
    return "" if top is None else top.type


def candidates(simple: str, imports: tuple[Import, ...], package: str) -> tuple[str, ...]:
    """Return the full names a simple type name may have, the likeliest first.

    A single-type import settles it; otherwise the file's own package, the wildcard imports and
    `java.lang` are all possible, which needs the class path to tell.
    """
    for one in imports:
        if not one.static and not one.wildcard and one.simple_name == simple:
            return (one.name,)
    own = f"{package}.{simple}" if package else simple
    starred = [f"{i.package}.{simple}" for i in imports if i.wildcard and not i.static]
    return (own, *starred, f"java.lang.{simple}")


def rename_package(syntax: Syntax, old: str, new: str, *, subpackages: bool) -> list[Splice]:
    """Plan the new package wherever code, imports or the package statement spell the old one.

    Without `subpackages` only `old` itself and its types are meant: what follows must be a
    wildcard or begin with a capital.
    """
    nodes = _dotted(syntax, old) if "." in old else _single(syntax, old)
    meant = [n for n in nodes if subpackages or _names_package(n)]
    spans = [syntax.span(n) for n in meant]
    return [Splice(s.start, s.end, syntax.source.encode(new)) for s in spans]


def _single(syntax: Syntax, old: str) -> list[Node]:
    """Return the heads of dotted names equal to a one-part package."""
    heads = syntax.find("(scoped_identifier scope: (identifier) @n)")
    heads += syntax.find("(scoped_type_identifier . (type_identifier) @n)")
    return [n for n in heads if name_of(n) == old]


def _names_package(node: Node) -> bool:
    parent = node.parent
    if parent is None or parent.type == "package_declaration":
        return True
    if parent.type == "import_declaration":
        return any(c.type == "asterisk" for c in parent.children)
    following = name_of(parent)[len(name_of(node)) + 1 :]
    return following[:1].isupper()


_JAVADOC = re.compile(r"/\*\*.*?\*/", re.DOTALL)


def in_javadoc(syntax: Syntax, simple: str) -> bool:
    """Tell whether a Javadoc comment refers to a type: a link, @see, @throws or @exception."""
    tags = rf"(?:@link(?:plain)?|@see|@throws|@exception|@value)\s+(?:[\w.]+[.#])?{simple}\b"
    pattern = re.compile(tags + rf"|[(,]\s*{simple}\s*[,)]")
    return any(pattern.search(c[0]) for c in _JAVADOC.finditer(syntax.source.text))
