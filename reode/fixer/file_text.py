"""Reads a file as text in the encoding that it is written in, so that an edit gives its bytes back."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from reode.project.view import ProjectView

_DECLARED = re.compile(rb"""\A[^>]{0,40}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']""")
_LARGEST = 400_000


def decode_file(view: ProjectView, path: str, data: bytes) -> tuple[str, str]:
    """Return text and encoding; encoding the text gives `data` back, byte for byte.

    Tried are the declared encoding (of the module for sources, of the declaration for XML), UTF-8,
    and GB18030; Latin-1 always fits.
    """
    for encoding in (*_candidates(view, path, data), "utf-8", "gb18030"):
        try:
            text = data.decode(encoding)
            if text.encode(encoding) == data:
                return text, encoding
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1"), "latin-1"


def _candidates(view: ProjectView, path: str, data: bytes) -> Iterator[str]:
    if data.startswith(codecs.BOM_UTF8):
        yield "utf-8"
    elif path.endswith(".java") and view.exists(path):
        yield view.java(path).encoding
    elif path.endswith(".properties"):
        yield "utf-8"
        yield "latin-1"
    found = _DECLARED.match(data)
    if found:
        yield found[1].decode("ascii")


def text_of(view: ProjectView, path: str) -> str:
    """Return a file of the view as a reader sees it, without a byte order mark."""
    return decode_file(view, path, view.read(path))[0].removeprefix("\ufeff")


def is_text(view: ProjectView, path: str) -> bool:
    """Tell whether a file is worth reading as text: not binary, not huge."""
    data = view.read(path)
    return len(data) <= _LARGEST and b"\0" not in data[:2_000]
