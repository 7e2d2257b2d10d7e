"""Java levels: every place in the wild that sets one is found, and which one is in force."""

from collections.abc import Mapping

import pytest

from reode.project.reactor import Module, compiler_levels, set_level
from tests.project.poms import build, only_module, plugin, pom, profile, properties, view

CONFIG = "<source>1.6</source><target>1.6</target>"
BOOT = pom(
    properties(java__version="1.6", maven__compiler__source="${java.version}",
               maven__compiler__target="${java.version}"),
    artifact="boot", group="org.boot",
)  # fmt: skip
COMPANY = pom(
    build(managed=(plugin(version="3.1", config=CONFIG),)), artifact="company", group="org.c"
)
REPOSITORY = {"org.boot:boot:1.0": BOOT, "org.c:company:1.0": COMPANY}


def rows(module: Module) -> list[tuple[str, int | None, str, str]]:
    """Name each place: option, level, property or element, remarks."""
    found = []
    for site in compiler_levels(module):
        remarks = [
            "" if site.active else "off",
            "" if site.effective else "beaten",
            site.execution or "",
            "argument" if site.argument else "",
            "managed" if site.managed else "",
            "outside" if not site.site.editable else "",
            "related" if site.related else "",
        ]
        found.append((site.what, site.level, site.site.name, " ".join(r for r in remarks if r)))
    return found


