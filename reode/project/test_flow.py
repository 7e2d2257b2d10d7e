"""Follows values inside one test method: which of the project's own calls a check looks at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tree_sitter import Node

from reode.facts.test_syntax import Check, Spot
from reode.project import test_names as names
from reode.project.syntax_tree import line_of, simple_type, text_of, walk
from reode.project.test_checks import chain_root
from reode.project.test_conditions import condition_of


@dataclass(frozen=True, slots=True)
class Scope:
    """What a method's names mean: imports, the project's own types and methods, field types."""

    imports: tuple[str, ...]
    own_types: frozenset[str]
    own_packages: frozenset[str]
    own_methods: frozenset[str] = frozenset()
    junit3_types: frozenset[str] = frozenset()
    fields: dict[str, str] = field(default_factory=dict)
    junit3: bool = False
    class_test: bool = False
    jupiter: bool = False

    def is_own(self, type_name: str) -> bool:
        """Tell whether a simple type name means a type of this project."""
        if type_name not in self.own_types:
            return False
        for name in self.imports:
            owner, _, simple = name.rpartition(".")
            if simple == type_name and not name.startswith("static "):
                return owner in self.own_packages or owner.rpartition(".")[0] in self.own_packages
        return True


@dataclass(frozen=True, slots=True)
class Flow:
    """One method's names: their types, and the calls whose results they hold."""

    scope: Scope
    types: dict[str, str]
    sources: dict[str, frozenset[str]]

    @classmethod
    def of(cls, node: Node, scope: Scope) -> Flow:
        """Follow the declarations and assignments of a method or another part of a class."""
        flow = cls(scope, {**scope.fields, **_declared_types(node)}, {})
        for part in walk(node):
            name, value = _assignment(part)
            if value is not None:
                flow.sources[name] = flow.sources.get(name, frozenset()) | flow._feeds(value)
        return flow

    def calls(self, node: Node) -> tuple[Spot, ...]:
        """Return the calls of the project's own methods and constructors below a node."""
        return tuple(
            Spot(name, line_of(part)) for part in walk(node) if (name := self._own_call(part))
        )

    def guarded_calls(self, body: Node | None) -> tuple[Spot, ...]:
        """Return the own calls that run only under a condition, and the condition."""
        found = []
        for part in [] if body is None else walk(body):
            name = self._own_call(part)
            condition = condition_of(part, body) if name and body is not None else ()
            if condition:
                found.append(Spot(f"{name} in {', '.join(condition)}", line_of(part)))
        return tuple(found)

    def traced(self, check: Check, node: Node) -> Check:
        """Return the check with the own calls whose results reach it."""
        return replace(check, feeds=tuple(sorted(self._feeds(node))))

    def _feeds(self, node: Node) -> frozenset[str]:
        found = {spot.text for spot in self.calls(node)}
        for part in walk(node):
            if part.type == "identifier":
                found |= self.sources.get(text_of(part), frozenset())
        return frozenset(found)

    def _own_call(self, call: Node) -> str:
        if call.type == "object_creation_expression":
            name = simple_type(call.child_by_field_name("type"))
            overridden = any(c.type == "class_body" for c in call.children)
            own = f"new {name} {{…}}" if overridden else f"new {name}"
            return own if self.scope.is_own(name) else ""
        if call.type == "method_reference":
            owner = text_of(call.children[0])
            is_own = owner == "this" or self.scope.is_own(self.types.get(owner, owner))
            return text_of(call.children[-1]) if is_own else ""
        if call.type == "method_invocation" and self._has_own_receiver(call):
            return text_of(call.child_by_field_name("name"))
        return ""

    def _has_own_receiver(self, call: Node) -> bool:
        root = chain_root(call)
        if root is None or root.type == "this":
            name = text_of(call.child_by_field_name("name"))
            return name in self.scope.own_methods and not names.ASSUMPTIONS.match(name)
        if root.type == "object_creation_expression":
            return self.scope.is_own(simple_type(root.child_by_field_name("type")))
        name = text_of(root)
        return self.scope.is_own(self.types.get(name, name))


def _declared_types(node: Node) -> dict[str, str]:
    """Return the declared type of every local variable, parameter and resource by its name."""
    found = {}
    for part in walk(node):
        type_node = part.child_by_field_name("type")
        if type_node is None or part.type == "method_declaration":
            continue
        for child in (part, *part.children_by_field_name("declarator")):
            name = child.child_by_field_name("name")
            if name is not None:
                found[text_of(name)] = simple_type(type_node)
    return found


def _assignment(node: Node) -> tuple[str, Node | None]:
    if node.type in {"variable_declarator", "resource", "enhanced_for_statement"}:
        return text_of(node.child_by_field_name("name")), node.child_by_field_name("value")
    if node.type == "assignment_expression":
        left = text_of(node.child_by_field_name("left")).removeprefix("this.")
        return left, node.child_by_field_name("right")
    return "", None
