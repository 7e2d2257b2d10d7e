"""Maven itself does not start: `.mvn/jvm.config` holds an option that no longer exists.

Symptom: `Unrecognized VM option 'MaxPermSize=512m'` and `Error: Could not create the Java Virtual
    Machine`, before Maven prints anything.
Cause: the file's options go to the JVM that runs Maven, and a newer one refuses them.
Source: https://maven.apache.org/configure.html and https://openjdk.org/jeps/122
"""

from __future__ import annotations

import re

from reode.facts.edit import Edit
from reode.rules.cases import changes, keeps, pom
from reode.rules.rule import Rule, Situation, When
from reode.rules.vm_options import without_dead_options

_PATH = ".mvn/jvm.config"


def find(situation: Situation) -> list[Edit]:
    """Delete the options, the line where nothing else is on it, the file where nothing is left."""
    if not situation.view.exists(_PATH):
        return []
    before = situation.view.read(_PATH).decode("utf-8", "surrogateescape")
    lines = re.split(r"(?<=\n)", before)
    kept = [new for old in lines if (new := _line(old, situation.target.jdk)) is not None]
    after = "".join(kept).encode("utf-8", "surrogateescape")
    reason = f"A JVM {situation.target.jdk} does not start with these options."
    return [Edit(_PATH, after if after.strip() else None, reason)]


def _line(line: str, jdk: int) -> str | None:
    text = without_dead_options(line, jdk)
    if text == line:
        return line
    return text.rstrip(" \t") if text.strip() else None


rule = Rule(
    find=find, needs_model=False, when=When.CERTAIN, kinds=frozenset({"jvm-option"}), order=10
)


def _files(text: str) -> dict[str, str]:
    return {"pom.xml": pom(), _PATH: text}


CASES = [
    changes(_files("-Xmx1g -XX:MaxPermSize=512m\n"), {_PATH: "-Xmx1g \n"}, title="one line"),
    changes(
        _files("-Xmx1g\n-XX:MaxPermSize=512m\n-ea\n"), {_PATH: "-Xmx1g\n-ea\n"}, title="many lines"
    ),
    changes(_files("-XX:MaxPermSize=512m\n"), {_PATH: None}, title="nothing is left"),
    keeps(_files("-Xmx1g -Xss2m\n"), title="all still known"),
    keeps(pom(), title="no such file"),
]
