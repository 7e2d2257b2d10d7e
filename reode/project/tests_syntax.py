"""Reads all test sources of a tree into facts: classes, test methods, fixtures and their checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from tree_sitter import Node

from reode.facts.test_syntax import (
    ForeignTestFile,
    MethodRole,
    MethodSyntax,
    Spot,
    TestClassSyntax,
    TestFileSyntax,
    TestSources,
)
from reode.project import test_names as names
from reode.project.foreign_tests import SUFFIXES, read_foreign_tests
from reode.project.own_names import (
    TYPES,
    OwnNames,
    find_own_names,
    imports_of,
    package_of,
    supertypes_of,
)
from reode.project.syntax_tree import (
    annotation_name,
    annotations_of,
    line_of,
    literals,
    modifiers,
    normalised,
    parse_java,
    simple_type,
    text_of,
    walk,
)
from reode.project.test_checks import find_checks
from reode.project.test_flow import Flow, Scope
from reode.project.test_methods import (
    count_statements,
    disabled_marks,
    filter_marks,
    find_assumptions,
    find_exits,
    read_method,
)

_METHODS = frozenset({"method_declaration", "constructor_declaration"})
#: Name of the pseudo-methods that hold fields, initialisers and constructors' surroundings.
FIELDS, INITIALISERS = "<fields>", "<initialisers>"


def read_test_sources(
    files: Mapping[str, tuple[str, bytes]], main: Iterable[bytes] = ()
) -> TestSources:
    """Return the facts of test sources given as path → (module folder, bytes).

    `main` are the project's other Java sources; they tell its own names from a library's.
    """
    java = {p: f for p, f in files.items() if p.endswith(".java")}
    own = find_own_names([*main, *(data for _, data in java.values())])
    foreign = [
        _read_foreign(path, module, data)
        for path, (module, data) in sorted(files.items())
        if path.endswith(SUFFIXES)
    ]
    return TestSources(
        tuple(
            _read_file(path, module, data, own.written_in(data))
            for path, (module, data) in sorted(java.items())
        ),
        tuple(f for f in foreign if _is_telling(f)),
    )


_read_foreign = lru_cache(maxsize=20_000)(read_foreign_tests)


def _is_telling(file: ForeignTestFile) -> bool:
    return bool(file.tests or file.checks)


@lru_cache(maxsize=20_000)
def _read_file(path: str, module: str, data: bytes, own: OwnNames) -> TestFileSyntax:
    root = parse_java(data)
    imports = tuple(imports_of(root))
    package = package_of(root)
    scope = Scope(imports, own.types, own.packages, own.methods, own.junit3)
    classes = [
        _read_class(node, name, scope)
        for node, name in _types_in(root, f"{package}." if package else "")
    ]
    broken = next((line_of(n) for n in walk(root) if n.type == "ERROR" or n.is_missing), None)
    return TestFileSyntax(path, module, package, imports, tuple(classes), broken)


def _types_in(node: Node, prefix: str) -> Iterable[tuple[Node, str]]:
    """Give every member type with its binary name, the outer ones first."""
    for child in node.children:
        if child.type in TYPES:
            name = prefix + text_of(child.child_by_field_name("name"))
            yield child, name
            body = child.child_by_field_name("body")
            if body is not None:
                yield from _types_in(body, f"{name}$")
        elif child.type == "enum_body_declarations":
            yield from _types_in(child, prefix)


def _read_class(node: Node, name: str, outer: Scope) -> TestClassSyntax:
    marks = annotations_of(node)
    body = node.child_by_field_name("body")
    members = [] if body is None else _members(body)
    inherits = tuple(supertypes_of(node))
    scope = _scope_of(node, members, inherits, outer)
    fields = [m for m in members if m.type == "field_declaration"]
    methods = [read_method(m, scope) for m in members if m.type in _METHODS]
    if "$" in name and scope.jupiter and _is_unreached(node, marks):
        methods = [_as_helper(m) for m in methods]
    return TestClassSyntax(
        name=name,
        line=line_of(node),
        abstract="abstract" in modifiers(node) or node.type == "interface_declaration",
        inherits=inherits,
        methods=(*methods, *_surroundings(node, members, scope)),
        fields=tuple(_mocks(fields)),
        rules=tuple(_wrappers(marks, fields)),
        disabled=disabled_marks(marks),
        filters=filter_marks(marks, outer),
    )


def _members(body: Node) -> list[Node]:
    found = []
    for child in body.named_children:
        found += child.named_children if child.type == "enum_body_declarations" else [child]
    return found


def _scope_of(node: Node, members: list[Node], inherits: tuple[str, ...], outer: Scope) -> Scope:
    fields = {
        text_of(d.child_by_field_name("name")): simple_type(m.child_by_field_name("type"))
        for m in members
        if m.type == "field_declaration"
        for d in m.children_by_field_name("declarator")
    }
    marks = {annotation_name(a) for m in members for a in annotations_of(m)}
    jupiter = any(
        names.framework_of(m, outer.imports) is names.Framework.JUPITER or m in names.ONLY_JUPITER
        for m in marks & names.TESTS
    )
    return Scope(
        outer.imports,
        outer.own_types,
        outer.own_packages,
        outer.own_methods,
        outer.junit3_types,
        fields,
        junit3=any(i in outer.junit3_types or i.endswith("TestCase") for i in inherits)
        and not marks & names.TESTS,
        class_test=any(annotation_name(a) == "Test" for a in annotations_of(node)),
        jupiter=jupiter,
    )


def _is_unreached(node: Node, marks: list[Node]) -> bool:
    """Tell whether Jupiter passes over a member class: neither `@Nested` nor static."""
    return not ("static" in modifiers(node) or any(annotation_name(m) == "Nested" for m in marks))


def _as_helper(method: MethodSyntax) -> MethodSyntax:
    return replace(method, role=MethodRole.OTHER) if method.role is MethodRole.TEST else method


def _surroundings(node: Node, members: list[Node], scope: Scope) -> Iterable[MethodSyntax]:
    """Give the fields and the initialisers as methods: a value moved there is compared as well."""
    for name, kinds in (
        (FIELDS, {"field_declaration", "enum_constant", "constant_declaration"}),
        (INITIALISERS, {"block", "static_initializer"}),
    ):
        parts = [m for m in members if m.type in kinds]
        flows = [(p, Flow.of(p, scope)) for p in parts]
        if parts:
            yield MethodSyntax(
                name=name,
                role=MethodRole.OTHER,
                line=line_of(node),
                tokens="".join(normalised(p) for p in parts),
                checks=tuple(f.traced(c, n) for p, f in flows for c, n in find_checks(p)),
                literals=tuple(
                    Spot(v, line_of(n)) for p in parts for v, n in literals(p, _is_annotation)
                ),
                calls=tuple(c for p, f in flows for c in f.calls(p)),
                exits=tuple(x for p in parts for x in find_exits(p)),
                assumptions=tuple(x for p in parts for x in find_assumptions(p)),
                statements=sum(count_statements(p) for p in parts),
            )


def _is_annotation(node: Node) -> bool:
    return node.type == "annotation"


def _mocks(fields: list[Node]) -> Iterable[Spot]:
    """Give the types that are replaced by mocks."""
    for node in fields:
        type_name = simple_type(node.child_by_field_name("type"))
        if any(names.MOCKS.match(annotation_name(m)) for m in annotations_of(node)):
            yield Spot(type_name, line_of(node))


def _wrappers(marks: list[Node], fields: list[Node]) -> Iterable[Spot]:
    """Give what runs around the tests: runners, extensions, listeners and rules."""
    for mark in marks:
        if annotation_name(mark) in names.WRAPPERS:
            yield Spot(normalised(mark), line_of(mark))
    for node in fields:
        for mark in annotations_of(node):
            if annotation_name(mark) in names.WRAPPERS:
                inline = any(n.type in {"lambda_expression", "class_body"} for n in walk(node))
                type_name = (
                    "inline code" if inline else simple_type(node.child_by_field_name("type"))
                )
                yield Spot(f"@{annotation_name(mark)} {type_name}", line_of(node))
