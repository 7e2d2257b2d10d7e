"""Tiny projects that fail on a newer JDK in one way each; a real build proves the rule's edit."""

from __future__ import annotations

from dataclasses import dataclass, field

from reode.rules.cases import pom
from reode.rules.pom_cases import configuration, dependencies, execution, items, plugin, properties

_JUNIT4 = "junit:junit:4.13.2:test"
_LEVEL8 = properties("maven.compiler.source=1.8", "maven.compiler.target=1.8")
_CLASS = "src/main/java/a/A.java"
_TEST = "src/test/java/a/ATest.java"


@dataclass(frozen=True)
class TinyProject:
    """Files, the rule that has to fire, the goals, and how many tests must have passed."""

    rule: str
    files: dict[str, str]
    goals: tuple[str, ...] = ("clean", "test")
    tests: int = 0
    jdks: tuple[int, ...] = (25,)
    also: tuple[str, ...] = field(default=())


def _class(body: str, *imports: str, head: str = "class A") -> dict[str, str]:
    lines = "".join(f"import {name};\n" for name in imports)
    return {_CLASS: f"package a;\n\n{lines}\n{head} {{\n  {body}\n}}\n"}


def _test(body: str, *imports: str) -> dict[str, str]:
    names = ("org.junit.Test", *imports)
    lines = "".join(f"import {name};\n" for name in names)
    text = f"package a;\n\n{lines}\npublic class ATest {{\n  @Test public void t() throws Exception {{ {body} }}\n}}\n"
    return {_TEST: text}


def _compiler(*lines: str, version: str = "3.8.1") -> str:
    return plugin("maven-compiler-plugin", version, *configuration(*lines))


_RECORD = {"src/main/java/q/Record.java": "package q;\n\npublic class Record { public int id; }\n"}
_SCRIPT = 'if (new javax.script.ScriptEngineManager().getEngineByName("JavaScript").eval("1") == null) throw new Exception();'
_MAPPER = "package a;\n\n@org.mapstruct.Mapper\npublic interface M { T map(S s); }\n"
_BEANS = {
    f"src/main/java/a/{n}.java": f"package a;\n\n@lombok.Data\npublic class {n} {{ private int x; }}\n"
    for n in ("S", "T")
}
_MAPPED = "S s = new S(); s.setX(7); if (org.mapstruct.factory.Mappers.getMapper(M.class).map(s).getX() != 7) throw new Exception();"

