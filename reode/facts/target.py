"""What the user asked for: the JDK that runs and the class-file level."""

from __future__ import annotations

from dataclasses import dataclass

#: Class-file major version of Java 1.1 minus one: `major = level + 44` (JVM specification, §4.1).
_MAJOR_OFFSET = 44


@dataclass(frozen=True, slots=True)
class Target:
    """`jdk`: feature version that builds and runs the result; `release`: its class-file level."""

    jdk: int
    release: int

    @property
    def class_major(self) -> int:
        """Class-file major version that every class must have (Java 17 → 61)."""
        return self.release + _MAJOR_OFFSET
