"""Parses Java with tree-sitter and hands out the nodes of a kind, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import tree_sitter_java
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from reode.project.java_text import SourceText

_TYPE_KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
TYPE_NODES = frozenset(_TYPE_KINDS)


@cache
def _language() -> Language:
    return Language(tree_sitter_java.language())


@cache
def _query(pattern: str) -> Query:
    return Query(_language(), pattern)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of file bytes; `line` is the 1-based line of its start."""

    start: int
    end: int
    line: int = 0

    @property
    def start_pair(self) -> tuple[int, int]:
        """The empty range at the start."""
        return self.start, self.start


class Syntax:
    """The tree of one file; nodes speak UTF-8 offsets, `span` turns them into file offsets."""

    def __init__(self, source: SourceText) -> None:
        """Keep the text; the parse waits for the first question."""
        self.source = source

    @cached_property
    def root(self) -> Node:
        """The tree's root; parsing never fails, `root.has_error` tells of gaps."""
        return Parser(_language()).parse(self.source.utf8).root_node

    def find(self, pattern: str, within: Node | None = None) -> list[Node]:
        """Return the nodes captured as @n by a tree-sitter query, in file order."""
        captures = QueryCursor(_query(pattern)).captures(within or self.root)
        return sorted(captures.get("n", []), key=lambda n: (n.start_byte, -n.end_byte))

    def span(self, node: Node) -> Span:
        """Return the node's range in the file."""
        to_file = self.source.to_file
        return Span(to_file(node.start_byte), to_file(node.end_byte), node.start_point.row + 1)

    @cached_property
    def references(self) -> dict[str, list[Node]]:
        """Identifiers that stand for themselves, by name: no members, labels, declared names."""
        found: dict[str, list[Node]] = {}
        for node in self.find("[(identifier) (type_identifier)] @n"):
            if is_reference(node):
                found.setdefault(text_of(node), []).append(node)
        return found


def text_of(node: Node | None) -> str:
    """Return the node's text ("" for None)."""
    return "" if node is None else (node.text or b"").decode("utf-8", "replace")


def name_of(node: Node | None) -> str:
    """Return a dotted name without blanks and comments, or a type (arrays with `[]`) without arguments."""
    if node is None:
        return ""
    if node.type == "array_type":
        dimensions = text_of(node.child_by_field_name("dimensions"))
        return name_of(node.child_by_field_name("element")) + dimensions
    if node.type in {"generic_type", "annotated_type"}:
        inner = [c for c in node.named_children if c.type not in _NOT_A_TYPE]
        return name_of(inner[0]) if inner else ""
    if node.named_child_count == 0:
        return text_of(node)
    parts = [c for c in node.named_children if c.type not in _NOT_A_TYPE]
    return ".".join(name_of(c) for c in parts)


_NOT_A_TYPE = frozenset(
    {
        "line_comment",
        "block_comment",
        "type_arguments",
        "dimensions",
        "marker_annotation",
        "annotation",
    }
)


def kind_of_type(node: Node) -> str:
    """Return "class", "interface", "enum", "record" or "annotation"."""
    return _TYPE_KINDS[node.type]


def ancestors(node: Node) -> Iterator[Node]:
    """Yield the parents, nearest first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


#: Where a child under this field is a member's or a declared name, not a use of a simple name.
_NAME_FIELDS = {
    "field_access": "field",
    "variable_declarator": "name",
    "formal_parameter": "name",
    "catch_formal_parameter": "name",
    "resource": "name",
    "enhanced_for_statement": "name",
    "method_declaration": "name",
    "constructor_declaration": "name",
    "compact_constructor_declaration": "name",
    "annotation_type_element_declaration": "name",
    "enum_constant": "name",
    "element_value_pair": "key",
    "instanceof_expression": "name",
    "lambda_expression": "parameters",
} | dict.fromkeys(_TYPE_KINDS, "name")
_NEVER = frozenset(
    {
        "import_declaration",
        "package_declaration",
        "labeled_statement",
        "break_statement",
        "continue_statement",
        "inferred_parameters",
        "type_parameter",
        "requires_module_directive",
        "exports_module_directive",
        "opens_module_directive",
        "module_declaration",
    }
)


def is_reference(node: Node) -> bool:
    """Tell whether an identifier is a use of a simple name that an import could give."""
    parent = node.parent
    if parent is None or parent.type in _NEVER:
        # A type parameter's first child is its own name, its bounds stand in `type_bound`.
        return False
    if parent.type == "method_invocation":
        is_name = parent.child_by_field_name("name") == node
        return not (is_name and parent.child_by_field_name("object") is not None)
    if parent.type in {"scoped_identifier", "scoped_type_identifier"}:
        return _is_head(node, parent)
    if parent.type == "method_reference":
        return parent.children[0] == node
    field = _NAME_FIELDS.get(parent.type)
    return field is None or parent.child_by_field_name(field) != node


def _is_head(node: Node, parent: Node) -> bool:
    """Tell whether the node begins a dotted name that isn't an import's or a package's."""
    top = parent
    while top.parent is not None and top.parent.type == top.type:
        top = top.parent
    owner = top.parent.type if top.parent is not None else ""
    return node.start_byte == top.start_byte and owner not in _NEVER
