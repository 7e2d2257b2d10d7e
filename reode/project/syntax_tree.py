"""Java source as a syntax tree: parsing as javac reads, walking, and normalised text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import tree_sitter_java
from tree_sitter import Language, Node, Parser

_JAVA = Language(tree_sitter_java.language())
_COMMENTS = frozenset({"line_comment", "block_comment"})
_STRINGS = frozenset({"string_literal"})
_LITERALS = frozenset(
    {
        "string_literal",
        "character_literal",
        "decimal_integer_literal",
        "hex_integer_literal",
        "octal_integer_literal",
        "binary_integer_literal",
        "decimal_floating_point_literal",
        "hex_floating_point_literal",
        "true",
        "false",
        "null_literal",
    }
)
_UNICODE_ESCAPE = re.compile(r"\\(\\|u+([0-9a-fA-F]{4}))")
_PACKAGE_PREFIX = re.compile(r"\b(?:[a-z_]\w*\.){2,}(?=[A-Z])")
_KNOWN_OWNER = re.compile(
    r"\b(?:this|Assert|Assertions|Assume|Assumptions|MatcherAssert|TestCase|Mockito|BDDMockito"
    r"|ArgumentMatchers|Matchers|CoreMatchers|Truth|AssertJUnit)\."
)
_BOXING = re.compile(r"\bnew (Integer|Long|Short|Byte|Character|Double|Float|Boolean)\(")
_QUOTED = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')""", re.DOTALL)
_RENAMED = {
    "anyObject": "any",
    "anyVararg": "any",
    "anyListOf": "anyList",
    "anySetOf": "anySet",
    "anyMapOf": "anyMap",
    "anyCollectionOf": "anyCollection",
    "initMocks": "openMocks",
    "verifyZeroInteractions": "verifyNoInteractions",
}
_CONSTANTS = {"Boolean.TRUE": "true", "Boolean.FALSE": "false"}
_RENAMES = re.compile(r"\b(" + "|".join(_RENAMED) + r")\b")


def read_text(data: bytes) -> str:
    """Decode a source and translate its unicode escapes, as javac does before it reads tokens."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if "\\u" not in text:
        return text

    def translate(match: re.Match[str]) -> str:
        # An escaped backslash is no start of an escape (JLS §3.3). Control characters other than
        # line ends mean nothing to the syntax, and the parser stops at some of them.
        character = "" if match[2] is None else chr(int(match[2], 16))
        return character if character in {"\n", "\r"} or character > "\x1f" else match[0]

    return _UNICODE_ESCAPE.sub(translate, text)


@lru_cache(maxsize=64)
def parse_java(data: bytes) -> Node:
    """Return the root of the syntax tree; broken source gives a tree with error nodes."""
    text = read_text(data).encode("utf-8", "surrogatepass")
    return Parser(_JAVA).parse(text).root_node


def text_of(node: Node | None) -> str:
    """Return the source text of a node ("" for none)."""
    return "" if node is None or node.text is None else node.text.decode("utf-8", "replace")


def line_of(node: Node) -> int:
    """Return the node's first line, from 1."""
    return int(node.start_point[0]) + 1


def walk(node: Node, stop: Callable[[Node], bool] | None = None) -> Iterator[Node]:
    """Give the node and everything below it in source order; don't look inside where `stop`."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if stop is None or current is node or not stop(current):
            stack.extend(reversed(current.children))


def is_literal(node: Node) -> bool:
    """Tell whether the node is a literal."""
    return node.type in _LITERALS


def literal_value(node: Node) -> str:
    """Return a literal so that two spellings of one value are equal."""
    text = text_of(node)
    if node.type == "string_literal":
        return _text_block(text) if text.startswith('"""') else text
    if node.type.endswith("integer_literal") or node.type.endswith("point_literal"):
        return _number(text)
    return text


def _number(text: str) -> str:
    digits = text.replace("_", "").lower()
    if digits.startswith("0x"):
        return digits.removesuffix("l")
    return digits.rstrip("lfd").removesuffix(".0") or "0"


