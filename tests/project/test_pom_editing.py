"""Each edit by hand: the whole text after it, so that nothing else can have moved."""

import re
from collections.abc import Callable

import pytest

from reode.project.pom import PLUGIN_GROUP, NewElement, Pom

COMPILER = (PLUGIN_GROUP, "maven-compiler-plugin")


def edited(before: str, edit: Callable[[Pom], Pom], codec: str = "utf-8") -> str:
    """Apply an edit twice, the second time in vain, and hold the same of a pom with CRLF."""
    pom = edit(Pom.parse(before.encode(codec)))
    assert edit(pom) is pom
    after = pom.data.decode(codec)
    if "\n" in before and "\r" not in before:
        crlf = edit(Pom.parse(before.replace("\n", "\r\n").encode(codec)))
        assert crlf.data.decode(codec) == after.replace("\n", "\r\n")
    return after


def project(inner: str) -> str:
    return f"<project>\n{inner}</project>\n"


# --- properties ---------------------------------------------------------------------------------


def test_j06_a_property_is_replaced_where_it_stands() -> None:
    before = project("\t<properties>\n\t\t<a>1</a> <!-- why -->\n\t\t<b>2</b>\n\t</properties>\n")
    after = edited(before, lambda pom: pom.set_property("a", "17"))
    assert after == before.replace("<a>1</a>", "<a>17</a>")


def test_the_last_of_two_equal_properties_is_the_one_that_counts() -> None:
    before = project("  <properties><a>1</a><a>2</a></properties>\n")
    assert edited(before, lambda pom: pom.set_property("a", "3")) == before.replace("2", "3")


@pytest.mark.parametrize("empty", ["<properties/>", "<properties />", "<properties></properties>"])
def test_empty_properties_are_opened(empty: str) -> None:
    after = edited(project(f"    {empty}\n"), lambda pom: pom.set_property("a", "1"))
    assert after == project("    <properties>\n        <a>1</a>\n    </properties>\n")


def test_properties_with_only_a_comment_keep_it() -> None:
    before = project("  <properties>\n    <!-- c -->\n  </properties>\n")
    after = edited(before, lambda pom: pom.set_property("a", "1"))
    assert after == before.replace("<!-- c -->\n", "<!-- c -->\n    <a>1</a>\n")


def test_properties_stand_between_the_coordinates_and_the_dependencies() -> None:
    before = project(
        "  <artifactId>a</artifactId> <!-- tail -->\n"
        "\n"
        "  <!-- what it needs -->\n"
        "  <dependencies>\n  </dependencies>\n"
    )
    after = edited(before, lambda pom: pom.set_property("a", "1"))
    added = "\n  <properties>\n    <a>1</a>\n  </properties>\n"
    assert after == before.replace("<!-- tail -->\n", "<!-- tail -->\n" + added)


def test_a_profiles_property_goes_into_that_profile() -> None:
    before = project(
        "  <profiles>\n    <profile>\n      <id>x</id>\n      <build/>\n    </profile>\n"
        "  </profiles>\n"
    )
    after = edited(before, lambda pom: pom.set_property("a", "1", "x"))
    added = "      <properties>\n        <a>1</a>\n      </properties>\n"
    assert after == before.replace("</id>\n", "</id>\n" + added)


def test_an_unknown_profile_is_an_error() -> None:
    with pytest.raises(ValueError, match="no profile 'x'"):
        Pom.parse(b"<project/>").set_property("a", "1", "x")


def test_the_last_property_takes_its_container_along() -> None:
    before = project("  <name>n</name>\n\n  <properties>\n    <a>1</a>\n  </properties>\n")
    after = edited(before, lambda pom: pom.remove_property("a"))
    assert after == project("  <name>n</name>\n")


def test_a_container_with_a_comment_stays() -> None:
    before = project("  <properties>\n    <!-- c -->\n    <a>1</a>\n  </properties>\n")
    after = edited(before, lambda pom: pom.remove_property("a"))
    assert after == before.replace("    <a>1</a>\n", "")


