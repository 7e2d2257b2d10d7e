"""Each message of javac has its kind and its evidence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.javac import Site, compiler_diagnostics, relative
from reode.facts.diagnostic import Phase

SITE = Site(Phase.COMPILE, "app", "g:maven-compiler-plugin:3.1", "/repo")


@pytest.mark.parametrize(
    ("message", "kind", "evidence"),
    [
        ("package javax.jws does not exist", "package-missing", {"package": "javax.jws"}),
        ("cannot find symbol\n  symbol:   variable LOG\n  location: class p.A", "symbol-missing",
         {"symbol_kind": "variable", "name": "LOG", "location": "p.A"}),
        ("cannot find symbol\n  symbol: method getId()\n  location: variable u of type p.User",
         "symbol-missing", {"name": "getId", "location": "p.User", "variable": "u"}),
        ("cannot access javax.servlet.A\n  class file for javax.servlet.A not found",
         "class-file-missing", {"class": "javax.servlet.A"}),
        (("cannot access p.B\n  bad class file: /x/B.class\n    class file has wrong version 61.0, "
         "should be 52.0"), "class-file-version", {"major": "61"}),
        ("reference to Module is ambiguous\n  both class a.Module and", "ambiguous-reference",
         {"name": "Module"}),
        ("as of release 9, '_' is a keyword, and may not be used as an identifier",
         "identifier-keyword", {"name": "_"}),
        ("as of release 5, 'enum' is a keyword", "identifier-keyword", {"name": "enum"}),
        ("'var' not allowed here", "identifier-keyword", {"name": "var"}),
        ("invalid use of a restricted identifier 'yield'", "identifier-keyword", {"name": "yield"}),
        ("lambda expressions are not supported in -source 1.5\n  (use -source 8 or higher to enable)",
         "level-too-low", {"level": "1.5", "needed": "8"}),
        ("incompatible types: java.lang.String cannot be converted to int", "incompatible-types",
         {"from": "java.lang.String", "to": "int"}),
        ("method f in class p.A cannot be applied to given types;", "incompatible-types", {}),
        ("getFirst() in p.L cannot implement getFirst() in java.util.List\n  return type int is not",
         "override-clash", {"in": "p.L"}),
        ("method does not override or implement a method from a supertype", "override-clash", {}),
        (("p.D is not abstract and does not override abstract method getParentLogger() in "
         "javax.sql.CommonDataSource"), "override-clash", {"name": "getParentLogger()"}),
        ("unreported exception java.io.IOException; must be caught", "unreported-exception",
         {"class": "java.io.IOException"}),
        ("exception java.io.IOException is never thrown in body of corresponding try statement",
         "exception-never-thrown", {"class": "java.io.IOException"}),
        ("duplicate class: p.A", "duplicate-class", {"class": "p.A"}),
        ("package exists in another module: java.xml", "package-clash", {"module": "java.xml"}),
        ("unmappable character (0xE9) for encoding UTF-8", "encoding", {"encoding": "UTF-8"}),
        ("illegal character: '\\ufeff'", "encoding", {"character": "\\ufeff"}),
        ("illegal character: '#'", "syntax", {}),
        ("';' expected", "syntax", {}),
        ("class, interface, enum, or record expected", "syntax", {}),
        ("extraneous semicolon", "syntax", {}),
        ("bad HTML entity", "javadoc", {}),
        ("error: cannot find symbol", "symbol-missing", {}),
        ("variable x is already defined in method f()", "compile-other", {}),
    ],
)  # fmt: skip
def test_messages_with_a_place(message: str, kind: str, evidence: dict[str, str]) -> None:
    lines = f"/repo/src/main/java/p/A.java:[12,34] {message}".split("\n")
    (one,) = compiler_diagnostics(lines, SITE)
    assert one.kind == kind
    assert evidence.items() <= dict(one.evidence).items()
    assert (one.file, one.line, one.column) == ("src/main/java/p/A.java", 12, 34)


@pytest.mark.parametrize(
    ("message", "kind", "evidence"),
    [
        ("Source option 6 is no longer supported. Use 8 or later.", "level-unsupported",
         {"level": "6", "minimum": "8"}),
        ("Fatal error compiling: error: release version 1.8 not supported", "level-unsupported",
         {"level": "1.8"}),
        ("Fatal error compiling: error: release version 25 not supported", "level-too-new",
         {"level": "25"}),
        ("Fatal error compiling: warning: source release 17 requires target release 17",
         "level-mismatch", {"source": "17", "target": "17"}),
        ("Fatal error compiling: error: option --add-exports not allowed with target 8",
         "compiler-flag", {"flag": "--add-exports"}),
        ("exporting a package from system module java.base is not allowed with --release",
         "compiler-flag", {"module": "java.base", "flag": "--release"}),
        ("module not found: java.xml.bind", "module-missing", {"module": "java.xml.bind"}),
        ("warnings found and -Werror specified", "werror", {}),
        (("Fatal error compiling: java.lang.NoClassDefFoundError: javax/annotation/Generated: "
         "javax.annotation.Generated"), "processor-crash", {"class": "javax.annotation.Generated"}),
        (("Fatal error compiling: java.lang.ExceptionInInitializerError: "
         "com.sun.tools.javac.code.TypeTag :: UNKNOWN"), "lombok-crash", {}),
        (("Fatal error compiling: java.lang.NoSuchFieldError: Class com.sun.tools.javac.tree."
         "JCTree$JCImport does not have member field 'com.sun.tools.javac.tree.JCTree qualid'"),
         "lombok-crash", {}),
        ("Annotation processor 'p.Gone' not found", "processor-crash", {"owner": "p.Gone"}),
        ("An unknown compilation problem occurred", "compile-unknown", {}),
    ],
)  # fmt: skip
def test_messages_without_a_place(message: str, kind: str, evidence: dict[str, str]) -> None:
    (one,) = compiler_diagnostics([message], SITE)
    assert one.kind == kind
    assert evidence.items() <= dict(one.evidence).items()
    assert one.file is None


def test_an_unknown_problem_is_explained_by_what_was_printed_before() -> None:
    before = "java.lang.IllegalAccessError: class com.google.errorprone.A cannot access B\n\tat x.Y.z(Y.java)"
    (one,) = compiler_diagnostics(["An unknown compilation problem occurred"], SITE, before)
    assert (one.kind, one.evidence["owner"]) == ("processor-crash", "errorprone")


def test_a_frame_of_javac_that_looks_for_processors_is_no_sign_of_lombok() -> None:
    message = "Fatal error compiling: java.lang.NoClassDefFoundError: javax/xml/bind/JAXBException"
    trace = (
        "java.lang.NoClassDefFoundError: javax/xml/bind/JAXBException\n"
        "\tat org.hibernate.jpamodelgen.JPAMetaModelEntityProcessor.init(J.java:1)\n"
        "\tat jdk.compiler/com.sun.tools.javac.processing.JavacProcessingEnvironment"
        "$DiscoveredProcessors$ProcessorStateIterator.next(J.java:828)"
    )
    (one,) = compiler_diagnostics([message], SITE, trace)
    assert one.kind == "processor-crash"


def test_lomboks_own_reach_into_javac_is_its_crash() -> None:
    message = (
        "Fatal error compiling: java.lang.ExceptionInInitializerError: Unable to make field private "
        "com.sun.tools.javac.processing.JavacProcessingEnvironment$DiscoveredProcessors "
        "com.sun.tools.javac.processing.JavacProcessingEnvironment.discoveredProcs accessible"
    )
    (one,) = compiler_diagnostics([message], SITE)
    assert one.kind == "lombok-crash"


def test_an_unreadable_archive_names_its_artifact() -> None:
    path = "/home/u/.m2/repository/org/aspectj/aspectjweaver/1.8.13/aspectjweaver-1.8.13.jar"
    (one,) = compiler_diagnostics([f"error reading {path}; Invalid CEN header"], SITE)
    assert (one.kind, one.symbol) == (
        "archive-unreadable",
        "org.aspectj:aspectjweaver:jar:1.8.13",
    )
    assert "/home" not in one.message


def test_old_plugins_print_an_extra_error_word() -> None:
    lines = ["/repo/A.java:[1,2] error: package a.b does not exist"]
    (one,) = compiler_diagnostics(lines, SITE)
    assert (one.message, one.kind) == ("package a.b does not exist", "package-missing")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/repo/src/A.java", "src/A.java"),
        ("/repository/src/A.java", "/repository/src/A.java"),
        ("\\repo\\src\\A.java", "src/A.java"),
    ],
)
def test_paths(path: str, expected: str) -> None:
    assert relative(path, "/repo") == expected


@given(st.lists(st.text()), st.text())
def test_total(lines: list[str], trace: str) -> None:
    compiler_diagnostics(lines, SITE, trace)
