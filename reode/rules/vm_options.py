"""Options that a newer JVM refuses to start with, each with the JDK that first refuses it."""

from __future__ import annotations

import re
from typing import NamedTuple


class _Dead(NamedTuple):
    pattern: str
    since: int


#: Each option was given to a forked JVM on JDK 17 and 25: "since" is the first that died of it.
_DEAD = (
    _Dead(r"-XX:(?:Max)?PermSize=\S+", 17),
    _Dead(r"-XX:[+-]Use(?:ConcMarkSweepGC|ParNewGC|ParallelOldGC)", 17),
    _Dead(r"-XX:[+-]?CMS\w+(?:=\S+)?", 17),
    _Dead(r"-Xincgc", 17),
    _Dead(r"-XX:[+-]Print(?:GCDateStamps|GCTimeStamps|TenuringDistribution)", 17),
    _Dead(r"-XX:[+-]UseGCLogFileRotation", 17),
    _Dead(r"-XX:(?:NumberOfGCLogFiles|GCLogFileSize)=\S+", 17),
    _Dead(r"-XX:[+-]TraceClass(?:Loading|Unloading)", 17),
    _Dead(r"-XX:[+-](?:AggressiveOpts|UseSplitVerifier|UseFastAccessorMethods)", 17),
    _Dead(r"-XX:[+-]UseBiasedLocking", 25),
    _Dead(r"-agentlib:hprof\S*|-Xrunhprof\S*", 17),
    _Dead(r"-d(?:32|64)", 17),
    _Dead(r"-Djava\.(?:endorsed|ext)\.dirs=\S+", 17),
    _Dead(r"-Xbootclasspath/p:\S+", 17),
    _Dead(r"--add-modules[ =](?:java\.(?:xml\.bind|xml\.ws(?:\.annotation)?|activation|corba|transaction|se\.ee),?)+", 17),
    _Dead(r"-Djava\.security\.manager(?!=disallow)(?:=\S+)?", 24),
)  # fmt: skip
_RESCUE = "-XX:+IgnoreUnrecognizedVMOptions"


def without_dead_options(text: str, jdk: int, *, prefix: str = "") -> str:
    """Return options with those removed that the JVM of `jdk` would not start with.

    `prefix` stands before every option, as `-J` in arguments of javac. What
    IgnoreUnrecognizedVMOptions lets pass stays.
    """
    rescued = _RESCUE in text
    for row in _DEAD:
        if jdk >= row.since and not (rescued and row.pattern.startswith("-XX")):
            option = re.compile(rf"(?<!\S){re.escape(prefix)}(?:{row.pattern})(?!\S)[ \t]*")
            text = option.sub("", text)
    return text


def has_dead_options(text: str, jdk: int) -> bool:
    """Say whether the JVM of `jdk` would not start with these options."""
    return without_dead_options(text, jdk) != text
