"""BM25 over the pieces of one page.

Robertson and Zaragoza, 2009, "The Probabilistic Relevance Framework: BM25 and Beyond". The heading above a piece and
the headings of its columns count as words of it, for less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final

_K1: Final = 1.2
_B: Final = 0.5
_BESIDE: Final = 0.4


class Index:
    """Pieces by their terms; *texts* and *beside* are the terms of each and of what stands beside it."""

    def __init__(self, texts: Sequence[Sequence[str]], beside: Sequence[Sequence[str]]) -> None:
        self.counts: list[Mapping[str, float]] = []
        frequency: Counter[str] = Counter()
        for own, other in zip(texts, beside, strict=True):
            counts: dict[str, float] = dict(Counter(own))
            for term in set(other):
                counts[term] = counts.get(term, 0.0) + _BESIDE
            self.counts.append(counts)
            frequency.update(counts.keys())
        self._lengths = [len(own) for own in texts]
        self._mean = max(1.0, sum(self._lengths) / max(1, len(self._lengths)))
        self._frequency = frequency

    def weight(self, term: str) -> float:
        """Return how much *term* tells pieces apart; most for one that no piece has."""
        count, frequency = len(self.counts), self._frequency[term]
        return log(1 + (count - frequency + 0.5) / (frequency + 0.5))

    def has(self, term: str) -> bool:
        """Return whether any piece has *term*."""
        return term in self._frequency

    def score(self, at: int, terms: Iterable[str]) -> float:
        """Return how well the piece *at* fits *terms*; 0 when it has none of them."""
        counts, length = self.counts[at], self._lengths[at]
        norm = _K1 * (1 - _B + _B * length / self._mean)
        return sum(
            self.weight(term) * counts[term] * (_K1 + 1) / (counts[term] + norm) for term in terms if term in counts
        )
