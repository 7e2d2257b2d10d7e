"""What Maven reads, the editor reads; the e2e test holds this list against Maven's own reader."""

import codecs
from pathlib import Path

import pytest

from reode.errors import PomSyntaxError
from reode.project.pom import Coordinates, Pom
from tests.project.maven_oracle import maven_reads

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
BODY = (
    "<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>a</artifactId>"
    "<version>1</version><properties><p>{}</p></properties></project>"
)
X = BODY.format("x")


def declared(encoding: str) -> str:
    return HEAD.replace("UTF-8", encoding)


READABLE: dict[str, tuple[bytes, str]] = {
    "plain": ((HEAD + X).encode(), "x"),
    "no declaration": (X.encode(), "x"),
    "one blank line first": (("\n" + HEAD + X).encode(), "x"),
    "byte order mark": (codecs.BOM_UTF8 + (HEAD + BODY.format("中")).encode(), "中"),
    "mark and blank line": (codecs.BOM_UTF8 + ("\n" + HEAD + X).encode(), "x"),
    "latin-1": ((declared("ISO-8859-1") + BODY.format("é")).encode("latin-1"), "é"),
    "gbk": ((declared("GBK") + BODY.format("中文")).encode("gbk"), "中文"),
    "utf-16 little": (codecs.BOM_UTF16_LE + (declared("UTF-16") + X).encode("utf-16-le"), "x"),
    "utf-16 big": (codecs.BOM_UTF16_BE + (declared("UTF-16") + X).encode("utf-16-be"), "x"),
    "utf-16 unmarked": ((declared("UTF-16LE") + X).encode("utf-16-le"), "x"),
    "bytes that lie": (HEAD.encode() + BODY.format("é").encode("latin-1"), "\ufffd"),
    "html entities": ((HEAD + BODY.format("&copy;&nbsp;&euro;&amp;")).encode(), "©\u00a0€&"),
    "character references": ((HEAD + BODY.format("&#65;&#x1F600;")).encode(), "A😀"),
    "doctype": ((HEAD + "<!DOCTYPE project>\n" + X).encode(), "x"),
    "doctype with entity": ((HEAD + '<!DOCTYPE p [<!ENTITY e "v">]>' + X).encode(), "x"),
    "foreign namespace": (X.replace("<project", '<project xmlns="https://m/4"').encode(), "x"),
    "undeclared prefix": (X.replace("<project", "<project xsi:a='b'").encode(), "x"),
    "no blank between attributes": (
        X.replace("<project", "<project xmlns='b'xmlns:c='d'").encode(),
        "x",
    ),
    "comment inside": ((HEAD + BODY.format("1.<!-- - -->8")).encode(), "1.8"),
    "instruction inside": ((HEAD + BODY.format("1.<?x y?>8")).encode(), "1.8"),
    "cdata": ((HEAD + BODY.format("<![CDATA[a<b]]>c")).encode(), "a<bc"),
    "blanks around": ((HEAD + BODY.format("\n\t x \r\n")).encode(), "x"),
    "control character": ((HEAD + BODY.format("a\x01b")).encode(), "a\ufffdb"),
    "sign in text": ((HEAD + BODY.format("a > b")).encode(), "a > b"),
    "blank in close tag": (X.replace("</p>", "</p >").encode(), "x"),
    "comment after the end": ((X + "\n<!-- end --><?x?>\n").encode(), "x"),
    "old mac lines": ((HEAD + X).replace("><", ">\r<").encode(), "x"),
}
UNREADABLE: dict[str, tuple[bytes, int]] = {
    "nothing": (b"", 1),
    "unknown entity": ((HEAD + BODY.format("&foo;")).encode(), 2),
    "entity of the doctype": (('<!DOCTYPE p [<!ENTITY e "v">]>' + BODY.format("&e;")).encode(), 1),
    "bare ampersand": ((HEAD + "\n" + BODY.format("a & b")).encode(), 3),
    "forbidden reference": ((HEAD + BODY.format("&#1;")).encode(), 2),
    "dashes in comment": ((HEAD + BODY.format("<!-- a -- b -->x")).encode(), 2),
    "three dashes": ((HEAD + BODY.format("<!-- a --->x")).encode(), 2),
    "end of cdata in text": ((HEAD + BODY.format("]]>")).encode(), 2),
    "declaration too late": (("\n\n" + HEAD + X).encode(), 3),
    "comment before declaration": (("<!-- c -->" + HEAD + X).encode(), 1),
    "xml 1.1": ((HEAD.replace("1.0", "1.1") + X).encode(), 1),
    "attribute without quotes": (X.replace("<p>", "<p a=b>").encode(), 1),
    "attribute twice": (X.replace("<p>", "<p a='b' a='c'>").encode(), 1),
    "less-than in attribute": (X.replace("<p>", "<p a='<'>").encode(), 1),
    "blank in tag": (X.replace("<p>", "< p>").encode(), 1),
    "digit as name": (X.replace("<p>", "<1>").replace("</p>", "</1>").encode(), 1),
    "wrong close tag": ((HEAD + X.replace("</p>", "</q>")).encode(), 2),
    "no close tag": (X.removesuffix("</project>").encode(), 1),
    "text after the end": ((X + "\nrest").encode(), 1),
    "second root": ((X + "<a/>").encode(), 1),
    "doctype inside": (X.replace("<p>", "<!DOCTYPE x><p>").encode(), 1),
    "comment without end": ((HEAD + X + "<!-- ").encode(), 2),
    "another root": (b"<model/>", 1),
    "prefixed root": (X.replace("project>", "m:project>").encode(), 1),
}