def test_r10_values_keep_their_comment_cdata_and_blanks() -> None:
    before = project(
        "  <properties>\n    <a><!-- x -->1</a>\n    <b><![CDATA[1]]></b>\n"
        "    <c>\n      1\n    </c>\n    <d>1<!-- y -->.<!-- z -->5</d>\n    <e/>\n  </properties>\n"
    )
    pom = Pom.parse(before.encode())
    for name in "abcde":
        pom = pom.set_property(name, "17")
    assert pom.data.decode() == (
        before.replace("-->1</a>", "-->17</a>")
        .replace("[1]", "[17]")
        .replace("      1\n", "      17\n")
        .replace("<d>1<!-- y -->.<!-- z -->5</d>", "<d>17<!-- y --><!-- z --></d>")
        .replace("<e/>", "<e>17</e>")
    )
    assert set(pom.properties().values()) == {"17"}


def test_values_are_escaped() -> None:
    before = project("  <properties>\n    <a>1</a>\n  </properties>\n")
    after = edited(before, lambda pom: pom.set_property("a", "x < y && z > \u4e2d"))
    assert "<a>x &lt; y &amp;&amp; z &gt; 中</a>" in after


def test_what_an_encoding_lacks_becomes_a_reference() -> None:
    before = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<project><name>é</name></project>'
    after = edited(before, lambda pom: pom.set_property("a", "é中"), "latin-1")
    assert after.endswith("<name>é</name><properties><a>é&#20013;</a></properties></project>")
    assert Pom.parse(after.encode("latin-1")).properties() == {"a": "é中"}


# --- R01, R10: layout, containers, encodings ----------------------------------------------------


def test_r01_the_plugins_of_reporting_are_not_those_of_the_build() -> None:
    before = project(
        "\t<reporting>\n\t\t<plugins>\n\t\t\t<plugin>\n"
        "\t\t\t\t<artifactId>maven-javadoc-plugin</artifactId>\n"
        "\t\t\t</plugin>\n\t\t</plugins>\n\t</reporting>\n"
    )
    after = edited(before, lambda pom: pom.ensure_plugin(*COMPILER, "3.13.0"))
    added = (
        "\t<build>\n\t\t<plugins>\n\t\t\t<plugin>\n"
        "\t\t\t\t<artifactId>maven-compiler-plugin</artifactId>\n"
        "\t\t\t\t<version>3.13.0</version>\n"
        "\t\t\t</plugin>\n\t\t</plugins>\n\t</build>\n"
    )
    named = added.replace(
        "\t\t\t\t<art", f"\t\t\t\t<groupId>{PLUGIN_GROUP}</groupId>\n\t\t\t\t<art"
    )
    assert after == before.replace("<project>\n", "<project>\n" + named)


def test_r01_the_build_of_a_profile_is_not_that_of_the_project() -> None:
    before = project(
        "  <profiles>\n    <profile>\n      <id>x</id>\n      <build>\n        <plugins>\n"
        "          <plugin>\n            <artifactId>maven-compiler-plugin</artifactId>\n"
        "          </plugin>\n        </plugins>\n      </build>\n    </profile>\n  </profiles>\n"
    )
    after = edited(before, lambda pom: pom.ensure_plugin(*COMPILER))
    added = (
        "  <build>\n    <plugins>\n      <plugin>\n"
        "        <artifactId>maven-compiler-plugin</artifactId>\n"
        "      </plugin>\n    </plugins>\n  </build>\n"
    )
    assert after == before.replace("<project>\n", "<project>\n" + added)
    assert edited(before, lambda pom: pom.ensure_plugin(*COMPILER, profile="x")) == before


def test_r01_plugin_management_is_not_the_plugins() -> None:
    before = project(
        "  <build>\n    <pluginManagement>\n      <plugins>\n        <plugin>\n"
        "          <groupId>org.apache.maven.plugins</groupId>\n"
        "          <artifactId>maven-compiler-plugin</artifactId>\n"
        "        </plugin>\n      </plugins>\n    </pluginManagement>\n  </build>\n"
    )
    pom = Pom.parse(before.encode())
    assert pom.ensure_plugin(*COMPILER, managed=True) is pom
    after = pom.ensure_plugin(*COMPILER, "3.13.0")
    assert [one.version for one in after.plugins()] == ["3.13.0"]
    assert [one.version for one in after.plugins(managed=True)] == [None]
    assert after.data.count(b"<build>") == 1


