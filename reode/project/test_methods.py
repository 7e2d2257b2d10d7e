"""Reads one method of a test source: its role, its checks, and what could keep it from checking."""

from __future__ import annotations

import re

from tree_sitter import Node

from reode.facts.test_syntax import MethodRole, MethodSyntax, Spot
from reode.project import test_names as names
from reode.project.syntax_tree import (
    annotation_name,
    annotations_of,
    line_of,
    literals,
    modifiers,
    normalised,
    simple_type,
    text_of,
    walk,
)
from reode.project.test_checks import find_checks, is_check_name
from reode.project.test_flow import Flow, Scope


def read_method(node: Node, scope: Scope) -> MethodSyntax:
    """Describe a method or constructor declaration."""
    body = node.child_by_field_name("body")
    marks = annotations_of(node)
    role, lifecycle = _role(node, marks, scope)
    flow = Flow.of(node, scope)
    return MethodSyntax(
        name=text_of(node.child_by_field_name("name")),
        role=role,
        line=line_of(node),
        tokens=normalised(node),
        checks=tuple(flow.traced(c, n) for c, n in find_checks(node)),
        literals=_literals(body, marks),
        calls=flow.calls(node),
        exits=find_exits(body),
        swallows=_swallows(body),
        assumptions=find_assumptions(body),
        disabled=disabled_marks(marks),
        filters=filter_marks(marks, scope),
        assigns=_assigns(body),
        guarded=flow.guarded_calls(body),
        lifecycle=lifecycle,
        statements=count_statements(body),
    )


def _role(node: Node, marks: list[Node], scope: Scope) -> tuple[MethodRole, str]:
    words = modifiers(node)
    found = {annotation_name(m) for m in marks}
    name = text_of(node.child_by_field_name("name"))
    for mark in sorted(found & names.LIFECYCLE.keys()):
        lifecycle, framework = names.LIFECYCLE[mark]
        actual = names.framework_of(mark, scope.imports) or framework
        if scope.jupiter == (actual is names.Framework.JUPITER):
            return MethodRole.LIFECYCLE, lifecycle
    if found & names.DATA:
        return MethodRole.DATA, ""
    if _is_test(found, name, node, words, scope):
        return MethodRole.TEST, ""
    if scope.junit3 and name in names.JUNIT3_LIFECYCLE and not _has_parameters(node):
        return MethodRole.LIFECYCLE, names.JUNIT3_LIFECYCLE[name]
    return MethodRole.OTHER, ""


def _is_test(found: set[str], name: str, node: Node, words: frozenset[str], scope: Scope) -> bool:
    if node.type == "constructor_declaration" or "abstract" in words:
        return False
    marked = found & names.TESTS
    if marked:
        jupiter = any(
            (names.framework_of(m, scope.imports) is names.Framework.JUPITER)
            or m in names.ONLY_JUPITER
            for m in marked
        )
        # Jupiter passes over private and static methods without a word.
        return not (jupiter and words & {"private", "static"})
    if scope.class_test:
        return "public" in words and not words & {"static"} and not found & {"Factory"}
    return (
        scope.junit3 and name.startswith("test") and "public" in words and not _has_parameters(node)
    )


def _has_parameters(node: Node) -> bool:
    parameters = node.child_by_field_name("parameters")
    return parameters is not None and parameters.named_child_count > 0


def is_nested_code(node: Node) -> bool:
    """Tell whether the node is code of its own: a lambda or the body of a local class."""
    return node.type in {"lambda_expression", "class_body"}


def _literals(body: Node | None, marks: list[Node]) -> tuple[Spot, ...]:
    found = [] if body is None else literals(body)
    for mark in marks:
        if names.SOURCES.search(annotation_name(mark)):
            found += literals(mark, _is_time_limit)
    return tuple(Spot(value, line_of(node)) for value, node in found)


def _is_time_limit(node: Node) -> bool:
    """Tell whether an annotation's attribute is judged as a limit, not as a value."""
    return node.type == "element_value_pair" and text_of(
        node.child_by_field_name("key")
    ).lower().endswith("timeout")


def find_exits(body: Node | None) -> tuple[Spot, ...]:
    """Return the statements that end a body early: returns, breaks, exits of the machine."""
    if body is None:
        return ()
    return tuple(
        Spot(_short(node), line_of(node)) for node in walk(body, is_nested_code) if _is_exit(node)
    )


