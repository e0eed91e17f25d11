"""BM25 over texts, such as the pieces of a page.

Robertson and Zaragoza, 2009, "The Probabilistic Relevance Framework: BM25 and Beyond". What stands beside a text, such
as the heading above it and the headings of its columns, counts as words of it, for less.
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
    """Texts by their terms; *beside* has what each term that stands beside a text adds to its count in that text."""

    def __init__(self, texts: Sequence[Sequence[str]], beside: Sequence[Mapping[str, float]]) -> None:
        self.counts: list[Mapping[str, float]] = []
        frequency: Counter[str] = Counter()
        for text, other in zip(texts, beside, strict=True):
            counts: dict[str, float] = dict(Counter(text))
            for term, part in other.items():
                counts[term] = counts.get(term, 0.0) + part
            self.counts.append(counts)
            frequency.update(counts.keys())
        self._lengths = [len(text_words) for text_words in texts]
        self._mean = max(1.0, sum(self._lengths) / max(1, len(self._lengths)))
        self._frequency = frequency

    def weight(self, term: str) -> float:
        """Return the weight of *term* in telling texts apart; most for a term that no text has."""
        count, frequency = len(self.counts), self._frequency[term]
        return log(1 + (count - frequency + 0.5) / (frequency + 0.5))

    def has(self, term: str) -> bool:
        """Return whether any text has *term*."""
        return term in self._frequency

    def score(self, at: int, terms: Iterable[str]) -> float:
        """Return the score of the text *at* for *terms*; 0 when it has none of them."""
        counts, length = self.counts[at], self._lengths[at]
        norm = _K1 * (1 - _B + _B * length / self._mean)
        return sum(
            self.weight(term) * counts[term] * (_K1 + 1) / (counts[term] + norm) for term in terms if term in counts
        )


def count_beside(terms: Iterable[str], part: float = _BESIDE) -> dict[str, float]:
    """Return *terms* that stand beside a text as an `Index` takes them: each counts as *part* of a word of the text."""
    return dict.fromkeys(terms, part)
