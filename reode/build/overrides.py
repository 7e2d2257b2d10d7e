"""What is set on the command line, and only there, to build a tree that nobody may change."""

from __future__ import annotations

#: What legacy sources were written for, and the oldest level that javac of every JDK since 20 takes.
OLDEST_LEVEL = "8"
#: Raises a level that a property or nothing sets; a literal in the compiler plugin is not reached.
LEVEL_OVERRIDE = {"maven.compiler.source": OLDEST_LEVEL, "maven.compiler.target": OLDEST_LEVEL}
#: Every test of every module runs, whatever failed before it; the reports tell what failed.
ALL_TESTS = {"maven.test.failure.ignore": "true"}
