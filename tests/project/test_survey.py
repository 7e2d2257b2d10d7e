"""The survey: one summary, fast, and the same after a trip through JSON."""

import json
import time

from reode.facts.project import ProjectFacts
from reode.project.survey import find_declarations, survey
from reode.project.survey_sources import package_of, skim
from reode.project.view import ProjectView
from tests.project.poms import build, dependency, plugin, pom, properties

MODEL = """\
package demo.model;

import lombok.Data;
import lombok.extern.slf4j.*;
import java.util.List;

/** Not {@link Test} nor @Getter. */
@Data
@Slf4j
@Mark
public class User {
    String text = "@Builder"; // @Builder
    @Override public String toString() { return "中"; }
}
@interface Mark {}
"""
JUNIT = """\
import org.junit.Test;
import static org.junit.Assert.*;
public class UserTest {
    @Test public void one() { }
    @Test(timeout = 5) public void two() { }
    /* @Test */ public void testThree() { }
}
"""
OLD = """\
import junit.framework.TestCase;
public class OldTest extends TestCase { public void testA() {} public void testB() {} void testC() {} }
"""
NEW = """\
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
class NewTest { @Test void a() {} @ParameterizedTest void b(int x) {} }
"""
FILES: dict[str, bytes | str] = {
    "pom.xml": pom(
        properties(project__build__sourceEncoding="GBK", jdk="1.6", lib="1.0")
        + "<modules><module>a</module></modules>"
        + build(managed=(plugin(version="3.2", config="<target>${jdk}</target>"),))
    ),
    "a/pom.xml": pom(
        f"<dependencies>{dependency('org.lib:lib:${lib}', scope='test')}</dependencies>",
        artifact="a",
        parent="demo:app:1.0",
    ),
    "a/src/main/java/demo/model/User.java": MODEL.encode("utf-8"),
    "a/src/main/java/demo/model/Other.java": "class Other { /* 中文 */ }".encode("gbk"),
    "a/src/main/kotlin/K.kt": "class K",
    "a/src/test/java/UserTest.java": JUNIT,
    "a/src/test/java/OldTest.java": OLD,
    "a/src/test/java/NewTest.java": NEW,
    "stray/pom.xml": pom(artifact="stray"),
}


def test_modules_libraries_and_levels() -> None:
    facts = survey(ProjectView.of(FILES))
    root, module = facts.modules
    assert (root.folder, module.folder, module.parents) == (".", "a", ("pom.xml",))
    assert facts.strays == ("stray/pom.xml",)
    assert module.encoding == "GBK"
    assert (module.main_level, module.test_level, module.level_by_default) == (6, 6, False)
    (level,) = module.levels
    assert (level.what, level.level, level.property, level.where) == (
        "target",
        6,
        "jdk",
        "pom.xml:7",
    )
    library = module.dependency("org.lib:lib")
    assert library is not None
    assert (library.version, library.property, library.scope) == ("1.0", "lib", "test")
    compiler = module.plugin("org.apache.maven.plugins:maven-compiler-plugin")
    assert compiler is not None
    assert (compiler.version, compiler.implicit, compiler.managed) == ("3.2", True, True)
    surefire = module.plugin("org.apache.maven.plugins:maven-surefire-plugin")
    assert surefire is not None
    assert (surefire.version, surefire.where, surefire.managed) == ("2.12.4", "", False)


def test_r11_sources_annotations_and_tests() -> None:
    module = survey(ProjectView.of(FILES)).modules[1]
    assert module.main.roots == ("a/src/main/java",)
    assert (module.main.files, module.test.files) == (2, 3)
    assert module.main.encodings == {"gbk": 1, "utf-8": 1}
    assert module.main.imports == {"java.util": 1, "lombok": 1, "lombok.extern.slf4j": 1}
    names = {a.name: (a.uses, a.files) for a in module.main.annotations}
    user = ("a/src/main/java/demo/model/User.java",)
    assert names == {
        "lombok.Data": (1, user),
        "lombok.extern.slf4j.Slf4j": (1, user),
        "demo.model.Mark": (1, user),
        "java.lang.Override": (1, user),
    }
    assert module.test.frameworks == ("junit3", "junit4", "jupiter")
    assert module.test.test_methods == 6
    assert module.main.other_languages == {"kt": 1}


def test_facts_survive_json() -> None:
    facts = survey(ProjectView.of(FILES))
    assert ProjectFacts.from_json(json.loads(json.dumps(facts.to_json()))) == facts
    assert (facts.java_files, facts.test_methods) == (5, 6)
    assert facts.java_lines == sum(m.main.lines + m.test.lines for m in facts.modules)


def test_nothing_to_survey() -> None:
    assert survey(ProjectView.of({"A.java": "class A {}"})) == ProjectFacts()


def test_finds_the_file_that_declares_a_type() -> None:
    tree = ProjectView.of({**FILES, "a/src/main/java/User2.java": "class X { class User {} }"})
    assert find_declarations(tree, "User") == (
        "a/src/main/java/demo/model/User.java",
        "a/src/main/java/User2.java",
    )
    assert find_declarations(tree, "Nobody") == ()


def test_lines_and_packages() -> None:
    assert [skim("A", d, None).lines for d in (b"", b"a", b"a\n", b"a\nb")] == [0, 1, 1, 2]
    assert [package_of(n) for n in ("a.b.C", "a.b.*", "a.b.C.d", "a.b.C.*", "a.b.c")] == [
        "a.b",
        "a.b",
        "a.b",
        "a.b",
        "a.b",
    ]


def test_a_hundred_thousand_lines_take_seconds() -> None:
    body = "".join(f'    @Deprecated int field{i} = {i}; // {{@link X}} "\n' for i in range(250))
    files = {
        f"src/main/java/p/C{i}.java": f"package p;\nimport java.util.List;\nclass C{i} {{\n{body}}}\n"
        for i in range(400)
    }
    started = time.monotonic()
    facts = survey(ProjectView.of({"pom.xml": pom(), **files}))
    assert facts.java_lines > 100_000
    # The limit is a minute; ten seconds leave room for a busy machine.
    assert time.monotonic() - started < 10
