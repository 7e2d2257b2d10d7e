"""The compiler level is below the target, wherever it is written, or written nowhere.

Symptom: `Source option 6 is no longer supported. Use 8 or later.`, `release version 1.8 not
    supported`, or a green build whose class files are still those of an old Java.
Cause: javac keeps only a few old levels (17: from 7 on, 25: from 8 on), Maven 3.8 compiles at
    level 5 where a pom says nothing, and the level can hide in a property chain, a profile, a
    parent, a plugin's configuration or its raw arguments.
Source: https://openjdk.org/jeps/182 and
    https://maven.apache.org/plugins/maven-compiler-plugin/compile-mojo.html
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.model_raising import set_value
from reode.project.pom import Pom
from reode.project.pom_values import children
from reode.project.reactor import Module, SiteKind
from reode.project.versions import at_least
from reode.rules.cases import JDK17, JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.level_shapes import SHAPES
from reode.rules.levels import (
    COMPILER,
    TOOLCHAINS,
    compiler_configurations,
    configured,
    end_of_chain,
    is_below,
    level_elements,
    level_names,
    level_of,
    name_in,
    profiles_of,
    raise_options,
)
from reode.rules.pom_cases import configuration, items, plugin, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Case, Rule, Situation, When

#: The first compiler plugin that obeys `release`; older ones ignore it without a word.
_RELEASE_SINCE = "3.6.0"


def find(situation: Situation) -> list[Edit]:
    """Raise every written level, then add what a module still lacks."""
    level, draft = situation.target.release, Draft(situation.view)
    reason = f"Compile at level {level}."
    for module in situation.view.reactor.modules:
        names = level_names(module)
        for source in module.parents:
            if source.editable:
                path = source.pom.path
                draft.put(_raise_written(draft.pom(path), names, level), reason)
                draft.put(_raise_toolchain(draft.pom(path), situation.target.jdk), reason)
    for module in situation.view.reactor.modules:
        if module.packaging != "pom":
            _add_missing(draft, module.path, level, reason)
    return draft.edits()


def _raise_written(pom: Pom, names: set[str], level: int) -> Pom:
    def raised(value: str) -> str | None:
        return str(level) if is_below(value, level) else None

    def levels(pom: Pom) -> Iterator[etree._Element]:
        for profile in profiles_of(pom):
            yield from (e for e in pom.find_all("properties/*", profile) if e.tag in names)

    pom = rewrite(pom, levels, raised)
    pom = rewrite(pom, level_elements, raised)
    return rewrite(pom, _arguments, lambda text: raise_options(text, level))


def _raise_toolchain(pom: Pom, jdk: int) -> Pom:
    def versions(pom: Pom) -> Iterator[etree._Element]:
        for profile in profiles_of(pom):
            for managed in (False, True):
                for decl in pom.find_plugins(*TOOLCHAINS, managed=managed, profile=profile):
                    yield from decl.config_elements("toolchains/jdk/version")

    return rewrite(pom, versions, lambda text: str(jdk) if is_below(text, jdk) else None)


def _arguments(pom: Pom) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        yield from children(holder, "compilerArgument")
        yield from children(holder, "compilerArgs/arg")


def _add_missing(draft: Draft, path: str, level: int, reason: str) -> None:
    module = draft.module(path)
    if _release_holds(module, level):
        return
    for tag in ("source", "target"):
        _add_level(draft, draft.module(path), tag, level, reason)


def _release_holds(module: Module, level: int) -> bool:
    """Say whether `release` decides for this module, and is high enough."""
    plugin = module.plugins().get(":".join(COMPILER))
    version = plugin.version if plugin else None
    if version is None or not at_least(version, _RELEASE_SINCE):
        return False
    found = level_of(_effective(module, "release"))
    return found is not None and found >= level


def _effective(module: Module, tag: str) -> str:
    return module.resolve(configured(module, tag) or f"${{maven.compiler.{tag}}}")


def _add_level(draft: Draft, module: Module, tag: str, level: int, reason: str) -> None:
    """Set one level where the module's ancestors let it be set, at the top of this repository."""
    found = level_of(_effective(module, tag))
    if found is not None and found >= level:
        return
    own = [source.pom.path for source in module.parents if source.editable]
    top = draft.pom(own[-1])
    expression = configured(module, tag) or f"${{maven.compiler.{tag}}}"
    name = name_in(expression)
    site = module.property_site(name) if name else None
    if site is not None and site.kind is SiteKind.ARGUMENT:
        draft.take(set_value(draft.view, site, str(level), reason))
    elif name is None:
        draft.put(top.set_plugin_config(*COMPILER, tag, str(level)), reason)
    else:
        draft.put(top.set_property(end_of_chain(module, name), str(level)), reason)


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"level-unsupported", "level-mismatch", "level-too-new"}),
    order=30,
)


