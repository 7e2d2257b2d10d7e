"""Run Maven in batch mode and say what happened."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from reode.build.effective import EFFECTIVE_POM_GOAL, split_models
from reode.build.environment import clean_environment, looks_secret
from reode.build.fetch_maven import MAVEN_VERSION, fetch_maven
from reode.build.judge import judge
from reode.build.process import ProcessEnd, run_process
from reode.build.tool import DEFAULT_SILENCE, DEFAULT_TIMEOUT
from reode.errors import BuildToolError
from reode.facts.build import BuildOutcome, Jdk, LogRef

#: Maven is short-lived: a light compiler and collector start it in half the time.
_QUICK_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_ANSI = re.compile(rb"\x1b\[[0-9;]*[A-Za-z]")
_EXCERPT = 2_000
_SETTLE_LIMIT = 64 << 20
_USER_OPTION = re.compile(r"-D[\w.-]+=?\S*|-Xm[xsn]\w+|-Xss\w+")
_CORE_PROPERTIES = "META-INF/maven/org.apache.maven/maven-core/pom.properties"
#: The property by which surefire and failsafe take another `java`; a pom's own <jvm> wins over it.
_TEST_JVM = "jvm"
_WRAPPER = Path(".mvn/wrapper/maven-wrapper.properties")
_WRAPPER_VERSION = re.compile(
    r"^distributionUrl\s*=.*?apache-maven-(\d[\w.-]*?)-bin\.", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Maven:
    """An Apache Maven: its program, its version, where it comes from, and the wrapper's wish."""

    program: str
    version: str
    origin: str = "PATH"
    wanted: str = ""

    @property
    def name(self) -> str:
        """Name for the report; says so when the repository's wrapper names another version."""
        wish = self.wanted if self.wanted not in {"", self.version} else ""
        note = f", the repository's wrapper names {wish}" if wish else ""
        return f"Apache Maven {self.version} ({self.origin}{note})"

    def run(
        self,
        goals: Sequence[str],
        *,
        root: Path,
        jdk: Jdk,
        log: Path,
        timeout: float = DEFAULT_TIMEOUT,
        silence: float = DEFAULT_SILENCE,
        on_line: Callable[[str], None] | None = None,
        stop: Event | None = None,
        properties: Mapping[str, str] | None = None,
        jvm_options: str = "",
    ) -> BuildOutcome:
        """See `BuildTool.run`; the settings files of user and machine stay in force."""
        given = {**(properties or {}), **({_TEST_JVM: jdk.test_java} if jdk.test_java else {})}
        flags = [*goals, *(f"-D{name}={value}" for name, value in given.items())]
        started = time.time()
        end = run_process(
            self.command(flags),
            cwd=root,
            env=_environment(jdk, jvm_options),
            timeout=timeout,
            silence=silence,
            log_path=log,
            on_line=None if on_line is None else _plain_lines(on_line),
            stop=stop,
        )
        text = _settle_log(log)
        verdict = judge(text, end, root, newer_than=started)
        return BuildOutcome(
            ok=end.code == 0,
            phase=verdict.phase,
            goals=tuple(flags),
            jdk=jdk.feature,
            diagnostics=verdict.diagnostics,
            tests=verdict.tests,
            seconds=end.seconds,
            exit_code=end.code,
            ended=end.ended,
            log=_reference(log, text),
        )

    def command(self, flags: Sequence[str]) -> list[str]:
        """Return the argument list: batch mode, stack traces, no colour, no download progress."""
        quiet = "-Dorg.slf4j.simpleLogger.log.org.apache.maven.cli.transfer.Slf4jMavenTransferListener=warn"
        plain = ["-B", "-e", "-V", "-Dstyle.color=never", quiet, "-DtrimStackTrace=false"]
        return [self.program, *plain, *flags]

    def effective_poms(self, root: Path, jdk: Jdk) -> dict[str, bytes]:
        """Return the effective model of each module by its folder ("." for the root).

        Raises:
            BuildToolError: Maven can't read the project.
        """
        with tempfile.TemporaryDirectory() as folder:
            output, log = Path(folder) / "effective.xml", Path(folder) / "log"
            end = self._plain_run([EFFECTIVE_POM_GOAL, f"-Doutput={output}"], root, jdk, log)
            if end.code != 0 or not output.is_file():
                raise BuildToolError(f"no effective models: {_tail(_settle_log(log))}")
            return split_models(output.read_bytes(), root)

    def _plain_run(self, flags: Sequence[str], root: Path, jdk: Jdk, log: Path) -> ProcessEnd:
        return run_process(
            self.command(flags),
            cwd=root,
            env=_environment(jdk, ""),
            timeout=DEFAULT_SILENCE,
            silence=DEFAULT_SILENCE,
            log_path=log,
        )


