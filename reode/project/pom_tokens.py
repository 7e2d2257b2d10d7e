"""Cuts a pom's text into XML tokens with their spans, as tolerant as Maven's own parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from html.entities import name2codepoint
from typing import NamedTuple
from xml.sax.saxutils import escape


class TokenKind(StrEnum):
    """What a token is."""

    OPEN = "open"
    EMPTY = "empty"
    CLOSE = "close"
    TEXT = "text"
    CDATA = "cdata"
    COMMENT = "comment"
    INSTRUCTION = "instruction"
    DOCTYPE = "doctype"


class Token(NamedTuple):
    """`text[start:end]` is the token with its marks; `name` and `attributes` belong to tags."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()


class XmlError(ValueError):
    """The text is no XML that Maven reads; `offset` says where."""

    def __init__(self, message: str, offset: int) -> None:
        """Keep the cause and the offset in characters."""
        super().__init__(message)
        self.message = message
        self.offset = offset


_BLANK = r"[ \t\r\n]*+"
_NAME = r"(?:[:_]|[^\W\d])[\w:.\u00b7-]*+"
_VALUE = r"\"[^\"<]*\"|'[^'<]*'"
_OPEN = re.compile(rf"<({_NAME})((?:{_BLANK}{_NAME}{_BLANK}={_BLANK}(?:{_VALUE}))*+){_BLANK}(/?)>")
_CLOSE = re.compile(rf"</({_NAME}){_BLANK}>")
_ATTRIBUTE = re.compile(rf"({_NAME}){_BLANK}={_BLANK}({_VALUE})")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]*));|&")
_TARGET = re.compile(rf"<\?({_NAME})")
_VERSION = re.compile(rf"<\?xml[ \t\r\n]+version{_BLANK}={_BLANK}(?:\"1\.0\"|'1\.0')")
_DOCTYPE_PIECE = re.compile(r"[\[\]>]")
_XML_NAMES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ENTITIES = {**{name: chr(code) for name, code in name2codepoint.items()}, **_XML_NAMES}
# What no XML tree may hold; Java reads it as it stands or as a replacement character.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of `text` without gaps, a byte order mark left out.

    Raises `XmlError` where Maven 3.8.7 would not read on.
    """
    position = 1 if text.startswith("\ufeff") else 0
    while position < len(text):
        token = _markup(text, position) if text[position] == "<" else _text(text, position)
        yield token
        position = token.end


def resolve(text: str, offset: int = 0) -> str:
    """Return `text` with its references replaced, the HTML names that Maven knows included."""

    def one(match: re.Match[str]) -> str:
        sixteen, ten, name = match.groups()
        if name is not None and name in _ENTITIES:
            return _ENTITIES[name]
        code = int(sixteen, 16) if sixteen else int(ten) if ten else -1
        if 0 <= code <= 0x10FFFF and not _NO_XML.match(chr(code)):
            return chr(code)
        raise XmlError(f"unknown reference {match[0]!r}", offset + match.start())

    return plain(_REFERENCE.sub(one, text) if "&" in text else text)


def escaped(text: str) -> str:
    """Return `text` as XML content; raises `ValueError` for characters that XML can't hold."""
    if bad := _NO_XML.search(text):
        raise ValueError(f"XML can't hold the character {bad[0]!r}")
    return escape(text)


def plain(text: str) -> str:
    """Return `text` with line ends as XML reads them and forbidden characters replaced."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NO_XML.sub("\ufffd", text)


def _text(text: str, start: int) -> Token:
    found = text.find("<", start)
    end = len(text) if found < 0 else found
    mark = text.find("]]>", start, end)
    if mark >= 0:
        raise XmlError("`]]>` outside a CDATA section", mark)
    return Token(TokenKind.TEXT, start, end)


def _markup(text: str, start: int) -> Token:
    if match := _CLOSE.match(text, start):
        return Token(TokenKind.CLOSE, start, match.end(), match[1])
    if match := _OPEN.match(text, start):
        kind = TokenKind.EMPTY if match[3] else TokenKind.OPEN
        return Token(kind, start, match.end(), match[1], _attributes(match))
    if text.startswith("<!--", start):
        return Token(TokenKind.COMMENT, start, _comment_end(text, start))
    if text.startswith("<![CDATA[", start):
        return Token(TokenKind.CDATA, start, _after(text, "]]>", start + 9, "CDATA section"))
    if match := _TARGET.match(text, start):
        _check_declaration(text, match)
        return Token(TokenKind.INSTRUCTION, start, _after(text, "?>", start + 2, "instruction"))
    if text.startswith("<!DOCTYPE", start):
        return Token(TokenKind.DOCTYPE, start, _doctype_end(text, start))
    excerpt = text[start : start + 30].splitlines()[0]
    raise XmlError(f"no tag can start with {excerpt!r}", start)


def _check_declaration(text: str, target: re.Match[str]) -> None:
    """Refuse what Maven refuses: a declaration after the second character, or not of XML 1.0."""
    if target[1].lower() != "xml":
        return
    start = target.start()
    if start - text.startswith("\ufeff") > 1:
        raise XmlError("the XML declaration does not start the file", start)
    if not _VERSION.match(text, start):
        raise XmlError("the XML declaration does not name version 1.0", start)


def _attributes(match: re.Match[str]) -> tuple[tuple[str, str], ...]:
    if not match[2]:
        return ()
    offset = match.start(2)
    found = [
        (item[1], resolve(item[2][1:-1], offset + item.start(2)))
        for item in _ATTRIBUTE.finditer(match[2])
    ]
    if len(dict(found)) < len(found):
        raise XmlError("an attribute stands twice in one tag", match.start())
    return tuple(found)


def _comment_end(text: str, start: int) -> int:
    end = _after(text, "--", start + 4, "comment")
    if not text.startswith(">", end):
        raise XmlError("two dashes inside a comment", end - 2)
    return end + 1


def _after(text: str, mark: str, start: int, what: str) -> int:
    found = text.find(mark, start)
    if found < 0:
        raise XmlError(f"{what} without an end", start)
    return found + len(mark)


def _doctype_end(text: str, start: int) -> int:
    depth = 0
    for match in _DOCTYPE_PIECE.finditer(text, start):
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        if match[0] == ">" and depth == 0:
            return match.end()
    raise XmlError("DOCTYPE without an end", start)
