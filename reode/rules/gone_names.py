"""Java names that code can no longer import: removed from the JDK, or shut inside its modules.

Measured by compiling one-line classes on JDK 17 and 25 at their own levels; what merely looks
alike and stays importable is listed too.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class _Gone(NamedTuple):
    pattern: str
    since: int


#: Regular expressions over dotted names, each with the JDK from which on an import fails.
_GONE = (
    _Gone(r"sun\.misc\.[A-Z]\w*", 9),
    _Gone(r"sun\.reflect\.(?:[A-Z]\w*|annotation|generics|misc)", 9),
    _Gone(r"sun\.(?!misc\b|reflect\b)\w+\.", 9),
    _Gone(r"com\.sun\.(?:awt|corba|deploy|glass|istack\.internal|javadoc|javafx|mirror|rowset|tracing|webkit)\.", 9),
    _Gone(r"com\.sun\.(?:image\.codec|jmx\.(?:mbeanserver|snmp)|java\.(?:browser|swing|util\.jar\.pack)|nio\.zipfs|net\.ssl)\.", 9),
    _Gone(r"com\.sun\.(?:xml\.internal|codemodel\.internal|crypto\.provider|imageio\.plugins|media\.sound|naming\.internal|security\.sasl)\.", 9),
    _Gone(r"com\.sun\.jndi\.(?:cosnaming|dns|fscontext|ldap|rmi|toolkit|url)\.", 9),
    _Gone(r"com\.sun\.org\.apache\.(?:bcel|regexp|xalan|xerces|xml|xpath)\.internal\.", 9),
    _Gone(r"com\.sun\.org\.(?:omg|glassfish)\.", 9),
    _Gone(r"com\.sun\.tools\.(?:classfile|corba|doclets|hat|internal|javac\.(?:[a-z]\w*)|javadoc|script)\.", 9),
    _Gone(r"(?:com\.)?oracle\.jrockit\.", 9),
    _Gone(r"jdk\.internal\.", 9),
    _Gone(r"jdk\.nashorn\.", 15),
    _Gone(r"java\.security\.acl\.", 14),
    _Gone(r"java\.util\.jar\.Pack200\b", 14),
    _Gone(r"java\.rmi\.activation\.", 17),
    _Gone(r"java\.awt\.peer\.", 9),
    _Gone(r"javax\.security\.auth\.Policy\b", 11),
    _Gone(r"javax\.management\.loading\.MLet\b", 25),
)  # fmt: skip
_STAYS = re.compile(
    r"sun\.misc\.(?:Unsafe|Signal|SignalHandler)\b"
    r"|sun\.reflect\.ReflectionFactory\b"
    r"|com\.sun\.tools\.(?:attach|jdi|javac\.Main\b)"
)


def is_gone(name: str, jdk: int) -> bool:
    """Say whether an import of a dotted name (a type's, or a member's) fails from this JDK on."""
    if _STAYS.match(name):
        return False
    return any(jdk >= row.since and re.match(row.pattern, name) for row in _GONE)


@cache
def import_of_gone(jdk: int) -> re.Pattern[bytes]:
    """Return what finds, in a file's bytes, an import that may be gone from this JDK on."""
    names = "|".join(row.pattern for row in _GONE if jdk >= row.since)
    return re.compile(rf"\bimport\s+(?:static\s+)?(?:{names})".encode())