SHAPES: dict[str, tuple[str, list[tuple[str, int | None, str, str]]]] = {
    "nothing": (pom(), []),
    "properties": (
        pom(properties(maven__compiler__source="1.7", maven__compiler__target="7")),
        [("source", 7, "maven.compiler.source", ""), ("target", 7, "maven.compiler.target", "")],
    ),
    "release property": (
        pom(properties(maven__compiler__release="8")),
        [("release", 8, "maven.compiler.release", "")],
    ),
    "test properties": (
        pom(properties(maven__compiler__testSource="1.8", maven__compiler__testTarget="1.8")),
        [
            ("testSource", 8, "maven.compiler.testSource", ""),
            ("testTarget", 8, "maven.compiler.testTarget", ""),
        ],
    ),
    "property chain": (
        pom(properties(maven__compiler__source="${a}", a="${b}", b="1.5")),
        [("source", 5, "b", "")],
    ),
    "plugin literals": (
        pom(build(plugin(config=CONFIG))),
        [("source", 6, "source", ""), ("target", 6, "target", "")],
    ),
    "plugin with own property": (
        pom(properties(jdk="1.6") + build(plugin(config="<source>${jdk}</source>"))),
        [("source", 6, "jdk", "")],
    ),
    "plugin names the usual property": (
        pom(
            properties(maven__compiler__source="1.6")
            + build(plugin(config="<source>${maven.compiler.source}</source>"))
        ),
        [("source", 6, "maven.compiler.source", ""), ("source", 6, "maven.compiler.source", "")],
    ),
    "property beaten by the plugin": (
        pom(properties(maven__compiler__source="7") + build(plugin(config="<source>8</source>"))),
        [("source", 8, "source", ""), ("source", 7, "maven.compiler.source", "beaten")],
    ),
    "execution": (
        pom(build(plugin(execution="<source>1.6</source>"))),
        [("source", 6, "source", "x")],
    ),
    "management only": (
        pom(build(managed=(plugin(config=CONFIG),))),
        [("source", 6, "source", "managed"), ("target", 6, "target", "managed")],
    ),
    "management beaten by the build": (
        pom(
            build(
                plugin(config="<source>8</source>"),
                managed=(plugin(config="<source>7</source>"),),
            )
        ),
        [("source", 8, "source", ""), ("source", 7, "source", "beaten managed")],
    ),
    "two declarations": (
        pom(build(plugin(config="<source>7</source>"), plugin(config="<source>8</source>"))),
        [("source", 8, "source", ""), ("source", 7, "source", "beaten")],
    ),
    "profile that is off, property": (
        pom(
            properties(maven__compiler__source="8")
            + f"<profiles>{profile('p', properties(maven__compiler__source='7'))}</profiles>"
        ),
        [
            ("source", 8, "maven.compiler.source", ""),
            ("source", 7, "maven.compiler.source", "off beaten"),
        ],
    ),
    "profile that is on, property": (
        pom(
            f"<profiles>{profile('p', properties(maven__compiler__source='7'), '<jdk>[9,)</jdk>')}</profiles>"
        ),
        [("source", 7, "maven.compiler.source", "")],
    ),
    "profile that is on beats the pom": (
        pom(
            properties(maven__compiler__source="8")
            + f"<profiles>{profile('p', properties(maven__compiler__source='7'), '<jdk>[9,)</jdk>')}</profiles>"
        ),
        [
            ("source", 7, "maven.compiler.source", ""),
            ("source", 8, "maven.compiler.source", "beaten"),
        ],
    ),
    "profile that is off, plugin": (
        pom(f"<profiles>{profile('p', build(plugin(config='<source>7</source>')))}</profiles>"),
        [("source", 7, "source", "off beaten")],
    ),
    "profile that is off, management": (
        pom(
            f"<profiles>{profile('p', build(managed=(plugin(config='<target>7</target>'),)))}</profiles>"
        ),
        [("target", 7, "target", "off beaten managed")],
    ),
    "profile with its own property": (
        pom(
            f"<profiles>{profile('p', properties(j='1.7') + build(plugin(config='<source>${j}</source>')))}</profiles>"
        ),
        [("source", 7, "j", "off beaten")],
    ),
    "a link of the chain in a profile": (
        pom(
            properties(maven__compiler__source="${j}", j="8")
            + f"<profiles>{profile('p', properties(j='7'))}</profiles>"
        ),
        [("source", 8, "j", ""), ("source", 7, "j", "off beaten")],
    ),
    "argument, two words": (
        pom(
            build(plugin(config="<compilerArgument>-g -source 1.6 -target 1.7</compilerArgument>"))
        ),
        [
            ("source", 6, "compilerArgument", "argument"),
            ("target", 7, "compilerArgument", "argument"),
        ],
    ),
    "arguments, one each": (
        pom(
            build(
                plugin(
                    config="<compilerArgs><arg>-g</arg><arg>-source</arg><arg>1.6</arg>"
                    "<arg>--release=8</arg><arg>-target 7</arg></compilerArgs>"
                )
            )
        ),
        [
            ("source", 6, "arg", "argument"),
            ("release", 8, "arg", "argument"),
            ("target", 7, "arg", "argument"),
        ],
    ),
    "argument map": (
        pom(
            build(
                plugin(
                    config="<compilerArguments><source>1.6</source><verbose/></compilerArguments>"
                    "<testCompilerArguments><target>1.7</target></testCompilerArguments>"
                )
            )
        ),
        [("source", 6, "source", ""), ("target", 7, "target", "")],
    ),
    "argument of an execution": (
        pom(build(plugin(execution="<testCompilerArgument>-source 7</testCompilerArgument>"))),
        [("source", 7, "testCompilerArgument", "x argument")],
    ),
    "boot parent": (
        pom(parent="org.boot:boot:1.0"),
        [("source", 6, "java.version", "outside"), ("target", 6, "java.version", "outside")],
    ),
    "boot parent, own java.version": (
        pom(properties(java__version="1.7"), parent="org.boot:boot:1.0"),
        [
            ("source", 7, "java.version", ""),
            ("target", 7, "java.version", ""),
            ("source", 6, "java.version", "beaten outside"),
            ("target", 6, "java.version", "beaten outside"),
        ],
    ),
    "company parent's management": (
        pom(parent="org.c:company:1.0"),
        [
            ("source", 6, "source", "managed outside"),
            ("target", 6, "target", "managed outside"),
        ],
    ),
    "toolchain": (
        pom(build(plugin(config="<jdkToolchain><version>1.8</version></jdkToolchain>"))),
        [("jdkToolchain/version", 8, "version", "related")],
    ),
    "toolchains plugin": (
        pom(
            build(
                plugin(
                    "maven-toolchains-plugin",
                    config="<toolchains><jdk><version>1.8</version></jdk></toolchains>",
                )
            )
        ),
        [("toolchains/jdk/version", 8, "version", "related")],
    ),
    "kotlin": (
        pom(
            properties(kotlin__compiler__jvmTarget="1.8")
            + build(
                plugin(
                    "kotlin-maven-plugin",
                    group="org.jetbrains.kotlin",
                    config="<jvmTarget>1.8</jvmTarget>",
                )
            )
        ),
        [
            ("jvmTarget", 8, "kotlin.compiler.jvmTarget", "related"),
            ("jvmTarget", 8, "jvmTarget", "related"),
        ],
    ),
    "aspectj": (
        pom(
            build(
                plugin(
                    "aspectj-maven-plugin",
                    group="org.codehaus.mojo",
                    config="<complianceLevel>1.6</complianceLevel>",
                )
            )
        ),
        [("complianceLevel", 6, "complianceLevel", "related")],
    ),
    "a level that only a machine knows": (
        pom(properties(maven__compiler__source="${java.specification.version}")),
        [("source", None, "maven.compiler.source", "")],
    ),
}


