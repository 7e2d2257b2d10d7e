"""Decodes a Java file without losing a byte and maps offsets of its UTF-8 copy back to the file."""

from __future__ import annotations

import codecs
import re
from array import array
from dataclasses import dataclass
from functools import cached_property

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Both bytes of every character of GB 2312, the part of GBK that ordinary Chinese text uses.
_GB2312_PAIR = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")
_HIGH = re.compile(rb"[\x80-\xff]")
#: Western text has single accented letters, Chinese text has pairs: a clear majority decides.
_PAIR_SHARE = 0.7


@dataclass(frozen=True)
class SourceText:
    """A file's bytes, their encoding (a Python codec name) and the byte-order mark in front."""

    data: bytes
    encoding: str
    mark: bytes = b""

    @classmethod
    def decode(cls, data: bytes, declared: str | None = None) -> SourceText:
        """Find the encoding: byte-order mark, declared, UTF-8, GBK, GB18030, else ISO-8859-1.

        Only an encoding that gives back the same bytes is taken, so text and file never part.
        """
        for mark, encoding in _BOMS:
            if data.startswith(mark) and _is_faithful(data[len(mark) :], encoding):
                return cls(data, encoding, mark)
        for candidate in _candidates(data, declared):
            if _is_faithful(data, candidate):
                return cls(data, candidate)
        return cls(data, "iso-8859-1")

    def with_data(self, data: bytes) -> SourceText:
        """Return changed bytes in the same encoding, as long as they can be read in it."""
        if data.startswith(self.mark) and _is_faithful(data[len(self.mark) :], self.encoding):
            return SourceText(data, self.encoding, self.mark)
        return SourceText.decode(data)

    @cached_property
    def text(self) -> str:
        """The decoded text without the byte-order mark; line ends as they stand in the file."""
        return self.data[len(self.mark) :].decode(self.encoding)

    @cached_property
    def utf8(self) -> bytes:
        """The text in UTF-8: what the parser reads, so that no second byte looks like a brace."""
        if self.encoding in {"utf-8", "ascii"}:
            return self.data[len(self.mark) :]
        return self.text.encode("utf-8", "surrogatepass")

    @cached_property
    def _offsets(self) -> array[int] | None:
        """File offset for each offset of `utf8`; None where both run in step."""
        if self.encoding in {"utf-8", "ascii"} or (
            self.data.isascii() and not self.encoding.startswith("utf-16")
        ):
            return None
        encoder = codecs.getencoder(self.encoding)
        offsets, here = array("l"), len(self.mark)
        for char in self.text:
            offsets.extend([here] * len(char.encode("utf-8", "surrogatepass")))
            here += len(encoder(char)[0])
        offsets.append(here)
        return offsets

    def to_file(self, utf8_offset: int) -> int:
        """Turn an offset of `utf8` into an offset of `data`."""
        offsets = self._offsets
        return utf8_offset + len(self.mark) if offsets is None else offsets[utf8_offset]

    def encode(self, text: str) -> bytes:
        r"""Encode new text; a character the encoding lacks becomes Java's own \uXXXX."""
        parts = (_encode_char(c, self.encoding) for c in text) if not text.isascii() else None
        return text.encode(self.encoding) if parts is None else b"".join(parts)

    @cached_property
    def newline(self) -> bytes:
        r"""The line end of the file's first line, "\n" where there is none."""
        match = re.search(r"\r\n|\n|\r", self.text)
        return self.encode(match[0] if match else "\n")


def _candidates(data: bytes, declared: str | None) -> list[str]:
    names = [_codec(declared)] if declared else []
    names.append("utf-8")
    pairs, high = len(_GB2312_PAIR.findall(data)), len(_HIGH.findall(data))
    if high and 2 * pairs >= _PAIR_SHARE * high:
        names += ["gbk", "gb18030"]
    return [name for name in names if name]


def _codec(declared: str) -> str:
    """Python's name of a Java charset, "" where there is none or it keeps a state of its own."""
    try:
        name = codecs.lookup(declared.strip()).name
    except (LookupError, ValueError):
        return ""
    if name in {"utf-8-sig", "utf-16", "utf-32", "utf-7"} or name.startswith("iso2022"):
        return ""
    # Java's Latin-1 and ASCII files hold what their authors typed; GBK reads GB 2312 too.
    return {"iso8859-1": "iso-8859-1", "gb2312": "gbk"}.get(name, name)


def _is_faithful(data: bytes, encoding: str) -> bool:
    try:
        return data.decode(encoding).encode(encoding) == data
    except (UnicodeError, LookupError):
        return False


def _encode_char(char: str, encoding: str) -> bytes:
    try:
        return char.encode(encoding)
    except UnicodeEncodeError:
        units = char.encode("utf-16-be", "surrogatepass")
        codes = [units[i : i + 2].hex() for i in range(0, len(units), 2)]
        return "".join(f"\\u{code}" for code in codes).encode(encoding)
