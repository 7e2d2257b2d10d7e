"""Say how far a build got, from the goals that its log announces."""

from __future__ import annotations

from reode.build.log import Log, Step, read_log
from reode.facts.diagnostic import Phase

_BY_GOAL = {
    ("compiler", "compile"): Phase.COMPILE,
    ("compiler", "testCompile"): Phase.TEST_COMPILE,
    ("resources", "testResources"): Phase.COMPILE,
    ("surefire", "test"): Phase.TEST,
}
_BY_PLUGIN = {
    "jar": Phase.PACKAGE,
    "war": Phase.PACKAGE,
    "ear": Phase.PACKAGE,
    "ejb": Phase.PACKAGE,
    "assembly": Phase.PACKAGE,
    "shade": Phase.PACKAGE,
    "failsafe": Phase.PACKAGE,
    "install": Phase.PACKAGE,
    "deploy": Phase.PACKAGE,
    "source": Phase.PACKAGE,
    "javadoc": Phase.PACKAGE,
    "spring-boot": Phase.PACKAGE,
}
_TEST_COMPILERS = ("test-compile", "testCompile", "compileTests", "addTestSources")
_COMPILERS = ("compile", "addSources", "generateStubs")
_LANGUAGES = ("kotlin", "scala", "gmavenplus", "gmaven", "aspectj", "groovy-eclipse")
_UNUSABLE_PLUGIN = (
    "No plugin found for prefix",
    "Could not find goal",
    "Plugin ",
    "Error resolving",
)
_MODEL_ERRORS = (
    "Some problems were encountered while processing the POMs",
    "The build could not read",
)


def short_name(artifact: str) -> str:
    """Return a plugin's short name as Maven 3.9 prints it (`maven-x-plugin` → `x`)."""
    name = artifact.removesuffix("-maven-plugin").removesuffix("-plugin")
    return name.removeprefix("maven-")


def phase_of(artifact: str, goal: str) -> Phase | None:
    """Return the lifecycle phase that a goal stands for, None for goals bound to any phase."""
    name = short_name(artifact)
    if name in _LANGUAGES:
        if goal in _TEST_COMPILERS:
            return Phase.TEST_COMPILE
        return Phase.COMPILE if goal in _COMPILERS else None
    return _BY_GOAL.get((name, goal)) or _BY_PLUGIN.get(name)


def phase_reached(text: str) -> Phase:
    """Return the furthest phase that any module of the build reached."""
    return phase_of_log(read_log(text))


def phase_of_log(log: Log) -> Phase:
    """See `phase_reached`."""
    if log.succeeded:
        return Phase.DONE
    reached = [_phase(step) for step in log.steps]
    reached += [phase_of(f.artifact, f.goal) or Phase.RESOLVE for f in log.failures]
    if reached:
        return max(reached, key=lambda phase: phase.rank)
    if any(line.text.startswith(_MODEL_ERRORS) for line in log.lines if line.level == "ERROR"):
        return Phase.MODEL
    if any(line.text.startswith(_UNUSABLE_PLUGIN) for line in log.lines if line.level == "ERROR"):
        return Phase.RESOLVE
    if any(line.text.startswith("Building ") for line in log.lines if line.level == "INFO"):
        return Phase.RESOLVE
    started = any(line.level for line in log.lines)
    return Phase.MODEL if started else Phase.START


def _phase(step: Step) -> Phase:
    return phase_of(step.artifact, step.goal) or Phase.RESOLVE
