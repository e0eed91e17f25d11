"""The ranking of results: the database's score, then costly features for the best of them.

A page whose title or address is what was asked for is what people look for; among equals the younger one is better;
and pages of one site do not fill the first places.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import exp
from typing import Any, Final

from gossamer.core.word_folding import words
from gossamer.store.index.documents import url_words
from gossamer.store.index.query_plan import IndexQuery, Piece
from gossamer.store.row_encoding import millis

# Shares of the database's best score that a page can have beside its own.
_ALL_WORDS: Final = 0.6
_TITLE: Final = 0.3
_TITLE_ALONE: Final = 0.15
_IN_ORDER: Final = 0.2
_ADDRESS: Final = 0.12
_FRESH: Final = 0.05
_FRESH_NEWS: Final = 0.4
_HALF_YEAR_MS: Final = 182 * 86_400_000
_MONTH_MS: Final = 30 * 86_400_000
# Each further page of a site counts so much less than the one before it.
_SAME_SITE: Final = 0.9
_LEAST_OF_SITE: Final = 0.5


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page that the database found, with its score; *row* is its document without its text.

    *whole* says that all words are in it, and not only some.
    """

    row: Any
    score: float
    whole: bool = True


def rank_candidates(
    candidates: Sequence[RankedPage], plan: IndexQuery, weights: Mapping[Piece, float], *, now: datetime, one_site: bool
) -> list[RankedPage]:
    """Return candidates, best first. *weights* is how much each scored piece of *plan* counts.

    With *one_site* pages of a site are not kept apart, because only they are wanted.
    """
    best = max((candidate.score for candidate in candidates), default=0.0) or 1.0
    weighted = [(piece, weights[piece]) for piece in plan.scored]
    scored = [
        RankedPage(
            candidate.row,
            candidate.score / best
            + _ALL_WORDS * candidate.whole
            + _liking(candidate.row, weighted, millis(now), news=plan.news),
        )
        for candidate in candidates
    ]
    scored.sort(key=lambda candidate: (-candidate.score, candidate.row.url))
    return scored if one_site else _spread(scored)


def fits(row: Any, plan: IndexQuery) -> bool:
    """Return whether a page that the database found is one that was asked for: its title and address are looked at."""
    if not plan.in_title and not plan.in_url:
        return True
    title, address = words(row.title), url_words(row.url)
    in_title = (_holds(title, piece) for piece in plan.in_title)
    return all(in_title) and all(_holds(address, piece) for piece in plan.in_url)


def _liking(row: Any, weighted: Sequence[tuple[Piece, float]], now_ms: int, *, news: bool) -> float:
    age = max(0, now_ms - (row.published_at or row.fetched_at))
    fresh = _FRESH_NEWS * exp(-age / _MONTH_MS) if news else _FRESH * exp(-age / _HALF_YEAR_MS)
    total = sum(weight for _, weight in weighted)
    if not total:
        return fresh
    title, address = words(row.title), url_words(row.url)
    in_title = _share(title, weighted, total)
    in_address = _share(address, weighted, total)
    phrase = tuple(word for piece, _ in weighted for word in piece)
    of_title = len(set(title).intersection(phrase)) / (len(set(title)) or 1)
    in_order = _IN_ORDER if len(phrase) > 1 and _holds(title, phrase) else 0.0
    return fresh + _TITLE * in_title**2 + _TITLE_ALONE * in_title * of_title + in_order + _ADDRESS * in_address


def _share(text: Sequence[str], weighted: Sequence[tuple[Piece, float]], total: float) -> float:
    """Return the share of the weights that *text* has, 0 to 1."""
    return sum(weight for piece, weight in weighted if _holds(text, piece)) / total


def _holds(text: Sequence[str], piece: Piece) -> bool:
    if len(piece) == 1:
        return piece[0] in text
    return any(tuple(text[at : at + len(piece)]) == piece for at in range(len(text) - len(piece) + 1))


def _spread(scored: Iterable[RankedPage]) -> list[RankedPage]:
    """Return candidates in their order, with each further one of a site counting less."""
    before: Counter[str] = Counter()
    weighed: list[RankedPage] = []
    for candidate in scored:
        share = max(_LEAST_OF_SITE, _SAME_SITE ** before[candidate.row.site])
        before[candidate.row.site] += 1
        weighed.append(RankedPage(candidate.row, candidate.score * share))
    weighed.sort(key=lambda candidate: (-candidate.score, candidate.row.url))
    return weighed
