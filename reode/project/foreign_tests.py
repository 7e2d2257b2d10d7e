"""Counts Kotlin, Groovy and Scala tests by their text: enough to notice that one is gone."""

from __future__ import annotations

import re

from reode.facts.test_syntax import ForeignTestFile, Spot

SUFFIXES = (".kt", ".kts", ".groovy", ".scala")
_COMMENTS = re.compile(r'("""(?s:.*?)"""|"(?:\\.|[^"\\\n])*")|/\*(?s:.*?)\*/|//[^\n]*')
_TESTS = {
    "kt": re.compile(
        r"(?<!\w)@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b"
        r"|^\s*(?:should|test|it|scenario|expect|given|`when`|then|\")[\w`]*\s*\(\s*\"[^\"]+\"\s*\)\s*\{",
        re.MULTILINE,
    ),
    "groovy": re.compile(
        r"(?<!\w)@Test\b|\bdef\s+[\"'][^\"'\n]+[\"']\s*\(|\bvoid\s+(?:test\w*|[\"'][^\"'\n]+[\"'])\s*\("
    ),
    "scala": re.compile(
        r"(?<!\w)@Test\b|\b(?:test|it|they|scenario)\s*\(\s*\"|\"[^\"\n]+\"\s+(?:in|should|must)\b\s*\{?"
    ),
}
_CHECK = re.compile(
    r"\b(?:assert\w*|verify\w*|fail|should\w*|expect\w*|thrown|notThrown|must\w*|isEqualTo)\b"
)
_SPOCK_BLOCK = re.compile(r"^\s*(given|setup|when|then|expect|and|cleanup|where)\s*:")
_DISABLED = re.compile(
    r"@(?:\w*Ignore\w*|Disabled\w*|PendingFeature|Requires|EnabledIf\w*|EnabledOn\w*|Enabled\w*)\b"
    r"|\bassum(?:e\w*|ing\w*)\s*\(|\breturn@|\benabled\s*=\s*false|\bignore\s*\(\s*\"|^\s*return\s*$"
    r"|\bTestAbortedException\b|\bSkipException\b|\bcatch\s*\(\s*\w+\s*:?\s*"
    r"(?:Throwable|Error|AssertionError|Exception)\b|\bcatch\s*\(\s*(?:Throwable|Error|AssertionError|Exception)\b"
    r"|\bxit\s*\(|\bxtest\s*\(|\bxshould\s*\(",
    re.MULTILINE,
)


def read_foreign_tests(path: str, module: str, data: bytes) -> ForeignTestFile:
    """Return what the text of one test source tells; comments don't count."""
    text = _without_comments(data.decode("utf-8", "replace"))
    language = {"kts": "kt"}.get(path.rpartition(".")[2], path.rpartition(".")[2])
    return ForeignTestFile(
        path,
        module,
        tests=_spots(_TESTS[language], text),
        checks=_checks(text, spock=language == "groovy"),
        disabled=_spots(_DISABLED, text),
    )


def _without_comments(text: str) -> str:
    """Blank the comments out and keep every line where it was."""
    return _COMMENTS.sub(lambda m: m[1] or "\n" * m[0].count("\n"), text)


def _spots(pattern: re.Pattern[str], text: str) -> tuple[Spot, ...]:
    return tuple(
        Spot(" ".join(m[0].split()), text.count("\n", 0, m.start()) + 1)
        for m in pattern.finditer(text)
    )


def _checks(text: str, *, spock: bool) -> tuple[Spot, ...]:
    """Return the checking lines; in Spock every line under `then:` or `expect:` checks."""
    found = []
    checking = False
    for number, line in enumerate(text.split("\n"), 1):
        block = _SPOCK_BLOCK.match(line) if spock else None
        if block is not None:
            checking = block[1] in {"then", "expect", "where"} or (block[1] == "and" and checking)
        code = line if block is None else line[block.end() :]
        is_import = code.lstrip().startswith(("import ", "package "))
        bare = "".join(code.split())
        if bare.strip("{}()") and not is_import and (checking or _CHECK.search(code)):
            found.append(Spot(bare, number))
        if spock and bare == "}":
            checking = False
    return tuple(found)
