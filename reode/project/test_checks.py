"""Finds the assertions of a test method and says what each compares, and under what condition."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from reode.facts.test_syntax import Check
from reode.project.syntax_tree import (
    annotation_name,
    annotations_of,
    is_literal,
    line_of,
    literals,
    normalised,
    text_of,
    walk,
)
from reode.project.test_conditions import chain_of, condition_of, is_in_try

_STARTS = re.compile(
    r"^(assert[A-Z_]\w*|assert|verify\w*|fail[A-Z]\w*|fail|expect[A-Z]\w*|expect)$"
)
_THROWS = frozenset(
    {"assertThrows", "assertThrowsExactly", "assertThatThrownBy", "expectThrows",
     "assertThatExceptionOfType", "intercept"}
)  # fmt: skip
#: Roots of fluent chains: everything after them says what is checked.
_FLUENT = re.compile(
    r"^(assertThat\w*|assertThatCode|expectThat|expectThatThrownBy|then|assertAbout)$"
)
_CHAINED = re.compile(
    r"^(andExpect\w*|should[A-Z]\w*|expect[A-Z]\w*|assert[A-Z]\w*|isEqualTo|statusCode)$"
)
_OPERATORS = frozenset({"&&", "||", "!", "==", "!=", "<", ">", "<=", ">=", "instanceof", "?"})
_GENERIC_NAMES = frozenset({"assertThat", "expectThat", "then"})


def find_checks(part: Node) -> tuple[tuple[Check, Node], ...]:
    """Return the checks of a method (those of its annotations first), or of another member."""
    found = [(check, part) for check in _expected_annotation(part)]
    body = part.child_by_field_name("body") or part
    for node in walk(body):
        check = _check_at(node, body)
        if check is not None:
            found.append((check, node))
    return tuple(found)


def _check_at(node: Node, body: Node) -> Check | None:
    if node.type == "assert_statement":
        return _check("assert", node, node.children[1:2], body)
    if node.type != "method_invocation" or _is_receiver(node):
        return None
    name = _check_name(chain_of(node))
    if not name:
        return None
    return _check(name, node, [*_chain_arguments(node)], body)


def _is_receiver(node: Node) -> bool:
    parent = node.parent
    return (
        parent is not None
        and parent.type == "method_invocation"
        and parent.child_by_field_name("object") == node
    )


def chain_root(node: Node) -> Node | None:
    """Return what a call chain starts from: a name, a constructor call, or None for own calls."""
    current: Node | None = node
    while current is not None and current.type in {"method_invocation", "field_access"}:
        current = current.child_by_field_name("object")
    return current


def _chain_arguments(node: Node) -> list[Node]:
    found: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == "method_invocation":
        arguments = current.child_by_field_name("arguments")
        if arguments is not None:
            found[:0] = arguments.named_children
        current = current.child_by_field_name("object")
    return found


def _check_name(chain: list[str]) -> str:
    """Return the name under which a call chain is compared, "" where it checks nothing."""
    first = chain[0]
    if _FLUENT.match(first) and (len(chain) > 1 or first != "then"):
        return ".".join([first, *(n for n in chain[1:] if n not in {"as", "describedAs"})])
    if _STARTS.match(first):
        return "throws" if first in _THROWS and len(chain) == 1 else ".".join(chain)
    checking = [n for n in chain[1:] if _CHAINED.match(n) or _STARTS.match(n)]
    return ".".join(checking)


def is_check_name(name: str) -> bool:
    """Tell whether a call of that name checks something."""
    return bool(_check_name([name]))


def _expected_annotation(method: Node) -> list[Check]:
    found = []
    for annotation in annotations_of(method):
        if annotation_name(annotation) != "Test":
            continue
        for pair in walk(annotation):
            if pair.type == "element_value_pair" and text_of(pair.child_by_field_name("key")) in {
                "expected",
                "expectedExceptions",
            }:
                value = pair.child_by_field_name("value")
                types = [normalised(c) for c in walk(value or pair) if c.type == "class_literal"]
                found += [_throws(t, pair) for t in types or [normalised(pair)]]
    return found


def _throws(text: str, node: Node) -> Check:
    return Check("throws", text, (), (), (), hollow=False, line=line_of(node))


def _check(name: str, node: Node, arguments: list[Node], body: Node) -> Check:
    """Describe one check; what a lambda argument holds is checked, and counted, by itself."""
    if name == "throws" or name in {"expect", "verifyException"}:
        thrown = [normalised(a) for a in arguments if a.type == "class_literal"]
        if thrown:
            expected = _throws(thrown[0], node)
            return replace(expected, condition=condition_of(node, body), body=normalised(node))
    values = [v for a in arguments for v, _ in literals(a, _is_deferred)]
    nodes = [n for a in arguments for n in walk(a, _is_deferred)]
    return Check(
        name=normalised_name(name),
        tokens=normalised(node),
        literals=tuple(sorted(values)),
        operators=tuple(sorted(text_of(n) for n in nodes if n.type in _OPERATORS)),
        variables=tuple(sorted({text_of(n) for n in nodes if _is_variable(n)})),
        hollow=_is_hollow(name, arguments),
        line=line_of(node),
        condition=condition_of(node, body),
        in_try=is_in_try(node, body),
    )


def normalised_name(name: str) -> str:
    """Return the present name of a check whose library renamed it."""
    return name.replace("verifyZeroInteractions", "verifyNoInteractions")


def _is_deferred(node: Node) -> bool:
    return node.type in {"lambda_expression", "class_body"}


def _is_variable(node: Node) -> bool:
    if node.type != "identifier" or node.parent is None or not text_of(node)[:1].islower():
        return False
    parent = node.parent
    if parent.type == "method_invocation":
        return parent.child_by_field_name("name") != node
    return parent.type not in {"field_access", "scoped_identifier", "method_reference"} or (
        parent.children[0] == node and parent.type != "scoped_identifier"
    )


def _is_hollow(name: str, arguments: list[Node]) -> bool:
    """Tell whether the check can't fail, whatever the code under test does."""
    first = name.partition(".")[0]
    if not arguments or first.startswith(("fail", "verify", "expect")):
        return False
    if len(arguments) > 1 and arguments[0].type == "string_literal":
        arguments = arguments[1:] if len(arguments) > 2 or first in _ONE_SIDED else arguments
    if name in {"assertThat", "expectThat"} and len(arguments) == 1:
        # The start of a sentence that never says what it expects.
        return True
    texts = [normalised(a) for a in arguments]
    if first in _ONE_SIDED or first == "assert":
        return _is_constant(arguments[0]) or _compares_itself(arguments[0])
    same = len(texts) > 1 and texts[0] in {texts[1], f"is({texts[1]})", f"equalTo({texts[1]})"}
    reverse = len(texts) > 1 and texts[1] in {f"is({texts[0]})", f"equalTo({texts[0]})"}
    return same or reverse or all(_is_constant(a) for a in arguments)


