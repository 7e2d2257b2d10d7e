"""JUnit 5 tests are there, and the build runs none of them.

Symptom: a green build without `Tests run:`, although the sources have tests of `org.junit.jupiter`.
Cause: surefire runs the JUnit Platform from 2.22.0 on. Where no version is written, Maven before 3.9
    binds 2.12.4. A migration that no test watches proves nothing.
Source: https://maven.apache.org/surefire/maven-surefire-plugin/examples/junit-platform.html
"""

from __future__ import annotations

from reode.facts.edit import Edit
from reode.project.reactor import Module, PluginUse
from reode.project.versions import compare, is_range
from reode.rules.cases import changes, keeps, pom
from reode.rules.class_path import class_path
from reode.rules.draft import Draft
from reode.rules.junit_vintage_missing import has_junit4
from reode.rules.pom_cases import dependencies, plugin, properties
from reode.rules.raising import raise_plugin
from reode.rules.rule import Rule, Situation, When

_SUREFIRE = "org.apache.maven.plugins:maven-surefire-plugin"
_FIRST = "2.22.0"
#: The last of the line in which the platform came.
_VERSION = "2.22.2"
#: From 3.0.0 on surefire brings the engine itself where the project names only the API.
_WITH_ENGINE = "3.0.0"
_ENGINE = "org.junit.jupiter:junit-jupiter-engine"
#: Ways to run Jupiter that need no newer surefire: its own old provider, a bridging runner.
_BRIDGES = (b"JUnitPlatform",)
_PROVIDER = "junit-platform-surefire-provider"


def find(situation: Situation) -> list[Edit]:
    """Raise surefire where it is too old for the Jupiter tests of a module."""
    draft = Draft(situation.view)
    for module in situation.view.reactor.modules:
        use = module.plugins().get(_SUREFIRE)
        if use is None or not _is_blind(use) or not _has_jupiter(situation, module):
            continue
        if has_junit4(situation, module):
            continue  # the newer surefire runs these beside Jupiter only with another engine
        current = draft.module(module.path)
        version = _VERSION if _brings_engine(draft, current) else _WITH_ENGINE
        reason = f"maven-surefire-plugin {use.version} does not run JUnit 5 tests."
        raise_plugin(draft, current, current.plugins()[_SUREFIRE], version, reason)
    return draft.edits()


def _is_blind(use: PluginUse) -> bool:
    version = use.version
    if version is None or "${" in version or is_range(version) or compare(version, _FIRST) >= 0:
        return False
    names = (e for placed in use.decls for e in placed.decl.element.iter("{*}artifactId"))
    return not any((name.text or "").strip() == _PROVIDER for name in names)


def _has_jupiter(situation: Situation, module: Module) -> bool:
    view = situation.view
    own = view.reactor.module_of(module.path)
    sources = [view.read(path) for path in view.java_files("test", module=own)]
    if any(word in data for data in sources for word in _BRIDGES):
        return False
    return any(b"org.junit.jupiter.api" in data for data in sources)


def _brings_engine(draft: Draft, module: Module) -> bool:
    """Tell whether the engine is on the class path, or may be: not all of it could be read."""
    path = class_path(draft.view, module)
    return _ENGINE in path.versions(main=False) or not path.complete


rule = Rule(find=find, when=When.CERTAIN, order=81)

_API = "org.junit.jupiter:junit-jupiter-api:5.8.2:test"
_BOTH = dependencies(_API, f"{_ENGINE}:5.8.2:test")
_REPOSITORY = {
    "org.junit.jupiter:junit-jupiter-api:5.8.2": pom(),
    "org.junit.jupiter:junit-jupiter-engine:5.8.2": pom(),
}
_PLUGIN = "maven-surefire-plugin"
_GROUP = "org.apache.maven.plugins"


def _files(body: str, name: str = "org.junit.jupiter.api.Test") -> dict[str, str]:
    text = f"package a;\n\nimport {name};\n\nclass ATest {{ @Test void t() {{ }} }}\n"
    return {"pom.xml": pom(body), "src/test/java/a/ATest.java": text}


CASES = [
    changes(
        _files(_BOTH),
        pom(_BOTH + plugin(_PLUGIN, _VERSION, group=_GROUP)),
        repository=_REPOSITORY,
        title="the surefire that Maven binds by itself",
    ),
    changes(
        _files(properties("surefire=2.19.1") + _BOTH + plugin(_PLUGIN, "${surefire}")),
        pom(properties(f"surefire={_VERSION}") + _BOTH + plugin(_PLUGIN, "${surefire}")),
        repository=_REPOSITORY,
        title="the version is a property",
    ),
    changes(
        _files(dependencies(_API) + plugin(_PLUGIN, "2.18")),
        pom(dependencies(_API) + plugin(_PLUGIN, _WITH_ENGINE)),
        repository=_REPOSITORY,
        title="only the API is named",
    ),
    keeps(_files(_BOTH + plugin(_PLUGIN, "2.22.0")), repository=_REPOSITORY, title="new enough"),
    keeps(
        {
            **_files(_BOTH),
            "src/test/java/a/OldTest.java": "import org.junit.Test; class OldTest { }",
        },
        repository=_REPOSITORY,
        title="JUnit 4 tests that run today would stop",
    ),
    keeps(
        _files(dependencies("junit:junit:4.12:test"), "org.junit.Test"),
        repository={"junit:junit:4.12": pom()},
        title="JUnit 4 needs nothing newer",
    ),
    keeps(
        _files(
            _BOTH
            + plugin(
                _PLUGIN,
                "2.19.1",
                "<dependencies>",
                "  <dependency>",
                "    <groupId>org.junit.platform</groupId>",
                f"    <artifactId>{_PROVIDER}</artifactId>",
                "    <version>1.0.0</version>",
                "  </dependency>",
                "</dependencies>",
            )
        ),
        repository=_REPOSITORY,
        title="the platform's own provider runs them",
    ),
]
