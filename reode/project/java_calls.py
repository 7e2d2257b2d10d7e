"""Finds method calls and object creations, and the declared type of a call's receiver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from reode.project.java_syntax import TYPE_NODES, Span, Syntax, ancestors, name_of, text_of


@dataclass(frozen=True, slots=True)
class Call:
    """A method call.

    `receiver` is its text as written ("" for none); `receiver_type` the name of its type as the
    file writes it (without arguments), None where that can't be told from this file alone.
    `is_static` is true where the receiver is a type. Argument texts are as written.
    """

    name: str
    receiver: str
    receiver_type: str | None
    is_static: bool
    arguments: tuple[str, ...]
    span: Span
    name_span: Span
    receiver_span: Span | None
    argument_spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Creation:
    """`new Type(…)`: the type as written without its arguments, and the texts of the arguments."""

    type: str
    arguments: tuple[str, ...]
    anonymous: bool
    span: Span
    type_span: Span


def read_calls(syntax: Syntax, wanted: str | None = None) -> Iterator[Call]:
    """Yield the method calls, or those of one method name, outermost first where they nest."""
    for node in syntax.find("(method_invocation) @n"):
        name, target = node.child_by_field_name("name"), node.child_by_field_name("object")
        if name is None or (wanted is not None and text_of(name) != wanted):
            continue
        kind, is_static = (None, False) if target is None else type_of(target)
        listed = _arguments(node)
        yield Call(
            name=text_of(name),
            receiver=text_of(target),
            receiver_type=kind,
            is_static=is_static,
            arguments=tuple(text_of(a) for a in listed),
            span=syntax.span(node),
            name_span=syntax.span(name),
            receiver_span=None if target is None else syntax.span(target),
            argument_spans=tuple(syntax.span(a) for a in listed),
        )


def read_creations(syntax: Syntax) -> Iterator[Creation]:
    """Yield the class-instance creations."""
    for node in syntax.find("(object_creation_expression) @n"):
        made = node.child_by_field_name("type")
        if made is not None:
            yield Creation(
                type=name_of(made),
                arguments=tuple(text_of(a) for a in _arguments(node)),
                anonymous=any(c.type == "class_body" for c in node.children),
                span=syntax.span(node),
                type_span=syntax.span(made),
            )


def _arguments(node: Node) -> list[Node]:
    listed = node.child_by_field_name("arguments")
    comments = {"line_comment", "block_comment"}
    return [c for c in listed.named_children if c.type not in comments] if listed else []


def type_of(node: Node) -> tuple[str | None, bool]:
    """Return the type name of an expression and whether the expression itself names a type."""
    if node.type == "identifier":
        return _type_of_name(node)
    if node.type == "parenthesized_expression" and node.named_child_count:
        return type_of(node.named_children[0])
    if node.type in {"object_creation_expression", "cast_expression"}:
        return name_of(node.child_by_field_name("type")), False
    if node.type == "field_access":
        return _type_of_member(node)
    if node.type == "this":
        return _enclosing_type(node), False
    return ("String" if node.type == "string_literal" else None), False


def _type_of_name(node: Node) -> tuple[str | None, bool]:
    name = text_of(node)
    declared = declared_type(node, name)
    if declared is not None:
        return declared or None, False
    return (name, True) if name[:1].isupper() else (None, False)


def _type_of_member(node: Node) -> tuple[str | None, bool]:
    target, field = node.child_by_field_name("object"), node.child_by_field_name("field")
    if target is not None and target.type == "this":
        return _field_type(node, text_of(field)), False
    name = name_of(node)
    is_type = name.rpartition(".")[2][:1].isupper() and name.replace(".", "").isidentifier()
    return (name, True) if is_type else (None, False)


def _enclosing_type(node: Node) -> str | None:
    for parent in ancestors(node):
        if parent.type in TYPE_NODES:
            return text_of(parent.child_by_field_name("name"))
        if parent.type == "object_creation_expression":
            return name_of(parent.child_by_field_name("type"))
    return None


def declared_type(node: Node, name: str) -> str | None:
    """Return the declared type of a variable visible at `node` ("" unknown, None no variable)."""
    for parent in ancestors(node):
        for kind, found in _declared_in(parent, node):
            if found == name:
                return kind
    return None


def _field_type(node: Node, name: str) -> str | None:
    for parent in ancestors(node):
        if parent.type.endswith("_body"):
            for kind, found in _declared_in(parent, node):
                if found == name:
                    return kind
    return None


def _declared_in(scope: Node, use: Node) -> Iterator[tuple[str, str]]:
    """Yield (type, name) of the variables that a scope declares before the use (fields: any)."""
    for child in scope.named_children:
        is_local = child.type == "local_variable_declaration"
        if child.type == "field_declaration" or (is_local and child.start_byte < use.start_byte):
            yield from _declarators(child)
        elif child.type in {"formal_parameters", "resource_specification"}:
            yield from _parameters(child)
        elif child.type == "catch_formal_parameter":
            caught = [c for c in child.named_children if c.type == "catch_type"]
            kind = name_of(caught[0].named_children[0]) if caught else ""
            yield kind, text_of(child.child_by_field_name("name"))
    if scope.type == "enhanced_for_statement":
        yield _kind(scope), text_of(scope.child_by_field_name("name"))
    if scope.type == "lambda_expression":
        yield from _lambda_names(scope)


def _declarators(node: Node) -> Iterator[tuple[str, str]]:
    for one in node.children_by_field_name("declarator"):
        kind = _kind(node)
        value = one.child_by_field_name("value")
        if kind == "var":
            kind = (type_of(value)[0] or "") if value is not None else ""
        yield kind, text_of(one.child_by_field_name("name"))


def _parameters(node: Node) -> Iterator[tuple[str, str]]:
    for child in node.named_children:
        name = child.child_by_field_name("name")
        if child.type == "spread_parameter":
            yield "", text_of(next((c for c in child.named_children if "decl" in c.type), None))
        elif name is not None:
            kind, value = _kind(child), child.child_by_field_name("value")
            if kind == "var":
                kind = (type_of(value)[0] or "") if value is not None else ""
            yield kind, text_of(name)


def _kind(node: Node) -> str:
    return name_of(node.child_by_field_name("type"))


def _lambda_names(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the untyped parameters of a lambda; typed ones come as formal parameters."""
    listed = node.child_by_field_name("parameters")
    if listed is not None and listed.type == "identifier":
        yield "", text_of(listed)
    elif listed is not None and listed.type == "inferred_parameters":
        for child in listed.named_children:
            yield "", text_of(child)
