"""Where a missing type is a moved one, and which modules it leaves alone."""

from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.recipe import RecipeCall
from reode.facts.target import Target
from reode.project.view import ProjectView
from reode.rules.moved_types import MovedType, find_moves
from reode.rules.rule import Situation

ROW = MovedType("org.lib.old.Thing", "org.lib.fresh.Thing", "2.0", "3", "interface")
USES = "package a;\n\nimport org.lib.old.Thing;\n\nclass A implements Thing { }\n"


def _pom(artifact: str, version: str = "", extra: str = "") -> str:
    library = f"<dependency><groupId>org.lib</groupId><artifactId>lib</artifactId><version>{version}</version></dependency>"
    body = f"<dependencies>{library}</dependencies>" if version else ""
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId>"
        f"<artifactId>{artifact}</artifactId><version>1</version>{body}{extra}</project>"
    )


def _asked(one: str, two: str, *told: Diagnostic) -> list[RecipeCall]:
    modules = (
        "<packaging>pom</packaging><modules><module>one</module><module>two</module></modules>"
    )
    files = {
        "pom.xml": _pom("root", extra=modules),
        "one/pom.xml": _pom("one", one),
        "two/pom.xml": _pom("two", two),
        "one/src/main/java/a/A.java": USES,
        "two/src/main/java/a/A.java": USES,
    }
    return find_moves(Situation(ProjectView.of(files), Target(17, 17), told), [ROW], "org.lib")


def _missing(package: str = "org.lib.old", kind: str = "package-missing") -> Diagnostic:
    evidence = {"package": package, "name": "Thing", "location": package}
    file = "one/src/main/java/a/A.java"
    return Diagnostic(kind, Phase.COMPILE, "", file=file, evidence=evidence)


def test_a_module_whose_library_still_has_the_old_name_is_spared() -> None:
    (call,) = _asked("2.1", "1.4", _missing())
    assert call.spares == ("two/pom.xml",)
    assert call.options["newFullyQualifiedTypeName"] == "org.lib.fresh.Thing"
    assert "public interface Thing {" in call.stand_ins["org.lib.old.Thing"]


def test_a_library_that_comes_through_another_module_counts() -> None:
    (call,) = _asked("", "2.1", _missing(kind="symbol-missing"))
    assert call.spares == ()


def test_nothing_is_asked_where_the_missing_name_or_the_version_is_another() -> None:
    assert _asked("2.1", "2.1") == []
    assert _asked("2.1", "2.1", _missing("org.other")) == []
    assert _asked("1.9", "1.9", _missing()) == []
    assert _asked("3.0", "3.0", _missing()) == []
    assert _asked("", "", _missing()) == []
    assert _asked("${unknown}", "", _missing()) == []
