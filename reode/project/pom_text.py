"""Turns a pom's bytes into text and back without losing a byte, whatever its encoding claims."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
)
_UNMARKED_UTF16 = ((b"\x00<\x00?", "utf-16-be"), (b"<\x00?\x00", "utf-16-le"))
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._:-]+)[\"']")


@dataclass(frozen=True, slots=True)
class Charset:
    """How one file's bytes are read: `codec` for what stands, `writing` for what is added.

    The two differ where the declared encoding is unknown or does not survive a round trip: then
    every byte is read as one character and only ASCII is written.
    """

    codec: str
    writing: str

    def decode(self, data: bytes) -> str:
        """Return the text; bytes that are no text become lone surrogates."""
        return data.decode(self.codec, "surrogateescape")

    def encode(self, text: str) -> bytes:
        """Return the bytes of text that `decode` gave."""
        return text.encode(self.codec, "surrogateescape")

    def encode_new(self, text: str) -> bytes:
        """Return the bytes of XML text to be added; what does not fit becomes `&#...;`."""
        if self.writing == self.codec:
            return text.encode(self.codec, "xmlcharrefreplace")
        return text.encode("ascii", "xmlcharrefreplace")


_BYTE_BY_BYTE = Charset("latin-1", "ascii")


def detect_charset(data: bytes) -> Charset:
    """Choose the charset as Maven's `XmlStreamReader` does: BOM, first bytes, declaration, UTF-8."""
    codec = _claimed_codec(data)
    try:
        name = codecs.lookup(codec).name
        charset = Charset(name, name)
        if charset.encode(charset.decode(data)) == data:
            return charset
    except (LookupError, UnicodeError):
        pass
    return _BYTE_BY_BYTE


def _claimed_codec(data: bytes) -> str:
    for mark, codec in (*_BOMS, *_UNMARKED_UTF16):
        if data.startswith(mark):
            return codec
    declared = _DECLARED.match(data)
    name = declared[1].decode("ascii") if declared else "utf-8"
    # A file whose declaration could be read byte by byte is not UTF-16, whatever it says.
    return "utf-8" if name.lower().replace("_", "-").startswith(("utf-16", "utf-32")) else name
