"""J06: what a user's rule did for nothing is left out again, and what is needed stays."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.test_projects import _check_outside, _jdk, _repository, reode

pytestmark = pytest.mark.e2e

#: A rule that fires on a real symptom and adds what does not cure it.
RULE = '''"""Tune the shop.

Symptom: `InaccessibleObjectException`.
Cause: a guess that was wrong.
Source: https://example.org/
"""

from reode.facts.edit import Edit
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.pom_cases import properties
from reode.rules.rule import Rule, Situation, When


def find(situation: Situation) -> list[Edit]:
    draft = Draft(situation.view)
    draft.put(draft.pom("pom.xml").set_property("shop.tuned", "true"), "The shop wants tuning.")
    return draft.edits()


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"inaccessible-object"}), order=1)
_SEEN = (diagnostic("inaccessible-object", "Unable to make it accessible"),)
CASES = [
    changes(
        pom(properties("a=b")),
        pom(properties("a=b", "shop.tuned=true")),
        diagnostics=_SEEN,
        title="a property",
    ),
    keeps(pom(properties("a=b")), title="no symptom"),
]
'''


def test_j06_a_needless_property_is_left_out_and_the_rest_stays(tmp_path: Path) -> None:
    jdk, repository, home = _jdk(17), _repository("shop-war", tmp_path / "user"), tmp_path / "home"
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "untuned.py").write_text(RULE, encoding="utf-8")
    options = ("--to", "17", "--no-llm", "--minimise", "--rules", str(rules))
    code, data = reode("migrate", str(repository), *options, home=home)
    assert code == 0, json.dumps(data, indent=1)[:4000]
    assert data["verdict"] in {"migrated", "migrated_unproven"}
    tried = {one["by"]: one for one in data["minimised"]["tried"]}
    assert [by for by, one in tried.items() if one["dropped"]] == ["rule:untuned"]
    assert "rule:inaccessible_object" in tried
    assert tried["rule:inaccessible_object"]["why"].startswith("a test does worse without it")
    assert tried["rule:level_too_low"]["why"].startswith("a rule is certain of it")
    assert data["minimised"]["builds"] <= len(tried)
    assert "shop.tuned" not in data["diff"]
    assert "rule:untuned" not in {t["by"] for t in data["transforms"]}
    commits = subprocess.run(
        ["git", "rev-list", "--reverse", f"{data['base_commit']}..{data['branch']}"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert [t["commit"] for t in data["transforms"]] == commits
    assert sum(t["lines"] for t in data["transforms"]) >= data["changed_lines"]
    _check_outside(Path(data["worktree"]), jdk, 17, 4)
