"""The page that explains routing shows the graph as it is."""

from __future__ import annotations

from pathlib import Path

from reode.graph.build import NODES
from reode.graph.diagram import mermaid, with_diagram, write_diagram

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-it-decides.md"


def test_the_page_is_current() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_diagram(page) == page
    assert "```mermaid" in page


def test_every_node_is_drawn_and_a_stale_page_is_mended(tmp_path: Path) -> None:
    assert all(name in mermaid() for name in NODES)
    stale = tmp_path / "page.md"
    stale.write_text("a\n<!-- graph -->\nold\n<!-- /graph -->\nb\n")
    assert write_diagram(stale)
    assert not write_diagram(stale)
    assert "old" not in stale.read_text()
