"""Javadoc refuses old comments.

Symptom: `MavenReportException: Error while creating archive`, with `error: self-closing element not
    allowed`, `error: bad HTML entity`, `error: unknown tag` or `error: reference not found`.
Cause: doclint, on by default since JDK 8, treats sloppy HTML and tags in comments as errors.
Source: https://openjdk.org/jeps/172 and
    https://maven.apache.org/plugins/maven-javadoc-plugin/javadoc-mojo.html#doclint
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.project.pom import PLUGIN_GROUP
from reode.project.reactor import Module
from reode.project.versions import at_least
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import configuration, execution, plugin, properties
from reode.rules.rule import Rule, Situation, When

_JAVADOC = (PLUGIN_GROUP, "maven-javadoc-plugin")
#: From this version on `additionalparam` is ignored and `doclint` exists.
_DOCLINT_SINCE = "3.0.0"
_UNREACHABLE = re.compile(
    r"error fetching (?:URL|link)|UnknownHost|Connection refused", re.IGNORECASE
)
_DOCLINT = re.compile(
    r"not allowed|HTML|unknown tag|@\w+|reference not found|entity|malformed|doclint", re.IGNORECASE
)
_REASON = "Javadoc's doclint refuses comments that were good enough before."


def find(situation: Situation) -> list[Edit]:
    """Switch doclint off where the plugin is configured, else by its property."""
    draft = Draft(situation.view)
    for one in situation.of_kind("javadoc"):
        if _is_doclint(one):
            module = module_named(draft.view, one.module)
            _switch_off(draft, draft.module(module.path), _version(one, module))
    return draft.edits()


def _is_doclint(one: Diagnostic) -> bool:
    text = f"{one.message}\n{one.excerpt}\n{one.evidence.get('reason', '')}"
    return bool(_DOCLINT.search(_UNREACHABLE.sub("", text))) and not (
        _UNREACHABLE.search(text) and "error:" not in text
    )


def _version(one: Diagnostic, module: Module) -> str:
    """Return the version that ran: the log knows it, where the poms may not."""
    ran = (one.plugin or "").split(":")
    if len(ran) == 3 and ran[1] == _JAVADOC[1]:
        return ran[2]
    use = module.plugin(_JAVADOC[1])
    return (use.version if use else None) or _DOCLINT_SINCE


def _switch_off(draft: Draft, module: Module, version: str) -> None:
    modern = at_least(version, _DOCLINT_SINCE)
    name, value = ("doclint", "none") if modern else ("additionalparam", "-Xdoclint:none")
    use = module.plugin(_JAVADOC[1])
    own = [p for p in (use.decls if use else ()) if p.source.editable and p.decl.profile is None]
    if own:
        path, managed = own[-1].source.path, own[-1].decl.managed
        pom = draft.pom(path).set_plugin_config(*_JAVADOC, name, value, managed=managed)
    else:
        path = [source.path for source in module.parents if source.editable][-1]
        pom = draft.pom(path).set_property(name, value)
    draft.put(pom, _REASON)


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"javadoc"}), order=45)


def _failed(
    version: str, text: str = "A.java:3: error: self-closing element not allowed"
) -> tuple[Diagnostic, ...]:
    return (diagnostic("javadoc", text, plugin=f"{':'.join(_JAVADOC)}:{version}", module="app"),)


def _plugin(version: str, *lines: str) -> str:
    jar = execution("jar", "<goals>", "  <goal>jar</goal>", "</goals>")
    return pom(plugin("maven-javadoc-plugin", version, *lines, *jar))


CASES = [
    changes(
        _plugin("3.5.0"),
        _plugin("3.5.0", *configuration("<doclint>none</doclint>")),
        diagnostics=_failed("3.5.0"),
        title="version 3",
    ),
    changes(
        _plugin("2.9.1"),
        _plugin("2.9.1", *configuration("<additionalparam>-Xdoclint:none</additionalparam>")),
        diagnostics=_failed("2.9.1"),
        title="version 2",
    ),
    changes(
        pom(),
        pom(properties("doclint=none")),
        diagnostics=_failed("3.1.1"),
        title="the plugin comes from a parent elsewhere",
    ),
    keeps(
        _plugin("3.5.0", *configuration("<doclint>none</doclint>")),
        diagnostics=_failed("3.5.0"),
        title="it is off",
    ),
    keeps(
        _plugin("3.5.0"),
        diagnostics=_failed("3.5.0", "Error fetching URL: https://docs.oracle.com/"),
        title="a dead link is another matter",
    ),
    keeps(_plugin("3.5.0"), title="nothing failed"),
]
