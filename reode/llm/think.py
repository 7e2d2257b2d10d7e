"""Takes reasoning in tags (`<think>…</think>`) out of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reode.llm.messages import Part, Text, Thinking


def split_think(text: str, tags: Sequence[str], *, inside: bool = False) -> tuple[list[Part], bool]:
    """Return the parts of one whole text, and whether it ends inside an open tag.

    An opening tag counts only at the start of the text, where models put it: further on it is
    somebody writing about tags. A closing tag without an opening one turns all before it into
    thinking (Nemotron sends no opening tag). `inside` says that an earlier text of the same
    answer left a tag open. Works on the whole text, so chunking can't matter.
    """
    parts: list[Part] = []
    rest = text
    for tag in tags:
        opening, closing = f"<{tag}>", f"</{tag}>"
        while inside or rest.lstrip().startswith(opening):
            body = rest if inside else rest.lstrip()[len(opening) :]
            thought, closed, after = body.partition(closing)
            parts += _thinking(thought)
            rest, inside = after.lstrip("\n") if closed else "", not closed
            if not closed:
                return parts, True
        lone = re.search(re.escape(closing), rest)
        if lone and opening not in rest[: lone.start()]:
            parts += _thinking(rest[: lone.start()])
            rest = rest[lone.end() :].lstrip("\n")
    if rest.strip() or not parts:
        parts.append(Text(rest))
    return parts, False


def _thinking(text: str) -> list[Part]:
    return [Thinking(text.strip("\n"))] if text.strip() else []
