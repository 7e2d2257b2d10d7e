"""Reads the types of main sources: what they offer, and how much their bodies do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from reode.facts.snapshot import Member, TypeFact
from reode.project.own_names import TYPES, supertypes_of
from reode.project.syntax_tree import (
    annotation_name,
    annotations_of,
    is_literal,
    line_of,
    modifiers,
    normalised,
    parse_java,
    text_of,
    walk,
)
from reode.project.test_methods import count_statements

_IMPLICIT = frozenset({"interface_declaration", "annotation_type_declaration"})
#: Lombok annotations that stand for members.
_GENERATING = re.compile(
    r"^(Data|Value|Getter|Setter|Builder|SuperBuilder|With|ToString|EqualsAndHashCode"
    r"|(No|All|Required)ArgsConstructor|Delegate|Slf4j|Log4j2?|Log|CommonsLog)$"
)
#: Annotations by which nothing but the compiler and its checkers go.
_INERT = re.compile(
    r"^(?:Override|Deprecated|SuppressWarnings|SafeVarargs|FunctionalInterface|Serial|Nullable|NonNull"
    r"|Nonnull|CheckForNull|VisibleForTesting|SuppressFBWarnings|Immutable|ThreadSafe|GuardedBy)$"
)
_VISIBLE = frozenset({"public", "protected"})


@lru_cache(maxsize=20_000)
def read_types(path: str, module: str, data: bytes) -> tuple[TypeFact, ...]:
    """Return the types that a source declares, nested ones included, by binary name."""
    root = parse_java(data)
    package = next(
        (text_of(n.named_children[-1]) for n in root.children if n.type == "package_declaration"),
        "",
    )
    prefix = f"{package}." if package else ""
    return tuple(_types(root, prefix, path, module, implicit=False))


def _types(
    node: Node, prefix: str, path: str, module: str, *, implicit: bool
) -> Iterator[TypeFact]:
    for child in node.children:
        if child.type == "enum_body_declarations":
            yield from _types(child, prefix, path, module, implicit=implicit)
        if child.type not in TYPES:
            continue
        name = prefix + text_of(child.child_by_field_name("name"))
        words = modifiers(child)
        body = child.child_by_field_name("body")
        inside = child.type in _IMPLICIT
        yield TypeFact(
            name=name,
            module=module,
            file=path,
            line=line_of(child),
            visible=implicit or bool(words & _VISIBLE),
            abstract="abstract" in words or inside,
            supertypes=tuple(supertypes_of(child)),
            members=tuple(_members(child, body, inside)),
            marked=_is_marked(child, body),
        )
        if body is not None:
            yield from _types(body, f"{name}$", path, module, implicit=inside)


def _is_marked(node: Node, body: Node | None) -> bool:
    declared = [node, *_declarations(body)]
    if any("native" in modifiers(n) for n in declared if n.type == "method_declaration"):
        return True
    names = {annotation_name(mark) for n in declared for mark in annotations_of(n)}
    # Lombok's `@Value` is a bean's injected value where it stands on a member.
    return any(n == "Value" or not (_INERT.match(n) or _GENERATING.match(n)) for n in names)


def _members(node: Node, body: Node | None, implicit: bool) -> Iterator[Member]:
    for mark in annotations_of(node):
        if _GENERATING.match(annotation_name(mark)):
            yield Member(f"@{annotation_name(mark)}", line_of(mark), visible=True)
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        yield Member(f"record{_parameters(parameters)}", line_of(node), visible=True)
    for member in _declarations(body):
        yield from _declared(member, implicit or bool(modifiers(member) & _VISIBLE))


def _declared(member: Node, visible: bool) -> Iterator[Member]:
    name, line = text_of(member.child_by_field_name("name")), line_of(member)
    if member.type in {"field_declaration", "constant_declaration"}:
        for declarator in member.children_by_field_name("declarator"):
            yield Member(text_of(declarator.child_by_field_name("name")), line, visible)
    elif member.type == "enum_constant":
        yield Member(name, line, visible=True)
    elif member.type == "annotation_type_element_declaration":
        yield Member(f"{name}()", line, visible=True)
    elif member.type in {"method_declaration", "constructor_declaration"}:
        yield _method(member, visible)
    elif member.type in {"static_initializer", "block"}:
        count = count_statements(member)
        yield Member("initialiser", line, visible=False, statements=count, stub=not count)


def _declarations(body: Node | None) -> Iterator[Node]:
    for child in [] if body is None else body.named_children:
        if child.type == "enum_body_declarations":
            yield from child.named_children
        else:
            yield child


def _method(node: Node, visible: bool) -> Member:
    body = node.child_by_field_name("body")
    name = text_of(node.child_by_field_name("name"))
    kind = node.child_by_field_name("type")
    returned = "" if kind is None else ": " + re.sub(r"<.*>", "", normalised(kind))
    static = "static " if "static" in modifiers(node) else ""
    calls = {"method_invocation", "object_creation_expression", "explicit_constructor_invocation"}
    return Member(
        signature=static + name + _parameters(node.child_by_field_name("parameters")) + returned,
        line=line_of(node),
        visible=visible,
        statements=count_statements(body),
        calls=0 if body is None else sum(1 for n in walk(body) if n.type in calls),
        stub=body is not None and _is_stub(body),
    )


def _parameters(node: Node | None) -> str:
    types = [
        re.sub(r"<.*>", "", normalised(kind)) + ("..." if part.type == "spread_parameter" else "")
        for part in (node.named_children if node is not None else [])
        if (kind := part.child_by_field_name("type") or _spread_type(part)) is not None
    ]
    return f"({','.join(types)})"


def _spread_type(part: Node) -> Node | None:
    if part.type != "spread_parameter":
        return None
    return next((c for c in part.named_children if c.type.endswith(("type", "identifier"))), None)


def _is_stub(body: Node) -> bool:
    """Tell whether a body does nothing: empty, `return constant;`, or `throw new X(...)` alone."""
    statements = [c for c in body.named_children if not c.type.endswith("comment")]
    if not statements:
        return True
    if len(statements) > 1:
        return False
    only = statements[0]
    if only.type == "throw_statement":
        return True
    if only.type != "return_statement":
        return False
    values = [v for v in only.named_children if not v.type.endswith("comment")]
    return not values or _is_constant(values[0])


def _is_constant(value: Node) -> bool:
    if value.type in {"unary_expression", "parenthesized_expression", "cast_expression"}:
        return not any(n.type in {"identifier", "method_invocation"} for n in walk(value))
    empty = re.fullmatch(
        r"\w+\.valueOf\((?:\"[^\"]*\"|\d[\w.]*|true|false)\)|(?:Optional\.empty|Collections\.empty\w+|(?:List|Set|Map)\.of|new \w+(?:<.*>)?)\(\)|new \w+\[0\]",
        normalised(value),
    )
    return is_literal(value) or empty is not None
