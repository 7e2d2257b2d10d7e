"""The command around the gates: broken trees, many proofs, other criteria."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reode.cli.verify_report import report_json, report_lines
from reode.facts.scorecard import GateId, GateStatus, Proof
from reode.facts.snapshot import Comparison, TreeFacts
from reode.facts.target import Target
from reode.guards.gates.verdicts import failed
from reode.guards.migrationbench import judge_criteria
from reode.guards.scoring import score
from reode.run.verify import Verification
from tests.guards.edits_of_trees import MIGRATED, delete, every
from tests.guards.sample_tree import (
    BASE,
    CORE_TEST,
    GROOVY_TEST,
    KOTLIN_TEST,
    LEGACY_TEST,
    SERVICE_TEST,
    WEB_TEST,
)

Verify = Callable[..., dict[str, Any]]


def test_j05_a_tree_whose_pom_cannot_be_read_fails(run_verify: Verify) -> None:
    data = run_verify(BASE, {**MIGRATED, "pom.xml": "<project><build></project>"})

    assert data["answer"] == "failed"


def test_j05_a_tree_with_a_broken_module_fails(run_verify: Verify) -> None:
    data = run_verify(BASE, {**MIGRATED, "web/pom.xml": "no pom at all"})

    assert data["answer"] == "failed"


def test_j05_criteria_of_migrationbench_let_a_cheat_through_that_the_gates_stop(
    run_verify: Verify,
) -> None:
    gutted = MIGRATED[WEB_TEST].replace("assertEquals(6, cart.total(1, 2, 3));", "")

    data = run_verify(BASE, {**MIGRATED, WEB_TEST: gutted}, "--criteria", "migrationbench")

    assert data["answer"] == "failed"
    assert [c["holds"] for c in data["migrationbench"]] == [True] * 5


def test_j05_without_criteria_none_are_printed(run_verify: Verify) -> None:
    assert "migrationbench" not in run_verify(BASE, MIGRATED)


def test_j05_every_loss_at_once_is_still_one_screen(run_verify: Verify) -> None:
    tests = (CORE_TEST, LEGACY_TEST, WEB_TEST, SERVICE_TEST, KOTLIN_TEST, GROOVY_TEST)

    data = run_verify(BASE, every(*(delete(t) for t in tests))(MIGRATED))

    honest = next(g for g in data["gates"] if g["id"] == "tests-honest")
    assert len(honest["proofs"]) <= 20


def test_j05_the_text_report_is_cut_and_says_so() -> None:
    comparison = Comparison(TreeFacts(), TreeFacts(), Target(17, 17))
    many = [Proof("x" * 500, f"F{n}.java", n + 1) for n in range(100)]
    card = score(comparison, ("a note",))
    gates = tuple(failed(GateId(g.id), "all lost " * 50, many) for g in card.gates)
    result = Verification(type(card)(gates, card.notes), comparison, 2, 12.0)

    lines = [
        "".join(span if isinstance(span, str) else span[0] for span in line)
        for line in report_lines(result, judge_criteria(comparison))
    ]

    assert len(lines) <= 55
    assert max(map(len, lines)) <= 170
    assert any("more with --json" in line for line in lines)
    assert report_json(result, ())["gates"][0]["status"] == GateStatus.FAILED
