"""An import that nothing uses names a class the JDK removed or shut away.

Symptom: `package jdk.nashorn.internal.runtime does not exist`, `package com.sun.deploy.net is not
    visible` at an import line, though no code of the file needs the class.
Cause: an IDE once inserted the import; javac checks single imports even where they are unused.
Source: https://openjdk.org/jeps/260 and https://openjdk.org/jeps/403
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reode.facts.edit import Edit
from reode.project.java import Import, JavaSource
from reode.project.view import ProjectView
from reode.rules.cases import JDK25, changes, keeps, pom
from reode.rules.draft import Draft
from reode.rules.gone_names import import_of_gone, is_gone
from reode.rules.rule import Rule, Situation, When


def find(situation: Situation) -> list[Edit]:
    """Delete the unused imports of names that are gone."""
    draft = Draft(situation.view)
    jdk = max(situation.target.jdk, situation.target.release)
    for source in _suspects(situation.view, jdk):
        unused = [i for i in source.imports if _is_unused(source, i, jdk)]
        names = [i.name for i in unused if not _is_own(situation.view, i)]
        if names:
            told = ", ".join(names)
            draft.put(source.remove_import(*names), f"Unused import of what left the JDK: {told}.")
    return draft.edits()


def _suspects(view: ProjectView, jdk: int) -> Iterator[JavaSource]:
    """Give the files that seem to import such a name; most need no parsing."""
    wanted = import_of_gone(jdk)
    return (view.java(path) for path in view.java_files() if wanted.search(view.read(path)))


def _is_unused(source: JavaSource, one: Import, jdk: int) -> bool:
    if one.wildcard or source.has_gaps:
        return False
    return is_gone(one.name, jdk) and not source.uses(one.simple_name)


def _is_own(view: ProjectView, one: Import) -> bool:
    """Tell whether the project itself declares the package that is imported."""
    line = re.compile(rb"\bpackage\s+" + re.escape(one.package.encode()) + rb"\s*;")
    return any(line.search(view.read(path)) for path in view.java_files())


rule = Rule(
    find=find,
    when=When.CERTAIN,
    kinds=frozenset({"package-missing", "package-not-visible"}),
    order=60,
)


def _java(imports: list[str], body: str = "") -> dict[str, str]:
    head = "".join(f"import {name};\n" for name in imports)
    text = f"package a;\n\n{head}\n/** See PropertyDescriptor. */\npublic class A {{ {body} }}\n"
    return {"pom.xml": pom(), "src/main/java/a/A.java": text}


_GET = "static jdk.nashorn.internal.runtime.PropertyDescriptor.GET"

CASES = [
    changes(
        _java([_GET, "java.util.List"], "List<String> l;"),
        _java(["java.util.List"], "List<String> l;"),
        title="a static import of Nashorn's internals",
    ),
    changes(
        _java(["com.sun.deploy.net.HttpUtils", "java.util.List", "sun.misc.BASE64Encoder"]),
        _java(["java.util.List"]),
        target=JDK25,
        title="two among others",
    ),
    keeps(_java(["sun.misc.Unsafe", "sun.misc.Signal"]), title="what jdk.unsupported still has"),
    keeps(_java(["com.sun.net.httpserver.HttpServer"]), title="a supported com.sun package"),
    keeps(_java([_GET], "Object o = GET;"), title="it is used"),
    keeps(_java(["sun.misc.*"]), title="a wildcard of a package that lives on"),
    keeps(_java(["javax.management.loading.MLet"]), title="removed only in 25"),
    keeps(
        _java(["sun.tools.Own"])
        | {"src/main/java/sun/tools/Own.java": "package sun.tools;\nclass Own {}\n"},
        title="a package of the project's own",
    ),
]
