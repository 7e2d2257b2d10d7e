"""The compiler is told of things that only an old JDK has.

Symptom: `Unable to find package java.lang in platform classes`, `module not found: java.xml.bind`,
    or only `COMPILATION ERROR : An unknown compilation problem occurred` (a missing `<executable>`,
    an unknown `-J` option).
Cause: `bootclasspath` with `rt.jar`, `--add-modules` of modules removed in JDK 11, VM options of an
    old JVM handed through with `-J`, or the path of a JDK 8 compiler.
Source: https://openjdk.org/jeps/220 and https://openjdk.org/jeps/320
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import children, value_of
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import compiler_configurations
from reode.rules.pom_cases import configuration, items, plugin
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When
from reode.rules.vm_options import without_dead_options

_KINDS = frozenset(
    {"compile-unknown", "module-missing", "compiler-flag", "compile-other", "tool-missing"}
)
_BOOT = re.compile(r"rt\.jar|jce\.jar|jsse\.jar|bootclasspath")
_EE = re.compile(
    r"java\.(?:xml\.bind|xml\.ws(?:\.annotation)?|activation|corba|transaction|se\.ee)"
)
_TAKES_VALUE = ("--add-modules", "-bootclasspath")
_OLD_JDK = re.compile(r"(?:1\.[5-8]|jdk-?[5-8]|java-?[5-8]|JAVA_?(?:HOME_?)?(?:1_)?[5-8])")


def find(situation: Situation) -> list[Edit]:
    """Delete those settings wherever the compiler is configured."""
    draft, jdk = Draft(situation.view), situation.target.jdk

    def shortened(text: str) -> str | None:
        return without_dead_options(text, jdk, prefix="-J").strip() or None

    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path).remove_found(lambda one: list(_gone(one, jdk)))
        pom = rewrite(pom, _one_text, shortened)
        draft.put(pom, f"JDK {jdk} has nothing of what this compiler setting names.")
    return draft.edits()


def _one_text(pom: Pom) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        yield from children(holder, "compilerArgument")


def _gone(pom: Pom, jdk: int) -> Iterator[etree._Element]:
    for holder in compiler_configurations(pom):
        arguments = children(holder, "compilerArgs/*")
        yield from _gone_arguments(arguments, jdk)
        for name in ("bootclasspath", "endorseddirs", "extdirs"):
            yield from (
                e
                for e in children(holder, f"compilerArguments/{name}")
                if _BOOT.search(value_of(e))
            )
        single = children(holder, "compilerArgument")
        yield from (e for e in single if _is_dead(value_of(e), jdk))
        old = [e for e in children(holder, "executable") if _OLD_JDK.search(value_of(e))]
        yield from old


def _gone_arguments(arguments: list[etree._Element], jdk: int) -> Iterator[etree._Element]:
    """Yield dead arguments, values of dead options, and options whose value is dead or gone."""
    texts = [value_of(argument) for argument in arguments]
    for index, argument in enumerate(arguments):
        option, following = texts[index - 1] if index else "", [*texts, ""][index + 1]
        text = texts[index]
        is_value = _is_dead_value(option, text) or _EE.fullmatch(text) is not None
        is_bare = text in _TAKES_VALUE and (
            not following or following.startswith("-") or _is_dead_value(text, following)
        )
        if _is_dead(text, jdk) or is_value or is_bare:
            yield argument


def _is_dead(text: str, jdk: int) -> bool:
    return (
        (text.startswith("-J") and not without_dead_options(text, jdk, prefix="-J").strip())
        or (text.startswith("--add-modules=") and _EE.search(text) is not None)
        or text.startswith("-Xbootclasspath/p:")
    )


def _is_dead_value(option: str, value: str) -> bool:
    if option == "--add-modules":
        return _EE.fullmatch(value) is not None
    return option == "-bootclasspath" and _BOOT.search(value) is not None


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, order=31)

_UNKNOWN = (diagnostic("compile-unknown"),)


def _compiler(*lines: str) -> str:
    return pom(
        plugin("maven-compiler-plugin", "3.8.1", *configuration("<fork>true</fork>", *lines))
    )


CASES = [
    changes(
        _compiler(*items("compilerArgs", "arg", "-J-XX:MaxPermSize=256m", "-Xlint")),
        _compiler(*items("compilerArgs", "arg", "-Xlint")),
        diagnostics=_UNKNOWN,
        title="a VM option of the forked compiler",
    ),
    changes(
        _compiler(
            "<compilerArguments>",
            "  <bootclasspath>${java.home}/lib/rt.jar</bootclasspath>",
            "</compilerArguments>",
            "<encoding>UTF-8</encoding>",
        ),
        _compiler("<encoding>UTF-8</encoding>"),
        diagnostics=_UNKNOWN,
        title="a boot class path",
    ),
    changes(
        _compiler(*items("compilerArgs", "arg", "--add-modules", "java.xml.bind")),
        _compiler(),
        diagnostics=(diagnostic("module-missing", evidence={"module": "java.xml.bind"}),),
        title="a removed module",
    ),
    changes(
        _compiler("<executable>/opt/jdk1.8.0_201/bin/javac</executable>"),
        _compiler(),
        diagnostics=_UNKNOWN,
        title="the compiler of an old JDK",
    ),
    keeps(
        _compiler(*items("compilerArgs", "arg", "--add-modules", "jdk.incubator.vector")),
        diagnostics=_UNKNOWN,
        title="a module of newer JDKs",
    ),
    keeps(_compiler(*items("compilerArgs", "arg", "-J-Xmx1g")), diagnostics=_UNKNOWN, title="fine"),
    keeps(_compiler(*items("compilerArgs", "arg", "-J-XX:MaxPermSize=1g")), title="nothing failed"),
]
