"""Say why the JVM that should run the tests died: from the log and from surefire's dump files."""

from __future__ import annotations

import re
from pathlib import Path

from reode.build.causes import Cause
from reode.build.kinds import Kind
from reode.build.normal import normalise
from reode.build.reports import report_files

_DUMP_LIMIT = 200_000
#: Surefire quotes what a dying fork printed in this form.
_QUOTED = re.compile(r"Stream '([^\n]{0,2000})'\.?$", re.MULTILINE)

_OPTION = re.compile(
    r"Unrecognized VM option '(?P<quoted>[^'\n]{1,200})'"
    r"|Unrecognized option: (?P<plain>\S{1,200})"
    r"|(?P<ended>-[\w:+.=/-]{1,200}) is (?:no longer a supported option|not supported)"
    r"|Could not find agent library (?P<agent>\w{1,60})"
    r"|could not open .(?P<argfile>[\w@{}./-]{1,200})"
    r"|FindException: Module (?P<module>[\w.]{1,200}) not found"
    r"|allow or enable the (?P<manager>Security Manager)"
    r"|Error: Could not find or load main class (?P<main>@?\{?[\w.-]{1,100}\}?)"
    r"|(?P<conflict>Conflicting collector combinations|Multiple garbage collectors selected)"
    r"|Obsolete option (?P<obsolete>\S{1,100})"
    r"|Improperly specified VM option '(?P<improper>[^'\n]{1,200})'"
    r"|Invalid (?P<heap>maximum heap size|initial heap size)[^\n]{0,80}"
)
_AGENT = re.compile(
    r"processing of -javaagent failed|jni_FatalError|Exception in thread \"main\" java\.lang\."
    r"reflect\.InvocationTargetException(?=[^\n]*\n(?:[^\n]*\n){0,40}?[^\n]*(?:premain|agentmain))"
    r"|Error opening zip file or JAR manifest missing : (?P<jar>[^\n]{1,300})"
    r"|agent library failed to init|Failed to find Premain-Class"
)
_AGENT_NAME = re.compile(
    r"\b(jacoco|jmockit|aspectjweaver|cobertura|spring-instrument|clover|emma)", re.IGNORECASE
)
_COMMAND = re.compile(r"Command was [^\n]{1,8000}")
#: Options on which the Java launcher ends at once (JDK 17 and later; the last two: 24 and later).
_DEAD_OPTION = re.compile(
    r"[\s'](-XX:(?:Max)?PermSize=[^\s']+|-XX:\+?(?:UseConcMarkSweepGC|UseParNewGC|UseParallelOldGC"
    r"|CMS[^\s']+|AggressiveOpts|UseFastAccessorMethods|PrintGCDateStamps|UseGCLogFileRotation"
    r"|TraceClassLoading|ZGenerational)|-XX:-UseSplitVerifier|-XX:NumberOfGCLogFiles=[^\s']+|-Xincgc"
    r"|-d64|-d32|-agentlib:hprof[^\s']*|-Djava\.(?:endorsed|ext)\.dirs=[^\s']+"
    r"|-Xbootclasspath/p:[^\s']+|--add-modules[' =]+java\.(?:xml\.bind|se\.ee|activation|xml\.ws"
    r"|corba|transaction)[^\s']*|-XX:\+UseBiasedLocking|-Djava\.security\.manager[^\s']*)(?=[\s']|$)"
)
_AGENT_OPTION = re.compile(
    r"-javaagent:\S*?(jacoco|jmockit|aspectjweaver|cobertura|clover|spring-instrument)",
    re.IGNORECASE,
)
#: Exit code of a JVM that aborted itself, as surefire prints it.
_ABORTED = "Process Exit Code: 134"
_CRASH = re.compile(
    r"The forked VM terminated without|The forked VM terminated with|VM crash or System\.exit"
    r"|Error occurred in starting fork|ForkStarter IOException|Crashed tests:|The fork crashed"
    r"|There was an error in the forked process|Error while executing forked tests"
)


def find_fork_failure(text: str) -> Cause | None:
    """Return why a fork died, told by `text` (a log, a dump or both), or None."""
    crashed = _CRASH.search(text)
    refused = "Could not create the Java Virtual Machine" in text
    agent = _AGENT.search(text)
    option = _OPTION.search(text) if crashed or refused else None
    if option is not None:
        return _option_cause(option)
    if agent is not None:
        return _agent_cause(text, agent)
    return None if crashed is None else _from_command(text, crashed)


def _agent_cause(text: str, agent: re.Match[str]) -> Cause:
    name = _AGENT_NAME.search(text)
    evidence = {"agent": name[1].lower()} if name else {}
    evidence |= {"jar": agent["jar"].strip()} if agent["jar"] else {}
    message = normalise(_line(text, agent))
    return Cause(Kind.AGENT_CRASH, message, message, evidence)


def _from_command(text: str, crashed: re.Match[str]) -> Cause:
    """Nobody said why: look at the fork's command line for what no Java since 17 takes."""
    message = normalise(_line(text, crashed))
    command = _COMMAND.search(text)
    if command and (dead := _DEAD_OPTION.search(command[0])):
        return Cause(Kind.VM_OPTION, message, message, {"option": dead[1]})
    if command and (agent := _AGENT_OPTION.search(command[0])) and _ABORTED in text:
        return Cause(Kind.AGENT_CRASH, message, message, {"agent": agent[1].lower()})
    return Cause(Kind.FORK_CRASHED, message, message, {"reason": crashed[0]})


def read_dumps(root: Path, newer_than: float) -> str:
    """Return what dump files written after `newer_than` say, freed of surefire's quoting."""
    texts = []
    for suffix in ("*.dumpstream", "*.dump"):
        for path in report_files(root, newer_than, suffix):
            try:
                text = path.read_bytes()[:_DUMP_LIMIT].decode("utf-8", "replace")
            except OSError:
                continue
            quoted = _QUOTED.findall(text)
            texts.append("\n".join(quoted) if quoted else text)
    return "\n".join(texts)


def _option_cause(match: re.Match[str]) -> Cause:
    found = {name: value for name, value in match.groupdict().items() if value}
    name, value = next(iter(found.items()))
    option = {
        "quoted": f"-XX:{value.lstrip('-')}",
        "agent": f"-agentlib:{value}",
        "argfile": f"@{value}",
        "module": f"--add-modules {value}",
        "manager": "-Djava.security.manager",
        "improper": f"-XX:{value}",
    }.get(name, value)
    message = normalise(match[0])
    return Cause(Kind.VM_OPTION, message, message, {"option": option})


def _line(text: str, match: re.Match[str]) -> str:
    start = text.rfind("\n", 0, match.start()) + 1
    end = text.find("\n", match.end())
    return text[start : end if end >= 0 else len(text)].removeprefix("[ERROR] ")[:2_000]
