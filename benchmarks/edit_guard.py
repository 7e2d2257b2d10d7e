"""Compare the guard's cost for one edit with its cost for a whole tree, on a tree made up here.

Usage: python benchmarks/edit_guard.py [--files 1000]

The tree has that many small Java files, one in three a test, in ten modules. Each kind of edit is
judged in a view of its own; printed are seconds of CPU time and how many times cheaper the edit is
than the first reading, which has to see everything once.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from reode.facts.edit import Edit
from reode.guards.edits import check_edits
from reode.project.view import ProjectView

MODULES = 10
_PARENT = """<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId>
<artifactId>all</artifactId><version>1</version><packaging>pom</packaging>
<modules>{}</modules>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>
<version>4.12</version><scope>test</scope></dependency></dependencies></project>
"""
_CHILD = """<project><modelVersion>4.0.0</modelVersion><parent><groupId>g</groupId>
<artifactId>all</artifactId><version>1</version></parent><artifactId>m{}</artifactId></project>
"""
_MAIN = """package g.p{0};

import java.util.ArrayList;
import java.util.List;

public class Shelf{0} {{
    private final List<String> books = new ArrayList<>();

    public int put{0}(String book) {{
        if (book == null) {{
            throw new IllegalArgumentException("nothing to put on shelf {0}");
        }}
        books.add(book);
        return books.size();
    }}

    public String first{0}() {{
        return books.isEmpty() ? "" : books.get(0);
    }}
}}
"""
_TEST = """package g.p{0};

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Test;

public class Shelf{0}Test {{
    private Shelf{0} shelf;

    @Before
    public void setUp() {{
        shelf = new Shelf{0}();
    }}

    @Test
    public void keepsWhatWasPut() {{
        assertEquals(1, shelf.put{0}("a"));
        assertEquals(2, shelf.put{0}("b"));
        assertEquals("a", shelf.first{0}());
    }}
}}
"""


def build_tree(count: int) -> dict[str, str]:
    """Return poms and `count` Java files by path."""
    names = [f"m{n}" for n in range(MODULES)]
    files = {"pom.xml": _PARENT.format("".join(f"<module>{n}</module>" for n in names))}
    files |= {f"m{n}/pom.xml": _CHILD.format(n) for n in range(MODULES)}
    for number in range(count):
        shelf, is_test = number - number // 3 - 1, number % 3 == 2
        kind, text = ("test", _TEST) if is_test else ("main", _MAIN)
        end = "Test.java" if is_test else ".java"
        folder = f"m{shelf % MODULES}/src/{kind}/java/g/p{shelf}"
        files[f"{folder}/Shelf{shelf}{end}"] = text.format(shelf)
    return files


def edits(view: ProjectView) -> Iterator[tuple[str, list[Edit]]]:
    """Yield kinds of edits with one example each."""
    main = next(view.java_files("main"))
    test = next(view.java_files("test"))
    pom = view.text("pom.xml")
    code = view.text(main)
    method = code.rstrip()[:-1] + "    public int size() { return books.size(); }\n}\n"
    yield "a comment in main code", [Edit(main, f"// seen\n{code}".encode(), "")]
    yield "a method more", [Edit(main, method.encode(), "")]
    yield "a comment in a test", [Edit(test, f"// seen\n{view.text(test)}".encode(), "")]
    yield "a library raised", [Edit("pom.xml", pom.replace("4.12", "4.13.2").encode(), "")]


def seconds(view: ProjectView, made: list[Edit]) -> float:
    """Return the CPU seconds that judging the edits took; raises where they are refused."""
    start = time.process_time()
    refused = check_edits(view, made)
    took = time.process_time() - start
    if refused:
        raise SystemExit(f"refused: {refused[0]}")
    return took


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    count = parser.parse_args().files
    view = ProjectView.of(build_tree(count))
    first = seconds(view, [])
    print(f"{'first reading of ' + str(count) + ' files':<32}{first:>9.3f} s")
    for name, made in edits(view):
        took = seconds(view, made)
        print(f"{name:<32}{took:>9.3f} s{first / took:>8.0f} times cheaper")


if __name__ == "__main__":
    main()