@pytest.mark.parametrize("case", READABLE)
def test_reads_what_maven_reads(case: str) -> None:
    data, value = READABLE[case]
    pom = Pom.parse(data)
    assert pom.data == data
    assert pom.text("artifactId") == "a"
    assert pom.properties() == {"p": value}


@pytest.mark.parametrize("case", READABLE)
def test_edits_what_maven_reads_and_touches_nothing_else(case: str) -> None:
    data, _ = READABLE[case]
    pom = Pom.parse(data).set_property("q", "17")
    codec = "utf-16-be" if case == "utf-16 big" else "utf-16-le" if "utf-16" in case else "ascii"
    added = "\r<q>17</q>" if case == "old mac lines" else "<q>17</q>"
    assert pom.data.replace(added.encode(codec), b"") == data
    assert pom.properties()["q"] == "17"


@pytest.mark.parametrize("case", UNREADABLE)
def test_refuses_what_maven_refuses_and_says_where(case: str) -> None:
    data, line = UNREADABLE[case]
    with pytest.raises(PomSyntaxError, match=rf"^sub/pom\.xml:{line}: ."):
        Pom.parse(data, "sub/pom.xml")


@pytest.mark.e2e
def test_maven_itself_agrees(tmp_path: Path) -> None:
    expected: dict[Path, str] = {}
    for verdict, cases in (("ok", READABLE), ("bad", UNREADABLE)):
        for number, (data, _) in enumerate(cases.values()):
            file = tmp_path / f"{verdict}{number}.xml"
            file.write_bytes(data)
            expected[file] = verdict
    answers = maven_reads(expected)
    assert {file: answer.split()[0] for file, answer in answers.items()} == expected


RICH = Pom.parse(b"""<project>
  <parent><groupId> g </groupId><artifactId>p</artifactId><version>3
  </version></parent>
  <artifactId>a</artifactId>
  <modules><module>m1</module><module> m2 </module></modules>
  <properties><v>1</v><v>2</v><empty/></properties>
  <dependencies>
    <dependency>
      <groupId>${project.groupId}</groupId><artifactId>b</artifactId><version>${v}</version>
      <type>test-jar</type><classifier>c</classifier><scope>test</scope><optional>true</optional>
      <exclusions><exclusion><groupId>x</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
  <build>
    <pluginManagement><plugins><plugin><artifactId>managed</artifactId></plugin></plugins>
    </pluginManagement>
    <plugins>
      <plugin>
        <artifactId>
          maven-compiler-plugin
        </artifactId>
        <configuration><source>1.5</source><source>1.6</source><proc/></configuration>
        <executions>
          <execution><goals><goal>compile</goal></goals></execution>
          <execution><id>e</id><phase>test</phase>
            <configuration><x><y> 1 </y></x></configuration></execution>
        </executions>
        <dependencies><dependency><groupId>q</groupId><artifactId>r</artifactId></dependency>
        </dependencies>
      </plugin>
    </plugins>
  </build>
  <reporting><plugins><plugin><artifactId>report</artifactId></plugin></plugins></reporting>
  <profiles>
    <profile><id>one</id><modules><module>m3</module></modules>
      <properties><w>9</w></properties>
      <build><plugins><plugin><groupId>h</groupId><artifactId>k</artifactId></plugin></plugins></build>
      <repositories><repository><id>r</id><url>http://r/</url></repository></repositories>
    </profile>
    <profile/>
  </profiles>
</project>
""")


