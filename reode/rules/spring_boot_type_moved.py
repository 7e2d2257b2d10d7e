"""A type of Spring Boot is used under a name that the project's Boot no longer has.

Symptom: `package org.springframework.boot.web.support does not exist` (or `…boot.context.embedded`,
    `…boot.test.rule`), then `cannot find symbol class SpringBootServletInitializer`.
Cause: Boot moved types in 1.4, 2.0 and 2.2 and dropped the old places some releases later; a raised
    parent brings a version with the new place alone. What changed more than its name is not among
    these.
Source: https://github.com/spring-projects/spring-boot/wiki/Spring-Boot-2.0-Migration-Guide and
    https://github.com/spring-projects/spring-boot/wiki/Spring-Boot-1.4-Release-Notes and
    https://github.com/spring-projects/spring-boot/wiki/Spring-Boot-2.2-Release-Notes
"""

from __future__ import annotations

from reode.facts.diagnostic import Diagnostic
from reode.facts.recipe import RecipeCall
from reode.rules.cases import asks, diagnostic, keeps, pom
from reode.rules.moved_types import MISSING, MovedType, find_moves
from reode.rules.pom_cases import dependencies
from reode.rules.rule import Rule, Situation, When, no_edits

_GROUP = "org.springframework.boot"
#: Old place, new place, since, kind; read in the archives of 1.2.2, 1.3.6, 1.5.22, 2.1.5 and 2.5.15.
_MOVES = (
    ("context.web.SpringBootServletInitializer", "web.servlet.support", "2.0.0.RELEASE", "abstract class"),
    ("web.support.SpringBootServletInitializer", "web.servlet.support", "2.0.0.RELEASE", "abstract class"),
    ("context.embedded.FilterRegistrationBean", "web.servlet", "1.5.0.RELEASE", "class"),
    ("context.embedded.ServletRegistrationBean", "web.servlet", "1.5.0.RELEASE", "class"),
    ("context.embedded.ServletListenerRegistrationBean", "web.servlet", "1.5.0.RELEASE", "class"),
    ("context.embedded.ServletContextInitializer", "web.servlet", "1.5.0.RELEASE", "interface"),
    ("context.embedded.MultipartConfigFactory", "web.servlet", "1.5.0.RELEASE", "class"),
    ("context.embedded.LocalServerPort", "web.server", "2.0.0.RELEASE", "@interface"),
    ("autoconfigure.web.ErrorController", "web.servlet.error", "2.0.0.RELEASE", "interface"),
    ("autoconfigure.web.HttpMessageConverters", "autoconfigure.http", "2.0.0.RELEASE", "class"),
    ("autoconfigure.jdbc.DataSourceBuilder", "jdbc", "2.0.0.RELEASE", "class"),
    ("orm.jpa.EntityScan", "autoconfigure.domain", "1.5.0.RELEASE", "@interface"),
)  # fmt: skip
_ROWS = (
    *(
        MovedType(f"{_GROUP}.{old}", f"{_GROUP}.{new}.{old.rpartition('.')[2]}", since, "3", kind)
        for old, new, since, kind in _MOVES
    ),
    MovedType(
        f"{_GROUP}.test.rule.OutputCapture",
        f"{_GROUP}.test.system.OutputCaptureRule",
        "2.2.0.RELEASE",
        "3",
    ),
)
_BY_OLD = {row.old: row for row in _ROWS}


def recipes(situation: Situation) -> list[RecipeCall]:
    """Ask for the new name of each type that javac misses."""
    return find_moves(situation, _ROWS, _GROUP)


rule = Rule(find=no_edits, when=When.DIAGNOSED, kinds=MISSING, order=66, recipes=recipes)

_PATH = "src/main/java/a/A.java"
_SUPPORT = f"{_GROUP}.web.support"
_INITIALIZER = f"{_SUPPORT}.SpringBootServletInitializer"
_CAPTURE = f"{_GROUP}.test.rule.OutputCapture"


def _tree(boot: str, imported: str, body: str) -> dict[str, str]:
    starters = dependencies(f"{_GROUP}:spring-boot-starter-web:{boot}")
    text = f"package a;\n\nimport {imported};\n\nclass A {{ {body} }}\n"
    return {"pom.xml": pom(starters), _PATH: text}


def _absent(package: str) -> tuple[Diagnostic, ...]:
    return (diagnostic("package-missing", file=_PATH, evidence={"package": package}),)


_OWN = f"org.acme.{_INITIALIZER.rpartition('.')[2]}"

CASES = [
    asks(
        _tree("2.1.5.RELEASE", _INITIALIZER, "Class<?> c = SpringBootServletInitializer.class;"),
        _BY_OLD[_INITIALIZER].call(),
        diagnostics=_absent(_SUPPORT),
        title="the servlet initializer of Boot 1.4 under Boot 2",
    ),
    asks(
        _tree("2.5.15", _CAPTURE, "OutputCapture c = new OutputCapture();"),
        _BY_OLD[_CAPTURE].call(),
        diagnostics=_absent(f"{_GROUP}.test.rule"),
        title="the rule that captures output",
    ),
    asks(
        _tree(
            "1.5.22.RELEASE",
            f"{_GROUP}.context.embedded.*",
            "FilterRegistrationBean f; ServletRegistrationBean s;",
        ),
        _BY_OLD[f"{_GROUP}.context.embedded.FilterRegistrationBean"].call(),
        _BY_OLD[f"{_GROUP}.context.embedded.ServletRegistrationBean"].call(),
        diagnostics=_absent(f"{_GROUP}.context.embedded"),
        title="two types by a wildcard",
    ),
    keeps(
        _tree("1.5.22.RELEASE", _INITIALIZER, "Class<?> c = SpringBootServletInitializer.class;"),
        diagnostics=_absent(_SUPPORT),
        title="this Boot knows the old place only",
    ),
    keeps(
        _tree("2.1.5.RELEASE", _INITIALIZER, "Class<?> c = SpringBootServletInitializer.class;"),
        title="javac misses nothing",
    ),
    keeps(
        _tree("2.1.5.RELEASE", _OWN, "Class<?> c = SpringBootServletInitializer.class;"),
        diagnostics=_absent("org.acme"),
        title="a type of that name of somebody else",
    ),
    keeps(
        _tree("3.1.0", f"{_GROUP}.context.embedded.LocalServerPort", "@LocalServerPort int p;"),
        diagnostics=_absent(f"{_GROUP}.context.embedded"),
        title="Boot 3 has moved it again",
    ),
]
