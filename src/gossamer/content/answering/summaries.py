"""Summaries: sentences of the page, chosen and left as they are.

A sentence counts for what it shares with the whole (its terms weighed as in tf-idf, against their centroid: Radev et
al., 2004), for standing early, and for the words of the title; one that says what a chosen one says already is left
out (Carbonell and Goldstein, 1998).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final

from gossamer.content.answering.passages import Piece, description_of, pieces, title_of
from gossamer.content.answering.sentences import is_whole, split
from gossamer.content.locales import pattern
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.terms import content_terms
from gossamer.core.understanding import Evidence, Method, TextAnswer

# Later sentences of a long page are details; the limit keeps a summary at some milliseconds.
_MOST_SENTENCES: Final = 600
_SHORTEST, _LONGEST = 25, 500
_SHORTEST_TERMS: Final = 3
_MOST_LINKED: Final = 0.5
_ALIKE: Final = 0.5
_EARLY: Final = 0.35
_TITLE: Final = 0.25
_FIRST_OF_PARAGRAPH: Final = 1.15
_ITEM: Final = 0.6
_BOILERPLATE: Final = pattern("answering", "summaries", "boilerplate")


@dataclass(frozen=True, slots=True)
class _Sentence:
    at: int
    text: str
    place: str
    terms: frozenset[str]
    share: float


def summary(page: PageMaterial, *, sentences: int = 5) -> TextAnswer:
    """Return at most so many *sentences* of *page*, in its order; how it describes itself where it has none."""
    candidate_sentences = _candidates(pieces(page))
    if not candidate_sentences:
        return _quote_description(page)
    scores = _scores(candidate_sentences, frozenset(content_terms(title_of(page.document))))
    chosen = sorted(_choose_sentences(candidate_sentences, scores, sentences), key=lambda sentence: sentence.at)
    quotes = tuple(
        Evidence(page.url, chosen_sentence.text, chosen_sentence.place, Method.EXTRACTIVE) for chosen_sentence in chosen
    )
    return TextAnswer(" ".join(chosen_sentence.text for chosen_sentence in chosen), Method.EXTRACTIVE, quotes)


def _quote_description(page: PageMaterial) -> TextAnswer:
    text = description_of(page.document)
    quotes = (Evidence(page.url, text, "meta description", Method.EXTRACTIVE),) if text else ()
    return TextAnswer(text, Method.EXTRACTIVE, quotes)


def _candidates(page_pieces: Sequence[Piece]) -> list[_Sentence]:
    """Return the whole sentences of prose, each once."""
    sentences: dict[str, _Sentence] = {}
    for piece in page_pieces:
        if piece.kind in {"heading", "row"} or piece.is_of_others or piece.is_code or piece.linked > _MOST_LINKED:
            continue
        for nth, text in enumerate(split(piece.text)):
            terms = frozenset(content_terms(text))
            if text not in sentences and _is_prose(text, terms):
                share = (_FIRST_OF_PARAGRAPH if nth == 0 else 1.0) * (_ITEM if piece.kind == "item" else 1.0)
                sentences[text] = _Sentence(len(sentences), text, piece.place, terms, share)
        if len(sentences) >= _MOST_SENTENCES:
            break
    return list(sentences.values())


def _is_prose(text: str, terms: frozenset[str]) -> bool:
    # Chinese says in ten characters what takes fifty letters.
    shortest = _SHORTEST if text.isascii() or ord(max(text)) < 0x2E80 else _SHORTEST // 3  # noqa: PLR2004
    return (
        shortest <= len(text) <= _LONGEST
        and len(terms) >= _SHORTEST_TERMS
        and is_whole(text)
        and not text.endswith("?")
        and _BOILERPLATE.search(text) is None
    )


def _scores(sentences: Sequence[_Sentence], title: frozenset[str]) -> list[float]:
    frequency = Counter(term for sentence in sentences for term in sentence.terms)
    count = len(sentences)
    # A term of one sentence alone ties it to no other.
    centroid = {
        term: times * log(1 + count / times)
        for term, times in frequency.items()
        if times > 1 or count < _SHORTEST_TERMS
    }
    raw = [
        sum(centroid.get(term, 0.0) for term in scored_sentence.terms) / sqrt(len(scored_sentence.terms))
        for scored_sentence in sentences
    ]
    most = max(raw) or 1.0
    return [
        scored_sentence.share
        * (
            value / most
            + _EARLY / (1 + scored_sentence.at / 3)
            + _TITLE * len(scored_sentence.terms & title) / max(1, len(title))
        )
        for scored_sentence, value in zip(sentences, raw, strict=True)
    ]


def _choose_sentences(sentences: Sequence[_Sentence], scores: Sequence[float], most: int) -> list[_Sentence]:
    chosen: list[_Sentence] = []
    for at in sorted(range(len(sentences)), key=lambda at: -scores[at]):
        if len(chosen) >= most:
            break
        if not any(_overlap(sentences[at].terms, other.terms) > _ALIKE for other in chosen):
            chosen.append(sentences[at])
    return chosen


def _overlap(first_terms: frozenset[str], other: frozenset[str]) -> float:
    return len(first_terms & other) / max(1, min(len(first_terms), len(other)))
