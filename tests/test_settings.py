"""Settings: which place wins, where a value came from, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from reode.errors import SettingsError
from reode.settings import read_settings


def test_flag_beats_environment_beats_project_beats_user_beats_default(tmp_path: Path) -> None:
    user = tmp_path / "user.toml"
    user.write_text("attempts = 2\nmax_iterations = 2\ntimeout = 2\nmax_cost = 2\n")
    (tmp_path / ".reode.toml").write_text("max_iterations = 3\ntimeout = 3\nmax_cost = 3\n")
    environment = {"REODE_TIMEOUT": "4", "REODE_MAX_COST": "4", "OTHER": "x"}
    found = read_settings(
        {"max_cost": 5, "jdk": None}, project=tmp_path, environment=environment, user_file=user
    )
    s = found.settings
    assert (s.attempts, s.max_iterations, s.timeout, s.max_cost) == (2, 3, 4, 5)
    assert found.origin["attempts"] == str(user)
    assert found.origin["max_iterations"] == str(tmp_path / ".reode.toml")
    assert found.origin["timeout"] == "environment"
    assert found.origin["max_cost"] == "flag"
    assert found.origin["offline"] == "default"


def test_lists_come_from_commas_in_the_environment(tmp_path: Path) -> None:
    found = read_settings(environment={"REODE_ESCALATE_TO": "a, b"}, user_file=tmp_path / "no")
    assert found.settings.escalate_to == ("a", "b")


@pytest.mark.parametrize(
    ("environment", "text", "says", "hint"),
    [
        ({"REODE_MAX_COTS": "1"}, "", "REODE_MAX_COTS", "max_cost"),
        ({}, "modle = 'x'\n", "modle", "model"),
        ({"REODE_TIMEOUT": "soon"}, "", "timeout = 'soon'", "reode config"),
        ({}, "timeout = -1\n", "timeout = -1", "reode config"),
        ({}, "timeout = \n", "can't read", "reode config"),
    ],
)
def test_bad_settings_say_what_and_where(
    tmp_path: Path, environment: dict[str, str], text: str, says: str, hint: str
) -> None:
    user = tmp_path / "user.toml"
    user.write_text(text)
    with pytest.raises(SettingsError, match=says) as raised:
        read_settings(environment=environment, user_file=user)
    assert hint in raised.value.hint


def test_a_repository_can_not_name_recipes_for_its_user(tmp_path: Path) -> None:
    line = "recipes = ['g:a:1#b.C']\n"
    user = tmp_path / "user.toml"
    user.write_text(line)
    assert read_settings(user_file=user, environment={}).settings.recipes == ("g:a:1#b.C",)
    (tmp_path / ".reode.toml").write_text(line)
    with pytest.raises(SettingsError, match="only the user may choose it") as raised:
        read_settings(project=tmp_path, user_file=tmp_path / "no", environment={})
    assert "--recipes" in raised.value.hint