@pytest.mark.parametrize("build", ["<build/>", "<build></build>", "<build>\n  </build>"])
def test_r01_an_empty_build_is_filled(build: str) -> None:
    after = edited(project(f"  {build}\n"), lambda pom: pom.ensure_plugin("g", "a", "1"))
    assert after == project(
        "  <build>\n    <plugins>\n      <plugin>\n        <groupId>g</groupId>\n"
        "        <artifactId>a</artifactId>\n        <version>1</version>\n"
        "      </plugin>\n    </plugins>\n  </build>\n"
    )


@pytest.mark.parametrize("empty", ["<project/>", "<project></project>", "<project>\n</project>"])
def test_an_empty_project_is_filled(empty: str) -> None:
    after = edited(empty, lambda pom: pom.set_property("a", "1"))
    assert after == "<project>\n  <properties>\n    <a>1</a>\n  </properties>\n</project>"


def test_a_pom_on_one_line_stays_on_one_line() -> None:
    before = "<project><name>n</name><build><plugins/></build></project>\n"
    after = edited(before, lambda pom: pom.set_plugin_config("g", "a", "x/y", "1"))
    plugin = (
        "<plugin><groupId>g</groupId><artifactId>a</artifactId>"
        "<configuration><x><y>1</y></x></configuration></plugin>"
    )
    assert after == before.replace("<plugins/>", f"<plugins>{plugin}</plugins>")


def test_r10_crlf_stays_crlf() -> None:
    before = project("\t<name>n</name>\n\t<build>\n\t</build>\n").replace("\n", "\r\n")
    after = edited(before, lambda pom: pom.ensure_plugin("g", "a").set_property("p", "1"))
    assert "\n" not in after.replace("\r\n", "")
    assert "\r\n\t\t<p>1</p>\r\n\t</properties>\r\n" in after


@pytest.mark.parametrize(
    ("encoding", "codec", "word"),
    [
        ("UTF-8", "utf-8-sig", "中"),
        ("GBK", "gbk", "中文〈乗〉"),
        ("ISO-8859-1", "latin-1", "Müller"),
        ("windows-1252", "cp1252", "„x“"),
        ("Shift_JIS", "shift_jis", "ソ表"),
        ("UTF-16", "utf-16", "中"),
    ],
)
def test_r10_encodings_keep_their_bytes(encoding: str, codec: str, word: str) -> None:
    before = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<project>\n\t<name>{word}</name>\n'
        f"\t<!-- {word} -->\n\t<properties>\n\t\t<a>{word}</a>\n\t</properties>\n</project>\n"
    )
    pom = Pom.parse(before.encode(codec))
    assert pom.text("name") == word
    after = pom.set_property("b", "17").data
    assert after == before.replace("</a>\n", "</a>\n\t\t<b>17</b>\n").encode(codec)


def test_r10_bytes_that_lie_stay_as_they_are() -> None:
    before = (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<project><name>M\xfcller \xff</name></project>'
    )
    after = Pom.parse(before).set_property("a", "1").data
    assert after == before.replace(b"</name>", b"</name><properties><a>1</a></properties>")


def test_r10_an_unknown_encoding_is_left_alone() -> None:
    before = b'<?xml version="1.0" encoding="x-none"?>\n<project><name>\xfc</name></project>'
    pom = Pom.parse(before).set_property("a", "中")
    assert b"<name>\xfc</name><properties><a>&#20013;</a>" in pom.data


def test_j06_doctype_quotes_entities_and_attributes_stay() -> None:
    before = (
        "<?xml version='1.0'?>\n<!DOCTYPE project>\n<project  xmlns='x'\n   a = \"b>c\">\n"
        "  <name>&copy; &#65;</name>\n  <build>\n    <plugins combine.self='append'>\n"
        "    </plugins>\n  </build>\n</project><!-- end -->"
    )
    after = edited(before, lambda pom: pom.ensure_plugin("g", "a"))
    added = (
        "      <plugin>\n        <groupId>g</groupId>\n        <artifactId>a</artifactId>\n"
        "      </plugin>\n"
    )
    assert after == before.replace("'append'>\n", "'append'>\n" + added)


