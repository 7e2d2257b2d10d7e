"""Reflection into a package that its JDK module does not open.

Symptom: `InaccessibleObjectException: Unable to make … accessible: module java.base does not
    "opens java.lang" to unnamed module`, often only as a cause; or `IllegalAccessError … does not
    export …`.
Cause: from JDK 16 on the JDK's modules are closed to reflection. cglib, old Mockito, Spring before
    5.1, XStream and many others reach inside. The smallest set of flags is what the failure names;
    the next package shows only when the first is open.
Source: https://openjdk.org/jeps/396 and https://openjdk.org/jeps/403
"""

from __future__ import annotations

import re

from reode.facts.diagnostic import Diagnostic
from reode.facts.edit import Edit
from reode.rules.argline import add_flags
from reode.rules.cases import changes, diagnostic, keeps, pom
from reode.rules.draft import Draft
from reode.rules.modules import module_named
from reode.rules.pom_cases import configuration, modules, plugin, properties
from reode.rules.rule import Rule, Situation, When

_KINDS = frozenset({"inaccessible-object", "illegal-access", "mock-failed"})
#: Plugins whose JVM gets the flags; what happens inside Maven's own JVM they don't reach.
_FORKING = ("maven-surefire-plugin", "maven-failsafe-plugin")
#: What a library opens at start, in the order in which it would fail, by a name in its frames.
_TOGETHER = {
    "com.thoughtworks.xstream": (
        "java.base/java.util",
        "java.base/java.lang.reflect",
        "java.base/java.text",
        "java.desktop/java.awt.font",
    ),
}


def find(situation: Situation) -> list[Edit]:
    """Open to the tests of each module the packages that their failures name."""
    draft = Draft(situation.view)
    wanted: dict[str, list[str]] = {}
    for one in situation.of_kind(*_KINDS):
        flag = _flag(one)
        flags = wanted.setdefault(module_named(situation.view, one.module).path, [])
        new = dict.fromkeys((flag, *_companions(one))) if flag else {}
        flags += [f for f in new if f and f not in flags]
    for path, flags in ((path, flags) for path, flags in wanted.items() if flags):
        packages = ", ".join(flag.split()[-1].partition("=")[0] for flag in flags)
        # The flag reaches the tests' JVM alone; how the application is started is not in the pom.
        reason = (
            f"The tests reflect into {packages}, which the JDK keeps closed; where the application"
            " does so it has to be started with the same flag."
        )
        add_flags(draft, draft.module(path), flags, reason)
    return draft.edits()


def _flag(one: Diagnostic) -> str | None:
    module, package = one.evidence.get("module"), _package(one)
    plugin = (one.plugin or "").split(":")
    is_elsewhere = len(plugin) > 1 and plugin[1] not in _FORKING
    if not module or not package or module.startswith("unnamed") or is_elsewhere:
        return None
    is_export = one.evidence.get("verb", "exports" if _is_access(one) else "opens") == "exports"
    return f"{'--add-exports' if is_export else '--add-opens'} {module}/{package}=ALL-UNNAMED"


def _companions(one: Diagnostic) -> list[str]:
    """Return the flags that a library needs one after the other, so that one build shows them all."""
    known = (packages for name, packages in _TOGETHER.items() if name in one.excerpt)
    return [f"--add-opens {package}=ALL-UNNAMED" for packages in known for package in packages]


def _is_access(one: Diagnostic) -> bool:
    return one.kind == "illegal-access"


def _package(one: Diagnostic) -> str | None:
    """Return the package, taken from the class that could not be accessed where only that is told."""
    told = one.evidence.get("package")
    found = re.match(r"((?:[a-z]\w*\.)+)[A-Z]", one.evidence.get("class", ""))
    if told or not found or not _is_access(one):
        return told
    return found[1].rstrip(".")


rule = Rule(find=find, when=When.DIAGNOSED, kinds=_KINDS, targets=range(16, 100), order=80)


