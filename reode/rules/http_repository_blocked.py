"""Maven refuses a repository because its address is plain http.

Symptom: `Could not transfer artifact … from/to maven-default-http-blocker (http://0.0.0.0/): Blocked
    mirror for repositories: [x (http://…)]`.
Cause: Maven 3.8.1 and later block http repositories. Only an artifact that is missing elsewhere
    shows it, so nothing is edited before that.
Source: https://maven.apache.org/docs/3.8.1/release-notes.html
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from reode.facts.edit import Edit
from reode.project.pom import Pom
from reode.project.pom_values import child_value, children
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.levels import profiles_of
from reode.rules.rewriting import rewrite
from reode.rules.rule import Rule, Situation, When

#: Old names of Maven Central, which every build has anyway.
_CENTRAL = (
    "http://central.maven.org",
    "http://repo1.maven.org",
    "http://repo.maven.apache.org",
    "http://uk.maven.org",
    "http://repo2.maven.org",
)
_REASON = "Maven refuses repositories on plain http since 3.8.1."


def find(situation: Situation) -> list[Edit]:
    """Drop entries that mean Maven Central, and ask the others over https."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        pom = draft.pom(module.path).remove_found(lambda one: list(_central(one)))
        draft.put(rewrite(pom, _addresses, _secure), _REASON)
    return draft.edits()


def _repositories(pom: Pom) -> Iterator[etree._Element]:
    for profile in profiles_of(pom):
        yield from pom.find_all("repositories/repository", profile)
        yield from pom.find_all("pluginRepositories/pluginRepository", profile)


def _central(pom: Pom) -> Iterator[etree._Element]:
    return (e for e in _repositories(pom) if (child_value(e, "url") or "").startswith(_CENTRAL))


def _addresses(pom: Pom) -> Iterator[etree._Element]:
    for repository in _repositories(pom):
        yield from children(repository, "url")


def _secure(url: str) -> str | None:
    return f"https{url.removeprefix('http')}" if url.startswith("http://") else None


rule = Rule(find=find, when=When.DIAGNOSED, kinds=frozenset({"http-blocked"}), order=18)

_BLOCKED = (diagnostic("http-blocked", evidence={"repository": "x", "url": "http://x.org/m2"}),)


def _repository(url: str, kind: str = "repositories/repository") -> str:
    outer, inner = kind.split("/")
    return pom(
        f"<{outer}>\n  <{inner}>\n    <id>x</id>\n    <url>{url}</url>\n  </{inner}>\n</{outer}>\n"
    )


CASES = [
    changes(
        _repository("http://x.org/m2"),
        _repository("https://x.org/m2"),
        diagnostics=_BLOCKED,
        title="a repository",
    ),
    changes(
        _repository("http://x.org/m2", "pluginRepositories/pluginRepository"),
        _repository("https://x.org/m2", "pluginRepositories/pluginRepository"),
        diagnostics=_BLOCKED,
        title="a plugin repository",
    ),
    changes(
        _repository("http://repo1.maven.org/maven2"),
        pom(),
        diagnostics=_BLOCKED,
        title="Maven Central by an old name",
    ),
    keeps(_repository("http://x.org/m2"), title="harmless until something is missing"),
    keeps(_repository("https://x.org/m2"), diagnostics=_BLOCKED, title="https already"),
    keeps(
        pom(
            "<distributionManagement>\n  <site>\n    <id>x</id>\n    <url>http://x.org</url>\n  </site>\n</distributionManagement>"
        ),
        diagnostics=_BLOCKED,
        title="where a site is deployed",
    ),
]