def test_answers_about_the_project() -> None:
    assert RICH.parent() == Coordinates("g", "p", "3")
    assert RICH.coordinates == Coordinates(None, "a", None)
    assert RICH.modules() == ("m1", "m2")
    assert RICH.modules("one") == ("m3",)
    assert RICH.profiles() == ("one", "default")
    assert RICH.properties() == {"v": "2", "empty": ""}
    assert RICH.properties("one") == {"w": "9"}
    assert RICH.text("parent/groupId") == "g"
    assert RICH.text("nothing/here") is None
    assert [(one.id, one.url) for one in RICH.repositories("one")] == [("r", "http://r/")]


def test_tells_the_places_of_plugins_apart() -> None:
    assert [one.artifact for one in RICH.plugins()] == ["maven-compiler-plugin"]
    assert [one.artifact for one in RICH.plugins(managed=True)] == ["managed"]
    assert [one.artifact for one in RICH.plugins(reporting=True)] == ["report"]
    assert [one.key for one in RICH.plugins(profile="one")] == ["h:k"]


def test_answers_about_a_plugin() -> None:
    (plugin,) = RICH.find_plugins("org.apache.maven.plugins", "maven-compiler-plugin")
    assert (plugin.version, plugin.line) == (None, 18)
    assert plugin.config("source") == "1.6"
    assert (plugin.config("proc"), plugin.config("none")) == ("", None)
    assert [(one.id, one.phase, one.goals) for one in plugin.executions] == [
        ("default", None, ("compile",)),
        ("e", "test", ()),
    ]
    assert plugin.executions[1].config("x/y") == "1"
    (inner,) = RICH.dependencies(plugin=("org.apache.maven.plugins", "maven-compiler-plugin"))
    assert inner.key == "q:r:jar"


def test_answers_about_a_dependency() -> None:
    (one,) = RICH.dependencies()
    assert one.key == "${project.groupId}:b:test-jar:c"
    assert (one.version, one.scope, one.optional, one.line) == ("${v}", "test", True, 8)
    assert one.exclusions == (("x", "*"),)
    assert RICH.find_dependencies("g", "b") == (one,)
    assert RICH.expand("${v}-${project.artifactId}-${unknown}") == "2-a-${unknown}"


def test_an_expression_that_names_itself_ends() -> None:
    pom = Pom.parse(b"<project><properties><a>${b}</a><b>${a}</b></properties></project>")
    assert pom.expand("${a}") in ("${a}", "${b}")


def test_poms_are_values() -> None:
    assert Pom.parse(X.encode()) == Pom.parse(X.encode())
    assert len({Pom.parse(X.encode()), Pom.parse(X.encode())}) == 1
    assert Pom.parse(X.encode()) != Pom.parse(X.encode(), "other/pom.xml")


def test_equal_poms_share_their_elements() -> None:
    one, other = Pom.parse(X.encode()), Pom.parse(X.encode(), "other/pom.xml")
    found = one.find_all("properties/p")[0]
    assert other.replace_text(found, "y").properties() == {"p": "y"}


def test_elements_of_another_version_are_refused() -> None:
    pom = Pom.parse(X.encode())
    old = pom.find_all("properties/p")[0]
    with pytest.raises(ValueError, match="another version"):
        pom.set_property("p", "y").remove_element(old)
