"""Real logs of Maven 3.8 and 3.9 give the diagnostics that a person reads in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reode.build.parse import parse_log, phase_reached
from reode.facts.diagnostic import Diagnostic, Phase

LOGS = Path(__file__).parent / "logs"
ROOT = Path("/repo")

#: log → (furthest phase, kinds in any order)
EXPECTED = {
    "ant-script.maven-3.8": ("compile", ["script-engine-missing"]),
    "bootclasspath.maven-3.8": ("compile", ["compiler-flag"]),
    "duplicate-build.maven-3.8": ("model", ["pom-duplicate-tag"]),
    "duplicate-build.maven-3.9": ("model", ["pom-duplicate-tag"]),
    "enforcer.maven-3.8": ("resolve", ["enforcer-rule"]),
    "executable.maven-3.8": ("compile", ["compile-unknown"]),
    "flag.maven-3.8": ("compile", ["compiler-flag"]),
    "fork-option.maven-3.8": ("test", ["vm-option"]),
    "goal-missing.maven-3.8": ("resolve", ["plugin-goal-missing"]),
    "green-encoding.maven-3.8": ("done", []),
    "http-repo.maven-3.8": ("resolve", ["http-blocked"]),
    "javadoc.maven-3.8": ("package", ["javadoc"]),
    "jvm-permgen.maven-3.8": ("start", ["jvm-option"]),
    "level-none.maven-3.8": ("compile", ["level-unsupported"] * 2),
    "lombok-1168.maven-3.8": ("compile", ["lombok-crash"]),
    "lombok-old.maven-3.8": ("compile", ["lombok-crash"]),
    "multi-fae.maven-3.8": ("test-compile", ["package-missing", "symbol-missing"]),
    "multi-fae.maven-3.9": ("test-compile", ["package-missing", "symbol-missing"]),
    "parent-lost.maven-3.8": ("model", ["parent-missing"]),
    "release-new.maven-3.8": ("compile", ["level-too-new"]),
    "shade-level.maven-3.8": ("package", ["class-file-version"]),
    "symbols.maven-3.8": ("compile", ["package-missing"] * 2 + ["symbol-missing"] * 3),
    "symbols.maven-3.9": ("compile", ["package-missing"] * 2 + ["symbol-missing"] * 3),
    "test-compile.maven-3.8": ("test-compile", ["package-missing", "symbol-missing"]),
    "tests-fail.maven-3.8": ("test", ["test-error"]),
    "tests-fail.maven-3.9": ("test", ["test-error"]),
    "tools-jar.maven-3.8": ("resolve", ["tools-jar"]),
    "unresolved.maven-3.8": ("resolve", ["dependency-unresolved"]),
    "unresolved.maven-3.9": ("resolve", ["dependency-unresolved"]),
    "visible.maven-3.8": ("compile", ["incompatible-types"] + ["package-not-visible"] * 2),
    "war-old.maven-3.8": ("package", ["mojo-load"]),
    "werror.maven-3.8": ("compile", ["werror"]),
}


def read(name: str) -> str:
    return (LOGS / f"{name}.log").read_text()


def parse(name: str) -> tuple[Diagnostic, ...]:
    return parse_log(read(name), ROOT)


def test_every_log_is_expected() -> None:
    assert {path.stem for path in LOGS.glob("*.log")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_kinds_and_phase(name: str) -> None:
    phase, kinds = EXPECTED[name]
    assert sorted(str(one.kind) for one in parse(name)) == kinds
    assert phase_reached(read(name)) == phase


@pytest.mark.parametrize("name", ["symbols.maven-3.8", "symbols.maven-3.9"])
def test_r09_a_missing_setter_names_method_and_declaring_class(name: str) -> None:
    setter = next(one for one in parse(name) if one.symbol == "method setMsg(java.lang.String)")
    assert (setter.file, setter.line, setter.module) == ("src/main/java/p/A.java", 5, "symbols")
    assert setter.evidence["name"] == "setMsg"
    assert setter.evidence["location"] == "p.B"
    assert setter.plugin is not None
    assert setter.plugin.startswith("org.apache.maven.plugins:maven-compiler-plugin:3.")
    base64 = next(one for one in parse(name) if one.symbol == "class BASE64Encoder")
    assert (base64.evidence["location_kind"], base64.evidence["location"]) == (
        "package",
        "sun.misc",
    )
    assert {o.evidence["package"] for o in parse(name) if o.kind == "package-missing"} == {
        "javax.xml.bind",
        "javax.annotation",
    }


def test_a_hidden_package_names_its_module() -> None:
    hidden = [one for one in parse("visible.maven-3.8") if one.kind == "package-not-visible"]
    assert {(one.evidence["package"], one.evidence["module"]) for one in hidden} == {
        ("sun.security.x509", "java.base"),
        ("com.sun.org.apache.xerces.internal.dom", "java.xml"),
    }


@pytest.mark.parametrize("name", ["multi-fae.maven-3.8", "multi-fae.maven-3.9"])
def test_modules_of_a_reactor_are_told_apart(name: str) -> None:
    assert {(one.module, one.file, str(one.phase)) for one in parse(name)} == {
        ("core", "core/src/main/java/p/A.java", "compile"),
        ("tools", "tools/src/test/java/p/T.java", "test-compile"),
    }


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("level-none.maven-3.8", {"level": "5", "minimum": "8"}),
        ("duplicate-build.maven-3.9", {"tag": "build"}),
        ("parent-lost.maven-3.8", {"artifact": "com.example.nowhere:papa:pom:3"}),
        ("tools-jar.maven-3.8", {"artifact": "com.sun:tools:jar:1.8"}),
        ("unresolved.maven-3.9", {"artifact": "com.example.nowhere:lost:jar:1.0"}),
        ("http-repo.maven-3.8", {"repository": "old", "url": "http://repo.example.com/maven2"}),
        ("enforcer.maven-3.8", {"rule": "RequireJavaVersion", "range": "[1.8,1.9)"}),
        ("fork-option.maven-3.8", {"option": "-XX:MaxPermSize=64m"}),
        ("jvm-permgen.maven-3.8", {"option": "-XX:MaxPermSize=64m"}),
        ("shade-level.maven-3.8", {"major": "69", "owner": "org.objectweb.asm"}),
        ("war-old.maven-3.8", {"goal": "war", "module": "java.base", "package": "java.util"}),
        ("release-new.maven-3.8", {"level": "25"}),
        ("flag.maven-3.8", {"flag": "-Xlint:a -Xlint:b"}),
        ("ant-script.maven-3.8", {"engine": "javascript"}),
    ],
)
def test_evidence(name: str, evidence: dict[str, str]) -> None:
    assert evidence.items() <= dict(parse(name)[0].evidence).items()


@pytest.mark.parametrize("name", ["shade-level.maven-3.8", "war-old.maven-3.8"])
def test_a_failed_plugin_is_named(name: str) -> None:
    (one,) = parse(name)
    assert one.plugin in {
        "org.apache.maven.plugins:maven-shade-plugin:3.2.4",
        "org.apache.maven.plugins:maven-war-plugin:2.2",
    }


def test_position_in_the_pom() -> None:
    (one,) = parse("duplicate-build.maven-3.8")
    assert (one.file, one.line, one.phase) == ("pom.xml", 8, Phase.MODEL)


def test_a_log_cut_off_in_the_middle_still_tells_its_errors() -> None:
    text = read("symbols.maven-3.8")
    cut = text[: text.index("BUILD FAILURE")]
    whole = {(one.kind, one.file, one.line, one.symbol) for one in parse("symbols.maven-3.8")}
    assert {(o.kind, o.file, o.line, o.symbol) for o in parse_log(cut, ROOT)} == whole


def test_terminal_codes_and_windows_line_ends_change_nothing() -> None:
    text = read("symbols.maven-3.8")
    colourful = text.replace("[ERROR]", "[\x1b[1;31mERROR\x1b[m]").replace("\n", "\r\n")
    assert parse_log("\x1b[0m\x1b[0m" + colourful, ROOT) == parse("symbols.maven-3.8")


CRASH = """[INFO] Scanning for projects...
[INFO] --- jaxb2-maven-plugin:2.4:xjc (x) @ app ---
[INFO] BUILD FAILURE
Exception in thread "main" java.lang.Error: java.lang.reflect.InvocationTargetException
\tat com.sun.tools.xjc.Plugin.run(Plugin.java:1)
Caused by: java.lang.NoClassDefFoundError: javax/activation/MimeTypeParseException
"""


def test_a_crash_of_maven_without_any_error_line() -> None:
    (one,) = parse_log(CRASH, ROOT)
    assert (one.kind, one.module, one.plugin) == ("maven-crash", "app", "jaxb2-maven-plugin:2.4")
    assert one.evidence["class"] == "javax.activation.MimeTypeParseException"


@given(st.text())
def test_total_over_any_text(text: str) -> None:
    for one in parse_log(text, ROOT):
        assert Diagnostic.from_json(one.to_json()) == one


PIECES = [
    "[ERROR] Failed to execute goal g:maven-compiler-plugin:3.1:compile (x) on project p: ",
    "[ERROR] Failed to execute goal on project p: Could not resolve dependencies ",
    "[ERROR] /repo/src/main/java/p/A.java:[1,2] cannot find symbol",
    "  symbol:   class B",
    "[ERROR] COMPILATION ERROR : ",
    "[INFO] --- maven-compiler-plugin:3.1:compile (default-compile) @ p ---",
    "[FATAL] Non-parseable POM /repo/pom.xml: x @ line 1, column 2",
    "[ERROR]   The project g:a:1 (/repo/pom.xml) has 1 error",
    "Caused by: java.lang.Error: x",
    "-> [Help 1]",
    'Exception in thread "main" java.lang.Error',
    "The forked VM terminated without saying properly goodbye",
    "\n",
    " ",
    "é\x00",
]


@given(st.lists(st.sampled_from(PIECES)).flatmap(st.just), st.sampled_from(["\n", ""]))
def test_total_over_shuffled_pieces_of_logs(pieces: list[str], between: str) -> None:
    for one in parse_log(between.join(pieces), ROOT):
        assert len(one.excerpt) <= 2_100


@pytest.mark.timeout(120)  # a parser that is not linear would take hours
@pytest.mark.parametrize("piece", PIECES)
def test_a_long_log_comes_to_its_end(piece: str) -> None:
    parse_log((piece + "\n") * (150_000 // len(piece)), ROOT)
    parse_log(piece * (150_000 // len(piece)), ROOT)