@pytest.mark.parametrize(("text", "expected"), SHAPES.values(), ids=SHAPES.keys())
def test_r09_a_level_is_found_wherever_it_is_set(
    text: str, expected: list[tuple[str, int | None, str, str]]
) -> None:
    assert rows(only_module(text, REPOSITORY)) == expected


def test_a_level_in_the_parent_and_on_the_command_line() -> None:
    files = {
        "pom.xml": pom(
            "<modules><module>a</module></modules>" + properties(maven__compiler__source="7")
        ),
        "a/pom.xml": pom(artifact="a", parent="demo:app:1.0"),
    }
    child = view(files).reactor.modules[1]
    assert [(s.site.path, s.level) for s in child.levels()] == [("pom.xml", 7)]
    files[".mvn/maven.config"] = "-Dmaven.compiler.source=1.6\n"
    found = [(s.site.path, s.level, s.effective) for s in view(files).reactor.modules[1].levels()]
    assert found == [(".mvn/maven.config", 6, True), ("pom.xml", 7, False)]


@pytest.mark.parametrize("name", [n for n, (_, expected) in SHAPES.items() if expected])
def test_every_editable_place_can_be_written(name: str) -> None:
    tree = view({"pom.xml": SHAPES[name][0]}, REPOSITORY)
    for found in tree.reactor.modules[0].levels():
        if not (found.site.editable or found.site.override):
            continue
        (edit,) = set_level(tree, found, "17", "why")
        after = tree.with_edits([edit])
        levels = [s for s in after.reactor.modules[0].levels() if s.what == found.what]
        assert 17 in {s.level for s in levels}
        for one in levels:
            if one.level == 17:
                assert set_level(after, one, "17", "why") == []


def test_a_level_inside_an_argument_leaves_the_rest_of_it() -> None:
    text = "<compilerArgument>-g -source 1.6 -target=1.7 -Xlint</compilerArgument>"
    tree = view({"pom.xml": pom(build(plugin(config=text)))})
    for found in tree.reactor.modules[0].levels():
        (edit,) = set_level(tree, found, "17", "why")
        tree = tree.with_edits([edit])
        break
    assert b"<compilerArgument>-g -source 17 -target=1.7 -Xlint</compilerArgument>" in tree.read(
        "pom.xml"
    )


@pytest.mark.parametrize(
    ("text", "main", "test", "default"),
    [
        (pom(), 5, 5, True),
        (pom(build(plugin(version="3.8.1"))), 6, 6, True),
        (pom(build(plugin(version="3.10.1"))), 7, 7, True),
        (pom(build(plugin(version="3.14.1"))), 8, 8, True),
        (pom(properties(maven__compiler__target="1.8")), 8, 8, False),
        (pom(properties(maven__compiler__target="8", maven__compiler__testTarget="11")), 8, 11, False),
        (pom(properties(maven__compiler__release="17")), 5, 5, False),
        (pom(properties(maven__compiler__release="17") + build(plugin(version="3.6.0"))), 17, 17, False),
        (pom(properties(maven__compiler__target="9") + build(plugin(config=CONFIG))), 6, 6, False),
        (pom(properties(maven__compiler__target="${java.specification.version}")), None, None, False),
        (pom(build(plugin(config="<target>8</target>", extra="<executions><execution><id>default-testCompile</id>"
             "<configuration><target>11</target></configuration></execution></executions>"))), 8, 11, False),
    ],
)  # fmt: skip
def test_the_level_that_javac_gets(
    text: str, main: int | None, test: int | None, default: bool
) -> None:
    level = only_module(text).level()
    assert (level.main, level.test, level.by_default) == (main, test, default)


def test_shapes_are_many() -> None:
    kinds: Mapping[str, object] = SHAPES
    assert len(kinds) >= 25