def test_a_self_closing_element_keeps_its_attributes() -> None:
    before = project('  <build>\n    <plugins a="b" />\n  </build>\n')
    after = edited(before, lambda pom: pom.ensure_plugin("g", "a"))
    assert '    <plugins a="b">\n      <plugin>\n' in after
    assert after.endswith("      </plugin>\n    </plugins>\n  </build>\n</project>\n")


def test_siblings_on_one_line_stay_on_one_line() -> None:
    before = project(
        "  <build>\n    <plugins>\n"
        "      <plugin><groupId>g</groupId><artifactId>a</artifactId></plugin>\n"
        "    </plugins>\n  </build>\n"
    )
    after = edited(before, lambda pom: pom.ensure_plugin("g", "a", "1"))
    assert after == before.replace("</artifactId>", "</artifactId><version>1</version>")


def test_a_close_tag_on_the_last_childs_line_stays_there() -> None:
    before = project("  <properties>\n    <a>1</a></properties>\n")
    after = edited(before, lambda pom: pom.set_property("b", "2"))
    assert after == before.replace("</a>", "</a>\n    <b>2</b>")


def test_comments_of_neighbours_stay_with_them() -> None:
    before = project(
        "  <dependencies>\n    <!-- first -->\n    <dependency>\n      <groupId>g</groupId>\n"
        "      <artifactId>a</artifactId>\n    </dependency> <!-- a\n    goes on -->\n"
        "    <!-- <dependency/> -->\n  </dependencies>\n"
    )
    after = edited(before, lambda pom: pom.add_dependency("h", "b"))
    added = (
        "\n    <dependency>\n      <groupId>h</groupId>\n      <artifactId>b</artifactId>\n"
        "    </dependency>"
    )
    assert after == before.replace("<dependency/> -->", "<dependency/> -->" + added)


def old_ensure_plugin(text: str) -> str:
    """Put a plugin into the first `<plugins>` of a `<build>` that begins with it, as text."""
    plugin = "<plugin><artifactId>maven-compiler-plugin</artifactId></plugin>"
    if re.search(r"<build>\s*<plugins>", text):
        return text.replace("<plugins>", f"<plugins>{plugin}", 1)
    build = f"<build><plugins>{plugin}</plugins></build>"
    return text.replace("</project>", f"{build}</project>")


def old_set_property(text: str) -> str:
    """Look for the exact lines that a model wrote down, blanks where the file has tabs."""
    return text.replace("    <a>1</a>\n", "    <a>17</a>\n")


def compiles_once(text: str) -> bool:
    pom = Pom.parse(text.encode())
    return bool(pom.find_plugins(*COMPILER)) and not pom.duplicate_tags()


@pytest.mark.parametrize(
    "inner",
    [
        "<build><finalName>f</finalName><plugins/></build>",
        "<reporting><plugins></plugins></reporting><build>\n<plugins>\n</plugins></build>",
        "<build/><profiles><profile><build><plugins/></build></profile></profiles>",
    ],
)
def test_r01_edits_by_text_fail_where_edits_by_structure_do_not(inner: str) -> None:
    before = project(inner)
    assert compiles_once(edited(before, lambda pom: pom.ensure_plugin(*COMPILER)))
    assert not compiles_once(old_ensure_plugin(before))


def test_r10_edits_by_exact_text_fail_on_tabs_where_edits_by_structure_do_not() -> None:
    before = project("\t<properties>\n\t\t<a>1</a>\n\t</properties>\n")

    def is_set(text: str) -> bool:
        return Pom.parse(text.encode()).properties() == {"a": "17"}

    assert is_set(edited(before, lambda pom: pom.set_property("a", "17")))
    assert not is_set(old_set_property(before))


# --- plugins ------------------------------------------------------------------------------------


PLUGIN = project(
    "  <build>\n    <plugins>\n      <plugin>\n"
    "        <artifactId>\n          maven-compiler-plugin\n        </artifactId>\n"
    "        <executions>\n          <execution>\n            <id>e</id>\n          </execution>\n"
    "        </executions>\n      </plugin>\n    </plugins>\n  </build>\n"
)


