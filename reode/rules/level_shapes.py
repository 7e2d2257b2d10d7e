"""Cases of `level_too_low` that need more than one pom, a profile, or a parent from elsewhere."""

from __future__ import annotations

from reode.facts.target import Target
from reode.rules.cases import changes, keeps, pom
from reode.rules.pom_cases import (
    configuration,
    execution,
    items,
    modules,
    plugin,
    profile,
    properties,
)

_COMPILER = "maven-compiler-plugin"
_NAMES = ("maven.compiler.source", "maven.compiler.target")
_BOOT = "org.springframework.boot:spring-boot-starter-parent:1.5.22.RELEASE"
_BOOT_POM = pom(
    properties("java.version=1.6", *(f"{name}=${{java.version}}" for name in _NAMES)),
    packaging="pom",
)
_COMPANY = "com.corp:parent:7"


def _levels(level: str) -> str:
    return properties(*(f"{name}={level}" for name in _NAMES))


def _literal(level: str, *, managed: bool = False) -> str:
    lines = configuration(f"<source>{level}</source>", f"<target>{level}</target>")
    return plugin(_COMPILER, "3.8.1", *lines, managed=managed)


def _root(body: str = "", *names: str) -> str:
    return pom(modules(*(names or ("a",))) + body, packaging="pom", artifact="root")


def _module(body: str = "", name: str = "a") -> str:
    return pom(body, parent="org.acme:root:1.0", artifact=name)


SHAPES = [
    changes(
        pom(properties("java.version=1.8"), parent=_BOOT),
        pom(properties("java.version=17"), parent=_BOOT),
        repository={_BOOT: _BOOT_POM},
        title="Spring Boot's java.version",
    ),
    changes(
        pom(parent=_BOOT),
        pom(properties("java.version=17"), parent=_BOOT),
        repository={_BOOT: _BOOT_POM},
        title="Spring Boot's java.version, never set here",
    ),
    changes(
        pom(parent=_COMPANY),
        pom(properties("jdk.level=17"), parent=_COMPANY),
        repository={
            _COMPANY: pom(
                properties("jdk.level=1.7")
                + plugin(
                    _COMPILER,
                    "3.8.1",
                    *configuration(
                        "<source>${jdk.level}</source>", "<target>${jdk.level}</target>"
                    ),
                ),
                packaging="pom",
            )
        },
        title="a foreign parent's property of any name",
    ),
    changes(
        pom(parent=_COMPANY),
        pom(
            plugin(
                _COMPILER,
                "",
                *configuration("<source>17</source>", "<target>17</target>"),
                group="org.apache.maven.plugins",
            ),
            parent=_COMPANY,
        ),
        repository={_COMPANY: pom(_literal("1.7"), packaging="pom")},
        title="a foreign parent's literal",
    ),
    changes(
        {"pom.xml": _root(_levels("1.8")), "a/pom.xml": _module()},
        {"pom.xml": _root(_levels("17"))},
        title="the parent module decides",
    ),
    changes(
        {"pom.xml": _root(_levels("17")), "a/pom.xml": _module(_levels("1.6"))},
        {"a/pom.xml": _module(_levels("17"))},
        title="a module lower than its parent",
    ),
    changes(
        {
            "pom.xml": _root(_literal("1.6", managed=True), "a", "b"),
            "a/pom.xml": _module(),
            "b/pom.xml": _module(_literal("1.5"), "b"),
        },
        {
            "pom.xml": _root(_literal("17", managed=True), "a", "b"),
            "b/pom.xml": _module(_literal("17"), "b"),
        },
        title="managed in the parent, overridden in one module",
    ),
    changes(
        {"pom.xml": _root(), "a/pom.xml": _module()},
        {"pom.xml": _root(_levels("17"))},
        title="no level in any module",
    ),
    changes(
        {"pom.xml": _root(), "a/pom.xml": pom(artifact="a")},
        {"a/pom.xml": pom(_levels("17"), artifact="a")},
        title="an aggregator that is nobody's parent",
    ),
    changes(
        {
            "pom.xml": _root(properties("lvl=1.6") + _literal("${lvl}", managed=True)),
            "a/pom.xml": _module(properties("lvl=1.7")),
        },
        {
            "pom.xml": _root(properties("lvl=17") + _literal("${lvl}", managed=True)),
            "a/pom.xml": _module(properties("lvl=17")),
        },
        title="a property that a module overrides",
    ),
    changes(
        pom(profile("dev", _levels("1.8"), "<activeByDefault>true</activeByDefault>")),
        pom(profile("dev", _levels("17"), "<activeByDefault>true</activeByDefault>")),
        title="in a profile that is on by default",
    ),
    changes(
        pom(_literal("1.8") + profile("jdk8", _levels("1.8"), "<jdk>1.8</jdk>")),
        pom(_literal("17") + profile("jdk8", _levels("17"), "<jdk>1.8</jdk>")),
        title="in a profile and in the plugin",
    ),
    changes(
        pom(properties("a=b") + profile("old", _levels("1.7"), "<jdk>1.7</jdk>")),
        pom(
            properties("a=b", *(f"{name}=17" for name in _NAMES))
            + profile("old", _levels("17"), "<jdk>1.7</jdk>")
        ),
        title="only in a profile that is off",
    ),
    changes(
        pom(
            _levels("1.8")
            + plugin(_COMPILER, "3.8.1", *execution("tests", *configuration("<source>7</source>")))
        ),
        pom(
            _levels("17")
            + plugin(_COMPILER, "3.8.1", *execution("tests", *configuration("<source>17</source>")))
        ),
        title="in one execution",
    ),
    changes(
        pom(
            _levels("1.8")
            + plugin(
                "maven-toolchains-plugin",
                "1.1",
                *configuration(
                    "<toolchains>",
                    "  <jdk>",
                    "    <version>1.8</version>",
                    "  </jdk>",
                    "</toolchains>",
                ),
            )
        ),
        pom(
            _levels("22")
            + plugin(
                "maven-toolchains-plugin",
                "1.1",
                *configuration(
                    "<toolchains>",
                    "  <jdk>",
                    "    <version>25</version>",
                    "  </jdk>",
                    "</toolchains>",
                ),
            )
        ),
        target=Target(jdk=25, release=22),
        title="a toolchain is a JDK, not a level",
    ),
    changes(
        {
            "pom.xml": pom(),
            ".mvn/maven.config": "-B -Dmaven.compiler.source=8 -Dmaven.compiler.target=8\n",
        },
        {".mvn/maven.config": "-B -Dmaven.compiler.source=17 -Dmaven.compiler.target=17\n"},
        title="on Maven's command line",
    ),
    keeps(
        pom(
            _levels("17")
            + plugin(
                _COMPILER,
                "3.8.1",
                *execution(
                    "java9",
                    *configuration(
                        "<release>9</release>", "<multiReleaseOutput>true</multiReleaseOutput>"
                    ),
                ),
            )
        ),
        title="one layer of a multi-release jar",
    ),
    keeps(
        pom(
            _levels("17")
            + plugin("other-plugin", "1", *configuration(*items("x", "source", "1.6")), group="g")
        ),
        title="another plugin's source",
    ),
    keeps({"pom.xml": _root(_levels("17")), "a/pom.xml": _module()}, title="all modules are there"),
]
