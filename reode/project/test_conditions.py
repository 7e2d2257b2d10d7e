"""Says on what it depends whether a node of a test method runs: conditions, loops, handlers."""

from __future__ import annotations

import re

from tree_sitter import Node

from reode.project.syntax_tree import normalised, text_of

#: What may keep a check from running.
_CONDITIONS = {
    "if_statement": "if",
    "while_statement": "while",
    "do_statement": "do",
    "for_statement": "for",
    "enhanced_for_statement": "for",
    "switch_expression": "switch",
    "ternary_expression": "?:",
    "lambda_expression": "lambda",
    "class_body": "anonymous class",
    "catch_clause": "catch",
}


def condition_of(node: Node, body: Node) -> tuple[str, ...]:
    """Return what decides whether a node of a body runs, from the inside out: `if (x > 0)`, `lambda`."""
    found = []
    current = node.parent
    inner = node
    while current is not None and inner != body:
        kind = _CONDITIONS.get(current.type)
        if kind and not _is_run_at_once(current) and not _is_test_of(current, inner):
            found.append(kind + _header(current))
        inner, current = current, current.parent
    return tuple(found)


def _header(statement: Node) -> str:
    """Return what a loop runs over or a condition asks, in normalised text."""
    if statement.type == "enhanced_for_statement":
        return f" ({normalised_of(statement, 'value')})"
    parts = [normalised_of(statement, f) for f in ("init", "condition", "update")]
    return f" {';'.join(p for p in parts if p)}".rstrip()


def normalised_of(node: Node, field: str) -> str:
    """Return the normalised text of a field, "" where the node has none."""
    part = node.child_by_field_name(field)
    return "" if part is None else normalised(part)


def _is_test_of(statement: Node, part: Node) -> bool:
    """Tell whether `part` is evaluated in any case: the condition itself."""
    return statement.child_by_field_name("condition") == part


def _is_run_at_once(node: Node) -> bool:
    """Tell whether a lambda is the argument of a check that runs it."""
    if node.type != "lambda_expression" or node.parent is None or node.parent.parent is None:
        return False
    call = node.parent.parent
    return call.type == "method_invocation" and bool(
        re.match(r"^(assert\w+|expectThrows)$", chain_of(call)[0])
    )


def chain_of(node: Node) -> list[str]:
    """Return the method names of a call chain, the first called first."""
    names = []
    current: Node | None = node
    while current is not None and current.type == "method_invocation":
        names.append(text_of(current.child_by_field_name("name")))
        current = current.child_by_field_name("object")
    return names[::-1]


def is_in_try(node: Node, body: Node) -> bool:
    """Tell whether a node stands in the block of a `try` that catches something."""
    current, inner = node.parent, node
    while current is not None and inner != body:
        if current.type.startswith("try_") and current.child_by_field_name("body") == inner:
            return any(c.type == "catch_clause" for c in current.children)
        inner, current = current, current.parent
    return False
