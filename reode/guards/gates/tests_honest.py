"""Gate `tests-honest`: every test still checks what it checked, as hard as it did."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.scorecard import Gate, GateId, Proof
from reode.facts.snapshot import Comparison
from reode.guards.gates.verdicts import failed, passed, plural, unknown
from reode.guards.shadowing import find_shadows
from reode.guards.test_changes import compare_tests, unreadable

_GATE = GateId.TESTS_HONEST
#: Test resources that settle how a test runs; a migration may have to change them.
_CONFIGURATION = re.compile(
    r"\.(?:properties|ya?ml|conf|cfg|ini|xsd|dtd|groovy|policy|sql|ddl|MockMaker)$|META-INF/|WEB-INF/"
    r"|mockito-extensions/|(?:context|spring|beans?|persistence|hibernate|log4j2?|logback|config|settings"
    r"|mapper|ehcache|struts|faces|web|testng|suite|orm|servlet|dispatcher|cfg|pom)[\w.-]*\.xml$",
    re.IGNORECASE,
)
_EXPECTATION = re.compile(
    r"expect|golden|snapshot|approved|reference|baseline|fixture", re.IGNORECASE
)


def judge(comparison: Comparison) -> Gate:
    """Compare the syntax of the tests and the data that they read."""
    before, after = comparison.before, comparison.after
    declared = {m.signature.partition("(")[0] for t in after.types for m in t.members}
    declared |= {t.name.rpartition(".")[2].rpartition("$")[2] for t in after.types}
    proofs = [
        *compare_tests(before.tests, after.tests, frozenset(declared), comparison.renames),
        *_data(comparison),
        *find_shadows(before, after),
    ]
    if proofs:
        return failed(_GATE, f"{plural(len(proofs), 'change')} that weakens the tests", proofs)
    blind = unreadable(before.tests, after.tests)
    if blind:
        return unknown(_GATE, "the syntax of some tests could not be read", blind)
    count = before.tests.test_count
    if not count:
        return passed(_GATE, "the sources have no tests")
    return passed(_GATE, f"{plural(count, 'test method')} checked, none is weaker")


def _data(comparison: Comparison) -> Iterator[Proof]:
    """Give test data that is gone or says something else."""
    now = {r.path: r.digest for r in comparison.after.resources}
    digests = {r.digest for r in comparison.after.resources}
    for file in comparison.before.resources:
        if not file.test:
            continue
        if file.path not in now:
            if file.digest not in digests:
                yield Proof("test data is gone", file.path)
        elif now[file.path] != file.digest and (
            not _CONFIGURATION.search(file.path) or _EXPECTATION.search(file.path)
        ):
            yield Proof("test data was changed", file.path)
