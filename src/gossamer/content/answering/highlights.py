"""Highlights: the passages of a page that fit a query best, as they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gossamer.content.answering.passages import Piece, pieces, title_of
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.ranking import Index, count_beside
from gossamer.content.text.terms import content_terms, terms
from gossamer.core.understanding import Evidence, Method, Passage, TextAnswer

_MOST: Final = 5
# Of the best score, and of what the query's words weigh together.
_SHARE_OF_BEST: Final = 0.4
_COVERED: Final = 0.34
_SHORTEST: Final = 20
_MOST_QUOTE: Final = 300
_MOST_LINKED: Final = 0.7


def highlights(page: PageMaterial, query: str) -> TextAnswer:
    """Return the passages of *page* that fit *query*, best first, with blank lines between; empty if none does."""
    passages = rank_passages(page, query)[:_MOST]
    quotes = tuple(
        Evidence(page.url, passage.text[:_MOST_QUOTE], passage.place, Method.EXTRACTIVE) for passage in passages
    )
    return TextAnswer("\n\n".join(passage.text for passage in passages), Method.EXTRACTIVE, quotes)


def rank_passages(page: PageMaterial, query: str) -> list[Passage]:
    """Return the passages of *page* that fit *query*, best first, each text once."""
    query_terms = content_terms(query)
    texts = [piece for piece in pieces(page) if _is_passage(piece)]
    beside = [count_beside(terms(f"{piece.heading} {piece.beside}")) for piece in texts]
    index = Index([terms(piece.text) for piece in texts], beside)
    # The subject of the whole page does not tell its passages apart.
    titled = frozenset(content_terms(title_of(page.document)))
    needed = _COVERED * (_weigh(index, query_terms, but=titled) or _weigh(index, query_terms))
    best: dict[str, Passage] = {}
    for at, piece in enumerate(texts):
        score = index.score(at, query_terms)
        covered = _weigh(index, index.counts[at].keys() & set(query_terms))
        if score > 0 and covered >= needed and len(piece.text) >= _SHORTEST:
            best.setdefault(piece.text, Passage(piece.text, piece.place, round(score, 4)))
    ordered = sorted(best.values(), key=lambda passage: -passage.score)
    return [passage for passage in ordered if passage.score >= _SHARE_OF_BEST * ordered[0].score]


def _is_passage(piece: Piece) -> bool:
    return piece.kind != "heading" and piece.linked <= _MOST_LINKED


def _weigh(index: Index, terms_met: Iterable[str], *, but: frozenset[str] = frozenset()) -> float:
    return sum(index.weight(term) for term in terms_met if term not in but)
