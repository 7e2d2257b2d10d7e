"""The table of compiler messages: which kind each is, and what evidence it holds.

The first row that matches wins. Named groups become evidence. Sources: javac's own resource bundle
`compiler.properties` (JDK 8 to 25) and the messages of plexus-compiler and maven-compiler-plugin.
"""

from __future__ import annotations

import re

from reode.build.kinds import Kind

Row = tuple[Kind, re.Pattern[str]]


def _row(kind: Kind, pattern: str) -> Row:
    return kind, re.compile(pattern)


#: Messages without a place in a source file: settings, arguments, crashes.
SETTINGS: tuple[Row, ...] = (
    _row(
        Kind.LEVEL_UNSUPPORTED,
        r"(?P<option>Source|Target|source|target) option (?P<level>[\d.]+) is no longer supported\."
        r" Use (?P<minimum>[\d.]+) or later",
    ),
    _row(Kind.LEVEL_UNSUPPORTED, r"release version (?P<level>1\.\d+) not supported"),
    _row(Kind.LEVEL_UNSUPPORTED, r"release version (?P<level>[1-7]) not supported"),
    _row(
        Kind.LEVEL_TOO_NEW,
        r"(?:invalid (?:target|source) release: |release version )(?P<level>[\d.]+)(?: not supported)?",
    ),
    _row(
        Kind.LEVEL_MISMATCH,
        r"source release (?P<source>[\d.]+) requires target release (?P<target>[\d.]+)",
    ),
    _row(
        Kind.LEVEL_MISMATCH,
        r"target release (?P<target>\S+) conflicts with default source release (?P<source>\S+)",
    ),
    _row(Kind.COMPILER_FLAG, r"invalid flag: (?P<flag>[^\n]{1,200})"),
    _row(Kind.COMPILER_FLAG, r"option (?P<flag>-\S+) (?:not allowed with|cannot be used together)"),
    _row(
        Kind.COMPILER_FLAG,
        r"(?:exporting|opening|adding)[\w ]+system module (?P<module>\S+) is not allowed with (?P<flag>--release)",
    ),
    _row(Kind.COMPILER_FLAG, r"(?P<flag>No such compiler '[^'\n]{1,80}')"),
    _row(Kind.COMPILER_FLAG, r"Unable to find package java\.lang in (?P<where>[^\n]{1,80})"),
    _row(Kind.PLUGIN_LEVEL, r"unrecognized single argument: \"-(?P<level>\d+)\""),
    _row(
        Kind.COMPILER_FLAG,
        r"(?:unrecognized|unknown) (?:single )?(?:argument|option)[: ]+(?P<flag>\S{1,100})",
    ),
    _row(Kind.COMPILER_FLAG, r"Cannot run program \"(?P<flag>[^\"\n]{1,300})\""),
    _row(Kind.MODULE_MISSING, r"module not found: (?P<module>[\w.]+)"),
    _row(Kind.MODULE_MISSING, r"FindException: Module (?P<module>[\w.]+) not found"),
    _row(Kind.WERROR, r"warnings found and -Werror specified"),
    _row(Kind.PROCESSOR_CRASH, r"Annotation processor '(?P<owner>[\w.$]+)' not found"),
    _row(
        Kind.PROCESSOR_CRASH,
        r"Bad service configuration file[^\n]{0,200}(?:Provider (?P<owner>[\w.$]+) )?",
    ),
    _row(Kind.PROCESSOR_CRASH, r"[Aa]n annotation processor threw an uncaught exception"),
    _row(Kind.PROCESSOR_CRASH, r"Internal error in the (?P<owner>mapping) processor"),
    _row(Kind.PROCESSOR_CRASH, r"Resolution of annotationProcessorPath dependencies failed"),
    _row(Kind.PROCESSOR_CRASH, r"unhandled exception was thrown by the (?P<owner>Error Prone)"),
    _row(
        Kind.KOTLIN_JDK_VERSION,
        r"java\.lang\.IllegalArgumentException: (?P<jdk>\d+(?:\.\d+){0,3})$",
    ),
    _row(Kind.OUT_OF_MEMORY, r"java\.lang\.OutOfMemoryError"),
    _row(Kind.COMPILE_UNKNOWN, r"An unknown compilation problem occurred"),
)

