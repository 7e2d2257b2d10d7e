"""The tests' JVM is given an option that no longer exists.

Symptom: `The forked VM terminated without properly saying goodbye`, with `Unrecognized VM option
    'MaxPermSize=256m'` or `Could not create the Java Virtual Machine` in the log or a dump file.
Cause: `argLine` holds options that the newer JVM refuses to start with.
Source: https://openjdk.org/jeps/122, https://openjdk.org/jeps/363 and https://openjdk.org/jeps/486
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import value_of
from reode.rules.argline import arg_line_properties, arg_lines
from reode.rules.cases import JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import configuration, plugin, properties
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When
from reode.rules.vm_options import has_dead_options, without_dead_options


def find(situation: Situation) -> list[Edit]:
    """Delete the options wherever a test JVM's options are written."""
    draft, jdk = Draft(situation.view), situation.target.jdk
    for module in situation.view.reactor.modules:
        text = draft.pom(module.path)
        for places in (arg_lines, arg_line_properties):
            text = _cleaned(text, places, jdk)
        draft.put(text, f"A JVM {jdk} does not start with these options.")
    return draft.edits()


def _cleaned(pom: Pom, places: Callable[[Pom], Iterator[etree._Element]], jdk: int) -> Pom:
    while True:
        empty = (
            e
            for e in places(pom)
            if has_dead_options(value_of(e), jdk) and not _left(value_of(e), jdk)
        )
        gone = next(empty, None)
        if gone is None:
            break
        pom = pom.remove_pruned(gone)
    return rewrite(pom, places, lambda text: _left(text, jdk))


def _left(text: str, jdk: int) -> str:
    return without_dead_options(text, jdk).strip()


rule = Rule(find=find, when=When.CERTAIN, kinds=frozenset({"vm-option", "fork-crashed"}), order=12)


def _with(options: str) -> str:
    return pom(properties("encoding=UTF-8", f"argLine={options}"))


def _surefire(options: str) -> str:
    lines = configuration("<forkCount>1</forkCount>", f"<argLine>{options}</argLine>")
    return pom(plugin("maven-surefire-plugin", "", *lines))


CASES = [
    changes(_with("-Xmx1g -XX:MaxPermSize=256m"), _with("-Xmx1g"), title="in a property"),
    changes(
        _surefire("-XX:MaxPermSize=256m -Xmx1g -XX:+UseConcMarkSweepGC"),
        _surefire("-Xmx1g"),
        title="in the configuration",
    ),
    changes(
        _with("-XX:PermSize=64m -XX:MaxPermSize=128m"),
        pom(properties("encoding=UTF-8")),
        title="nothing else is left",
    ),
    changes(
        _surefire("-Djava.security.manager -ea"), _surefire("-ea"), target=JDK25, title="gone in 24"
    ),
    changes(
        _surefire("--add-modules java.xml.bind -ea"), _surefire("-ea"), title="a removed module"
    ),
    changes(
        pom(properties("mem=-XX:MaxPermSize=64m -Xmx1g", "argLine=${mem} -ea")),
        pom(properties("mem=-Xmx1g", "argLine=${mem} -ea")),
        title="in a property that the options name",
    ),
    keeps(pom(properties("mem=-XX:MaxPermSize=64m")), title="a property of another use"),
    keeps(_surefire("-Djava.security.manager=disallow -ea"), target=JDK25, title="still accepted"),
    keeps(_surefire("-XX:+UseBiasedLocking"), title="only a warning on 17"),
    keeps(_surefire("-XX:+IgnoreUnrecognizedVMOptions -XX:MaxPermSize=1g"), title="let pass"),
    keeps(_surefire("-Xmx1g -Dx=-XX:MaxPermSize=1g"), title="part of another option"),
    keeps(_with("${unknown} -Xloggc:gc.log"), title="accepted, though old"),
]
