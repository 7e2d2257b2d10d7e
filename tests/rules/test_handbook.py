"""The page about the rules is what the command prints."""

from pathlib import Path

from reode.rules.discovery import find_rules
from reode.rules.handbook import render_handbook

PAGE = Path(__file__).resolve().parents[2] / "docs/rules.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_handbook(find_rules()), (
        "run `reode rules docs > docs/rules.md`"
    )


def test_every_rule_has_a_section_with_its_source() -> None:
    page = render_handbook(find_rules())
    for rule in find_rules():
        section = page.split(f"\n## {rule.id}\n")[1].split("\n## ")[0]
        assert "**Source** http" in section
        assert rule.doc["Title"] in section