def _closed(package: str, verb: str = "opens", artifact: str = "app") -> tuple[Diagnostic, ...]:
    evidence = {"module": "java.base", "package": package, "verb": verb}
    return (diagnostic("inaccessible-object", module=artifact, evidence=evidence),)


_FLAG = "--add-opens java.base/java.lang=ALL-UNNAMED"
_LANG = _closed("java.lang")


def _surefire(arg_line: str) -> str:
    return plugin("maven-surefire-plugin", "", *configuration(f"<argLine>{arg_line}</argLine>"))


def _property(value: str) -> str:
    return properties(f"argLine={value}")


_XSTREAM = _TOGETHER["com.thoughtworks.xstream"]
_MODULES = modules("core")
_ROOT = pom(_MODULES, packaging="pom", artifact="all")
_CORE = pom(parent="org.acme:all:1.0", artifact="core")

CASES = [
    changes(pom(), pom(_property(_FLAG)), diagnostics=_LANG, title="no options yet"),
    changes(
        pom(_property("-Xmx256m")),
        pom(_property(f"-Xmx256m {_FLAG}")),
        diagnostics=_LANG,
        title="the property grows",
    ),
    changes(
        pom(_surefire("-Xmx256m")),
        pom(_surefire(f"-Xmx256m {_FLAG}")),
        diagnostics=_LANG,
        title="a configured argLine hides the property",
    ),
    changes(
        pom(_surefire("@{argLine} -Xmx256m")),
        pom(_surefire(f"@{{argLine}} -Xmx256m {_FLAG}")),
        diagnostics=_LANG,
        title="JaCoCo's placeholder stays in front",
    ),
    changes(
        pom(_property(_FLAG)),
        pom(_property(f"{_FLAG} --add-opens java.base/java.util=ALL-UNNAMED")),
        diagnostics=_closed("java.util"),
        title="the next package of the same run",
    ),
    changes(
        pom(),
        pom(_property("--add-exports java.base/sun.nio.ch=ALL-UNNAMED")),
        diagnostics=_closed("sun.nio.ch", "exports"),
        title="exports, not opens",
    ),
    changes(
        pom(),
        pom(_property("--add-exports java.base/jdk.internal.util.random=ALL-UNNAMED")),
        diagnostics=(
            diagnostic(
                "illegal-access",
                evidence={
                    "class": "jdk.internal.util.random.RandomSupport$RandomGeneratorProperties",
                    "module": "java.base",
                },
            ),
        ),
        title="only the class is told",
    ),
    changes(
        pom(),
        pom(_property(" ".join(f"--add-opens {p}=ALL-UNNAMED" for p in _XSTREAM))),
        diagnostics=(
            diagnostic(
                "inaccessible-object",
                module="app",
                evidence={"module": "java.base", "package": "java.util", "verb": "opens"},
                excerpt="at com.thoughtworks.xstream.core.util.Fields.find(Fields.java:27)",
            ),
        ),
        title="XStream's four at once",
    ),
    changes(
        {"pom.xml": _ROOT, "core/pom.xml": _CORE},
        {"pom.xml": pom(_MODULES + _property(_FLAG), packaging="pom", artifact="all")},
        diagnostics=_closed("java.lang", artifact="core"),
        title="for a module, in the root",
    ),
    keeps(pom(_property(_FLAG)), diagnostics=_LANG, title="opened already"),
    keeps(
        pom(_surefire("--add-opens=java.base/java.lang=ALL-UNNAMED")),
        diagnostics=_LANG,
        title="opened already in the other spelling",
    ),
    keeps(
        pom(),
        diagnostics=(
            diagnostic(
                "inaccessible-object",
                plugin="org.apache.maven.plugins:maven-war-plugin:2.2",
                evidence={"module": "java.base", "package": "java.util", "verb": "opens"},
            ),
        ),
        title="a plugin inside Maven's own JVM",
    ),
    keeps(pom(), title="nothing failed"),
]
