"""The edits that the property tests apply to any pom, and what must hold of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from reode.project.pom import PLUGIN_GROUP, Pom

COMPILER = (PLUGIN_GROUP, "maven-compiler-plugin")
OTHER = ("org.example", "new-plugin")
SINGLE = ("build", "plugins", "properties", "dependencies", "dependencyManagement")
SINGLE += ("pluginManagement", "profiles", "configuration", "executions", "extensions")


@dataclass(frozen=True)
class Operation:
    """`edit` and what `holds` of its result; `adds` says that it may only add text."""

    name: str
    edit: Callable[[Pom], Pom]
    holds: Callable[[Pom], bool]
    adds: bool = True


def _processor(pom: Pom) -> bool:
    return any(one.key == "p:q:jar" for one in pom.processor_paths())


OPERATIONS = [
    Operation(
        "set_property",
        lambda pom: pom.set_property("maven.compiler.release", "17"),
        lambda pom: pom.properties()["maven.compiler.release"] == "17",
        adds=False,
    ),
    Operation(
        "remove_property",
        lambda pom: pom.remove_property("a"),
        lambda pom: "a" not in pom.properties(),
        adds=False,
    ),
    Operation(
        "ensure_plugin",
        lambda pom: pom.ensure_plugin(*COMPILER, "3.13.0"),
        lambda pom: any(one.version for one in pom.find_plugins(*COMPILER)),
        adds=False,
    ),
    Operation(
        "ensure_new_plugin",
        lambda pom: pom.ensure_plugin(*OTHER, "1"),
        lambda pom: pom.find_plugins(*OTHER)[-1].version == "1",
    ),
    Operation(
        "ensure_managed_plugin",
        lambda pom: pom.ensure_plugin(*OTHER, managed=True),
        lambda pom: len(pom.find_plugins(*OTHER, managed=True)) == 1,
    ),
    Operation(
        "set_plugin_version",
        lambda pom: pom.set_plugin_version(*COMPILER, "3.14.0"),
        lambda pom: "3.14.0" in {one.version for one in pom.find_plugins(*COMPILER)},
        adds=False,
    ),
    Operation(
        "set_plugin_config",
        lambda pom: pom.set_plugin_config(*COMPILER, "proc", "full"),
        lambda pom: "full" in {one.config("proc") for one in pom.find_plugins(*COMPILER)},
        adds=False,
    ),
    Operation(
        "set_execution_config",
        lambda pom: pom.set_plugin_config(*OTHER, "a/b", "1", execution="x"),
        lambda pom: pom.find_plugins(*OTHER)[-1].executions[-1].config("a/b") == "1",
    ),
    Operation(
        "append_item",
        lambda pom: pom.append_plugin_config_item(*OTHER, "list", "item", "-x"),
        lambda pom: pom.find_plugins(*OTHER)[-1].config("list/item") == "-x",
    ),
    Operation(
        "remove_plugin",
        lambda pom: pom.remove_plugin(*COMPILER),
        lambda pom: not pom.find_plugins(*COMPILER),
        adds=False,
    ),
    Operation(
        "add_dependency",
        lambda pom: pom.add_dependency("p", "q", "1", "provided"),
        lambda pom: pom.find_dependencies("p", "q")[-1].version == "1",
    ),
    Operation(
        "add_managed_dependency",
        lambda pom: pom.add_dependency("p", "q", "1", "import", type="pom", managed=True),
        lambda pom: pom.find_dependencies("p", "q", managed=True)[-1].type == "pom",
    ),
    Operation(
        "add_plugin_dependency",
        lambda pom: pom.add_dependency("p", "q", "1", plugin=OTHER),
        lambda pom: pom.dependencies(plugin=OTHER)[-1].key == "p:q:jar",
    ),
    Operation(
        "add_processor", lambda pom: pom.add_annotation_processor_path("p", "q", "1"), _processor
    ),
    Operation("add_extension", lambda pom: pom.add_extension("p", "q", "1"), lambda pom: True),
]


def check(operation: Operation, before: Pom) -> Pom:
    """Apply one operation and hold every promise of the editor against the result."""
    after = operation.edit(before)
    assert operation.holds(after)
    assert operation.edit(after) is after
    assert Pom.parse(after.data).data == after.data
    assert repeated(after) <= repeated(before)
    if not operation.name.startswith("remove"):
        assert _comments(before) <= _comments(after)
    if operation.adds:
        assert only_added(before, after)
    return after


def repeated(pom: Pom) -> Counter[str]:
    """Count the containers that stand a second time under one parent."""
    found: Counter[str] = Counter()
    for parent in pom.root.iter():
        tags = Counter(str(child.tag) for child in parent if child.tag in SINGLE)
        found.update({tag: count - 1 for tag, count in tags.items() if count > 1})
    return found


def changed(before: Pom, after: Pom) -> tuple[str, str]:
    """Return the old and the new text between the common start and the common end."""
    old, new = before.source, after.source
    shortest = min(len(old), len(new))
    head = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    rest = range(shortest - head)
    tail = next((i for i in rest if old[-1 - i] != new[-1 - i]), len(rest))
    return old[head : len(old) - tail], new[head : len(new) - tail]


def only_added(before: Pom, after: Pom) -> bool:
    """Say whether nothing was taken away but blanks and the slash of a self-closing tag."""
    return changed(before, after)[0].strip() in ("", "/")


def _comments(pom: Pom) -> Counter[str]:
    return Counter(re.findall(r"<!--.*?-->", pom.source, re.DOTALL))
