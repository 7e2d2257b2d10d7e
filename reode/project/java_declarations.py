"""Reads what a Java file declares: package, imports, types, methods, annotations, catch clauses."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from reode.project.java_syntax import (
    TYPE_NODES,
    Span,
    Syntax,
    ancestors,
    kind_of_type,
    name_of,
    text_of,
)


@dataclass(frozen=True, slots=True)
class Import:
    """One import: dotted `name` ("a.b.*" when `wildcard`), and the span of the statement."""

    name: str
    static: bool
    wildcard: bool
    line: int
    span: Span
    name_span: Span

    @property
    def simple_name(self) -> str:
        """The name it brings into the file, "*" for a wildcard."""
        return self.name.rpartition(".")[2]

    @property
    def package(self) -> str:
        """Everything before the last dot."""
        return self.name.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class TypeDecl:
    """A declared type; `name` is dotted for nested types, `body` includes its braces."""

    kind: str
    name: str
    span: Span
    name_span: Span
    body: Span
    modifiers: tuple[str, ...]
    annotations: tuple[str, ...]
    extends: tuple[str, ...]
    implements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MethodDecl:
    """A method or constructor (`returns` ""); `body` is None without one; `owner` its type."""

    name: str
    owner: str
    returns: str
    parameters: tuple[str, ...]
    throws: tuple[str, ...]
    modifiers: tuple[str, ...]
    annotations: tuple[str, ...]
    span: Span
    name_span: Span
    body: Span | None


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """One declared field: its name, its type without arguments, the type that owns it."""

    name: str
    type: str
    owner: str
    annotations: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Annotation:
    """A use of an annotation; `name` as written, `on` the kind and name of what carries it."""

    name: str
    arguments: str
    on: str
    span: Span

    @property
    def simple_name(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Catch:
    """A catch clause with its exception types as written, and the span of its block."""

    types: tuple[str, ...]
    variable: str
    span: Span
    types_span: Span
    body: Span


def read_package(syntax: Syntax) -> tuple[str, Span | None]:
    """Return the package ("" for none) and the span of its statement."""
    for node in syntax.root.named_children:
        if node.type == "package_declaration":
            names = [c for c in node.named_children if c.type in _NAMES]
            return (name_of(names[-1]) if names else ""), syntax.span(node)
    return "", None


_NAMES = frozenset({"identifier", "scoped_identifier"})


def read_imports(syntax: Syntax) -> tuple[Import, ...]:
    """Return the imports in file order."""
    nodes = [n for n in syntax.root.named_children if n.type == "import_declaration"]
    found = (_import(syntax, n) for n in nodes)
    return tuple(i for i in found if i is not None)


def _import(syntax: Syntax, node: Node) -> Import | None:
    names = [c for c in node.named_children if c.type in _NAMES]
    if not names:
        return None
    wildcard = any(c.type == "asterisk" for c in node.children)
    static = any(c.type == "static" for c in node.children)
    name = name_of(names[0]) + (".*" if wildcard else "")
    span, first = syntax.span(node), syntax.span(names[0])
    last = [c for c in node.named_children if c.type in _NAMES | {"asterisk"}][-1]
    name_span = Span(first.start, syntax.span(last).end, first.line)
    return Import(name, static, wildcard, span.line, span, name_span)


def read_types(syntax: Syntax) -> tuple[TypeDecl, ...]:
    """Return all named types, nested and local ones too, in file order."""
    pattern = "[" + " ".join(f"({kind})" for kind in sorted(TYPE_NODES)) + "] @n"
    return tuple(_type(syntax, n) for n in syntax.find(pattern) if n.child_by_field_name("name"))


def _type(syntax: Syntax, node: Node) -> TypeDecl:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    modifiers, annotations = _modifiers(node)
    return TypeDecl(
        kind=kind_of_type(node),
        name=qualified_owner(node),
        span=syntax.span(node),
        name_span=syntax.span(name or node),
        body=syntax.span(body or node),
        modifiers=modifiers,
        annotations=annotations,
        extends=_listed(node, "superclass") + _listed(node, "extends_interfaces"),
        implements=_listed(node, "super_interfaces"),
    )


def _listed(node: Node, kind: str) -> tuple[str, ...]:
    for child in node.named_children:
        if child.type == kind:
            lists = [c for c in child.named_children if c.type == "type_list"]
            return tuple(name_of(c) for c in (lists[0] if lists else child).named_children)
    return ()


def _modifiers(node: Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keywords and the annotation names in front of a declaration."""
    found = [c for c in node.children if c.type == "modifiers"]
    parts = found[0].children if found else []
    marks = [p for p in parts if p.type in {"annotation", "marker_annotation"}]
    words = [text_of(p) for p in parts if not p.is_named]
    return tuple(words), tuple(name_of(m.child_by_field_name("name")) for m in marks)