def test_a_missing_group_is_mavens_own_and_blanks_do_not_count() -> None:
    pom = Pom.parse(PLUGIN.encode())
    assert pom.ensure_plugin(*COMPILER) is pom


def test_a_file_that_leaves_the_group_out_goes_on_doing_so() -> None:
    after = edited(PLUGIN, lambda pom: pom.ensure_plugin(PLUGIN_GROUP, "maven-war-plugin", "3.4.0"))
    assert "<groupId>" not in after


def test_the_version_follows_the_artifact() -> None:
    after = edited(PLUGIN, lambda pom: pom.set_plugin_version(*COMPILER, "3.13.0"))
    added = "        </artifactId>\n        <version>3.13.0</version>\n"
    assert after == PLUGIN.replace("        </artifactId>\n", added)
    again = edited(after, lambda pom: pom.set_plugin_version(*COMPILER, "3.14.0"))
    assert again == after.replace("3.13.0", "3.14.0")
    pom = Pom.parse(after.encode())
    assert pom.ensure_plugin(*COMPILER, "3.14.0") is pom


def test_configuration_stands_before_the_executions() -> None:
    after = edited(PLUGIN, lambda pom: pom.set_plugin_config(*COMPILER, "compilerArgs/arg", "-g"))
    added = (
        "        <configuration>\n          <compilerArgs>\n            <arg>-g</arg>\n"
        "          </compilerArgs>\n        </configuration>\n"
    )
    assert after == PLUGIN.replace("        <executions>", added + "        <executions>")


@pytest.mark.parametrize(("execution", "made"), [("e", 1), ("f", 2)])
def test_configuration_of_an_execution(execution: str, made: int) -> None:
    after = edited(
        PLUGIN, lambda pom: pom.set_plugin_config(*COMPILER, "skip", "no", execution=execution)
    )
    (plugin,) = Pom.parse(after.encode()).plugins()
    assert plugin.config("skip") is None
    assert len(plugin.executions) == made
    assert {one.id: one.config("skip") for one in plugin.executions}[execution] == "no"


def test_of_two_declarations_the_last_that_sets_the_value_is_edited() -> None:
    one = "<plugin><artifactId>maven-compiler-plugin</artifactId>{}</plugin>"
    set_to = "<configuration><source>{}</source></configuration>"
    before = project(
        "<build><plugins>"
        + one.format(set_to.format("1.5"))
        + one.format("<version>3.1</version>" + set_to.format("1.6"))
        + one.format("")
        + "</plugins></build>\n"
    )
    after = edited(before, lambda pom: pom.set_plugin_config(*COMPILER, "source", "8"))
    assert after == before.replace("1.6", "8")
    after = edited(before, lambda pom: pom.set_plugin_version(*COMPILER, "3.13.0"))
    assert after == before.replace("3.1<", "3.13.0<")


def test_items_are_appended_once() -> None:
    def edit(pom: Pom) -> Pom:
        pom = pom.append_plugin_config_item(*COMPILER, "compilerArgs", "arg", "-a")
        return pom.append_plugin_config_item(*COMPILER, "compilerArgs", "arg", "-b")

    (plugin,) = Pom.parse(edited(PLUGIN, edit).encode()).plugins()
    assert [one.text for one in plugin.config_elements("compilerArgs/*")] == ["-a", "-b"]


def test_removed_configuration_takes_empty_parents_along() -> None:
    pom = Pom.parse(PLUGIN.encode())
    full = pom.append_plugin_config_item(*COMPILER, "compilerArgs", "arg", "-a")
    full = full.append_plugin_config_item(*COMPILER, "compilerArgs", "arg", "-b")
    one = full.remove_plugin_config(*COMPILER, "compilerArgs/arg", "-b")
    assert one == pom.append_plugin_config_item(*COMPILER, "compilerArgs", "arg", "-a")
    assert one.remove_plugin_config(*COMPILER, "compilerArgs/arg") == pom
    assert pom.remove_plugin_config(*COMPILER, "compilerArgs/arg") is pom


