"""Cut from a text what changes from run to run, so that equal problems look equal."""

from __future__ import annotations

import re

#: Longest normalised text that is kept, in characters.
CAUSE_LIMIT = 300

_Replacements = tuple[tuple[re.Pattern[str], str], ...]

#: What chance or the clock decides.
_CHANCE: _Replacements = (
    (re.compile(r"\$\$Lambda[$/\w]*(?:/0x[0-9a-f]+)?"), "$$Lambda"),
    (re.compile(r"\$Proxy\d+"), "$Proxy"),
    (re.compile(r"(\$\$\w+\$\$|\$MockitoMock\$|\$ByteBuddy\$)\w+"), r"\1"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "<uuid>"),
    (re.compile(r"@[0-9a-f]{4,16}\b"), "@H"),
    (re.compile(r" ?\[in thread \"[^\"]*\"\]"), ""),
    (re.compile(r"\b(pool-|[Tt]hread-|thread )\d+(-thread-\d+)?"), r"\1N"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?[.,\d]*\S{0,6}"), "<time>"),
    (re.compile(r"\b[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d \S+ \d{4}"), "<time>"),
    (re.compile(r"\b\d[\d.,]* ?(ms|msec|milliseconds?|ns|secs?|seconds?|s|minutes?)\b"), "<time>"),
)
#: Where things are.
_PLACES: _Replacements = (
    (re.compile(r"\b(https?|jdbc:\w+|tcp|ftp|redis|file|jar:file)://?[^\s\"'<>,;)\]]+"), r"<\1>"),
    (re.compile(r"(?<![\w.])(?:[A-Za-z]:\\|\\\\)[^\s\"'<>|:*?]+"), "<path>"),
    (re.compile(r"(?<![\w./<])(?:/[\w.+@~$-]+){2,}/?"), "<path>"),
    (re.compile(r"(?<=[\w\]>]):\d{2,5}\b"), ":<port>"),
)
_NUMBERS: _Replacements = (
    (re.compile(r"\b0x[0-9a-f]+\b"), "0xH"),
    (re.compile(r"\b\d{9,}\b"), "N"),
)
_BLANKS: _Replacements = ((re.compile(r"\s+"), " "),)


def normalise(text: str, limit: int = CAUSE_LIMIT) -> str:
    """Return `text` in one line without paths, hashes, ports, times and thread names."""
    short = _replaced(text[: limit * 8], (*_CHANCE, *_PLACES, *_NUMBERS, *_BLANKS))
    return short.strip()[:limit].rstrip()


def without_chance(text: str) -> str:
    """Return the whole text, lines and places kept, without what chance or the clock decides."""
    return _replaced(text, (*_CHANCE, *_NUMBERS))


def _replaced(text: str, replacements: _Replacements) -> str:
    for pattern, replacement in replacements:
        text = pattern.sub(replacement, text)
    return text
