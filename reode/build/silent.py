"""Notice a green build that silently ran no test of a module that has some."""

from __future__ import annotations

import re
from pathlib import Path

from reode.build.kinds import Kind
from reode.build.log import Log
from reode.build.phases import short_name
from reode.facts.diagnostic import Diagnostic, Phase
from reode.facts.tally import TestTally

#: Descriptors of test annotations (and JUnit 3's base class) in the constant pool of a class file.
_FRAMEWORKS = (
    ("junit-jupiter", b"Lorg/junit/jupiter/api/Test;"),
    ("junit-jupiter", b"Lorg/junit/jupiter/params/ParameterizedTest;"),
    ("junit4", b"Lorg/junit/Test;"),
    ("testng", b"Lorg/testng/annotations/Test;"),
    ("junit3", b"junit/framework/TestCase"),
)
_SKIPPED = re.compile(
    r"^Tests are skipped|^Not compiling test sources|^Skipping execution of surefire"
)


#: What surefire runs by default.
_INCLUDED = re.compile(r"(?:^|.*\.)(?:Test\w*|\w*(?:Test|Tests|TestCase))$")


def find_unrun_tests(log: Log, tally: TestTally, root: Path) -> tuple[Diagnostic, ...]:
    """Return one diagnostic per module and framework whose tests all have no result.

    Only where surefire ran and did not say that tests are skipped.
    """
    ran = [step for step in log.steps if short_name(step.artifact) == "surefire"]
    if not ran or any(_SKIPPED.match(line.text) for line in log.lines):
        return ()
    seen = {(result.key.module, result.key.cls) for result in tally.results}
    found = []
    for folder in sorted(root.rglob("target/test-classes")):
        module = folder.parent.parent.relative_to(root).as_posix()
        for framework, classes in _test_classes(folder).items():
            if not any((module, cls) in seen for cls in classes):
                found.append(_diagnostic(module, framework, classes))
    return tuple(found)


def _test_classes(folder: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in folder.rglob("*.class"):
        data = path.read_bytes()
        for framework, mark in _FRAMEWORKS:
            if mark in data:
                name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
                if _INCLUDED.match(outer := name.split("$", 1)[0]):
                    found.setdefault(framework, set()).add(outer)
                break
    return found


def _diagnostic(module: str, framework: str, classes: set[str]) -> Diagnostic:
    return Diagnostic(
        kind=Kind.TESTS_NOT_RUN,
        phase=Phase.TEST,
        message=f"{len(classes)} {framework} test classes of module {module} have no result",
        module=module,
        symbol=f"{module}:{framework}",
        evidence={
            "framework": framework,
            "folder": module,
            "classes": ", ".join(sorted(classes)[:20]),
        },
    )
