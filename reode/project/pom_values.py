"""Reads values and children of pom elements as Maven reads them."""

from __future__ import annotations

from lxml import etree

# Java's String.trim, which Maven uses: a no-break space is not trimmed.
_TRIMMED = "".join(chr(code) for code in range(0x21))


def trimmed(text: str) -> str:
    """Return `text` without the blanks and control characters around it, as Java trims."""
    return text.strip(_TRIMMED)


def value_of(element: etree._Element) -> str:
    """Return the trimmed value of an element."""
    return trimmed(element.text or "")


def children(base: etree._Element, path: str) -> list[etree._Element]:
    """Return every element at a path of local names below `base`; `*` stands for any name."""
    found = [base]
    for name in path.split("/"):
        found = [child for parent in found for child in parent if name in ("*", child.tag)]
    return found


def child_value(base: etree._Element, path: str) -> str | None:
    """Return the trimmed value of the last element at `path`; None where it lacks or is empty."""
    found = children(base, path)
    return (value_of(found[-1]) or None) if found else None
