"""Keeps secrets of a repository out of prompts: which files are closed, which values are hidden."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from reode.project.places import is_foreign
from reode.project.view import ProjectView

HIDDEN = "[hidden]"
_CLOSED_NAMES = re.compile(
    r"^(?:\.env(?:\..*)?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|settings(?:-security)?\.xml"
    r"|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\..*)?|secrets?\..*"
    r"|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$",
    re.IGNORECASE,
)
_CLOSED_FOLDERS = frozenset({".ssh", ".aws", ".gnupg"})
#: A class may be called Secrets or Credentials.
_SOURCES = (".java", ".kt", ".groovy", ".scala")
_LARGEST_CLOSED = 64_000
#: Shorter values of closed files are ordinary words.
_LEAST_SECRET = 8
#: `password=…`, `"apiKey": "…"`, `<secret>…</secret>`: the value goes, the key stays.
_ASSIGNED = re.compile(
    r"""(?ix)
    ( (?:passw(?:or)?d|passwd|pwd|secret|token|api[_.-]?key|access[_.-]?key|credential)
      [\w.-]* \s* ["']? \s* (?: [:=]\s* | >\s* ) ["']? )
    (?! \$\{ | \#\{ ) ( [^\s"'<>,;(){}]{4,} )
    """
)
_SHAPES = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----"
    r"|\b(?:sk-[A-Za-z0-9_-]{16,}|AIza[\w-]{30,}|gh[pousr]_\w{30,}|github_pat_\w{30,}"
    r"|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{16}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})",
    re.DOTALL,
)
_URL_LOGIN = re.compile(r"(\b[a-z][a-z0-9+.-]{0,20}://[^\s/:@]+:)[^\s/@]+(@)", re.IGNORECASE)


def is_closed(path: str) -> bool:
    """Tell whether a file may never be shown to a model."""
    parts = PurePosixPath(path).parts
    if not parts or _CLOSED_FOLDERS & set(parts) or is_foreign(parts):
        return True
    return not path.endswith(_SOURCES) and bool(_CLOSED_NAMES.match(parts[-1]))


def planted_secrets(view: ProjectView) -> tuple[str, ...]:
    """Return the secret values of the closed files: a test may print what no tool would read."""
    found: dict[str, None] = {}
    for path in view.files:
        data = view.read(path) if is_closed(path) else b""
        if 0 < len(data) <= _LARGEST_CLOSED:
            values = (m[2] for m in _ASSIGNED.finditer(data.decode("utf-8", "replace")))
            found |= dict.fromkeys(v for v in values if len(v) >= _LEAST_SECRET)
    return tuple(found)


def hide_secrets(text: str, *, code: bool = False) -> str:
    """Return the text with what looks like a secret replaced.

    In `code` only shapes of real keys go: `password = encoder.encode(input)` is no secret, and a
    model must see what it edits.
    """
    text = _SHAPES.sub(HIDDEN, text)
    text = _URL_LOGIN.sub(rf"\1{HIDDEN}\2", text)
    return text if code else _ASSIGNED.sub(rf"\1{HIDDEN}", text)


def shown(path: str, text: str) -> str:
    """Return a file's text as a model may see it."""
    is_code = path.endswith((".java", ".kt", ".groovy", "pom.xml"))
    return hide_secrets(text, code=is_code)