def _text_block(text: str) -> str:
    lines = text[3:-3].split("\n")[1:]
    depth = min((len(x) - len(x.lstrip()) for x in lines if x.strip()), default=0)
    value = "\\n".join(x[depth:].rstrip() for x in lines)
    return '"' + re.sub(r'(?<!\\)"', r"\"", value) + '"'


def literals(node: Node, stop: Callable[[Node], bool] | None = None) -> list[tuple[str, Node]]:
    """Return the literals below a node; strings joined with `+` count as one."""
    found: list[tuple[str, Node]] = []
    stack = [node]
    while stack:
        current = stack.pop()
        joined = _joined_string(current)
        if joined is not None:
            found.append((joined, current))
        elif current.type == "field_access" and text_of(current) in _CONSTANTS:
            found.append((_CONSTANTS[text_of(current)], current))
        elif is_literal(current):
            found.append((literal_value(current), current))
        elif stop is None or current is node or not stop(current):
            stack.extend(reversed(current.children))
    return found


def _joined_string(node: Node) -> str | None:
    """Return the value of `"a" + "b"`, or None where the node is anything else."""
    if node.type in _STRINGS:
        return literal_value(node)
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "+":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or right.type not in _STRINGS:
        return None
    start = _joined_string(left)
    return None if start is None else start[:-1] + literal_value(right)[1:]


def normalised(node: Node) -> str:
    """Return the node's tokens in one spelling: no comments, known qualifiers or old names."""
    parts: list[str] = []
    stack = [node]
    while stack:
        current = stack.pop()
        joined = _joined_string(current)
        if joined is not None:
            parts.append(joined)
        elif is_literal(current):
            parts.append(literal_value(current))
        elif current.type in _COMMENTS or current.type == "final":
            continue
        elif current.child_count == 0:
            parts.append(text_of(current))
        else:
            stack.extend(reversed(current.children))
    return normal_spelling(_join(parts))


def _join(parts: list[str]) -> str:
    """Join tokens with a space only between words."""
    out: list[str] = []
    for part in parts:
        if out and part and _is_word(out[-1][-1:]) and _is_word(part[:1]):
            out.append(" ")
        out.append(part)
    return "".join(out)


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_$"


def normal_spelling(text: str) -> str:
    """Drop package prefixes, owners of known static methods, and the names of old spellings."""
    # Odd parts are the quoted literals, which stay as they are.
    parts = _QUOTED.split(text)
    return "".join(p if i % 2 else _respell(p) for i, p in enumerate(parts))


def _respell(text: str) -> str:
    text = _PACKAGE_PREFIX.sub("", text)
    text = _KNOWN_OWNER.sub("", text)
    text = _BOXING.sub(r"\1.valueOf(", text).replace("Boolean.TRUE", "true")
    text = text.replace("Boolean.FALSE", "false")
    return _RENAMES.sub(lambda m: _RENAMED[m[1]], text)


def annotations_of(node: Node) -> list[Node]:
    """Return the annotations in a declaration's modifiers."""
    return [
        child
        for modifiers in node.children
        if modifiers.type == "modifiers"
        for child in modifiers.children
        if child.type in {"annotation", "marker_annotation"}
    ]


def annotation_name(node: Node) -> str:
    """Return an annotation's simple name."""
    return text_of(node.child_by_field_name("name")).rpartition(".")[2]


def modifiers(node: Node) -> frozenset[str]:
    """Return a declaration's modifier words."""
    return frozenset(
        text_of(child)
        for group in node.children
        if group.type == "modifiers"
        for child in group.children
        if child.child_count == 0
    )


def simple_type(node: Node | None) -> str:
    """Return the simple name of a type without its arguments and array marks."""
    text = text_of(node)
    return re.sub(r"[<\[].*", "", text, flags=re.DOTALL).strip().rpartition(".")[2]