#: Messages about a place in a source file.
SOURCES: tuple[Row, ...] = (
    _row(
        Kind.PACKAGE_MISSING,
        r"(?:^|\s)package (?P<package>[\w.]+) does not exist",
    ),
    _row(
        Kind.PACKAGE_NOT_VISIBLE,
        r"package (?P<package>[\w.]+) is not visible(?:[^()]{0,200}\(package [\w.]+ is declared in"
        r" module (?P<module>[\w.]+))?",
    ),
    _row(Kind.PACKAGE_CLASH, r"package exists in another module: (?P<module>[\w.]+)"),
    _row(Kind.PACKAGE_CLASH, r"the unnamed module reads package (?P<package>[\w.]+) from both"),
    _row(
        Kind.CLASS_FILE_VERSION,
        r"class file has wrong version (?P<major>\d+)\.\d+, should be (?P<wanted>\d+)",
    ),
    _row(Kind.CLASS_FILE_MISSING, r"class file for (?P<class_>[\w.$]+) not found"),
    _row(Kind.ARCHIVE_UNREADABLE, r"error reading (?P<path>[^;\n]{1,400});"),
    _row(Kind.CLASS_FILE_MISSING, r"^cannot access (?P<class_>[\w.$]+)"),
    _row(Kind.SYMBOL_MISSING, r"cannot find symbol"),
    _row(Kind.SYMBOL_MISSING, r"static import only from classes and interfaces"),
    _row(Kind.AMBIGUOUS_REFERENCE, r"reference to (?P<name>[\w.$]+) is ambiguous"),
    _row(
        Kind.IDENTIFIER_KEYWORD,
        r"as of release [\d.]+, '(?P<name>\w+)' is (?:a keyword|a restricted)",
    ),
    _row(Kind.IDENTIFIER_KEYWORD, r"'(?P<name>\w+)' (?:not allowed here|is not allowed here)"),
    _row(Kind.IDENTIFIER_KEYWORD, r"invalid use of a restricted identifier '(?P<name>\w+)'"),
    _row(Kind.IDENTIFIER_KEYWORD, r"(?P<name>yield) outside of switch expression"),
    _row(
        Kind.IDENTIFIER_KEYWORD,
        r"(?:unnamed variables are|unnamed patterns are|the underscore keyword|underscore|use of '_')[^\n]{0,60}(?:not supported|not allowed|only allowed)",
    ),
    _row(Kind.IDENTIFIER_KEYWORD, r"(?P<name>record)s are not supported in -source"),
    _row(
        Kind.LEVEL_TOO_LOW,
        r"(?P<feature>[\w '-]{1,60}?) (?:is|are) not supported in -source (?P<level>[\d.]+)"
        r"(?:\s*\(use -source (?P<needed>[\d.]+) or higher)?",
    ),
    _row(
        Kind.LEVEL_TOO_LOW,
        r"\(use -source (?P<needed>[\d.]+) or higher to enable (?P<feature>[^)\n]{1,60})",
    ),
    _row(
        Kind.ENCODING,
        r"unmappable character(?: \((?P<character>0x\w+)\))? for encoding (?P<encoding>[\w-]+)",
    ),
    _row(Kind.ENCODING, r"illegal character: '?(?P<character>\\ufeff|\\u00bb|\\65279)"),
    _row(
        Kind.OVERRIDE_CLASH,
        r"(?P<name>\S+) in (?P<in>\S+) cannot (?:override|implement|hide) (?P<inherited>[^\n]{1,200})",
    ),
    _row(
        Kind.OVERRIDE_CLASH,
        r"(?P<name>method) does not override or implement a method from a supertype",
    ),
    _row(
        Kind.OVERRIDE_CLASH,
        r"(?P<in>\S+) is not abstract and does not override abstract method (?P<name>[^\n]{1,120}?) in ",
    ),
    _row(Kind.OVERRIDE_CLASH, r"types [^\n]{1,300} are incompatible;"),
    _row(Kind.OVERRIDE_CLASH, r"name clash: (?P<name>[^\n]{1,100})"),
    _row(Kind.OVERRIDE_CLASH, r"inherits unrelated defaults for (?P<name>\S+)"),
    _row(
        Kind.OVERRIDE_CLASH,
        r"overridden method (?:is (?:final|static)|does not throw)|attempting to assign weaker access",
    ),
    _row(Kind.EXCEPTION_NEVER_THROWN, r"exception (?P<class_>[\w.$]+) is never thrown in body"),
    _row(Kind.UNREPORTED_EXCEPTION, r"unreported exception (?P<class_>[\w.$]+)"),
    _row(Kind.DUPLICATE_CLASS, r"duplicate class: (?P<class_>[\w.$]+)"),
    _row(
        Kind.INCOMPATIBLE_TYPES,
        r"incompatible types: (?P<from>[^\n]{1,200}?) cannot be converted to (?P<to>[^\n]{1,200})",
    ),
    _row(
        Kind.INCOMPATIBLE_TYPES,
        r"incompatible types|inconvertible types|cannot be applied to given types|no suitable (?:method|constructor)"
        r"|bad operand types|incomparable types|inference variable|incompatible (?:bounds|thrown types|equality)|unexpected type",
    ),
    _row(
        Kind.JAVADOC,
        r"^(?P<reason>self-closing element not allowed|bad HTML entity|@param name not found"
        r"|unknown tag|malformed HTML|unexpected end tag|(?:exception|reference) not (?:thrown|found)"
        r"|no summary or caption|bad use of '>'|invalid (?:use of )?@\w+|element not closed)",
    ),
    _row(
        Kind.SYNTAX,
        r"expected(?:$|\s)|illegal start of|illegal character|illegal unicode escape|reached end of file"
        r"|not a statement|unclosed |extraneous semicolon|orphaned |without '|invalid method declaration"
        r"|malformed |illegal line end|empty character literal|illegal underscore|class, interface|illegal combination",
    ),
)
