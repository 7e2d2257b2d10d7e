"""The guard of single edits: what a fixer may not write, and what it may."""

from __future__ import annotations

import pytest

from reode.facts.edit import Edit
from reode.guards.edits import check_edits
from reode.project.view import ProjectView
from tests.guards.cheats import DELETED, EMPTIED, FLAGS, LOST, SILENCED, WEAKENED, Cheat
from tests.guards.edits_of_trees import change
from tests.guards.honest import HONEST, Honest
from tests.guards.sample_tree import BASE, CORE, CORE_TEST

#: A guard of edits sees neither class files nor results, and leaves tools and strays to the end.
_LATER = {"module-at-the-old-level", "unused-dependency", "tool-left-behind"}
_SEEN = [
    c for c in (*DELETED, *EMPTIED, *WEAKENED, *SILENCED, *FLAGS, *LOST) if c.name not in _LATER
]


def _edits(before: dict[str, str], after: dict[str, str]) -> list[Edit]:
    changed = [Edit(p, t.encode(), "test") for p, t in after.items() if before.get(p) != t]
    return changed + [Edit(p, None, "test") for p in before if p not in after]


@pytest.mark.parametrize("cheat", _SEEN, ids=lambda c: c.name)
def test_j05_a_cheating_edit_is_refused(cheat: Cheat) -> None:
    edits = _edits(BASE, cheat.edit(dict(BASE)))

    assert check_edits(ProjectView.of(BASE), edits)


@pytest.mark.parametrize("case", HONEST, ids=lambda c: c.name)
def test_j05_an_honest_edit_is_allowed(case: Honest) -> None:
    if case.renames or case.name in {"release-property", "nothing-but-the-level"}:
        pytest.skip("needs the map, or starts from the raised level")
    before = case.before(dict(BASE))

    refusals = check_edits(ProjectView.of(before), _edits(before, case.edit(dict(before))))

    assert refusals == ()


@pytest.mark.parametrize(
    "path",
    [
        "../out.txt",
        "/etc/passwd",
        ".git/config",
        "core/target/x",
        ".github/workflows/x.yml",
        "run.sh",
        "a\\b",
    ],
)
def test_j05_a_path_outside_of_the_migration_is_refused(path: str) -> None:
    refusals = check_edits(ProjectView.of(BASE), [Edit(path, b"x", "test")])

    assert [r.path for r in refusals] == [path]


def test_j05_a_broken_pom_is_refused() -> None:
    refusals = check_edits(
        ProjectView.of(BASE), [Edit("pom.xml", b"<project><build></project>", "t")]
    )

    assert "can't read" in refusals[0].reason


def test_j05_a_new_repository_is_refused_and_a_secure_url_is_not() -> None:
    with_one = change(
        "pom.xml",
        "  <modules>",
        "  <repositories><repository><url>http://a.example/m2/</url></repository></repositories>\n  <modules>",
    )(dict(BASE))
    secure = change("pom.xml", "http://a.example", "https://a.example")(with_one)

    assert "a.example" in str(check_edits(ProjectView.of(BASE), _edits(BASE, with_one))[0])
    assert check_edits(ProjectView.of(with_one), _edits(with_one, secure)) == ()


def test_j05_a_refusal_names_file_and_line() -> None:
    edited = change(CORE_TEST, "assertEquals(EXPECTED, sum);", "assertEquals(EXPECTED, EXPECTED);")(
        dict(BASE)
    )

    first = check_edits(ProjectView.of(BASE), _edits(BASE, edited))[0]

    line = edited[CORE_TEST].split("EXPECTED, EXPECTED")[0].count("\n") + 1
    assert (first.path, first.line) == (CORE_TEST, line)
    assert str(first).startswith(f"{CORE_TEST}:{line}: ")


def test_j05_deleting_main_code_is_refused() -> None:
    assert check_edits(ProjectView.of(BASE), [Edit(CORE, None, "test")])
