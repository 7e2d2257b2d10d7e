"""A build sees a short list of variables, and no secret."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.environment import clean_environment, looks_secret


@pytest.mark.parametrize(
    "name",
    [
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "GITHUB_TOKEN",
        "AWS_PROFILE",
        "AWS_SECRET_ACCESS_KEY",
        "DB_PASSWORD",
        "SSH_AUTH_SOCK",
        "MAVEN_OPTS",
        "JDK_JAVA_OPTIONS",
        "JAVA_HOME",
        "LD_PRELOAD",
        "PYTHONPATH",
    ],
)
def test_not_taken_over(name: str) -> None:
    assert clean_environment(source={name: "x", "PATH": "/bin"}) == {"PATH": "/bin"}


@pytest.mark.parametrize(
    "name", ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "https_proxy", "NO_PROXY", "SSL_CERT_FILE"]
)
def test_taken_over(name: str) -> None:
    assert clean_environment(source={name: "x"}) == {name: "x"}


def test_extra_is_added_but_never_a_secret() -> None:
    extra = {"JAVA_HOME": "/jdk", "MY_TOKEN": "t"}
    assert clean_environment(extra, source={}) == {"JAVA_HOME": "/jdk"}


@given(st.dictionaries(st.text(min_size=1), st.text()))
def test_no_name_that_looks_secret_survives(source: dict[str, str]) -> None:
    assert not any(looks_secret(name) for name in clean_environment(source=source))
