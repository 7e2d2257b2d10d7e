"""Prompts are Markdown files; their front matter names the inputs they need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reode.errors import ReodeError

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt: its inputs and its text with `{{ places }}`."""

    name: str
    inputs: tuple[str, ...]
    text: str

    def render(self, values: Mapping[str, str]) -> str:
        """Fill the places; raises ReodeError where values and inputs differ.

        Values are put in as they are: what looks like a place inside a value stays text.
        """
        if set(values) != set(self.inputs):
            wrong = sorted(set(values) ^ set(self.inputs))
            raise ReodeError(f"prompt {self.name}: inputs {wrong} do not fit")
        return _PLACE.sub(lambda found: values[found[1]], self.text)


@cache
def load_prompt(name: str) -> Prompt:
    """Return the prompt `name`; raises ReodeError where the file is missing or malformed."""
    path = _folder() / f"{name}.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ReodeError(f"the prompt {name} is missing") from error
    front = _FRONT.match(text)
    listed = re.search(r"^inputs:\s*\[(.*?)\]\s*$", front[1], re.MULTILINE) if front else None
    if front is None or listed is None:
        raise ReodeError(f"the prompt {name} has no front matter with `inputs: […]`")
    inputs = tuple(part.strip() for part in listed[1].split(",") if part.strip())
    body = text[front.end() :].strip()
    if set(_PLACE.findall(body)) != set(inputs):
        raise ReodeError(f"the prompt {name} uses other places than its inputs")
    return Prompt(name, inputs, body)


def _folder() -> Path:
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_prompts"
    return shipped if shipped.is_dir() else package.parent / "prompts"
