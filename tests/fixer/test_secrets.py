"""No planted secret reaches a prompt; ordinary code stays readable."""

from __future__ import annotations

import time

import pytest

from reode.fixer.secrets import HIDDEN, hide_secrets, is_closed, planted_secrets, shown
from reode.project.view import ProjectView

SECRETS = [
    "password=hunter2secret",
    "spring.datasource.password: s3cr3t-value",
    '"apiKey": "abcdef123456"',
    "<password>topsecretvalue</password>",
    "jdbc.pwd = verysecret1",
    "api_key: 'k-123456789'",
    "token = sk-" + "a1" * 12,
    "AKIA" + "A1B2" * 4,
    "ghp_" + "ab12" * 9,
    "jdbc:mysql://root:rootpass@localhost/db",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
]
VALUES = [
    "hunter2secret", "s3cr3t-value", "abcdef123456", "topsecretvalue", "verysecret1",
    "k-123456789", "sk-a1a1", "AKIAA1B2", "ghp_ab12", "rootpass", "MIIE",
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), list(zip(SECRETS, VALUES, strict=True)))
def test_secrets_are_hidden(text: str, value: str) -> None:
    hidden = hide_secrets(text)
    assert value not in hidden
    assert HIDDEN in hidden


@pytest.mark.parametrize(
    "text",
    [
        "private String password;",
        "password = encoder.encode(input);",
        "jdbc.password=${db.password}",
        "<token>${token}</token>",
        "setPassword(password)",
    ],
)
def test_code_and_placeholders_stay(text: str) -> None:
    assert shown("A.java", text) == text
    if "${" in text:
        assert hide_secrets(text) == text


@pytest.mark.parametrize(
    "path",
    [".env", "a/.env.local", "conf/settings.xml", "x/id_rsa", "k/server.pem", ".git/config",
     "a/target/x", "keystore.jks", "credentials.json", "secrets.yml", ".npmrc"],
)  # fmt: skip
def test_closed_files(path: str) -> None:
    assert is_closed(path)


@pytest.mark.parametrize("path", ["pom.xml", "src/main/java/a/Key.java", "application.properties"])
def test_open_files(path: str) -> None:
    assert not is_closed(path)


def test_long_words_are_read_in_no_time() -> None:
    start = time.monotonic()
    assert hide_secrets("E" * 200_000 + ".a" * 100_000)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("path", ["src/main/java/a/Secrets.java", "src/main/java/Credentials.java"])
def test_classes_with_telling_names_are_open(path: str) -> None:
    assert not is_closed(path)


def test_values_of_closed_files_are_known() -> None:
    files = {".env": "DB_PASSWORD=planted-value-1\nMODE=production\n", "pom.xml": "<project/>"}
    assert planted_secrets(ProjectView.of(files)) == ("planted-value-1",)