def test_a_removed_plugin_takes_the_empty_build_along() -> None:
    assert edited(PLUGIN, lambda pom: pom.remove_plugin(*COMPILER)) == project("")


def test_a_value_is_not_written_over_elements() -> None:
    pom = Pom.parse(PLUGIN.encode()).set_plugin_config(*COMPILER, "a/b", "1")
    with pytest.raises(ValueError, match="<a> holds elements"):
        pom.set_plugin_config(*COMPILER, "a", "1")


def test_a_processor_joins_the_path_that_stands() -> None:
    before = Pom.parse(PLUGIN.encode())
    first = before.add_annotation_processor_path("org.projectlombok", "lombok", "1.18.44")
    assert [(one.key, one.version) for one in first.processor_paths()] == [
        ("org.projectlombok:lombok:jar", "1.18.44")
    ]
    named = Pom.parse(first.data.replace(b"path>", b"annotationProcessorPath>"))
    second = named.add_annotation_processor_path("g", "a", None)
    assert second.data.count(b"<annotationProcessorPath>") == 2
    assert second.add_annotation_processor_path("g", "a", None) is second
    assert second.add_annotation_processor_path("org.projectlombok", "lombok", "9") is second
    third = second.add_annotation_processor_path("g", "a", "2")
    assert (
        third.set_dependency_version(
            "g", "a", "3", plugin=COMPILER, path="annotationProcessorPaths/*"
        )
        .processor_paths()[-1]
        .version
        == "3"
    )


# --- dependencies -------------------------------------------------------------------------------


DEPENDENCIES = project(
    "  <dependencies>\n    <dependency>\n      <groupId>g</groupId>\n"
    "      <artifactId>a</artifactId>\n      <version>1</version>\n"
    "      <classifier>c</classifier>\n    </dependency>\n\n"
    "    <dependency>\n      <groupId>g</groupId>\n      <artifactId>a</artifactId>\n"
    "      <version> ${v} </version>\n    </dependency>\n  </dependencies>\n"
)


def test_a_dependency_follows_the_manner_of_its_list() -> None:
    after = edited(
        DEPENDENCIES,
        lambda pom: pom.add_dependency("h", "b", "2", "test", type="pom", classifier="x"),
    )
    added = (
        "\n    <dependency>\n      <groupId>h</groupId>\n      <artifactId>b</artifactId>\n"
        "      <version>2</version>\n      <type>pom</type>\n      <classifier>x</classifier>\n"
        "      <scope>test</scope>\n    </dependency>\n  </dependencies>\n"
    )
    assert after == DEPENDENCIES.replace("  </dependencies>\n", added)


def test_a_dependency_that_stands_is_left_alone() -> None:
    pom = Pom.parse(DEPENDENCIES.encode())
    assert pom.add_dependency("g", "a", "9") is pom
    assert pom.add_dependency("g", "a", "9", classifier="c") is pom
    assert pom.add_dependency("g", "a", "9", type="pom") is not pom


def test_every_declaration_gets_the_version() -> None:
    after = edited(DEPENDENCIES, lambda pom: pom.set_dependency_version("g", "a", "2"))
    assert after == DEPENDENCIES.replace(">1<", ">2<").replace("${v}", "2")


def test_a_version_is_added_where_none_stands() -> None:
    before = DEPENDENCIES.replace("      <version>1</version>\n", "")
    before = before.replace("      <version> ${v} </version>\n", "")
    after = edited(before, lambda pom: pom.set_dependency_version("g", "a", "2"))
    assert after == before.replace(
        "</artifactId>\n    </", "</artifactId>\n      <version>2</version>\n    </"
    )
    assert edited(before, lambda pom: pom.set_dependency_version("no", "no", "2")) == before


def test_managed_and_plugin_dependencies_have_places_of_their_own() -> None:
    pom = Pom.parse(DEPENDENCIES.encode())
    pom = pom.add_dependency("b", "bom", "1", "import", type="pom", managed=True)
    pom = pom.add_dependency("p", "d", "1", plugin=("g", "plugin"))
    assert [one.key for one in pom.dependencies(managed=True)] == ["b:bom:pom"]
    assert [one.key for one in pom.dependencies(plugin=("g", "plugin"))] == ["p:d:jar"]
    assert len(pom.dependencies()) == 2
    tags = [element.tag for element in pom.root]
    assert tags == ["dependencyManagement", "dependencies", "build"]