def qualified_owner(node: Node) -> str:
    """Return the dotted name of the type a node is or stands in ("" outside)."""
    around = [n for n in (node, *ancestors(node)) if n.type in TYPE_NODES]
    return ".".join(text_of(n.child_by_field_name("name")) for n in reversed(around))


def read_methods(syntax: Syntax) -> tuple[MethodDecl, ...]:
    """Return methods and constructors, in file order."""
    pattern = "[(method_declaration) (constructor_declaration)] @n"
    return tuple(_method(syntax, n) for n in syntax.find(pattern))


def _method(syntax: Syntax, node: Node) -> MethodDecl:
    modifiers, annotations = _modifiers(node)
    body, name = node.child_by_field_name("body"), node.child_by_field_name("name")
    throws = [c for c in node.named_children if c.type == "throws"]
    return MethodDecl(
        name=text_of(name),
        owner=qualified_owner(node),
        returns=text_of(node.child_by_field_name("type")),
        parameters=_parameters(node),
        throws=tuple(name_of(c) for t in throws for c in t.named_children),
        modifiers=modifiers,
        annotations=annotations,
        span=syntax.span(node),
        name_span=syntax.span(name or node),
        body=None if body is None else syntax.span(body),
    )


def _parameters(node: Node) -> tuple[str, ...]:
    """Return the parameter types without arguments; `T...` counts as `T`."""
    listed = node.child_by_field_name("parameters")
    found: list[str] = []
    for child in listed.named_children if listed else []:
        if child.type == "formal_parameter":
            found.append(name_of(child.child_by_field_name("type")))
        elif child.type == "spread_parameter":
            types = [c for c in child.named_children if c.type not in _SPREAD_REST]
            found.append(name_of(types[0]) if types else "")
    return tuple(found)


_SPREAD_REST = frozenset({"modifiers", "variable_declarator", "block_comment", "line_comment"})


def read_fields(syntax: Syntax) -> tuple[FieldDecl, ...]:
    """Return the fields, one entry per declared name."""
    found = []
    for node in syntax.find("(field_declaration) @n"):
        declared = name_of(node.child_by_field_name("type"))
        for one in node.children_by_field_name("declarator"):
            name = text_of(one.child_by_field_name("name"))
            marks = _modifiers(node)[1]
            found.append(FieldDecl(name, declared, qualified_owner(node), marks, syntax.span(node)))
    return tuple(found)


def read_annotations(syntax: Syntax) -> tuple[Annotation, ...]:
    """Return every use of an annotation."""
    nodes = syntax.find("[(annotation) (marker_annotation)] @n")
    return tuple(
        Annotation(
            name=name_of(n.child_by_field_name("name")),
            arguments=text_of(n.child_by_field_name("arguments")),
            on=_carrier(n),
            span=syntax.span(n),
        )
        for n in nodes
    )


def _carrier(node: Node) -> str:
    """Return for example "class a", "method b" or "field c"; only the kind where no name is."""
    for parent in ancestors(node):
        if parent.type == "modifiers":
            continue
        kind = parent.type.removesuffix("_declaration").removesuffix("_type")
        name = parent.child_by_field_name("name")
        declarator = parent.child_by_field_name("declarator")
        if name is None and declarator is not None:
            name = declarator.child_by_field_name("name")
        return f"{kind} {text_of(name)}".strip()
    return ""


def read_catches(syntax: Syntax) -> tuple[Catch, ...]:
    """Return the catch clauses, in file order."""
    found = []
    for node in syntax.find("(catch_clause) @n"):
        parameter = next((c for c in node.children if c.type == "catch_formal_parameter"), None)
        listed = [c for c in parameter.children if c.type == "catch_type"] if parameter else []
        if parameter is None or not listed:
            continue
        body = node.child_by_field_name("body") or node
        types = tuple(name_of(c) for c in listed[0].named_children)
        name = text_of(parameter.child_by_field_name("name"))
        spans = (syntax.span(node), syntax.span(listed[0]), syntax.span(body))
        found.append(Catch(types, name, *spans))
    return tuple(found)