PROJECTS = {
    "activation": TinyProject(
        "activation_removed",
        {"pom.xml": pom(_LEVEL8), **_class("javax.activation.MimetypesFileTypeMap m;")},
    ),
    "ambiguous": TinyProject(
        "ambiguous_java_name", {"pom.xml": pom(_LEVEL8), **_RECORD, **_class("Record r;", "q.*")}
    ),
    "annotation": TinyProject(
        "javax_annotation_removed",
        {
            "pom.xml": pom(_LEVEL8),
            **_class("@PostConstruct void f() { }", "javax.annotation.PostConstruct"),
        },
    ),
    "bytebuddy": TinyProject(
        "library_too_old",
        {
            "pom.xml": pom(
                _LEVEL8 + dependencies(_JUNIT4, "org.mockito:mockito-inline:3.12.4:test")
            ),
            **_class("final String f() { return null; }", head="public class A"),
            **_test(
                'A m = org.mockito.Mockito.mock(A.class); org.mockito.Mockito.when(m.f()).thenReturn("x"); if (m.f() == null) throw new Exception();'
            ),
        },
        tests=1,
    ),
    "corba": TinyProject(
        "corba_removed", {"pom.xml": pom(_LEVEL8), **_class("org.omg.CORBA.ORB orb;")}
    ),
    "exports": TinyProject(
        "exports_with_release",
        {
            "pom.xml": pom(
                _compiler(
                    "<release>11</release>",
                    *items(
                        "compilerArgs", "arg", "--add-exports", "java.base/sun.net.util=ALL-UNNAMED"
                    ),
                )
            ),
            **_class("Object o = sun.net.util.IPAddressUtil.class;"),
        },
    ),
    "javadoc": TinyProject(
        "javadoc_doclint",
        {
            "pom.xml": pom(
                _LEVEL8
                + plugin(
                    "maven-javadoc-plugin",
                    "3.5.0",
                    *execution("jar", "<goals>", "  <goal>jar</goal>", "</goals>"),
                )
            ),
            _CLASS: "package a;\n\n/** One <br/> two & three. */\npublic class A {\n}\n",
        },
        goals=("clean", "package"),
    ),
    "javafx": TinyProject(
        "javafx_removed", {"pom.xml": pom(_LEVEL8), **_class("javafx.util.Pair<String, String> p;")}
    ),
    "jaxb": TinyProject(
        "jaxb_removed",
        {
            "pom.xml": pom(_LEVEL8 + dependencies(_JUNIT4)),
            **_class(
                "public int x;",
                "javax.xml.bind.annotation.XmlRootElement",
                head="@XmlRootElement\npublic class A",
            ),
            **_test(
                "javax.xml.bind.JAXBContext.newInstance(A.class).createMarshaller().marshal(new A(), new java.io.StringWriter());"
            ),
        },
        tests=1,
    ),
    "jaxws": TinyProject(
        "jaxws_removed",
        {
            "pom.xml": pom(_LEVEL8),
            **_class("", "javax.jws.WebService", head="@WebService\nclass A"),
        },
    ),
    "jta": TinyProject(
        "jta_removed", {"pom.xml": pom(_LEVEL8), **_class("javax.transaction.UserTransaction t;")}
    ),
    "level-none": TinyProject(
        "level_too_low", {"pom.xml": pom(), **_class("Object o = (Runnable) () -> { };")}
    ),
    "mapstruct": TinyProject(
        "mapstruct_before_lombok",
        {
            "pom.xml": pom(
                _LEVEL8
                + dependencies(
                    "org.mapstruct:mapstruct-processor:1.5.5.Final:provided",
                    "org.projectlombok:lombok:1.18.10:provided",
                    "org.mapstruct:mapstruct:1.5.5.Final",
                    _JUNIT4,
                )
            ),
            "src/main/java/a/M.java": _MAPPER,
            **_BEANS,
            **_test(_MAPPED),
        },
        tests=1,
        also=("lombok_too_old",),
        jdks=(17, 25),
    ),
    "mockito2": TinyProject(
        "library_too_old",
        {
            "pom.xml": pom(_LEVEL8 + dependencies(_JUNIT4, "org.mockito:mockito-core:2.8.47:test")),
            **_class("String f() { return null; }", head="public class A"),
            **_test("org.mockito.Mockito.mock(A.class);"),
        },
        tests=1,
        jdks=(17, 25),
    ),
    "mockito-moved": TinyProject(
        "mockito_moved",
        {
            "pom.xml": pom(_LEVEL8 + dependencies(_JUNIT4, "org.mockito:mockito-core:4.11.0:test")),
            **_test(
                "Runnable r = org.mockito.Mockito.mock(Runnable.class); verifyZeroInteractions(r);",
                "static org.mockito.Matchers.any",
                "static org.mockito.Mockito.verifyZeroInteractions",
            ),
        },
        tests=1,
    ),
    "script": TinyProject(
        "script_engine_missing",
        {"pom.xml": pom(_LEVEL8 + dependencies(_JUNIT4)), **_test(_SCRIPT)},
        tests=1,
    ),
    "semicolon": TinyProject(
        "extraneous_semicolon",
        {
            "pom.xml": pom(_LEVEL8),
            **_class("List<String> l; Map<String, String> m;", "java.util.List;", "java.util.Map"),
        },
    ),
    "shade": TinyProject(
        "plugin_too_old",
        {
            "pom.xml": pom(
                _LEVEL8
                + dependencies("commons-io:commons-io:2.6")
                + plugin(
                    "maven-shade-plugin",
                    "3.2.4",
                    *execution(
                        "shade",
                        "<phase>package</phase>",
                        "<goals>",
                        "  <goal>shade</goal>",
                        "</goals>",
                        *configuration(
                            "<relocations>",
                            "  <relocation>",
                            "    <pattern>org.apache.commons.io</pattern>",
                            "    <shadedPattern>x.io</shadedPattern>",
                            "  </relocation>",
                            "</relocations>",
                        ),
                    ),
                )
            ),
            **_class("Object o = org.apache.commons.io.IOUtils.class;"),
        },
        goals=("clean", "package"),
        jdks=(17, 25),
    ),
    "tools": TinyProject(
        "compiler_option_gone",
        {
            "pom.xml": pom(
                _LEVEL8
                + _compiler(
                    "<fork>true</fork>", *items("compilerArgs", "arg", "-J-XX:MaxPermSize=64m")
                )
            ),
            **_class(""),
        },
    ),
    "underscore": TinyProject(
        "underscore_identifier",
        {"pom.xml": pom(_LEVEL8), **_class("int f(int _) { return _ + 1; }")},
    ),
    "war": TinyProject(
        "plugin_too_old",
        {
            "pom.xml": pom(_LEVEL8, packaging="war"),
            **_class(""),
            "src/main/webapp/WEB-INF/web.xml": "<web-app/>\n",
        },
        goals=("clean", "package"),
    ),
    "weaker": TinyProject(
        "weaker_access",
        {
            "pom.xml": pom(_LEVEL8),
            **_class(
                "boolean isEmpty() { return true; } public char charAt(int i) { return 0; } public int length() { return 0; }"
                " public CharSequence subSequence(int a, int b) { return this; }",
                head="class A implements CharSequence",
            ),
        },
    ),
    "werror": TinyProject(
        "werror",
        {
            "pom.xml": pom(
                _LEVEL8
                + _compiler(
                    "<showWarnings>true</showWarnings>",
                    *items("compilerArgs", "arg", "-Xlint:all", "-Werror"),
                )
            ),
            **_class("Object o = System.getSecurityManager();"),
        },
    ),
    "yield": TinyProject(
        "yield_call",
        {"pom.xml": pom(_LEVEL8), **_class("void yield(int x) { } void f() { yield(1); }")},
    ),
}
