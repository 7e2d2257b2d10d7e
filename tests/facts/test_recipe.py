"""Names of recipes, and the list of what may run unasked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.facts.recipe import RecipeCall, parse_named_recipe
from reode.facts.recipe_artifacts import load_recipe_artifacts, origin_of, recipe_plugin, unlisted


def test_a_named_recipe_is_read_and_written_back() -> None:
    text = "org.acme:more-recipes:1.2.0#org.acme.Rename"
    recipe = parse_named_recipe(text, "MIT")
    assert recipe is not None
    assert (recipe.coordinates, recipe.name) == ("org.acme:more-recipes:1.2.0", "org.acme.Rename")
    assert str(recipe) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a:b:1",
        "a:b#c.D",
        "a:b:1#D",
        "a:b:RELEASE#c.D",
        "a:b:LATEST#c.D",
        "a:b:1-SNAPSHOT#c.D",
        "a:b:[1,2)#c.D",
        "a:b:1#c.D,e:f:2",
        "a:b:1#c.D\nx",
    ],
)
def test_what_is_no_fixed_version_of_one_recipe_is_refused(text: str) -> None:
    assert parse_named_recipe(text) is None


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    recipe = parse_named_recipe(text)
    assert recipe is None or str(recipe) == text.strip()


def test_only_apache_artifacts_of_one_version_each_are_listed() -> None:
    rows = load_recipe_artifacts()
    assert {row.licence for row in rows} == {"Apache-2.0"}
    assert len({row.artifact for row in rows}) == len(rows)
    assert recipe_plugin().coordinates == "org.openrewrite.maven:rewrite-maven-plugin:6.46.1"
    assert not any("migrate-java" in row.artifact or "spring" in row.artifact for row in rows)


@pytest.mark.parametrize(
    ("artifact", "may"),
    [
        ("org.openrewrite.recipe:rewrite-java-dependencies:1.60.2", True),
        ("org.openrewrite.recipe:rewrite-java-dependencies:1.60.3", False),
        ("org.openrewrite.recipe:rewrite-migrate-java:3.42.1", False),
        ("org.openrewrite.recipe:rewrite-spring:RELEASE", False),
    ],
)
def test_another_artifact_or_version_may_not_run_unasked(artifact: str, may: bool) -> None:
    call = RecipeCall("x.Y", "why", artifacts=(artifact,))
    assert unlisted(call) == (() if may else (artifact,))


def test_a_recipe_of_the_plugins_own_class_path_has_the_engines_licence() -> None:
    assert origin_of(RecipeCall("org.openrewrite.java.ChangeType", "why")) == "8.89.0 Apache-2.0"
