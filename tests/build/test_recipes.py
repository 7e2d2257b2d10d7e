"""What OpenRewrite is asked, and how its answer is read."""

from dataclasses import replace
from pathlib import Path

import pytest

from reode.build.recipes import changes_since, failure_of, take_stock, unparsed, write_recipes
from reode.facts.build import BuildOutcome
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.recipe import RecipeCall

MOVE = RecipeCall(
    "org.openrewrite.java.ChangeType",
    "It moved.",
    {"oldFullyQualifiedTypeName": "a.Old", "ignoreDefinition": True, "text": 'q"\n: x'},
)
GREEN = BuildOutcome(True, Phase.DONE, (), 17, exit_code=0)


def test_the_recipes_stand_in_a_file_outside_the_tree(tmp_path: Path) -> None:
    config = tmp_path / "beside" / "rewrite.yml"
    goal = write_recipes([MOVE, RecipeCall("x.Plain", "why")], config)

    assert goal.goals == ("org.openrewrite.maven:rewrite-maven-plugin:6.46.1:runNoFork",)
    assert goal.properties["rewrite.configLocation"] == str(config)
    # Said all the same: a property of the project could name artifacts otherwise.
    assert goal.properties["rewrite.recipeArtifactCoordinates"] == ""
    text = config.read_text()
    assert f"name: {goal.properties['rewrite.activeRecipes']}\n" in text
    assert '"ignoreDefinition": true' in text
    assert r'"text": "q\"\n: x"' in text  # one line, whatever the value holds
    assert text.endswith("  - x.Plain\n")


def test_poms_are_read_only_where_they_may_change(tmp_path: Path) -> None:
    java = write_recipes([MOVE], tmp_path / "r.yml").properties
    both = write_recipes([MOVE, replace(MOVE, files=("pom.xml",))], tmp_path / "r.yml").properties
    assert java["rewrite.skipMavenParsing"] == "true"
    assert "rewrite.skipMavenParsing" not in both


def test_artifacts_beyond_the_plugins_own_are_named(tmp_path: Path) -> None:
    call = replace(MOVE, artifacts=("g:a:1",))
    goal = write_recipes([call, call], tmp_path / "r.yml")
    assert goal.properties["rewrite.recipeArtifactCoordinates"] == "g:a:1"


def test_modules_that_need_each_other_are_found_without_compiling(tmp_path: Path) -> None:
    goal = write_recipes([MOVE], tmp_path / "r.yml", siblings=True)
    assert goal.goals[0] == "test-compile"
    assert goal.properties["maven.main.skip"] == goal.properties["maven.test.skip"] == "true"


def test_the_difference_of_two_stocks_leaves_build_output_out(tmp_path: Path) -> None:
    for name in ("pom.xml", "src/A.java", "src/target/B.java", "gone.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"old\r\n")
    stock = take_stock(tmp_path)
    assert changes_since(stock, tmp_path) == {}

    (tmp_path / "src/target/B.java").write_bytes(b"new\r\n")
    (tmp_path / "gone.txt").unlink()
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "out.class").write_bytes(b"")
    (tmp_path / "C.java").write_bytes(b"c")

    assert changes_since(stock, tmp_path) == {
        "C.java": b"c",
        "gone.txt": None,
        "src/target/B.java": b"new\r\n",
    }


@pytest.mark.parametrize(
    ("outcome", "log", "says"),
    [
        (GREEN, "[INFO] BUILD SUCCESS\n", ""),
        (replace(GREEN, ok=False, ended="timeout"), "", "took too long"),
        (replace(GREEN, ok=False, ended="silent"), "", "went silent"),
        (
            GREEN,
            "[ERROR] Recipe validation error in reode.Recipes for property x.Typo: class not found\n",
            "refuses the recipe: x.Typo: class not found",
        ),
        (
            replace(
                GREEN,
                ok=False,
                exit_code=1,
                diagnostics=(Diagnostic("plugin-unresolved", Phase.RESOLVE, "no such plugin\nx"),),
            ),
            "",
            "OpenRewrite failed: no such plugin",
        ),
        (replace(GREEN, ok=False, exit_code=1), "", "see its log"),
    ],
)
def test_a_failure_is_said_in_one_sentence(outcome: BuildOutcome, log: str, says: str) -> None:
    why = failure_of(outcome, log)
    assert says in why if says else why == ""
    assert "\n" not in why


def test_sources_that_it_could_not_read_are_named() -> None:
    log = (
        "[WARNING] There were problems parsing some source files\n"
        "[WARNING] There were problems parsing app/src/main/java/a/Broken.java\n"
        "[WARNING] java.lang.IllegalStateException: is not print idempotent.\n"
    )
    assert unparsed(log) == ("app/src/main/java/a/Broken.java",)
