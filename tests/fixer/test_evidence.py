"""The chain from a symptom to its cause, drawn over the whole project."""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic, Phase
from reode.fixer.evidence import explore_before_fix, render_chain
from reode.project.view import ProjectView

PARENT = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>g</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
  <modules><module>model</module><module>web</module></modules>
  <dependencyManagement><dependencies><dependency>
    <groupId>org.projectlombok</groupId><artifactId>lombok</artifactId><version>1.16.8</version>
  </dependency></dependencies></dependencyManagement>
</project>
"""
MODULE = """<project>
  <modelVersion>4.0.0</modelVersion>
  <parent><groupId>g</groupId><artifactId>shop</artifactId><version>1</version></parent>
  <artifactId>{name}</artifactId>
  <dependencies><dependency>
    <groupId>{group}</groupId><artifactId>{artifact}</artifactId>{version}
  </dependency></dependencies>
</project>
"""
CONTROLLER = "web/src/main/java/g/web/ReplyController.java"
MODEL = "model/src/main/java/g/model/Reply.java"
FILES = {
    "pom.xml": PARENT,
    "model/pom.xml": MODULE.format(
        name="model", group="org.projectlombok", artifact="lombok", version=""
    ),
    "web/pom.xml": MODULE.format(
        name="web", group="g", artifact="model", version="<version>1</version>"
    ),
    MODEL: "package g.model;\n\nimport lombok.Data;\n\n@Data\npublic class Reply {\n    private String msg;\n}\n",
    CONTROLLER: 'package g.web;\n\nclass ReplyController {\n    void ok(g.model.Reply r) {\n        r.setMsg("ok");\n    }\n}\n',
}
MISSING = Diagnostic(
    "symbol-missing",
    Phase.COMPILE,
    "cannot find symbol\n  symbol:   method setMsg(String)\n  location: variable r of type g.model.Reply",
    file=CONTROLLER,
    line=5,
    symbol="method setMsg(String)",
    evidence={"location": "variable r of type g.model.Reply"},
)


def _read_the_failing_file(view: ProjectView, diagnostic: Diagnostic) -> str:
    """The first REODE's exploration: the file of the error, and no other."""
    return view.text(diagnostic.file or "")


def _names_the_cause(text: str) -> bool:
    return "@Data" in text and MODEL in text


def test_r09_the_cause_is_found_in_a_class_of_another_module() -> None:
    view = ProjectView.of(FILES)
    assert not _names_the_cause(_read_the_failing_file(view, MISSING))
    found = explore_before_fix(view, [MISSING])
    assert _names_the_cause(render_chain(found))
    assert found[0].chain[0].where == f"{CONTROLLER}:5"


def test_r11_the_chain_goes_from_the_setter_to_the_missing_processor_path() -> None:
    def one_hop(diagnostic: Diagnostic) -> list[str]:
        """The first REODE's chain: the symptom, and nothing that it follows from."""
        return [diagnostic.message]

    hops = ["setMsg", "@Data", "lombok 1.16.8", "maven-compiler-plugin"]

    def hops_of(chain: list[str]) -> list[int]:
        return [next((n for n, text in enumerate(chain) if hop in text), -1) for hop in hops]

    assert -1 in hops_of(one_hop(MISSING))
    finding = explore_before_fix(ProjectView.of(FILES), [MISSING])[0]
    places = hops_of([e.what for e in finding.chain])
    assert -1 not in places
    assert places == sorted(places)
    last = finding.chain[places[-1]]
    assert "annotationProcessorPaths" not in last.what
    assert last.where == "model/pom.xml"


def test_a_link_that_cannot_be_made_is_named() -> None:
    gone = Diagnostic(
        "symbol-missing",
        Phase.COMPILE,
        "cannot find symbol",
        file=CONTROLLER,
        evidence={"location": "class com.other.Gone"},
    )
    finding = explore_before_fix(ProjectView.of(FILES), [gone])[0]
    assert finding.uncertain == "com.other.Gone is declared nowhere in this project"


def test_r09_the_frames_in_the_projects_own_code_are_part_of_the_chain() -> None:
    files = {
        "pom.xml": "<project/>",
        "src/main/java/g/Level.java": "package g;\nclass Level { }\n",
        "src/test/java/g/LevelTest.java": "package g;\nclass LevelTest { }\n",
    }
    stack = (
        "java.lang.NumberFormatException: .\n\tat java.base/java.lang.Integer.parseInt(Integer.java:5)"
        "\n\tat g.Level.parse(Level.java:15)\n\tat g.LevelTest.reads(LevelTest.java:9)"
    )
    failed = Diagnostic(
        "test-error",
        Phase.TEST,
        "NumberFormatException",
        file="src/test/java/g/LevelTest.java",
        line=9,
        excerpt=stack,
    )
    chain = explore_before_fix(ProjectView.of(files), [failed])[0].chain
    assert ("thrown through Level.parse", "src/main/java/g/Level.java:15") in [
        (e.what, e.where) for e in chain
    ]
    assert sum("thrown through" in e.what for e in chain) == 1


def test_equal_problems_share_a_finding_and_there_are_not_too_many() -> None:
    view = ProjectView.of(FILES)
    assert len(explore_before_fix(view, [MISSING, MISSING])) == 1
    many = [
        Diagnostic("symbol-missing", Phase.COMPILE, f"m{n}", file=CONTROLLER, symbol=f"s{n}")
        for n in range(40)
    ]
    assert 1 < len(explore_before_fix(view, many)) <= 12


def test_a_plugin_is_shown_with_its_version() -> None:
    failed = Diagnostic(
        "plugin-failed",
        Phase.COMPILE,
        "boom",
        plugin="org.apache.maven.plugins:maven-compiler-plugin",
    )
    text = render_chain(explore_before_fix(ProjectView.of(FILES), [failed]))
    assert "maven-compiler-plugin:" in text or "maven-compiler-plugin 3" in text