def test_removed_dependencies_leave_no_hole() -> None:
    kept = "    <dependency>\n      <groupId>k</groupId>\n    </dependency>\n"
    before = DEPENDENCIES.replace("    <dependency>\n", kept + "\n    <dependency>\n", 1)
    after = edited(before, lambda pom: pom.remove_dependency("g", "a"))
    assert after == project(f"  <dependencies>\n{kept}  </dependencies>\n")
    assert edited(DEPENDENCIES, lambda pom: pom.remove_dependency("g", "a")) == project("")


def test_what_shares_its_line_goes_alone() -> None:
    before = project(
        "  <properties>\n    <!-- x --><a>1</a>\n    <b>2</b> <!-- y -->\n  </properties>\n"
    )
    assert "<!-- x -->\n" in edited(before, lambda pom: pom.remove_property("a"))
    assert "\n    <!-- y -->\n" in edited(before, lambda pom: pom.remove_property("b"))


def test_exclusions_and_extensions_are_added_once() -> None:
    def edit(pom: Pom) -> Pom:
        pom = pom.add_exclusion(pom.dependencies()[0], "x", "y")
        return pom.add_extension("e", "x", "1")

    pom = Pom.parse(edited(DEPENDENCIES, edit).encode())
    assert pom.dependencies()[0].exclusions == (("x", "y"),)
    assert [one.key for one in pom.extensions()] == ["e:x:jar"]


def test_the_parents_version() -> None:
    before = project("  <parent><groupId>g</groupId><version>1</version></parent>\n")
    assert edited(before, lambda pom: pom.set_parent_version("2")) == before.replace("1", "2")
    with pytest.raises(ValueError, match="no parent"):
        Pom.parse(b"<project/>").set_parent_version("2")


def test_any_element_can_be_put_in_and_replaced() -> None:
    before = project(
        "  <repositories>\n    <repository><url>http://r</url></repository>\n  </repositories>\n"
    )
    pom = Pom.parse(before.encode())
    (repository,) = pom.repositories()
    (url,) = repository.element
    assert pom.replace_text(url, "https://r").data.decode() == before.replace("http:", "https:")
    resource = NewElement("resource", (NewElement("directory", "d"),))
    after = pom.insert_at(pom.root, "build/resources", resource).data.decode()
    assert after == before.replace(
        "</repositories>\n",
        "</repositories>\n  <build>\n    <resources>\n      <resource>\n"
        "        <directory>d</directory>\n      </resource>\n    </resources>\n  </build>\n",
    )


# --- duplicated tags ----------------------------------------------------------------------------


def test_r01_a_second_build_is_merged_into_the_first() -> None:
    plugin = "      <plugin>\n        <artifactId>{}</artifactId>\n      </plugin>\n"
    plugins = "    <plugins>\n{}    </plugins>\n"
    before = project(
        f"  <build>\n    <finalName>f</finalName>\n{plugins.format(plugin.format('a'))}  </build>\n"
        f"  <properties/>\n  <name>n</name>\n"
        f"  <build>\n{plugins.format('      <!-- c -->' + chr(10) + plugin.format('b'))}  </build>\n"
        "  <properties><a>1</a></properties>\n  <name>n</name>\n  <packaging>jar</packaging>\n"
        "  <packaging>war</packaging>\n"
    )
    pom = Pom.parse(before.encode())
    assert [str(second.tag) for _, second in pom.duplicate_tags()] == [
        "build",
        "properties",
        "name",
        "packaging",
    ]
    after = edited(before, lambda pom: pom.merge_duplicates())
    both = plugin.format("a") + "      <!-- c -->\n" + plugin.format("b")
    assert after == project(
        f"  <build>\n    <finalName>f</finalName>\n{plugins.format(both)}  </build>\n"
        "  <name>n</name>\n  <properties><a>1</a></properties>\n  <packaging>jar</packaging>\n"
        "  <packaging>war</packaging>\n"
    )
