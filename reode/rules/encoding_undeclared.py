"""The sources are not UTF-8, and no pom says what they are.

Symptom: `unmappable character (0xE9) for encoding UTF-8` in a green build, and letters of strings that
    turn into `\ufffd`.
Cause: without a declared encoding the compiler takes the JVM's default, which is UTF-8 everywhere
    from JDK 18 on; before, it was the machine's.
Source: https://openjdk.org/jeps/400
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.reactor import Module
from reode.rules.cases import JDK17, JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import properties
from reode.rules.rule import Rule, Situation, When

_NAME = "project.build.sourceEncoding"
#: Java's names of what a file can be found to be.
_JAVA_NAMES = {
    "gbk": "GBK",
    "gb18030": "GB18030",
    "big5": "Big5",
    "shift_jis": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "euc_kr": "EUC-KR",
    "iso8859-1": "ISO-8859-1",
    "iso-8859-1": "ISO-8859-1",
    "latin-1": "ISO-8859-1",
    "cp1252": "windows-1252",
    "windows-1252": "windows-1252",
}


def find(situation: Situation) -> list[Edit]:
    """Declare the encoding where all files of a module that aren't ASCII agree on one."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        found = _encodings(situation, module) if module.encoding is None else set()
        if len(found) == 1 and (name := _JAVA_NAMES.get(found.pop())):
            top = [source.path for source in module.parents if source.editable][-1]
            if draft.module(module.path).encoding is None:
                draft.put(draft.pom(top).set_property(_NAME, name), f"The sources are {name}.")
    return draft.edits()


def _encodings(situation: Situation, module: Module) -> set[str]:
    view = situation.view
    paths = (p for p in view.java_files(module=module) if not view.read(p).isascii())
    return {_normal(view.java(path).encoding) for path in paths}


def _normal(name: str) -> str:
    return name.lower().replace("iso8859_1", "iso-8859-1").removesuffix("-sig")


rule = Rule(
    find=find, when=When.CERTAIN, kinds=frozenset({"encoding"}), targets=range(18, 100), order=29
)

_PATH = "src/main/java/a/A.java"


def _java(text: str = "é") -> dict[str, str]:
    return {_PATH: f'package a;\n\nclass A {{ String s = "{text}"; }}\n'}


CASES = [
    changes(
        {"pom.xml": pom(), **_java("\udce9t\udce9")},
        pom(properties(f"{_NAME}=ISO-8859-1")),
        target=JDK25,
        title="Latin-1",
    ),
    keeps({"pom.xml": pom(), **_java()}, target=JDK25, title="UTF-8"),
    keeps({"pom.xml": pom(), **_java("e")}, target=JDK25, title="ASCII"),
    keeps({"pom.xml": pom(), **_java("\udce9")}, target=JDK17, title="the machine's on 17"),
    keeps(
        {"pom.xml": pom(properties(f"{_NAME}=UTF-8")), **_java("\udce9")},
        target=JDK25,
        title="declared, if wrongly",
    ),
]
