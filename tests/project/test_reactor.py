"""The reactor: what Maven would see, read from the poms alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.project.model_activation import Circumstances, active_profiles, jdk_matches
from reode.project.model_repository import PomRepository
from reode.project.pom import Pom
from reode.project.reactor import SiteKind, raise_version
from reode.project.view import ProjectView
from tests.project.poms import (
    build,
    dependency,
    only_module,
    plugin,
    pom,
    profile,
    properties,
    view,
)

COMPILER = "org.apache.maven.plugins:maven-compiler-plugin"
SUREFIRE = "org.apache.maven.plugins:maven-surefire-plugin"
BOOT = pom(
    properties(java__version="1.8", maven__compiler__source="${java.version}", lib__version="1.0")
    + build(managed=(plugin(version="3.1"), plugin("maven-war-plugin", version="2.6")))
    + f"<dependencyManagement><dependencies>{dependency('org.lib:lib:${lib.version}')}"
    + "</dependencies></dependencyManagement>",
    artifact="boot",
    group="org.boot",
)


def test_modules_from_the_root_down() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module><module>b/pom.xml</module></modules>"
                       f"<profiles>{profile('extra', '<modules><module>c</module></modules>')}</profiles>"),
        "a/pom.xml": pom("<modules><module>../d</module></modules>", artifact="a", parent="demo:app:1.0"),
        "b/pom.xml": pom(artifact="b", parent="demo:app:1.0"),
        "c/pom.xml": pom(artifact="c", parent="demo:app:1.0"),
        "d/pom.xml": pom(artifact="d"),
        "samples/pom.xml": pom(artifact="samples"),
        "broken/pom.xml": "<project><a></project>",
    }  # fmt: skip
    reactor = view(files).reactor
    rows = [(m.folder, m.artifact, m.profile, m.active) for m in reactor.modules]
    assert rows == [
        (".", "app", None, True),
        ("a", "a", None, True),
        ("d", "d", None, True),
        ("b", "b", None, True),
        ("c", "c", "extra", False),
    ]
    assert reactor.strays == ("broken/pom.xml", "samples/pom.xml")
    assert reactor.module_of("a/src/main/java/X.java").folder == "a"
    assert reactor.module_of("README.md").folder == "."
    assert reactor.module_of("ab/X.java").folder == "."
    assert reactor.module("b") is reactor.modules[3]


def test_missing_and_unreadable_modules_are_told() -> None:
    files = {
        "pom.xml": pom("<modules><module>gone</module><module>bad</module></modules>"),
        "bad/pom.xml": "<project><a></project>",
    }
    reactor = view(files).reactor
    assert [m.folder for m in reactor.modules] == ["."]
    assert [path for path, _ in reactor.unreadable] == ["pom.xml", "bad/pom.xml"]


def test_a_project_without_a_pom_has_no_modules() -> None:
    reactor = view({"A.java": "class A {}"}).reactor
    assert (reactor.modules, reactor.root) == ((), None)
    with pytest.raises(LookupError):
        reactor.module_of("A.java")


def test_coordinates_are_inherited_and_expanded() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>" + properties(revision="7")).replace(
            "<version>1.0</version>", "<version>${revision}</version>"
        ),
        "a/pom.xml": pom("<packaging>war</packaging>", artifact="a", parent="demo:app:${revision}"),
    }
    module = view(files).reactor.modules[1]
    assert (module.group, module.artifact, module.version) == ("demo", "a", "7")
    assert module.packaging == "war"
    assert [p.path for p in module.parents] == ["a/pom.xml", "pom.xml"]
    assert module.resolve("${project.parent.version}-${project.groupId}") == "7-demo"


@pytest.mark.parametrize("path", ["", "../../elsewhere/pom.xml", "../base", "../base/pom.xml"])
def test_a_parent_is_found_by_path_or_by_coordinates(path: str) -> None:
    parent = "demo:base:1.0" + (f":{path}" if path else ":")
    files = {
        "pom.xml": pom("<modules><module>a</module><module>base</module></modules>"),
        "base/pom.xml": pom(properties(x="1"), artifact="base"),
        "a/pom.xml": pom(artifact="a", parent=parent),
    }
    assert [p.path for p in view(files).reactor.modules[1].parents] == ["a/pom.xml", "base/pom.xml"]


def test_a_wrong_pom_above_is_not_the_parent() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>" + properties(x="1")),
        "a/pom.xml": pom(artifact="a", parent="org.boot:boot:1.0"),
    }
    known = view(files, {"org.boot:boot:1.0": BOOT}).reactor.modules[1]
    assert [(p.path, p.editable) for p in known.parents] == [
        ("a/pom.xml", True),
        ("org.boot:boot:1.0", False),
    ]
    assert known.properties.get("x") is None
    unknown = view(files).reactor.modules[1]
    assert unknown.missing_parent == "org.boot:boot:1.0"


def test_a_pom_of_another_version_is_not_the_parent() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>" + properties(x="1")),
        "a/pom.xml": pom(artifact="a", parent="demo:app:0.9"),
    }
    released = {"demo:app:0.9": pom(properties(x="0"))}
    assert view(files, released).reactor.modules[1].properties.get("x") == "0"


def test_a_child_manages_before_its_parent() -> None:
    managed = "<dependencyManagement><dependencies>{}</dependencies></dependencyManagement>"
    files = {
        "pom.xml": pom(
            "<modules><module>a</module></modules>" + managed.format(dependency("g:x:1"))
        ),
        "a/pom.xml": pom(
            managed.format(dependency("g:x:2"))
            + f"<dependencies>{dependency('g:x')}</dependencies>",
            artifact="a",
            parent="demo:app:1.0",
        ),
    }
    assert view(files).reactor.modules[1].dependencies()["g:x"].version == "2"


NAMES = st.sampled_from(["a", "b", "c", "project.version", "java.home", "d.e"])
TEXTS = st.lists(
    st.one_of(NAMES.map(lambda n: f"${{{n}}}"), st.sampled_from(["1", "x-", "${", "}", "$"])),
    max_size=3,
)


@given(st.dictionaries(NAMES, TEXTS.map("".join), max_size=6), TEXTS.map("".join))
def test_expansion_always_ends_and_says_the_same_twice(values: dict[str, str], text: str) -> None:
    lines = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
    module = only_module(pom(f"<properties>{lines}</properties>"))
    once = module.resolve(text)
    assert module.resolve(text) == once
    for name in values:
        site = module.property_site(name)
        assert site is not None
        if "${" not in site.value:
            assert site.value == module.properties.get(name)


def test_parents_in_a_circle_end() -> None:
    files = {
        "pom.xml": pom(artifact="a", parent="demo:b:1.0:b/pom.xml"),
        "b/pom.xml": pom(artifact="b", parent="demo:a:1.0"),
    }
    assert view(files).reactor.modules[0].missing_parent == "demo:a:1.0"


def test_properties_expand_and_keep_what_a_machine_knows() -> None:
    module = only_module(pom(properties(a="${b}-x", b="2", loop="${loop}", l1="${l2}", l2="${l1}")))
    assert (
        module.resolve("${a}/${java.home}/${env.HOME}/${ nope }")
        == "2-x/${java.home}/${env.HOME}/${ nope }"
    )
    assert module.resolve("${loop} ${l1}") == "${loop} ${l1}"
    assert module.resolve("${project.version} ${pom.version} ${version}") == "1.0 1.0 1.0"
    assert module.resolve("${project.build.directory}/${basedir}") == "target/."


def test_a_child_wins_over_its_parent_and_a_profile_over_its_pom() -> None:
    always = "<activeByDefault>true</activeByDefault>"
    files = {
        "pom.xml": pom(
            "<modules><module>a</module></modules>" + properties(x="parent", y="parent", z="parent")
            + f"<profiles>{profile('p', properties(y='profile', x='profile'), always)}</profiles>"
        ),
        "a/pom.xml": pom(properties(x="child"), artifact="a", parent="demo:app:1.0"),
    }  # fmt: skip
    module = view(files).reactor.modules[1]
    assert [module.properties.get(n) for n in "xyz"] == ["child", "profile", "parent"]
    site = module.property_site("y")
    assert site is not None
    assert (site.path, site.profile, site.editable) == ("pom.xml", "p", True)


def test_arguments_of_maven_config_win() -> None:
    files = {
        "pom.xml": pom(properties(x="pom", y="${x}")),
        ".mvn/maven.config": '-Dx=arg -T1\n-Dflag\n-Dquoted="a b"\n',
    }
    tree = view(files)
    module = tree.reactor.modules[0]
    assert [module.properties.get(n) for n in ("x", "y", "flag", "quoted")] == [
        "arg",
        "arg",
        "true",
        "a b",
    ]
    site = module.property_site("y")
    assert site is not None
    assert (site.kind, site.place) == (SiteKind.ARGUMENT, ".mvn/maven.config:1")
    (edit,) = raise_version(tree, site, "2")
    assert edit.content == b'-Dx=2 -T1\n-Dflag\n-Dquoted="a b"\n'


def test_r09_a_property_is_followed_to_the_end_of_its_chain() -> None:
    files = {
        "pom.xml": pom(
            "<modules><module>a</module></modules>" + properties(jdk="1.8", mid="${jdk}")
        ),
        "a/pom.xml": pom(properties(end="${mid}"), artifact="a", parent="demo:app:1.0"),
    }
    site = view(files).reactor.modules[1].property_site("end")
    assert site is not None
    assert (site.path, site.name, site.value, site.kind) == (
        "pom.xml",
        "jdk",
        "1.8",
        SiteKind.PROPERTY,
    )
    assert view(files).reactor.modules[1].property_site("nothing") is None
    mixed = only_module(pom(properties(v="${a}.RELEASE", a="1"))).property_site("v")
    assert mixed is not None
    assert mixed.name == "v"
    machine = only_module(pom(properties(v="${java.specification.version}"))).property_site("v")
    assert machine is not None
    assert machine.name == "v"


def test_the_plugins_that_maven_binds_by_itself() -> None:
    module = only_module(pom())
    versions = {
        u.artifact: (u.version, u.version_site, u.implicit) for u in module.plugins().values()
    }
    assert versions == {
        "maven-clean-plugin": ("2.5", None, True),
        "maven-install-plugin": ("2.4", None, True),
        "maven-deploy-plugin": ("2.7", None, True),
        "maven-site-plugin": ("3.3", None, True),
        "maven-resources-plugin": ("2.6", None, True),
        "maven-compiler-plugin": ("3.1", None, True),
        "maven-surefire-plugin": ("2.12.4", None, True),
        "maven-jar-plugin": ("2.4", None, True),
    }
    war = only_module(pom("<packaging>war</packaging>"))
    assert war.plugin("maven-war-plugin") is not None
    assert war.plugin("maven-jar-plugin") is None
    assert only_module(pom("<packaging>pom</packaging>")).plugin("maven-compiler-plugin") is None
    bundle = only_module(pom("<packaging>bundle</packaging>")).plugin("maven-compiler-plugin")
    assert bundle is not None
    assert bundle.version is None


def test_plugin_versions_come_from_the_build_then_management_then_maven() -> None:
    body = build(
        plugin("maven-jar-plugin"),
        plugin("maven-war-plugin", version="9"),
        plugin("maven-antrun-plugin"),
        plugin("strange-plugin", group="org.x"),
        managed=(plugin("maven-jar-plugin", version="${jar}"), plugin("maven-war-plugin", version="8"),
                 plugin("maven-surefire-plugin", version="3"), plugin("unused-plugin", version="1")),
    )  # fmt: skip
    module = only_module(pom(properties(jar="5") + body))
    found = {u.artifact: (u.version, u.implicit) for u in module.plugins().values()}
    assert found["maven-jar-plugin"] == ("5", False)
    assert found["maven-war-plugin"] == ("9", False)
    assert found["maven-antrun-plugin"] == ("1.3", False)
    assert found["strange-plugin"] == (None, False)
    assert found["maven-surefire-plugin"] == ("3", True)
    assert "unused-plugin" not in found
    assert module.managed_plugins()["org.apache.maven.plugins:unused-plugin"].version == "1"
    site = module.plugins()["org.apache.maven.plugins:maven-jar-plugin"].version_site
    assert site is not None
    assert site.name == "jar"


def test_reporting_plugins_are_no_build_plugins() -> None:
    text = (
        "<reporting><plugins>" + plugin("maven-pmd-plugin", version="1") + "</plugins></reporting>"
    )
    assert only_module(pom(text)).plugin("maven-pmd-plugin") is None


def test_plugins_are_inherited_unless_they_say_no() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>" + build(
            plugin(version="3.2", config="<encoding>GBK</encoding><fork>true</fork>"),
            plugin("private-plugin", version="1", extra="<inherited>false</inherited>"),
        )),
        "a/pom.xml": pom(build(plugin(config="<fork>false</fork>")), artifact="a", parent="demo:app:1.0"),
    }  # fmt: skip
    root, child = view(files).reactor.modules
    use = child.plugins()[COMPILER]
    assert (use.version, use.config("fork"), use.config("encoding")) == ("3.2", "false", "GBK")
    assert [p.source.path for p in use.decls] == ["a/pom.xml", "pom.xml"]
    assert child.encoding == "GBK"
    assert root.plugin("private-plugin") is not None
    assert child.plugin("private-plugin") is None


def test_of_two_declarations_in_one_place_the_last_wins() -> None:
    module = only_module(pom(build(plugin(version="1"), plugin(version="2"))))
    assert module.plugins()[COMPILER].version == "2"
    body = f"<dependencies>{dependency('g:a:1')}{dependency('g:b:1')}{dependency('g:a:2')}</dependencies>"
    found = only_module(pom(body)).dependencies()
    assert [(k, u.version) for k, u in found.items()] == [("g:a", "2"), ("g:b", "1")]


def test_dependencies_get_their_versions_from_wherever_they_are_managed() -> None:
    managed = "".join(
        [
            dependency("org.own:own:${own}", scope="test"),
            dependency("org.bill:bill:1:pom", scope="import"),
            dependency("org.lost:bill:1:pom", scope="import"),
        ]
    )
    body = (
        properties(own="3")
        + f"<dependencyManagement><dependencies>{managed}</dependencies></dependencyManagement>"
        + "<dependencies>"
        + "".join(dependency(d) for d in ("org.own:own", "org.lib:lib", "org.c:c:9", "org.c:c:9:jar:tests",
                                          "org.none:none", "org.deep:deep", "org.boot:x:${project.version}"))
        + "</dependencies>"
    )  # fmt: skip
    bill = pom(
        properties(deep="4")
        + f"<dependencyManagement><dependencies>{dependency('org.deep:deep:${deep}')}"
        + dependency("org.second:bill:1:pom", scope="import")
        + dependency("org.own:own:77")
        + "</dependencies></dependencyManagement>",
        artifact="bill", group="org.bill",
    )  # fmt: skip
    second = pom(
        f"<dependencyManagement><dependencies>{dependency('org.deep:deep:5')}{dependency('org.lib:lib:6')}"
        "</dependencies></dependencyManagement>"
    )
    module = only_module(pom(body), {"org.bill:bill:1": bill, "org.second:bill:1": second})
    found = {k: (u.version, u.scope, u.managed) for k, u in module.dependencies().items()}
    assert found == {
        "org.own:own": ("3", "test", True),
        "org.lib:lib": ("6", "compile", True),
        "org.c:c": ("9", "compile", False),
        "org.c:c:jar:tests": ("9", "compile", False),
        "org.none:none": (None, "compile", False),
        "org.deep:deep": ("4", "compile", True),
        "org.boot:x": ("1.0", "compile", False),
    }
    assert module.management.missing == ("org.lost:bill:1",)
    deep = module.dependencies()["org.deep:deep"]
    assert deep.version_site is not None
    assert deep.bill is not None
    assert (deep.version_site.editable, deep.version_site.override) == (False, "")
    assert (deep.bill.path, deep.bill.value) == ("pom.xml", "1")
    own_version = module.dependencies()["org.boot:x"].version_site
    assert own_version is not None
    assert own_version.kind is SiteKind.NONE


def test_equal_poms_keep_their_own_elements() -> None:
    text = pom(f"<dependencies>{dependency('g:a:1')}</dependencies>")
    for tree in (view({"pom.xml": text}), view({"pom.xml": text})):
        module = tree.reactor.modules[0]
        site = module.dependencies()["g:a"].version_site
        assert site is not None
        assert site.element in list(module.pom.root.iter("version"))
        assert len(raise_version(tree, site, "2")) == 1


def test_bills_in_a_circle_end() -> None:
    circle = pom(
        f"<dependencyManagement><dependencies>{dependency('g:a:1:pom', scope='import')}"
        f"{dependency('g:x:5')}</dependencies></dependencyManagement>"
    )
    module = only_module(circle, {"g:a:1": circle})
    assert module.management.entries["g:x"].version == "5"


def test_a_bill_inside_the_reactor_is_read_there() -> None:
    files = {
        "pom.xml": pom(
            "<modules><module>bom</module></modules><dependencyManagement><dependencies>"
            + dependency("demo:bom:${project.version}:pom", scope="import")
            + "</dependencies></dependencyManagement>"
        ),
        "bom/pom.xml": pom(
            f"<dependencyManagement><dependencies>{dependency('g:x:5')}</dependencies></dependencyManagement>",
            artifact="bom",
        ),
    }
    entry = view(files).reactor.modules[0].management.entries["g:x"]
    assert entry.version_site is not None
    assert (entry.version, entry.version_site.path, entry.version_site.editable) == (
        "5",
        "bom/pom.xml",
        True,
    )


def test_raising_edits_the_end_of_the_chain() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>\n" + properties(lib="1.2 ", other="${lib}")),
        "a/pom.xml": pom(f"<dependencies>{dependency('g:a:${other}')}{dependency('g:b:1.0')}</dependencies>",
                         artifact="a", parent="demo:app:1.0"),
    }  # fmt: skip
    tree = view(files)
    found = tree.reactor.modules[1].dependencies()
    (edit,) = raise_version(tree, found["g:a"].version_site, "1.10")
    assert (edit.path, edit.content) == (
        "pom.xml",
        files["pom.xml"].replace("1.2 ", "1.10 ").encode(),
    )
    (edit,) = raise_version(tree, found["g:b"].version_site, "2.0")
    assert edit.path == "a/pom.xml"
    after = tree.with_edits([edit]).reactor.modules[1].dependencies()["g:b"]
    assert after.version == "2.0"
    assert raise_version(tree.with_edits([edit]), after.version_site, "2.0") == []
    assert raise_version(tree, found["g:a"].version_site, "1.1") == []


def test_raising_overrides_a_property_of_an_outside_parent() -> None:
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>", parent="org.boot:boot:1.0"),
        "a/pom.xml": pom(f"<dependencies>{dependency('org.lib:lib')}</dependencies>", artifact="a",
                         parent="org.boot:boot:1.0").replace("org.boot", "org.boot"),
    }  # fmt: skip
    files["a/pom.xml"] = files["a/pom.xml"].replace(
        "<parent><groupId>org.boot</groupId><artifactId>boot",
        "<parent><groupId>org.boot</groupId><artifactId>app",
    )
    tree = view(files, {"org.boot:boot:1.0": BOOT})
    site = tree.reactor.modules[1].dependencies()["org.lib:lib"].version_site
    assert site is not None
    assert (site.path, site.editable, site.override) == ("org.boot:boot:1.0", False, "pom.xml")
    (edit,) = raise_version(tree, site, "2.0")
    assert edit.path == "pom.xml"
    after = tree.with_edits([edit]).reactor.modules[1].dependencies()["org.lib:lib"]
    assert (after.version, after.version_site and after.version_site.path) == ("2.0", "pom.xml")
    literal = tree.reactor.modules[0].plugins()["org.apache.maven.plugins:maven-compiler-plugin"]
    assert raise_version(tree, literal.version_site, "3.13.0") == []


@pytest.mark.parametrize("value", ["[1.0,2.0)", "${project.version}"])
def test_raising_leaves_ranges_and_the_projects_own_version(value: str) -> None:
    tree = view({"pom.xml": pom(f"<dependencies>{dependency(f'g:a:{value}')}</dependencies>")})
    site = tree.reactor.modules[0].dependencies()["g:a"].version_site
    assert raise_version(tree, site, "9") == []
    assert raise_version(tree, None, "9") == []


def test_raising_writes_nothing_where_the_pom_has_moved_on() -> None:
    text = pom(f"<dependencies>{dependency('g:a:1')}{dependency('g:b:1')}</dependencies>")
    tree = view({"pom.xml": text})
    site = tree.reactor.modules[0].dependencies()["g:a"].version_site
    changed = ProjectView.of({"pom.xml": text.replace(dependency("g:a:1"), dependency("g:z:7"))})
    assert raise_version(changed, site, "2") == []


@pytest.mark.parametrize(
    ("wanted", "version", "active"),
    [
        ("1.8", "17.0.15", False), ("1.8", "1.8.0_292", True), ("17", "17.0.15", True), ("!1.8", "17", True),
        ("!17", "17.0.1", False), ("[1.8,)", "17.0.15", True), ("[9,)", "17", True), ("(,9)", "17", False),
        ("[1.8,17]", "17", True), ("[1.8,17)", "17", False), ("(17,)", "17", False), ("[1.5,1.8]", "25", False),
        ("[17]", "17", True), ("[11,)", "25.0.1", True), ("", "17", False), ("[1.8,11)", "17", False),
    ],
)  # fmt: skip
def test_profiles_by_jdk(wanted: str, version: str, active: bool) -> None:
    assert jdk_matches(wanted, version) is active


@pytest.mark.parametrize(
    ("activation", "active"),
    [
        ("<activeByDefault>true</activeByDefault>", True),
        ("<activeByDefault>false</activeByDefault>", False),
        ("<jdk>[11,)</jdk>", True),
        ("<property><name>!skip</name></property>", True),
        ("<property><name>on</name></property>", True),
        ("<property><name>on</name><value>yes</value></property>", True),
        ("<property><name>on</name><value>no</value></property>", False),
        ("<property><name>on</name><value>!no</value></property>", True),
        ("<property><name>unset</name></property>", False),
        ("<file><exists>a.txt</exists></file>", True),
        ("<file><exists>${basedir}/b.txt</exists></file>", False),
        ("<file><missing>b.txt</missing></file>", True),
        ("<os><family>plan9</family></os>", False),
        ("<os><family>!plan9</family></os>", True),
        ("<os><name>Linux</name></os>", False),
        ("<jdk>[11,)</jdk><property><name>unset</name></property>", False),
        ("", False),
    ],
)
def test_profiles_by_their_conditions(activation: str, active: bool) -> None:
    text = pom(f"<profiles>{profile('p', '', activation)}</profiles>")
    now = Circumstances("17", {"on": "yes"}, lambda path: path == "a.txt")
    assert active_profiles(Pom.parse(text.encode()), now) == (("p",) if active else ())


def test_profiles_named_in_maven_config() -> None:
    default = profile("d", properties(x="d"), "<activeByDefault>true</activeByDefault>")
    text = pom(f"<profiles>{default}{profile('p', properties(x='p'))}</profiles>")
    found = {}
    for arguments in ("", "-P p", "-Pd,p", "-P !d", "--activate-profiles=+p"):
        tree = view({"pom.xml": text, ".mvn/maven.config": arguments})
        found[arguments] = tree.reactor.modules[0].parents[0].profiles
    assert found == {
        "": ("d",),
        "-P p": ("p",),
        "-Pd,p": ("d", "p"),
        "-P !d": (),
        "--activate-profiles=+p": ("p",),
    }


def test_artifacts_that_a_plugin_is_given() -> None:
    path = "<path><groupId>org.p</groupId><artifactId>lombok</artifactId><version>${l}</version></path>"
    loose = "<path><groupId>org.p</groupId><artifactId>loose</artifactId></path>"
    paths = f"<annotationProcessorPaths>{path}{loose}</annotationProcessorPaths>"
    own = f"<dependencies>{dependency('org.ow2.asm:asm:5.0')}</dependencies>"
    tree = view({"pom.xml": pom(properties(l="1.16") + build(plugin(config=paths, extra=own)))})
    use = tree.reactor.modules[0].plugins()[COMPILER]
    assert [(a.key, a.version) for a in use.dependencies()] == [("org.ow2.asm:asm", "5.0")]
    found = use.processor_paths()
    assert [(a.key, a.version) for a in found] == [("org.p:lombok", "1.16"), ("org.p:loose", None)]
    (edit,) = raise_version(tree, found[0].version_site, "1.18.44")
    assert b"<l>1.18.44</l>" in (edit.content or b"")


def test_active_by_default_gives_way_to_any_other_profile() -> None:
    both = profile("d", "", "<activeByDefault>true</activeByDefault>") + profile(
        "j", "", "<jdk>[25,)</jdk>"
    )
    tree = view({"pom.xml": pom(f"<profiles>{both}</profiles>")})
    assert tree.reactor.modules[0].parents[0].profiles == ("d",)
    assert tree.for_jdk(25).reactor.modules[0].parents[0].profiles == ("j",)
    assert tree.for_jdk(tree.jdk) is tree


def test_source_roots_written_inherited_and_added() -> None:
    helper = plugin("build-helper-maven-plugin", group="org.codehaus.mojo", extra=(
        "<executions><execution><id>gen</id><goals><goal>add-source</goal></goals>"
        "<configuration><sources><source>${basedir}/src/gen</source></sources></configuration></execution></executions>"
    ))  # fmt: skip
    files = {
        "pom.xml": pom("<modules><module>a</module></modules>\n<build><sourceDirectory>src</sourceDirectory>"
                       f"<plugins>{helper}</plugins></build>"),
        "a/pom.xml": pom(artifact="a", parent="demo:app:1.0"),
    }  # fmt: skip
    root, child = view(files).reactor.modules
    assert root.source_roots("main") == ("src", "src/gen")
    assert child.source_roots("main") == ("a/src", "a/src/gen")
    assert child.source_roots("test") == ("a/src/test/java",)


def test_the_local_repository_is_a_folder(tmp_path: Path) -> None:
    place = tmp_path / ".m2/elsewhere/org/boot/boot/1.0"
    place.mkdir(parents=True)
    (place / "boot-1.0.pom").write_text(BOOT)
    (tmp_path / ".m2/settings.xml").write_text(
        f"<settings><localRepository>{tmp_path}/.m2/elsewhere</localRepository></settings>"
    )
    repository = PomRepository.local(tmp_path)
    found = repository.find("org.boot", "boot", "1.0")
    assert found is not None
    assert found.path == "org.boot:boot:1.0"
    assert repository.find("org.boot", "boot", "2.0") is None
    assert repository.find("..", "x", "1/../2") is None
    (place / "boot-1.0.pom").write_text("<broken")
    assert PomRepository.local(tmp_path).find("org.boot", "boot", "1.0") is None
