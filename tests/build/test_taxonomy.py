"""The taxonomy is large enough, stable, and right on the labelled excerpts of our own runs."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from reode.build.kinds import Kind

SCORER = Path(__file__).parents[2] / "benchmarks" / "parser_score.py"

#: Names that rules, guards and the graph rely on.
RELIED_ON = [
    "jvm-option",
    "maven-crash",
    "out-of-memory",
    "pom-unreadable",
    "pom-duplicate-tag",
    "pom-invalid",
    "parent-missing",
    "reactor",
    "http-blocked",
    "plugin-unresolved",
    "plugin-goal-missing",
    "plugin-needs-newer-maven",
    "dependency-unresolved",
    "dependency-system-path",
    "dependency-version-missing",
    "transfer-failed",
    "level-unsupported",
    "level-too-new",
    "level-mismatch",
    "compiler-flag",
    "werror",
    "processor-crash",
    "lombok-crash",
    "package-missing",
    "package-not-visible",
    "symbol-missing",
    "class-file-missing",
    "ambiguous-reference",
    "override-clash",
    "incompatible-types",
    "unreported-exception",
    "syntax",
    "identifier-keyword",
    "encoding",
    "compile-other",
    "compile-unknown",
    "enforcer-rule",
    "ant",
    "mojo-load",
    "class-file-version",
    "plugin-failed",
    "javadoc",
    "kotlin-jdk-version",
    "tools-jar",
    "tool-missing",
    "inaccessible-object",
    "illegal-access",
    "no-class-def",
    "no-such-method",
    "no-such-field",
    "security-manager",
    "class-cast-loader",
    "bytebuddy-version",
    "mock-failed",
    "agent-crash",
    "fork-crashed",
    "vm-option",
    "script-engine-missing",
    "tests-not-run",
    "test-assertion",
    "test-error",
    "environment-connection",
    "environment-docker",
    "environment-host",
    "environment-display",
    "timeout",
]


@pytest.fixture(scope="module")
def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("parser_score", SCORER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["parser_score"] = module
    spec.loader.exec_module(module)
    return module


def test_at_least_45_kinds_with_stable_names() -> None:
    assert len(Kind) >= 45
    assert set(RELIED_ON) <= {str(kind) for kind in Kind}
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", kind) for kind in Kind)


def test_labelled_set_is_large_and_varied(scorer: ModuleType) -> None:
    labels = list(scorer.excerpts())
    assert len(labels) >= 300
    assert len({excerpt["id"] for excerpt, _ in labels}) == len(labels)
    expected = set().union(*(kinds for _, kinds in labels))
    assert expected <= {str(kind) for kind in Kind}
    assert len(expected) >= 45


def test_precision_and_recall_are_at_least_95_percent(scorer: ModuleType) -> None:
    result = scorer.score()
    assert result.precision() >= 0.95, result.misses
    assert result.recall() >= 0.95, result.misses


def test_the_score_sees_mistakes(scorer: ModuleType) -> None:
    result = scorer.Score()
    result.add({"id": "a"}, {"werror", "syntax"}, {"werror", "encoding"})
    assert (result.precision(), result.recall()) == (0.5, 0.5)
    assert (result.recall("syntax"), result.precision("encoding")) == (0.0, 0.0)