def find_maven(root: Path, cache_dir: Path, *, explicit: Path | None = None) -> Maven:
    """Return the Maven to use: the named one, else PATH's, else the pinned one from the cache.

    Of the repository's wrapper only the version is read; its script is a stranger's program.

    Raises:
        BuildToolError: the named one does not exist, or the pinned one can't be fetched.
    """
    wanted = wrapper_version(root)
    if explicit is not None:
        program = _program(explicit)
        return Maven(str(program), version_of(program), "explicit", wanted)
    if on_path := shutil.which("mvn"):
        return Maven(on_path, version_of(Path(on_path)), "PATH", wanted)
    home = fetch_maven(cache_dir)
    return Maven(str(home / "bin" / "mvn"), MAVEN_VERSION, "fetched by REODE", wanted)


def wrapper_version(root: Path) -> str:
    """Return the Maven version that the repository's wrapper names ("" for none)."""
    try:
        text = (root / _WRAPPER).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    match = _WRAPPER_VERSION.search(text)
    return match[1] if match else ""


def version_of(program: Path) -> str:
    """Return a Maven's version, read from its core archive ("" when unknown)."""
    lib = program.resolve().parent.parent / "lib"
    for jar in sorted(lib.glob("maven-core*.jar")):
        try:
            with zipfile.ZipFile(jar) as archive:
                text = archive.read(_CORE_PROPERTIES).decode("utf-8", "replace")
        except (OSError, KeyError, zipfile.BadZipFile):
            continue
        if match := re.search(r"^version=(\S+)", text, re.MULTILINE):
            return match[1]
    return ""


def _program(explicit: Path) -> Path:
    for candidate in (explicit, explicit / "bin" / "mvn", explicit / "mvn"):
        if candidate.is_file():
            return candidate
    raise BuildToolError(f"no Maven at {explicit}", hint="Name its home or its bin/mvn.")


def _environment(jdk: Jdk, jvm_options: str) -> dict[str, str]:
    extra = {"JAVA_HOME": jdk.home, "MAVEN_OPTS": f"{_QUICK_START} {_user_options()}".strip()}
    if jvm_options:
        extra["JDK_JAVA_OPTIONS"] = jvm_options
    return clean_environment(extra)


def _user_options() -> str:
    """Keep memory sizes and system properties of the user's MAVEN_OPTS (proxies, trust stores)."""
    try:
        options = shlex.split(os.environ.get("MAVEN_OPTS", ""))
    except ValueError:
        return ""
    kept = [o for o in options if _USER_OPTION.fullmatch(o) and not looks_secret(o.split("=")[0])]
    return " ".join(kept)


def _plain_lines(on_line: Callable[[str], None]) -> Callable[[str], None]:
    def report(line: str) -> None:
        on_line(_ANSI.sub(b"", line.encode()).decode())

    return report


def _settle_log(log: Path) -> str:
    """Take terminal codes out of the log file and return its text (of a huge one both ends)."""
    size = log.stat().st_size
    if size > _SETTLE_LIMIT:
        with log.open("rb") as data:
            head = data.read(_SETTLE_LIMIT // 2)
            data.seek(-(_SETTLE_LIMIT // 2), os.SEEK_END)
            raw = head + b"\n" + data.read()
        return _ANSI.sub(b"", raw).decode("utf-8", "replace")
    raw = log.read_bytes()
    plain = _ANSI.sub(b"", raw)
    if plain != raw:
        log.write_bytes(plain)
    return plain.decode("utf-8", "replace")


def _reference(log: Path, text: str) -> LogRef:
    with log.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    return LogRef(str(log), digest, log.stat().st_size, _tail(text))


def _tail(text: str) -> str:
    return text[-_EXCERPT:].encode()[-_EXCERPT:].decode("utf-8", "ignore")
