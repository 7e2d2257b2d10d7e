"""The environment that a build may see: a short list of names, and never a secret.

JAVA_HOME, MAVEN_OPTS, MAVEN_ARGS and JDK_JAVA_OPTIONS are not taken over: the caller sets them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

_ALLOWED = frozenset({
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "LANG", "LANGUAGE",
    "TMPDIR", "TEMP", "TMP", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
    "M2_HOME", "MAVEN_USER_HOME",
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "FTP_PROXY",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS",
    "NIX_SSL_CERT_FILE", "GIT_SSL_CAINFO", "NPM_CONFIG_CAFILE",
    "SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
})  # fmt: skip
_ALLOWED_PREFIXES = ("LC_",)
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH|^AWS_|^AZURE_|^GOOGLE_")


def clean_environment(
    extra: Mapping[str, str] | None = None, *, source: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the allowed part of `source` (default: this process's environment) plus `extra`.

    A name that looks like a secret is dropped even from `extra`.
    """
    known = os.environ if source is None else source
    kept = {name: value for name, value in known.items() if _is_allowed(name)}
    kept.update(extra or {})
    return {name: value for name, value in kept.items() if not looks_secret(name)}


def looks_secret(name: str) -> bool:
    """Tell whether a variable or option of that name probably holds a secret."""
    return _SECRET.search(name.upper()) is not None


def _is_allowed(name: str) -> bool:
    upper = name.upper()
    return upper in _ALLOWED or upper.startswith(_ALLOWED_PREFIXES)