def _is_exit(node: Node) -> bool:
    if node.type != "method_invocation":
        return node.type in {"return_statement", "break_statement", "continue_statement"}
    return text_of(node.child_by_field_name("name")) in names.EXITS and text_of(
        node.child_by_field_name("object")
    ) in {"System", "Runtime.getRuntime()"}


def _swallows(body: Node | None) -> tuple[Spot, ...]:
    """Return handlers that hide what they catch: no throw, no check, no use of the failure."""
    found = []
    for node in [] if body is None else walk(body):
        if node.type == "catch_clause":
            handler = node.child_by_field_name("body")
            if handler is not None and not _reacts(handler):
                caught = next((c for c in walk(node) if c.type == "catch_type"), None)
                types = sorted(simple_type(c) for c in (caught.named_children if caught else []))
                found.append(Spot(" | ".join(types), line_of(node)))
        elif node.type == "finally_clause":
            leaves = [n for n in walk(node, is_nested_code) if n.type == "return_statement"]
            found += [Spot("finally", line_of(n)) for n in leaves]
        elif node.type == "method_invocation" and re.match(
            r"^(catchThrowable\w*|catchException|runQuietly|tryTo)$",
            text_of(node.child_by_field_name("name")),
        ):
            found.append(Spot("Throwable", line_of(node)))
    return tuple(found)


def _reacts(handler: Node) -> bool:
    return any(
        n.type in {"throw_statement", "assert_statement"}
        or (n.type == "method_invocation" and is_check_name(text_of(n.child_by_field_name("name"))))
        for n in walk(handler, is_nested_code)
    )


def find_assumptions(body: Node | None) -> tuple[Spot, ...]:
    """Return the calls that end a test without a failure."""
    found = []
    for node in [] if body is None else walk(body):
        name = text_of(node.child_by_field_name("name")) if node.type == "method_invocation" else ""
        aborts = (
            node.type == "object_creation_expression"
            and simple_type(node.child_by_field_name("type")) in names.ABORTS
        )
        if aborts or names.ASSUMPTIONS.match(name):
            found.append(Spot(_short(node), line_of(node)))
    return tuple(found)


def _assigns(body: Node | None) -> tuple[Spot, ...]:
    return tuple(
        Spot(text_of(node.child_by_field_name("left")), line_of(node))
        for node in ([] if body is None else walk(body))
        if node.type == "assignment_expression"
    )


def disabled_marks(marks: list[Node]) -> tuple[Spot, ...]:
    """Return the annotations that keep a test from running."""
    found = []
    for mark in marks:
        name = annotation_name(mark)
        off = re.search(r"\benabled=false\b", normalised(mark).replace(" ", ""))
        if (names.DISABLING.search(name) and not names.NOT_DISABLING.search(name)) or off:
            found.append(Spot(_short(mark), line_of(mark)))
    return tuple(found)


def filter_marks(marks: list[Node], scope: Scope) -> tuple[Spot, ...]:
    """Return the annotations and attributes by which a test is chosen, limited or fed.

    Annotations of the project itself count: what they stand for can't be told from the test.
    """
    found = []
    for mark in marks:
        name = annotation_name(mark)
        feeds = name not in names.TESTS and names.SOURCES.search(name)
        if names.FILTERS.match(name) or feeds or scope.is_own(name):
            found.append(Spot(normalised(mark), line_of(mark)))
        elif name in names.TESTS:
            found += _attributes(mark)
    return tuple(found)


_HARMLESS_ATTRIBUTES = frozenset(
    {"expected", "expectedExceptions", "enabled", "description", "dataProvider", "name"}
)


def _attributes(mark: Node) -> list[Spot]:
    return [
        Spot(f"@Test({normalised(pair)})", line_of(pair))
        for pair in walk(mark)
        if pair.type == "element_value_pair"
        and text_of(pair.child_by_field_name("key")) not in _HARMLESS_ATTRIBUTES
    ]


def count_statements(body: Node | None) -> int:
    """Return the number of statements below a body, blocks not counted."""
    if body is None:
        return 0
    return sum(
        1
        for node in walk(body)
        if node.type.endswith(("_statement", "_declaration")) and node.type != "block"
    )


def _short(node: Node) -> str:
    return " ".join(text_of(node).split())[:80]
