"""Passages of all pages of a run, ranked for a question.

BM25 over the blocks of the pages: words of the block itself count most, those of the
headings above it and of the page's title less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gossamer.content.text.ranking import Index, count_beside
from gossamer.content.text.terms import content_terms, terms
from gossamer.features.research.reading import ReadPage

if TYPE_CHECKING:
    from gossamer.content.answering.passages import Piece

_BESIDE: Final = 0.5
_TITLE: Final = 0.4
_MOST_LINKED: Final = 0.7
_SHORTEST: Final = 12
_LONGEST: Final = 700


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A block of a page; *coverage* is the share of the question that it has with its headings, 0 to 1."""

    page: ReadPage
    piece: "Piece"
    score: float
    coverage: float


class Corpus:
    """The blocks of the pages of a run; blocks that speak to an assistant are left out."""

    def __init__(self, pages: Sequence[ReadPage]) -> None:
        self._blocks = [(page, piece) for page in pages for piece in page.pieces if _is_text(piece)]
        titles = {page.scrape_id: count_beside(terms(page.title), _TITLE) for page in pages}
        self._subjects = frozenset().union(*titles.values())
        beside = []
        for page, piece in self._blocks:
            near_weights = count_beside(terms(f"{piece.heading} {piece.beside}"), _BESIDE)
            title = titles[page.scrape_id]
            beside.append({term: near_weights.get(term, 0.0) + title.get(term, 0.0) for term in near_weights | title})
        self._index = Index([terms(piece.text) for _, piece in self._blocks], beside)

    def is_subject(self, term: str) -> bool:
        """Return whether a page has *term* in its title: pages tell by it what they are about."""
        return term in self._subjects

    def weight(self, term: str) -> float:
        """Return the weight of *term* in telling blocks apart."""
        return self._index.weight(term)

    def coverage(self, question: str, terms: frozenset[str]) -> float:
        """Return the share of the weight of *question* that *terms* have."""
        question_terms = content_terms(question)
        total = sum(self.weight(term) for term in question_terms)
        return sum(self.weight(term) for term in question_terms if term in terms) / total if total else 0.0

    def ranked(self, question: str, most: int) -> list[RankedPassage]:
        """Return the blocks that fit *question* best, each text once."""
        question_terms = content_terms(question)
        scored = [(self._index.score(at, question_terms), at) for at in range(len(self._blocks))]
        best: dict[str, RankedPassage] = {}
        for score, at in sorted((passage for passage in scored if passage[0] > 0), key=lambda passage: -passage[0]):
            page, piece = self._blocks[at]
            coverage = self.coverage(question, frozenset(self._index.counts[at]))
            best.setdefault(piece.text, RankedPassage(page, piece, score, coverage))
            if len(best) >= most:
                break
        return list(best.values())


def _is_text(piece: "Piece") -> bool:
    return piece.kind != "heading" and piece.linked <= _MOST_LINKED and _SHORTEST <= len(piece.text) <= _LONGEST