def _compiler(*lines: str, version: str = "3.8.1") -> str:
    inner = configuration(*lines) if lines else ()
    return plugin("maven-compiler-plugin", version, *inner)


def _configured(*lines: str) -> str:
    return pom(_compiler(*lines))


_MAVEN = ("maven.compiler.source", "maven.compiler.target")


def _maven_properties(level: str) -> str:
    return pom(properties(*(f"{name}={level}" for name in _MAVEN)))


_PAIR = ("<source>@</source>", "<target>@</target>")
_ARGS = ("compilerArgs", "arg")


def _raised(title: str, old: str, *lines: str) -> Case:
    """Return the case of a configuration where each @ is the level."""
    before, after = ([line.replace("@", level) for line in lines] for level in (old, "17"))
    return changes(_configured(*before), _configured(*after), title=title)


CASES = [
    changes(_maven_properties("1.8"), _maven_properties("17"), title="the usual properties"),
    changes(_maven_properties("8"), _maven_properties("25"), target=JDK25, title="without 1."),
    changes(
        pom(properties("maven.compiler.source=1.7", "maven.compiler.target=1.8")),
        _maven_properties("17"),
        title="two levels that differ",
    ),
    changes(
        pom(properties("maven.compiler.target=1.8")),
        pom(properties("maven.compiler.target=17", "maven.compiler.source=17")),
        title="only one of the two",
    ),
    changes(pom(), pom(properties(*(f"{n}=17" for n in _MAVEN))), title="no level anywhere"),
    changes(
        pom(properties("encoding=UTF-8")),
        pom(properties("encoding=UTF-8", *(f"{n}=17" for n in _MAVEN))),
        title="no level, but properties",
    ),
    changes(
        _configured("<source>1.6</source>", "<target>1.6</target>"),
        _configured("<source>17</source>", "<target>17</target>"),
        title="literal in the plugin",
    ),
    changes(
        _configured("<source> 1.6 <!-- old --></source>", "<target>1.6</target>"),
        _configured("<source> 17 <!-- old --></source>", "<target>17</target>"),
        title="comment and blanks stay",
    ),
    changes(
        _configured("<release>8</release>"),
        _configured("<release>17</release>"),
        title="release in the plugin",
    ),
    changes(
        _configured("<release>1.8</release>"),
        _configured("<release>17</release>"),
        title="release in the spelling it does not take",
    ),
    changes(
        pom(_compiler() + properties("maven.compiler.release=11")),
        pom(_compiler() + properties("maven.compiler.release=17")),
        title="release as a property",
    ),
    changes(
        pom(properties("maven.compiler.release=8")),
        pom(properties("maven.compiler.release=17", *(f"{n}=17" for n in _MAVEN))),
        title="release that the implicit compiler plugin would ignore",
    ),
    changes(
        pom(
            properties("jdk=1.6") + _compiler("<source>${jdk}</source>", "<target>${jdk}</target>")
        ),
        pom(properties("jdk=17") + _compiler("<source>${jdk}</source>", "<target>${jdk}</target>")),
        title="a property of any name",
    ),
    changes(
        pom(properties("base=1.7", "lang=${base}", *(f"{n}=${{lang}}" for n in _MAVEN))),
        pom(properties("base=17", "lang=${base}", *(f"{n}=${{lang}}" for n in _MAVEN))),
        title="a chain of properties",
    ),
    _raised(
        "one raw argument",
        "1.6",
        "<compilerArgument>-source @ -target @</compilerArgument>",
        *_PAIR,
    ),
    _raised("a level behind an equals sign", "8", *_PAIR, *items(*_ARGS, "-Xlint", "--release=@")),
    _raised("option and level in two arguments", "8", *_PAIR, *items(*_ARGS, "-source", "@")),
    _raised("the old map of arguments", "8", *_PAIR, *items("compilerArguments", "source", "@")),
    _raised(
        "levels of the tests",
        "1.7",
        *_PAIR,
        "<testSource>@</testSource>",
        "<testTarget>@</testTarget>",
    ),
    keeps(_maven_properties("17"), title="the target already"),
    keeps(_maven_properties("21"), title="a newer level is never lowered"),
    keeps(_configured("<release>17</release>"), title="release alone is enough from 3.6 on"),
    keeps(
        pom(properties("lib.version=1.8", *(f"{n}=17" for n in _MAVEN))),
        title="1.8 may be a library's version",
    ),
    keeps(pom(packaging="pom"), target=JDK17, title="nothing is compiled here"),
    *SHAPES,
]