_ONE_SIDED = frozenset({"assertTrue", "assertFalse", "assertNull", "assertNotNull"})


def _is_constant(node: Node) -> bool:
    """Tell whether an expression is made of literals and JDK constants alone."""
    if is_literal(node) or node.type == "class_literal":
        return True
    if node.type == "object_creation_expression":
        return text_of(node.child_by_field_name("type")) in {"Object", "String"}
    names = [n for n in walk(node) if n.type in {"identifier", "method_invocation", "this"}]
    return not names and node.type in {
        "binary_expression", "unary_expression", "parenthesized_expression", "cast_expression"
    }  # fmt: skip


def _compares_itself(node: Node) -> bool:
    if node.type == "parenthesized_expression":
        return _compares_itself(node.children[1])
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = text_of(node.child_by_field_name("operator"))
        if left is None or right is None:
            return False
        if operator == "||":
            sides = {normalised(left), normalised(right)}
            return (
                "true" in sides
                or _is_negation(normalised(left), normalised(right))
                or _compares_itself(left)
                or _compares_itself(right)
            )
        return operator in {"==", "<=", ">="} and normalised(left) == normalised(right)
    receiver = node.child_by_field_name("object") if node.type == "method_invocation" else None
    arguments = node.child_by_field_name("arguments") if receiver is not None else None
    return (
        receiver is not None
        and arguments is not None
        and text_of(node.child_by_field_name("name")) == "equals"
        and [normalised(receiver)] == [normalised(a) for a in arguments.named_children]
    )


def _is_negation(left: str, right: str) -> bool:
    return left in {f"!{right}", f"!({right})"} or right in {f"!{left}", f"!({left})"}
