"""Passages, a summary, answers and highlights of a page, in its own words."""

from collections.abc import Sequence

from gossamer.content.answering.answers import answer, nearest, read_field
from gossamer.content.answering.highlights import highlights
from gossamer.content.answering.passages import pieces
from gossamer.content.answering.summaries import summary
from gossamer.content.page_model.material import PageMaterial
from gossamer.core.understanding import Passage

__all__ = ["answer", "highlights", "nearest", "passages", "read_field", "summary"]


def passages(page: PageMaterial) -> Sequence[Passage]:
    """Return the paragraphs, list items, table rows and headings of the main content of *page*, in its order."""
    return [Passage(piece.text, piece.place) for piece in pieces(page)]
